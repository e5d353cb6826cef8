import { stored, type Packing, type Stored } from './packing.ts';
import type { Stretch } from './stretch.ts';

/** A stretch as its row has it. */
export interface StretchRow {
  readonly changed: string;
  readonly apps: string | null;
  readonly changes: Stored | null;
  readonly bodies: Stored;
  /** Which of the two needs the other to be unpacked: bodies, or, up to version 13, changes. */
  readonly leaning: 'bodies' | 'changes' | null;
}

/** Of longer changes too little is said again by the bodies that they should be unpacked to read those. */
const MOST_LEANT_ON = 64_000; // characters

/** The row of a stretch. What was put into apps was mostly among the arguments, and takes no room twice. */
export function rowOf({ bodies, changes, lengths }: Stretch, packing: Packing): StretchRow {
  const text = String(changes);
  const like = text.length > MOST_LEANT_ON ? '' : text;
  const [changed, said] = [stored(packing, text), stored(packing, String(bodies), like)];
  return {
    changed: lengths.map((length) => (length === 0 ? '0' : '1')).join(''),
    apps: typeof changed === 'string' ? null : JSON.stringify([...changes.apps]),
    changes: text === '' ? null : changed,
    bodies: said,
    leaning: like === '' || typeof said === 'string' ? null : 'bodies',
  };
}
