import * as z from 'zod';
import type { Json } from '../../model/index.ts';
import { text, time } from '../shared/recordings.ts';
import { type CabState, newRide, type Ride } from './state.ts';

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

/** What of a ride the reference leaves to chance. */
type RecordedRide = Pick<Ride, 'ride_id' | 'price' | 'duration' | 'distance_km' | 'delay'>;

const facts = z.lazy(() =>
  z.object({
    ride_id: z.string(),
    price: z.number(),
    duration: z.number(),
    distance_km: z.number(),
    delay: z.number(),
  }),
);

/**
 * The ride that a recorded call answered, as its fields or in the reference's words; `undefined` when it was none.
 *
 * The words have the price in whole cents only; it is taken for that of the distance at `rate` per km where it may be.
 */
export const recordedRide = (answer: Json | undefined, rate = 0): RecordedRide | undefined =>
  facts.safeParse(typeof answer === 'string' ? parsePrintedRide(answer, rate) : answer).data;

function parsePrintedRide(text: string, rate: number): object {
  const wordAt = (place: RegExp): string | undefined => place.exec(text)?.[1];
  const cents = wordAt(/^ *Price: \$(\S+)$/m);
  const distance_km = Number(wordAt(/^ *Distance: (\S+) kms$/m));
  const price = distance_km * rate;
  return {
    ride_id: wordAt(/^ *Ride ID: (\S+)$/m),
    price: price.toFixed(2) === cents ? price : Number(cents),
    // In the words these two are divided by 60, although they are minutes already.
    duration: Number(wordAt(/^ *Duration: (\S+) mins$/m)) * 60,
    distance_km,
    delay: Number(wordAt(/^ *Delay: (\S+) mins$/m)) * 60,
  };
}
