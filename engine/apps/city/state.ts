import { after, formatInstant, fromSeconds, minutes, toSeconds, type SimTime } from '../../model/time.ts';
import { refuse } from '../tool.ts';

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
export const cityWith = ({
  crime_data = {},
  api_call_limit = 100,
}: Partial<Readonly<Pick<CityState, 'crime_data' | 'api_call_limit'>>>): CityState => ({
  api_call_limit,
  crime_data,
  api_call_count: 0,
  rate_limit_time: null,
});

const REST = minutes(30);

/** How many questions count against the limit `now`: none once a rest is over. */
export const callsCounted = (city: CityState, now: SimTime): number =>
  (endOfRest(city) ?? Infinity) <= now ? 0 : city.api_call_count;

/** Counts one more question, the last one before a rest where it is that. @throws {ToolError} `ValueError` during a rest. */
export function countCall(city: CityState, now: SimTime): void {
  const before = callsCounted(city, now);
  const limit = city.api_call_limit;
  if (before >= limit) {
    const end = endOfRest(city);
    const again = end === undefined ? '' : `; more are answered from ${formatInstant(end)} on`;
    refuse(
      'ValueError',
      `API call limit exceeded: found ${before} calls before, wanted fewer than ${limit}${again}`,
    );
  }
  city.api_call_count = before + 1;
  city.rate_limit_time = before + 1 < limit ? null : toSeconds(now);
}

const endOfRest = ({ rate_limit_time: since }: CityState): SimTime | undefined =>
  since === null ? undefined : after(fromSeconds(since), REST);

/** The crimes at `zip_code`. @throws {ToolError} `ValueError` when nobody counted them. */
export const crimesAt = ({ crime_data }: CityState, zip_code: string): CrimeDataPoint =>
  Object.hasOwn(crime_data, zip_code)
    ? crime_data[zip_code]!
    : refuse('ValueError', `zip_code: found no crime rate of "${zip_code}"`);
