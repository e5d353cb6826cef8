import type { Verdict } from '../../../../engine/model/index.ts';
import type { Ground } from './bins.ts';
import type { Columns } from './columns.ts';

/** Signs that mark an entry, most important first: when several share a place, the first one is drawn. */
export const SIGN_WORDS = {
  breakpoint: 'Paused at a breakpoint',
  tripped: 'Minefield triggered',
  missed: 'Milestone missed',
  shortfall: 'Why the run failed',
  reached: 'Milestone reached',
  failed: 'Validation failed',
  passed: 'Validation passed',
  failure: 'Failed',
  note: 'Note',
  notified: 'Notification to the agent',
} as const;

export type SignKind = keyof typeof SIGN_WORDS;

const KINDS = Object.keys(SIGN_WORDS) as readonly SignKind[];

/** Indices of the entries with each sign, ascending. */
export type Signs = Readonly<Partial<Record<SignKind, readonly number[]>>>;

/** A sign over the lanes. */
export interface SignMark {
  readonly form: 'sign';
  readonly x: number;
  readonly y: number;
  readonly sign: SignKind;
  /** The first entry with this sign here, and the number of signs of any kind at this place. */
  readonly index: number;
  readonly count: number;
}

export const SIGN_ROOM = 11; // CSS px, width of each

/** The signs of a run, from its log, verdict, breakpoint hits and notes. */
export function signsOf(
  { signs }: Columns,
  verdict: Pick<Verdict, 'checks' | 'shortfalls'> | undefined,
  breakpointHits: readonly number[],
  notes: readonly number[],
): Signs {
  const checks = verdict?.checks ?? [];
  const at = (entries: readonly (number | undefined)[]): readonly number[] =>
    [...new Set(entries)].filter((entry) => entry !== undefined).sort((one, other) => one - other);
  const checked = (status: string): readonly number[] =>
    at(checks.filter((check) => check.status === status).map(({ entry }) => entry));
  return {
    ...signs,
    breakpoint: at(breakpointHits),
    note: at(notes),
    tripped: checked('tripped'),
    missed: checked('missed'),
    reached: checked('reached'),
    shortfall: at((verdict?.shortfalls ?? []).map(({ entry }) => entry)),
  };
}

/** Whether the run has no signs. */
export const isEmpty = (signs: Signs): boolean => Object.values(signs).every(({ length }) => length === 0);

/** Positions of the signs of the visible entries. */
export function layOutSigns(
  signs: Signs,
  { axis, x, first, last, lanes: { heights } }: Omit<Ground, 'columns'>,
): readonly SignMark[] {
  const y = heights.ruler + heights.signs / 2;
  const places = new Map<number, SignMark>();
  for (const sign of KINDS)
    for (const index of signs[sign] ?? []) {
      if (index < first) continue;
      if (index > last) break;
      const at = x(axis.placeOf(index));
      const place = Math.floor(at / SIGN_ROOM);
      const there = places.get(place);
      if (there === undefined) places.set(place, { form: 'sign', x: at, y, sign, index, count: 1 });
      else places.set(place, { ...there, count: there.count + 1 });
    }
  return [...places.values()];
}
