import * as z from 'zod';
import type { Json } from '../../model/json.ts';
import type { Ride } from './state.ts';

/** What of a ride the reference leaves to chance. */
type Recalled = Pick<Ride, 'ride_id' | 'price' | 'duration' | 'distance_km' | 'delay'>;

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
export const recalledRide = (answer: Json | undefined, rate = 0): Recalled | undefined =>
  facts.safeParse(typeof answer === 'string' ? inFields(answer, rate) : answer).data;

function inFields(text: string, rate: number): object {
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
