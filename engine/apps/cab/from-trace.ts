import * as z from 'zod/mini';
import type { Json } from '../../model/index.ts';
import { text, time } from '../shared/from-trace.ts';
import { type CabState, newRide, type Ride } from './state.ts';

const ride = z.lazy(() =>
  z.object({
    ride_id: text,
    status: z.pipe(
      z.nullish(text),
      z.transform((status) => status ?? null),
    ),
    service_type: text,
    start_location: text,
    end_location: z.nullable(text),
    price: z.number(),
    duration: z.number(),
    time_stamp: time,
    distance_km: z.number(),
    delay: z.pipe(
      z.nullish(z.number()),
      z.transform((delay) => delay ?? null),
    ),
    delay_history: z._default(z.array(z.object({ delay: z.number(), time_stamp: time })), []),
  }),
);

const rides = z.lazy(() =>
  z._default(
    z.array(
      z.pipe(
        ride,
        z.transform((given: z.output<typeof ride>) => newRide(given)),
      ),
    ),
    [],
  ),
);

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
    on_going_ride: z.nullish(text),
  }),
);

/** The state of the cabs, as recorded. @throws {ZodError} when `state` is something else. */
export function recordedCab(state: unknown): CabState {
  const { on_going_ride: id, ...read } = cab.parse(state);
  const known = read.ride_history.some(({ ride_id }) => ride_id === id);
  return { ...read, on_going_ride: known ? (id ?? null) : null };
}

/** The fields of a ride that ARE draws at random. */
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
 * The ride that a recorded call returned, as fields or as text that ARE prints; `undefined` when it returned something else.
 *
 * The text gives the price in whole cents. If distance times `rate` per km rounds to the same cents, that product is the price.
 */
export const recordedRide = (answer: Json | undefined, rate = 0): RecordedRide | undefined =>
  facts.safeParse(typeof answer === 'string' ? parsePrintedRide(answer, rate) : answer).data;

function parsePrintedRide(text: string, rate: number): object {
  const valueOf = (line: RegExp): string | undefined => line.exec(text)?.[1];
  const cents = valueOf(/^ *Price: \$(\S+)$/m);
  const distance_km = Number(valueOf(/^ *Distance: (\S+) kms$/m));
  const price = distance_km * rate;
  return {
    ride_id: valueOf(/^ *Ride ID: (\S+)$/m),
    price: price.toFixed(2) === cents ? price : Number(cents),
    // ARE prints these two divided by 60, although they are minutes already.
    duration: Number(valueOf(/^ *Duration: (\S+) mins$/m)) * 60,
    distance_km,
    delay: Number(valueOf(/^ *Delay: (\S+) mins$/m)) * 60,
  };
}
