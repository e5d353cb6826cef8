import * as z from 'zod';
import { after, formatInstant, fromSeconds, minutes, type SimTime, toSeconds } from '../../model/index.ts';
import { app, float, nullable, optional, refuse, str, toolOf } from '../../world/index.ts';
import { text, time } from '../shared/recordings.ts';

/** How many crimes of either sort there are at a place. */
export interface CrimeDataPoint {
  violent_crime: number;
  property_crime: number;
}

export interface CityState {
  /** How many questions are answered before the service takes a rest. */
  api_call_limit: number;
  /** By postcode. */
  crime_data: Record<string, CrimeDataPoint>;
  /** How many questions were answered since the last rest. */
  api_call_count: number;
  /** When the rest began, in seconds since the Unix epoch; null where there is none. */
  rate_limit_time: number | null;
}

/** What a city begins with: its crimes by postcode, and how many questions it answers at a stretch. */
const cityWith = ({
  crime_data = {},
  api_call_limit = 100,
}: Partial<Readonly<Pick<CityState, 'crime_data' | 'api_call_limit'>>>): CityState => ({
  api_call_limit,
  crime_data,
  api_call_count: 0,
  rate_limit_time: null,
});

const PAUSE = minutes(30);

/** How many questions count against the limit `now`: none once a rest is over. */
const currentCallCount = (city: CityState, now: SimTime): number =>
  (pauseEnd(city) ?? Infinity) <= now ? 0 : city.api_call_count;

/** Counts one more question, the last one before a rest where it is that. @throws {ToolError} `ValueError` during a rest. */
function countCall(city: CityState, now: SimTime): void {
  const before = currentCallCount(city, now);
  const limit = city.api_call_limit;
  if (before >= limit) {
    const end = pauseEnd(city);
    const again = end === undefined ? '' : `; more are answered from ${formatInstant(end)} on`;
    refuse('ValueError', `API call limit exceeded: ${before} of ${limit} calls were made${again}.`);
  }
  city.api_call_count = before + 1;
  city.rate_limit_time = before + 1 < limit ? null : toSeconds(now);
}

const pauseEnd = ({ rate_limit_time: since }: CityState): SimTime | undefined =>
  since === null ? undefined : after(fromSeconds(since), PAUSE);

/** The crimes at `zip_code`. @throws {ToolError} `ValueError` when nobody counted them. */
const crimesAt = ({ crime_data }: CityState, zip_code: string): CrimeDataPoint =>
  Object.hasOwn(crime_data, zip_code)
    ? crime_data[zip_code]!
    : refuse('ValueError', `There is no crime rate for the zip code "${zip_code}".`);

const tool = toolOf<CityState>();

/** How much crime there is in a city. It answers so many questions, then takes a rest of half an hour. */
export const city = app({
  class: 'CityApp',
  initial: cityWith,
  tools: {
    get_crime_rate: tool({
      summary: 'Get the rates of violent and of property crime at a postcode. Calls are limited.',
      returns: 'CrimeDataPoint',
      effect: 'write',
      recordedAs: 'read',
      callers: ['agent'],
      args: { zip_code: str },
      apply(city, { zip_code }, { now }) {
        countCall(city, now);
        return crimesAt(city, zip_code);
      },
    }),
    get_api_call_count: tool({
      summary: 'Get how many calls of get_crime_rate count against their limit.',
      returns: 'int',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: (city, _args, { now }) => currentCallCount(city, now),
    }),
    get_api_call_limit: tool({
      summary: 'Get how many calls of get_crime_rate are answered before a rest of half an hour.',
      returns: 'int',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: ({ api_call_limit }) => api_call_limit,
    }),
    add_crime_rate: tool({
      summary: 'Let the crime rates of a postcode be known.',
      returns: 'str',
      effect: 'write',
      callers: ['environment'],
      args: { zip_code: str, violent_crime_rate: float, property_crime_rate: float },
      apply({ crime_data }, { zip_code, violent_crime_rate, property_crime_rate }) {
        crime_data[zip_code] = { violent_crime: violent_crime_rate, property_crime: property_crime_rate };
        return 'Added Successfully';
      },
    }),
    update_crime_rate: tool({
      summary: 'Change a crime rate of a postcode, or both.',
      returns: 'str',
      effect: 'write',
      callers: ['environment'],
      args: {
        zip_code: str,
        new_violent_crime_rate: optional(nullable(float), null),
        new_property_crime_rate: optional(nullable(float), null),
      },
      apply(city, { zip_code, new_violent_crime_rate: violent, new_property_crime_rate: property }) {
        if (violent === null && property === null) refuse('ValueError', 'At least one new rate is needed.');
        const crimes = crimesAt(city, zip_code);
        if (violent !== null) crimes.violent_crime = violent;
        if (property !== null) crimes.property_crime = property;
        return 'Updated Successfully';
      },
    }),
  },
});

const recordedState = z.lazy(() =>
  z.object({
    api_call_limit: z.int().default(100),
    crime_data: z.record(text, z.object({ violent_crime: z.number(), property_crime: z.number() })),
    api_call_count: z.int().default(0),
    rate_limit_time: time.nullable().default(null),
  }),
);

/** @throws {ZodError} when it is no state of a city. */
export const recordedCity = (state: unknown): CityState => recordedState.parse(state);
