import type { AppInstance } from '../apps/app.ts';

/** How much happens in a world that no scenario has planned. */
export interface Noise {
  /** Events a minute, on average over the whole world. */
  readonly perMinute: number;
  /** Of its own, so that runs with other seeds have the same noise. */
  readonly seed: number;
  /** What it is made of: mails, messages, products and flats of another world. A small one of Orrery's when left out. */
  readonly from?: () => Readonly<Record<string, AppInstance>>;
}

/** What a scenario or a run says of noise: 10 events a minute with the seed 0 unless it says otherwise. */
export type GivenNoise = Partial<Noise>;

const MOST_A_MINUTE = 600;

/** `given` with what was left out. @throws {RangeError} naming the field that is out of range. */
export function noiseOf({ perMinute = 10, seed = 0, from }: GivenNoise): Noise {
  if (!(perMinute >= 0 && perMinute <= MOST_A_MINUTE))
    throw new RangeError(`perMinute: found ${String(perMinute)}, wanted 0 to ${MOST_A_MINUTE}`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: found ${String(seed)}, wanted a whole number`);
  return { perMinute, seed, ...(from === undefined ? {} : { from }) };
}
