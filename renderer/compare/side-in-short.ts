import {
  type ComparedRow,
  type EntryDifference,
  instant,
  type Json,
  type SimTime,
} from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { formatOffset } from '../format/clock.ts';
import { inShort } from '../format/words.ts';
import { differingPart } from './differing-part.ts';

export type SideName = 'a' | 'b';

const LEAD = 16; // characters that are the same, before those that are not
const LONGEST = 120; // characters from there on; no row has room for more

/** Times are counted from each run's start. */
const START: SimTime = instant(0);

/** What differs in one of two counterparts, in short: `content: Never.`; what any other row is about. */
export function sideInShort({ kind, differences }: ComparedRow, side: SideName, row: LogRow): string {
  const told = differences.filter(({ aspect }) => aspect !== 'time' || differences.length === 1);
  if (kind !== 'changed' || !told.every(isTold)) return inShort(row);
  return told.map((difference) => `${nameOf(difference)}: ${valueOf(difference, side)}`).join(', ');
}

/** What an entry came to, and what was checked at it, stands in the row's own words. */
const isTold = ({ aspect }: EntryDifference): boolean => !['action', 'outcome', 'check'].includes(aspect);

function nameOf({ aspect, path }: EntryDifference): string {
  switch (aspect) {
    case 'argument':
      return path.join('.');
    case 'effect':
      return path.slice(2).findLast((key) => typeof key === 'string') ?? 'writes';
    case 'result':
      return ['result', ...path].join('.');
    case 'action':
    case 'outcome':
    case 'check':
    case 'time':
      return aspect;
  }
}

function valueOf({ aspect, ...sides }: EntryDifference, side: SideName): string {
  const value = sides[side];
  if (value === undefined) return 'nothing';
  if (aspect === 'time') return formatOffset(START, value as SimTime);
  const { before, own, after } = differingPart(textOf(value), textOf(sides[side === 'a' ? 'b' : 'a'] ?? ''));
  const rest = own + after;
  return `${before.length > LEAD ? `…${before.slice(-LEAD)}` : before}${rest.length > LONGEST ? `${rest.slice(0, LONGEST)}…` : rest}`;
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
