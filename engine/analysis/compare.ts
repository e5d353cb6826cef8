import {
  type AppName,
  type ComparedRow,
  type Comparison,
  type Divergence,
  type EntryDifference,
  generatedIdsIn,
  type Json,
  type LogEntry,
  getOwn,
  type Path,
  type SimSpan,
  type SimTime,
  toSeconds,
  truncate,
} from '../model/index.ts';
import { align, type Alignment } from './align.ts';
import { differencesBetween, entryDifferences, type Timed } from './differences.ts';
import { Renaming } from './renaming.ts';

/**
 * Lays two runs side by side. Entries are matched by what they are, so that one more or less does not shift the rest; times
 * are counted from each run's start.
 *
 * @param sameScenario whether both are runs of one text, so that their events have the same ids
 */
export function compareRuns(a: Compared, b: Compared, sameScenario: boolean): Comparison {
  const renaming = new Renaming();
  for (const { states } of [a, b]) renaming.keep(generatedIdsIn(JSON.stringify(states)));

  const apps = new Set([...Object.keys(a.states), ...Object.keys(b.states)] as AppName[]);
  const first = [...apps].flatMap((app) => {
    const [one, other] = [getOwn(a.states, app), getOwn(b.states, app)];
    const differences =
      one !== undefined && other !== undefined
        ? differencesBetween(one, other)
        : [{ path: [], ...(one === undefined ? { b: other! } : { a: one }) }];
    return differences.length === 0 ? [] : [{ app, differences }];
  });
  const rows = rowsOf(a, b, align(a.entries, b.entries, sameScenario), renaming);
  return { rows, first, ids: renaming.pairs, divergence: divergenceOf(a, b, rows, first) };
}

const timed = ({ entries, start, recorded }: Compared, at: number): Timed => ({
  entry: entries[at]!,
  start,
  recorded,
});

function rowsOf(a: Compared, b: Compared, alignment: Alignment, renaming: Renaming): readonly ComparedRow[] {
  const { there, back, inOrder } = alignment;
  const rows: ComparedRow[] = [];
  let nextA = 0;
  let nextB = 0;

  const takeA = (): void => {
    const one = nextA++;
    const other = there[one]!;
    if (other < 0) rows.push({ kind: 'only-a', a: one, b: undefined, differences: [] });
    // A counterpart that has moved stands where it comes first.
    else if (other >= nextB) rows.push(moved(one, other));
  };
  const takeB = (): void => {
    const other = nextB++;
    const one = back[other]!;
    if (one < 0) rows.push({ kind: 'only-b', a: undefined, b: other, differences: [] });
    else if (one >= nextA) rows.push(moved(one, other));
  };
  const moved = (one: number, other: number): ComparedRow => ({
    kind: 'moved',
    a: one,
    b: other,
    differences: differences(one, other),
  });
  const differences = (one: number, other: number): ComparedRow['differences'] =>
    entryDifferences(timed(a, one), timed(b, other), renaming);
  /** What lies between counterparts, earliest first. */
  const takeTill = (endA: number, endB: number): void => {
    while (nextA < endA || nextB < endB) {
      const timeA = nextA < endA ? a.entries[nextA]!.time - a.start : Infinity;
      const timeB = nextB < endB ? b.entries[nextB]!.time - b.start : Infinity;
      if (timeA <= timeB) takeA();
      else takeB();
    }
  };

  for (const one of inOrder) {
    const other = there[one]!;
    takeTill(one, other);
    const found = differences(one, other);
    rows.push({ kind: found.length === 0 ? 'equal' : 'changed', a: one, b: other, differences: found });
    nextA = one + 1;
    nextB = other + 1;
  }
  takeTill(a.entries.length, b.entries.length);
  return rows;
}

/** A run, as far as it is compared. */
export interface Compared {
  readonly start: SimTime;
  /** Every app's state before the first entry. */
  readonly states: Readonly<Record<AppName, Json>>;
  readonly entries: readonly LogEntry[];
  /** Whether it was recorded elsewhere: its file has results that are no plain values only as text. */
  readonly recorded?: boolean;
}

/** Where runs A and B part first, in words, and what follows from it; `undefined` when nothing differs. */
function divergenceOf(
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

const LONGEST = 60; // characters

const actors = { agent: 'the agent', user: 'the user', environment: 'the world' } as const;

/** Two counterparts that differ: what differs first, and that it came to something else where it did. */
function pairInWords(a: Timed, b: Timed, differences: readonly EntryDifference[]): string {
  const [first, ...others] = differences;
  const outcome = others.find(({ aspect }) => aspect === 'outcome');
  const told = [first!, ...(outcome === undefined ? [] : [outcome])].map((one) => whatDiffers(one, a, b));
  const left = differences.length - told.length;
  const more = left === 0 ? '' : ` and ${left} more`;
  return `${inWords(a)}${a.entry.index === b.entry.index ? '' : ` (#${b.entry.index} in B)`}: ${told.join(', and ')}${more}`;
}

/** A counterpart that stands elsewhere. */
const movedEntry = (a: Timed, b: Timed): string =>
  `${inWords(a)} comes ${timeOf(a)} in A and ${timeOf(b)}, as #${b.entry.index}, in B`;

/** An entry without a counterpart, and what the other run has in its place. */
const loneEntry = (has: string, entry: Timed, lacks: string, instead: Timed | undefined): string =>
  `only ${has} has ${inWords(entry)}, ${timeOf(entry)}${
    instead === undefined ? '' : `; ${lacks} has ${inWords(instead)} instead`
  }`;

/** First states that differ. */
function stateInWords({ app, differences }: Comparison['first'][number]): string {
  const [{ path, a, b } = { path: [] }] = differences;
  const more = differences.length === 1 ? '' : ` and ${differences.length - 1} more`;
  return `the runs begin differently: ${[app, ...path].join('.')} ${sides(a, b)}${more}`;
}

function inWords({ entry }: Timed): string {
  const name = `#${entry.index} `;
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return `${name}${entry.action.app}.${entry.action.tool} by ${actors[entry.kind]}`;
    case 'condition':
      return `${name}condition "${entry.name}"`;
    case 'validation':
    case 'agent-validation':
    case 'stop':
      return `${name}${entry.kind} ${entry.event}`;
  }
}

function whatDiffers({ aspect, path, a, b }: EntryDifference, inA: Timed, inB: Timed): string {
  switch (aspect) {
    case 'time':
      return `it comes ${after(a)} in A and ${after(b)} in B`;
    case 'argument':
      return `${placeOf(path)} ${sides(a, b)}`;
    case 'outcome':
      return `it is ${outcomeOf(inA)} in A and ${outcomeOf(inB)} in B`;
    case 'result':
      return `its result${path.length === 0 ? '' : `'s ${placeOf(path)}`} ${sides(a, b)}`;
    case 'check':
      return `its ${placeOf(path)} ${sides(a, b)}`;
    case 'action':
      return `who does what ${sides(a, b)}`;
    case 'effect':
      return `it writes something else: ${writtenAt(path)} ${sides(a, b)}`;
  }
}

const outcomeOf = ({ entry: { outcome } }: Timed): string =>
  outcome.status === 'failed' ? `failed (${outcome.error.type})` : outcome.status;

function sides(a: Json | undefined, b: Json | undefined): string {
  if (a === undefined) return `is only in B, ${brief(b!)}`;
  if (b === undefined) return `is only in A, ${brief(a)}`;
  return `is ${brief(a)} in A and ${brief(b)} in B`;
}

/** The innermost field that was written, past the change and what of it differs. */
const writtenAt = (path: Path): string => path.slice(2).findLast((key) => typeof key === 'string') ?? 'it';

const placeOf = (path: Path): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );

const brief = (value: Json): string => truncate(JSON.stringify(value), LONGEST);

const timeOf = ({ entry, start }: Timed): string => after(entry.time - start);

const after = (span: Json | undefined): string => `${toSeconds(span as SimSpan)} s after the start`;
