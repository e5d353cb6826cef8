import type { Change } from '../model/change.ts';
import type { Json } from '../model/json.ts';
import { recordAt, recordsIn, stepInto, type Found, type Place, type Spot } from './place.ts';

/** What a change that is about to be made does to the records of a state. */
export interface Touched {
  readonly removed: readonly Found[];
  /** To be asked once the change is made. */
  readonly inserted: () => readonly Found[];
  /** The record within which it writes. */
  readonly around: Found | undefined;
}

/** What `change` does to the records of `state`, which is as it was before it. */
export function touchedBy(state: Json, place: Place, change: Change): Touched {
  const { path } = change;
  const container = change.op === 'splice' ? path : path.slice(0, -1);
  let spot: Spot = { value: state, place, names: [] };
  let around: Found | undefined;
  for (const [depth, key] of container.entries()) {
    spot = stepInto(spot, key);
    around = recordAt(spot, container.slice(0, depth + 1)) ?? around;
  }
  // What holds them stays the same object while what it holds is put in and taken out.
  const recordsFrom = (first: number, count: number): readonly Found[] =>
    Array.from({ length: count }, (_, nth) => first + nth).flatMap((key) => below(spot, key));
  if (change.op === 'splice')
    return {
      removed: recordsFrom(change.at, change.remove),
      inserted: () => recordsFrom(change.at, change.insert.length),
      around,
    };
  const key = path.at(-1)!;
  return {
    removed: below(spot, key),
    inserted: () => (change.op === 'set' ? below(spot, key) : []),
    around,
  };
}

const below = (spot: Spot, key: string | number): readonly Found[] => [...recordsIn(stepInto(spot, key), [])];
