import type { ComparedRow, Comparison, Divergence } from '../model/comparison.ts';
import type { LogEntry } from '../model/log-entry.ts';
import type { Compared } from './compared.ts';
import { loneEntry, movedEntry, pairInWords, stateInWords } from './sentence.ts';

/** Where runs A and B part first, in words, and what follows from it; `undefined` when nothing differs. */
export function divergenceOf(
  a: Compared,
  b: Compared,
  rows: readonly ComparedRow[],
  first: Comparison['first'],
): Divergence | undefined {
  const row = first.length > 0 ? -1 : firstPart(rows, a, b);
  if (row < 0 && first.length === 0) return undefined;
  const parted = rows[row];
  const instead = parted && insteadOf(parted, rows[row + 1]);
  const after = rows.slice(row + (instead === undefined ? 1 : 2)).filter(({ kind }) => kind !== 'equal');
  const inA = releasedBy(parted?.a, a.entries);
  const inB = releasedBy(parted?.b, b.entries);
  const following = after.filter(
    (one) => (one.a !== undefined && inA.has(one.a)) || (one.b !== undefined && inB.has(one.b)),
  );
  const opening = parted === undefined ? stateInWords(first[0]!) : partingInWords(parted, instead, a, b);
  return {
    row,
    sentence: `${opening}${consequences(after.length, following.length)}`,
    causes: { a: causesOf(parted?.a, a.entries), b: causesOf(parted?.b, b.entries) },
    later: after.length,
    following: following.length,
  };
}

/** Checks that came to nothing yet tell little: they part only where nothing else does. */
function firstPart(rows: readonly ComparedRow[], a: Compared, b: Compared): number {
  const waits = (entry: LogEntry | undefined) =>
    entry === undefined || ('verdict' in entry && entry.verdict === 'waiting');
  const telling = rows.findIndex(
    (row) => row.kind !== 'equal' && !(waits(a.entries[row.a ?? -1]) && waits(b.entries[row.b ?? -1])),
  );
  return telling >= 0 ? telling : rows.findIndex(({ kind }) => kind !== 'equal');
}

/** What the other run has in the place of an entry that only one has. */
function insteadOf({ kind }: ComparedRow, next: ComparedRow | undefined): ComparedRow | undefined {
  const other = kind === 'only-a' ? 'only-b' : kind === 'only-b' ? 'only-a' : undefined;
  return next?.kind === other ? next : undefined;
}

function partingInWords(
  row: ComparedRow,
  instead: ComparedRow | undefined,
  a: Compared,
  b: Compared,
): string {
  const inA = (at: number | undefined) =>
    at === undefined ? undefined : { entry: a.entries[at]!, start: a.start };
  const inB = (at: number | undefined) =>
    at === undefined ? undefined : { entry: b.entries[at]!, start: b.start };
  const one = inA(row.a);
  const other = inB(row.b);
  if (one === undefined) return loneEntry('B', other!, 'A', inA(instead?.a));
  if (other === undefined) return loneEntry('A', one, 'B', inB(instead?.b));
  return row.kind === 'moved' ? movedEntry(one, other) : pairInWords(one, other, row.differences);
}

function consequences(later: number, following: number): string {
  if (later === 0) return '.';
  const entries = later === 1 ? '1 later entry differs' : `${later} later entries differ`;
  const released = following === 0 ? '' : `, ${following === later ? 'all' : following} released by it`;
  return `; ${entries}${released}.`;
}

const causesOf = (at: number | undefined, entries: readonly LogEntry[]): readonly number[] =>
  at === undefined ? [] : entries[at]!.causes;

/** All that entry `at` released, directly or not, by index. */
function releasedBy(at: number | undefined, entries: readonly LogEntry[]): ReadonlySet<number> {
  const released = new Set<number>();
  if (at === undefined) return released;
  released.add(at);
  for (let later = at + 1; later < entries.length; later += 1)
    if (entries[later]!.causes.some((cause) => released.has(cause))) released.add(later);
  return released;
}
