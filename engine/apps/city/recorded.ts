import * as z from 'zod';
import { text, time } from '../recorded.ts';
import type { CityState } from './state.ts';

const city = z.lazy(() =>
  z.object({
    api_call_limit: z.int().default(100),
    crime_data: z.record(text, z.object({ violent_crime: z.number(), property_crime: z.number() })),
    api_call_count: z.int().default(0),
    rate_limit_time: time.nullable().default(null),
  }),
);

/** @throws {ZodError} when it is no state of a city. */
export const recordedCity = (state: unknown): CityState => city.parse(state);
