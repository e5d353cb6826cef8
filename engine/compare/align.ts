import { groupBy } from '../model/group-by.ts';
import type { LogEntry } from '../model/log-entry.ts';
import { longestIncreasing } from './longest-increasing.ts';
import { matchInOrder } from './match-in-order.ts';
import { byContent, byEvent, byNature, type TokenOf } from './token.ts';

type Entries = readonly LogEntry[];

/** Which entry of B is the counterpart of which of A, by their places. */
export interface Alignment {
  /** By place in A; −1 where there is none. */
  readonly there: Int32Array;
  readonly back: Int32Array;
  /** The places in A of counterparts that stand in one order on both sides. The other counterparts have moved. */
  readonly inOrder: readonly number[];
}

/**
 * Matches the entries of two logs by what they are: first by event, where both are runs of one scenario, then by who did
 * what with which arguments, last by who did what. Each is matched once; what comes earlier in that list is matched
 * wherever it stands, the last only between neighbours that are matched already.
 */
export function align(a: Entries, b: Entries, sameScenario: boolean): Alignment {
  const there = new Int32Array(a.length).fill(-1);
  const back = new Int32Array(b.length).fill(-1);
  const pair = (one: number, other: number): void => {
    there[one] = other;
    back[other] = one;
  };
  const alignment = (): Alignment => ({ there, back, inOrder: inOrderOf(there) });

  for (const tokenOf of sameScenario ? [byEvent, byContent] : [byContent]) {
    matchBetween(a, b, alignment(), tokenOf, pair);
    matchAnywhere(a, b, alignment(), tokenOf, pair);
  }
  matchBetween(a, b, alignment(), byNature, pair);
  return alignment();
}

type Pair = (one: number, other: number) => void;

/** Matches what lies between the counterparts that stand in order. */
function matchBetween(a: Entries, b: Entries, alignment: Alignment, tokenOf: TokenOf, pair: Pair): void {
  const { there, back, inOrder } = alignment;
  const numberOf = numbering(tokenOf);
  let fromA = 0;
  let fromB = 0;
  for (const atA of [...inOrder, a.length]) {
    const atB = atA === a.length ? b.length : there[atA]!;
    const mine = open(a, there, fromA, atA, numberOf);
    const theirs = mine.length === 0 ? [] : open(b, back, fromB, atB, numberOf);
    for (const [one, other] of matchInOrder(mine.map(itsNumber), theirs.map(itsNumber)))
      pair(mine[one]!.at, theirs[other]!.at);
    fromA = atA + 1;
    fromB = atB + 1;
  }
}

interface Open {
  readonly at: number;
  readonly number: number;
}

const itsNumber = ({ number }: Open): number => number;

type NumberOf = (entry: LogEntry) => number | undefined;

/** A number for each token, from 0 on as they come; none for an entry that has no token. */
function numbering(tokenOf: TokenOf): NumberOf {
  const numbers = new Map<string, number>();
  return (entry) => {
    const token = tokenOf(entry);
    if (token === undefined) return undefined;
    const number = numbers.get(token) ?? numbers.size;
    numbers.set(token, number);
    return number;
  };
}

/** The entries from `from` to before `to` that have no counterpart yet, and have a number. */
function open(entries: Entries, matched: Int32Array, from: number, to: number, numberOf: NumberOf): Open[] {
  const found: Open[] = [];
  for (let at = from; at < to; at += 1) {
    const number = matched[at]! < 0 ? numberOf(entries[at]!) : undefined;
    if (number !== undefined) found.push({ at, number });
  }
  return found;
}

/** Matches what has moved: the first left over of a kind with the first of that kind on the other side. */
function matchAnywhere(a: Entries, b: Entries, alignment: Alignment, tokenOf: TokenOf, pair: Pair): void {
  const numberOf = numbering(tokenOf);
  const left = groupBy(open(b, alignment.back, 0, b.length, numberOf), itsNumber);
  const next = new Map<number, number>();
  for (const { at, number } of open(a, alignment.there, 0, a.length, numberOf)) {
    const taken = next.get(number) ?? 0;
    const other = left.get(number)?.[taken];
    if (other === undefined) continue;
    next.set(number, taken + 1);
    pair(at, other.at);
  }
}

function inOrderOf(there: Int32Array): number[] {
  const places: number[] = [];
  for (let at = 0; at < there.length; at += 1) if (there[at]! >= 0) places.push(at);
  return longestIncreasing(places.map((at) => there[at]!)).map((at) => places[at]!);
}
