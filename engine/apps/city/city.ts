import * as z from 'zod/mini';
import { after, formatInstant, fromSeconds, minutes, type SimTime, toSeconds } from '../../model/index.ts';
import { float, nullable, optional, ownApp, refuse, str, toolOf } from '../../world/index.ts';
import { text, time } from '../shared/from-trace.ts';

/** The crime rates of a postcode. */
export interface CrimeDataPoint {
  violent_crime: number;
  property_crime: number;
}

export interface CityState {
  /** The number of calls before the service pauses. */
  api_call_limit: number;
  /** By postcode. */
  crime_data: Record<string, CrimeDataPoint>;
  /** The number of calls since the last pause. */
  api_call_count: number;
  /** The start of the pause in seconds since the Unix epoch; null outside a pause. */
  rate_limit_time: number | null;
}

/** Options for the initial state of a city. */
interface CityOptions {
  /** By postcode. */
  readonly crime_data?: CityState['crime_data'];
  /** Calls before the service pauses; 100 when left out. */
  readonly api_call_limit?: number;
}

/** The initial state of a city: crime rates by postcode and the limit of calls. */
const cityWith = ({ crime_data = {}, api_call_limit = 100 }: CityOptions): CityState => ({
  api_call_limit,
  crime_data,
  api_call_count: 0,
  rate_limit_time: null,
});

const PAUSE_AFTER_LIMIT = minutes(30);

/** The number of calls that count against the limit at `now`: none after a pause. */
const currentCallCount = (city: CityState, now: SimTime): number =>
  (pauseEnd(city) ?? Infinity) <= now ? 0 : city.api_call_count;

/** Counts a call. The last call before the limit starts a pause. @throws {ToolError} `ValueError` during a pause. */
function countCall(city: CityState, now: SimTime): void {
  const before = currentCallCount(city, now);
  const limit = city.api_call_limit;
  if (before >= limit) {
    const end = pauseEnd(city);
    const again = end === undefined ? '' : `; the next call is possible at ${formatInstant(end)}`;
    refuse('ValueError', `API call limit exceeded: ${before} of ${limit} calls were made${again}.`);
  }
  city.api_call_count = before + 1;
  city.rate_limit_time = before + 1 < limit ? null : toSeconds(now);
}

const pauseEnd = ({ rate_limit_time: start }: CityState): SimTime | undefined =>
  start === null ? undefined : after(fromSeconds(start), PAUSE_AFTER_LIMIT);

/** The crime rates at `zip_code`. @throws {ToolError} `ValueError` when they are unknown. */
const crimesAt = ({ crime_data }: CityState, zip_code: string): CrimeDataPoint =>
  Object.hasOwn(crime_data, zip_code)
    ? crime_data[zip_code]!
    : refuse('ValueError', `There is no crime rate for the zip code "${zip_code}".`);

const tool = toolOf<CityState>();

const newCity = ownApp({
  class: 'CityApp',
  initial: cityWith,
  tools: {
    get_crime_rate: tool({
      summary: 'Get the violent and property crime rates of a postcode. Calls are limited.',
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
      summary: 'Get how many calls of get_crime_rate count against the limit.',
      returns: 'int',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: (city, _args, { now }) => currentCallCount(city, now),
    }),
    get_api_call_limit: tool({
      summary: 'Get how many calls of get_crime_rate are answered before a pause of 30 minutes.',
      returns: 'int',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: ({ api_call_limit }) => api_call_limit,
    }),
    add_crime_rate: tool({
      summary: 'Add the crime rates of a postcode.',
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
      summary: 'Change one or both crime rates of a postcode.',
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

/** The app that {@link city} makes. Its name keeps the types of an editor's hints short. */
export interface City extends ReturnType<typeof newCity> {}

/** The crime rates of a city. The service pauses for 30 minutes after a number of calls. */
export const city: (options?: CityOptions) => City = newCity;

const recordedState = z.lazy(() =>
  z.object({
    api_call_limit: z._default(z.int(), 100),
    crime_data: z.record(text, z.object({ violent_crime: z.number(), property_crime: z.number() })),
    api_call_count: z._default(z.int(), 0),
    rate_limit_time: z._default(z.nullable(time), null),
  }),
);

/** The state of a city, as recorded. @throws {ZodError} when `state` is something else. */
export const recordedCity = (state: unknown): CityState => recordedState.parse(state);
