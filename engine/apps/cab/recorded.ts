import * as z from 'zod';
import { text, time } from '../recorded.ts';
import { newRide } from './fleet.ts';
import type { CabState } from './state.ts';

const ride = z.lazy(() =>
  z.object({
    ride_id: text,
    status: text.nullish().transform((status) => status ?? null),
    service_type: text,
    start_location: text,
    end_location: text.nullable(),
    price: z.number(),
    duration: z.number(),
    time_stamp: time,
    distance_km: z.number(),
    delay: z
      .number()
      .nullish()
      .transform((delay) => delay ?? null),
    delay_history: z.array(z.object({ delay: z.number(), time_stamp: time })).default([]),
  }),
);

const rides = z.lazy(() => z.array(ride.transform(newRide)).default([]));

const cab = z.lazy(() =>
  z.object({
    ride_history: rides,
    quotation_history: rides,
    d_service_config: z.record(
      text,
      z.object({
        nb_seats: z.int(),
        price_per_km: z.number(),
        base_delay_min: z.number(),
        max_distance_km: z.number(),
      }),
    ),
    on_going_ride: text.nullish(),
  }),
);

/** @throws {ZodError} when it is no state of cabs. */
export function recordedCab(state: unknown): CabState {
  const { on_going_ride: id, ...read } = cab.parse(state);
  const known = read.ride_history.some(({ ride_id }) => ride_id === id);
  return { ...read, on_going_ride: known ? (id ?? null) : null };
}
