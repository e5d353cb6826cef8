import {
  type AppName,
  type ComparedRow,
  type Comparison,
  type Divergence,
  type EntryDifference,
  generatedIdsIn,
  getOwn,
  type Json,
  type LogEntry,
  type Path,
  printPath,
  type SimSpan,
  type SimTime,
  toSeconds,
  truncate,
  statusText,
} from '../model/index.ts';
import { alignedRows, type Alignment, alignLogs, type IndexedEntries } from './align.ts';
import { differencesBetween, entryDifferences, type EntryOfRun } from './entry-differences.ts';
import { IdMapping } from './id-mapping.ts';

/** A run that is compared with another. */
export interface ComparedRun {
  readonly start: SimTime;
  /** Every app's state before the first entry. */
  readonly states: Readonly<Record<AppName, Json>>;
  readonly entries: IndexedEntries;
  /** True for a recorded trace, whose file has structured results only as text. */
  readonly recorded?: boolean;
}

/**
 * Compares two runs. Entries are matched by content, so that one additional entry does not shift the rest; times count from each
 * run's start.
 * @param sameScenario Whether both runs are of the same scenario text, so that their events have the same ids.
 */
export function compareRuns(a: ComparedRun, b: ComparedRun, sameScenario: boolean): Comparison {
  const ids = new IdMapping();
  for (const { states } of [a, b]) ids.addUnchanged(generatedIdsIn(JSON.stringify(states)));

  const initialStates = initialDifferences(a, b);
  const rows = createRows(a, b, alignLogs(a.entries, b.entries, sameScenario), ids);
  return { rows, initialStates, ids: ids.pairs, divergence: findDivergence(a, b, rows, initialStates) };
}

function initialDifferences(a: ComparedRun, b: ComparedRun): Comparison['initialStates'] {
  const apps = new Set([...Object.keys(a.states), ...Object.keys(b.states)] as AppName[]);
  return [...apps].flatMap((app) => {
    const [one, other] = [getOwn(a.states, app), getOwn(b.states, app)];
    const differences =
      one !== undefined && other !== undefined
        ? differencesBetween(one, other)
        : [{ path: [], ...(one === undefined ? { b: other! } : { a: one }) }];
    return differences.length === 0 ? [] : [{ app, differences }];
  });
}

/** The rows of both logs, in order. Entries between two pairs of counterparts are sorted by time. */
function createRows(
  a: ComparedRun,
  b: ComparedRun,
  alignment: Alignment,
  ids: IdMapping,
): readonly ComparedRow[] {
  const isBefore = (one: number, other: number): boolean =>
    a.entries.at(one)!.time - a.start <= b.entries.at(other)!.time - b.start;
  return Array.from(alignedRows(alignment, isBefore), ({ a: one, b: other, moved }): ComparedRow => {
    if (one === undefined) return { kind: 'only-b', a: undefined, b: other, differences: NONE };
    if (other === undefined) return { kind: 'only-a', a: one, b: undefined, differences: NONE };
    const found = entryDifferences(entryOf(a, one), entryOf(b, other), ids);
    const kind = moved ? 'moved' : found.length === 0 ? 'equal' : 'changed';
    return { kind, a: one, b: other, differences: found.length === 0 ? NONE : found };
  });
}

/** A shared empty list for rows without differences, of which a comparison may have a million. */
const NONE: ComparedRow['differences'] = [];

const entryOf = ({ entries, start, recorded }: ComparedRun, at: number): EntryOfRun => ({
  entry: entries.at(at)!,
  start,
  recorded,
});

/** The first difference of two runs, in words, and its consequences; `undefined` when they do not differ. */
function findDivergence(
  a: ComparedRun,
  b: ComparedRun,
  rows: readonly ComparedRow[],
  initialStates: Comparison['initialStates'],
): Divergence | undefined {
  const at = initialStates.length > 0 ? -1 : firstDifference(rows, a, b);
  if (at < 0 && initialStates.length === 0) return undefined;
  const row = rows[at];
  const instead = row && counterpartOf(row, rows[at + 1]);
  const later = rows.slice(at + (instead === undefined ? 1 : 2)).filter(({ kind }) => kind !== 'equal');
  const [releasedInA, releasedInB] = [releasedBy(row?.a, a.entries), releasedBy(row?.b, b.entries)];
  const others = new Set(
    later.filter((one) => answersOther(entryIn(a, one.a)) || answersOther(entryIn(b, one.b))),
  );
  const dependent = later.filter(
    (one) =>
      !others.has(one) &&
      ((one.a !== undefined && releasedInA.has(one.a)) || (one.b !== undefined && releasedInB.has(one.b))),
  );
  const difference =
    row === undefined ? initialDifference(initialStates[0]!) : rowDifferenceText(row, instead, a, b);
  return {
    row: at,
    sentence: `${difference}${consequencesText(later.length, dependent.length, others.size)}${minefieldsText(a, b)}`,
    causes: { a: causesAt(row?.a, a.entries), b: causesAt(row?.b, b.entries) },
    laterRows: later.length,
    dependentRows: dependent.length,
    otherAnswers: others.size,
  };
}

/** The index of the first row that differs. A check that has not come true yet counts only if no other row differs. */
function firstDifference(rows: readonly ComparedRow[], a: ComparedRun, b: ComparedRun): number {
  const isOpenCheck = (entry: LogEntry | undefined) =>
    entry === undefined || ('verdict' in entry && entry.verdict === 'waiting');
  const decisive = rows.findIndex(
    (row) => row.kind !== 'equal' && !(isOpenCheck(entryIn(a, row.a)) && isOpenCheck(entryIn(b, row.b))),
  );
  return decisive >= 0 ? decisive : rows.findIndex(({ kind }) => kind !== 'equal');
}

/** The next row, if it is the counterpart of this row: one is only in A, the other only in B. */
function counterpartOf({ kind }: ComparedRow, next: ComparedRow | undefined): ComparedRow | undefined {
  const other = kind === 'only-a' ? 'only-b' : kind === 'only-b' ? 'only-a' : undefined;
  return next?.kind === other ? next : undefined;
}

const entryIn = ({ entries }: ComparedRun, at: number | undefined): LogEntry | undefined =>
  at === undefined ? undefined : entries.at(at);

const answersOther = (entry: LogEntry | undefined): boolean =>
  entry !== undefined && 'action' in entry && entry.answersOther === true;

const causesAt = (at: number | undefined, entries: IndexedEntries): readonly number[] =>
  at === undefined ? [] : entries.at(at)!.causes;

/** The indexes of entry `at` and of the entries that it released, directly or indirectly. */
function releasedBy(at: number | undefined, entries: IndexedEntries): ReadonlySet<number> {
  const released = new Set<number>();
  if (at === undefined) return released;
  released.add(at);
  for (let later = at + 1; later < entries.length; later += 1)
    if (entries.at(later)!.causes.some((cause) => released.has(cause))) released.add(later);
  return released;
}

function initialDifference({ app, differences }: Comparison['initialStates'][number]): string {
  const [{ path, a, b } = { path: [] }] = differences;
  const more = differences.length === 1 ? '' : ` and ${differences.length - 1} more`;
  return `the initial states differ: ${printPath([app, ...path])} ${bothValuesText(a, b)}${more}`;
}

function rowDifferenceText(
  row: ComparedRow,
  instead: ComparedRow | undefined,
  a: ComparedRun,
  b: ComparedRun,
): string {
  const inA = (at: number | undefined) => (at === undefined ? undefined : entryOf(a, at));
  const inB = (at: number | undefined) => (at === undefined ? undefined : entryOf(b, at));
  const one = inA(row.a);
  const other = inB(row.b);
  if (one === undefined) return unmatchedEntryText('B', other!, 'A', inA(instead?.a));
  if (other === undefined) return unmatchedEntryText('A', one, 'B', inB(instead?.b));
  return row.kind === 'moved' ? movedEntryText(one, other) : changedEntryText(one, other, row.differences);
}

function unmatchedEntryText(
  has: string,
  entry: EntryOfRun,
  lacks: string,
  instead: EntryOfRun | undefined,
): string {
  const replaced = instead === undefined ? '' : `; ${lacks} has ${entryInWords(instead)} instead`;
  return `only ${has} has ${entryInWords(entry)}, ${entryTimeText(entry)}${replaced}`;
}

const movedEntryText = (a: EntryOfRun, b: EntryOfRun): string =>
  `${entryInWords(a)} comes ${entryTimeText(a)} in A and ${entryTimeText(b)}, as #${b.entry.index}, in B`;

/** Describes the first difference, and the outcomes if they differ too. */
function changedEntryText(a: EntryOfRun, b: EntryOfRun, differences: readonly EntryDifference[]): string {
  const [first, ...others] = differences;
  const outcome = others.find(({ aspect }) => aspect === 'outcome');
  const told = [first!, ...(outcome === undefined ? [] : [outcome])];
  const left = differences.length - told.length;
  const inB = a.entry.index === b.entry.index ? '' : ` (#${b.entry.index} in B)`;
  const sentence = told.map((one) => differenceInWords(one, a, b)).join(', and ');
  return `${entryInWords(a)}${inB}: ${sentence}${left === 0 ? '' : ` and ${left} more`}`;
}

/** Describes the minefield that only one run triggered, because it ended that run. */
function minefieldsText(a: ComparedRun, b: ComparedRun): string {
  const [inA, inB] = [firstMinefield(a.entries), firstMinefield(b.entries)];
  if (inA?.name === inB?.name) return '';
  return minefieldText('A', inA) + minefieldText('B', inB);
}

const minefieldText = (run: string, found: Minefield | undefined): string =>
  found === undefined ? '' : ` ${run} triggered the minefield "${found.name}" at #${found.index}.`;

interface Minefield {
  readonly name: string;
  readonly index: number;
}

function firstMinefield(entries: IndexedEntries): Minefield | undefined {
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries.at(at)!;
    const [name] =
      entry.kind === 'validation'
        ? entry.tripped
        : 'observations' in entry
          ? (entry.observations ?? []).flatMap(({ tripped }) => tripped)
          : [];
    if (name !== undefined) return { name, index: entry.index };
  }
  return undefined;
}

function consequencesText(later: number, dependent: number, others: number): string {
  if (later === 0) return '.';
  const differ = later === 1 ? '1 later entry differs' : `${later} later entries differ`;
  const depend = dependent === 0 ? '' : `; ${dependent === 1 ? '1 depends' : `${dependent} depend`} on it`;
  const repeated = others === 1 ? '1 repeated call was' : `${others} repeated calls were`;
  return `; ${differ}${depend}${others === 0 ? '' : `; ${repeated} recorded for other messages`}.`;
}

const ACTOR_NAMES = { agent: 'the agent', user: 'the user', environment: 'the world' } as const;

function entryInWords({ entry }: EntryOfRun): string {
  const number = `#${entry.index}`;
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return `${number} ${entry.action.app}.${entry.action.tool} by ${ACTOR_NAMES[entry.kind]}`;
    case 'condition':
      return `${number} condition "${entry.name}"`;
    case 'validation':
    case 'agent-validation':
    case 'stop':
      return `${number} ${entry.kind} ${entry.event}`;
    case 'wait': {
      const { kind, action } = entry.call;
      return `${number} wait of ${ACTOR_NAMES[kind]} in ${action.app}.${action.tool}`;
    }
  }
}

function differenceInWords(
  { aspect, path, a, b }: EntryDifference,
  inA: EntryOfRun,
  inB: EntryOfRun,
): string {
  switch (aspect) {
    case 'time':
      return `it comes ${timeAfterStart(a)} in A and ${timeAfterStart(b)} in B`;
    case 'argument':
      return `${printPath(path)} ${bothValuesText(a, b)}`;
    case 'outcome':
      return `its outcome is ${outcomeText(inA)} in A and ${outcomeText(inB)} in B`;
    case 'result':
      return `its result${path.length === 0 ? '' : `’s ${printPath(path)}`} ${bothValuesText(a, b)}`;
    case 'check':
      return `its ${printPath(path)} ${bothValuesText(a, b)}`;
    case 'action':
      return `the call ${bothValuesText(a, b)}`;
    case 'effect':
      return `its effect differs: ${writtenField(path)} ${bothValuesText(a, b)}`;
  }
}

const outcomeText = ({ entry: { outcome } }: EntryOfRun): string =>
  outcome.status === 'failed' ? `failed (${outcome.error.type})` : statusText(outcome.status);

function bothValuesText(a: Json | undefined, b: Json | undefined): string {
  if (a === undefined) return `is only in B, ${shortJson(b!)}`;
  if (b === undefined) return `is only in A, ${shortJson(a)}`;
  return `is ${shortJson(a)} in A and ${shortJson(b)} in B`;
}

const MAX_VALUE_LENGTH = 60; // characters

const shortJson = (value: Json): string => truncate(JSON.stringify(value), MAX_VALUE_LENGTH);

/** The name of the innermost field on `path`, which begins with the index of a change. */
const writtenField = (path: Path): string =>
  path.slice(2).findLast((key) => typeof key === 'string') ?? 'the value';

const entryTimeText = ({ entry, start }: EntryOfRun): string => timeAfterStart(entry.time - start);

const UNITS = [
  { name: 'd', micros: 86_400_000_000 },
  { name: 'h', micros: 3_600_000_000 },
  { name: 'min', micros: 60_000_000 },
] as const;

/** A time such as `1 h 4.5 s after the start`. It is exact, so that two different times never read the same. */
function timeAfterStart(span: Json | undefined): string {
  const words: string[] = [];
  let rest = Math.abs(span as SimSpan);
  for (const { name, micros } of UNITS) {
    if (rest >= micros) words.push(`${Math.floor(rest / micros)} ${name}`);
    rest %= micros;
  }
  if (rest > 0 || words.length === 0) words.push(`${toSeconds(rest as SimSpan)} s`);
  return `${words.join(' ')} ${(span as SimSpan) < 0 ? 'before' : 'after'} the start`;
}
