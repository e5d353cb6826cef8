import type { Command } from 'commander';
import type { LogHead, Store } from '../../../engine/index.ts';
import {
  type ComparedRow,
  type Comparison,
  isSameJson,
  type Json,
  type JsonObject,
  type LogEntry,
  otherRuntimeText,
  type RunSummary,
  truncate,
} from '../../../engine/model/index.ts';
import { compareBeside } from '../../host/compare/index.ts';
import { type Verification, verify } from '../../host/runs/index.ts';
import { databaseToLookAt, existingRun } from '../files.ts';
import { addTrustOption, allowCode } from '../foreign-code.ts';
import { describeChoices } from '../options.ts';
import { counted, oneLine, print } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { describeOrigin, entryLine, isWaiting, logHashText } from '../summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

/** Adds `compare <a> <b>`. */
export function addCompare(program: Command, { ended }: CommandContext): void {
  program
    .command('compare')
    .description('show where two runs diverge; exits with 1 if they differ')
    .argument('<a>', 'first run, such as r1')
    .argument('<b>', 'second run, such as r2')
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print one JSON object with all rows')
    .action(async (a: string, b: string, options: { db: string; json?: boolean }) => {
      ended(await printComparison(a, b, options));
    });
}

/** Adds `verify <run>`. */
export function addVerify(program: Command, { ended }: CommandContext): void {
  addTrustOption(program.command('verify'))
    .description('run a stored run again and compare the logs; exits with 1 if they differ')
    .argument('<run>', 'id of the run, such as r1')
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print one JSON object, with the first entry that differs')
    .action(async (run: string, options: VerifyOptions) => {
      ended(await verifyRun(run, options));
    });
}

const MAX_ROWS = 40;

/** Rows among which those to print are looked for. */
const MAX_READ = 2_000;

/** Prints where two runs of a database diverge and their other differences. Returns whether they are equal. */
async function printComparison(
  a: string,
  b: string,
  { db, json = false }: { db: string; json?: boolean },
): Promise<boolean> {
  using database = databaseToLookAt(db);
  const { store } = database;
  const runs = [existingRun(store, a, db), existingRun(store, b, db)] as const;
  const [one, other] = runs;
  const comparison = await untilInterrupted((quitting) =>
    compareBeside({ file: database.file, a: one, b: other }, quitting),
  );
  await print(
    json
      ? JSON.stringify({ a: runs[0].id, b: runs[1].id, ...comparison })
      : comparisonText(comparison, store, runs),
  );
  return comparison.divergence === undefined;
}

function comparisonText(
  { rows, divergence }: Comparison,
  store: Store,
  [a, b]: readonly [RunSummary, RunSummary],
): string {
  const heading = [`A ${headingOf(a)}`, `B ${headingOf(b)}`, ''];
  if (divergence === undefined)
    return [...heading, `No difference: ${counted(rows.length, 'entry', 'entries')} are equal.`].join('\n');
  const differing = rows.filter(({ kind }) => kind !== 'equal');
  const shown = firstTelling(differing, store, a, b);
  const leftOut = differing.length - shown.length;
  return [
    ...heading,
    `First divergence: ${divergence.sentence}`,
    '',
    ...shown.flatMap((row) => rowLines(row, a, b)),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, 'row')} left out; --json prints them all`]),
    '',
    countsOf(rows),
  ].join('\n');
}

/** What tells a run from others: `r1 dinner, oracle, seed 0, tool failures 0.3`. */
export const headingOf = ({ id, scenario, mode, seed, choices, origin }: RunSummary): string =>
  [
    `${id} ${oneLine(scenario)}`,
    ...(mode === 'trace' ? ['recorded'] : [mode, `seed ${seed}`]),
    ...describeChoices(choices),
    ...(origin === undefined ? [] : [describeOrigin(origin, choices)]),
  ].join(', ');

const marks = { equal: ' ', changed: '~', moved: '>', 'only-a': '-', 'only-b': '+' } as const;

/** A row with the heads of its entries, in A and in B. */
interface ShownRow {
  readonly kind: ComparedRow['kind'];
  readonly heads: readonly [LogHead | undefined, LogHead | undefined];
}

/** The first rows that tell something. Rows after them are not read. */
function firstTelling(
  rows: readonly ComparedRow[],
  store: Store,
  a: RunSummary,
  b: RunSummary,
): readonly ShownRow[] {
  const telling: ShownRow[] = [];
  for (const row of rows.slice(0, MAX_READ)) {
    if (telling.length === MAX_ROWS) break;
    const shown = shownRow(row, store, a, b);
    if (!waitsAlone(shown)) telling.push(shown);
  }
  return telling;
}

function shownRow(row: ComparedRow, store: Store, a: RunSummary, b: RunSummary): ShownRow {
  const headOf = ({ id }: RunSummary, at: number | undefined): LogHead | undefined =>
    at === undefined ? undefined : store.heads(id, at, 1)[0];
  return { kind: row.kind, heads: [headOf(a, row.a), headOf(b, row.b)] };
}

/** Whether a row has only a check without a result yet in one of the runs. */
function waitsAlone({ heads }: ShownRow): boolean {
  const [head, other] = heads.filter((one) => one !== undefined);
  return head !== undefined && other === undefined && isWaiting(head);
}

function rowLines({ kind, heads: [a, b] }: ShownRow, runA: RunSummary, runB: RunSummary): readonly string[] {
  const mark = marks[kind];
  const one = a && entryLine(a, runA.start);
  const other = b && entryLine(b, runB.start);
  if (one === undefined || other === undefined) return [`${mark} ${one ?? other ?? ''}`];
  return [`${mark} A ${one}`, `${mark} B ${other}`];
}

function countsOf(rows: readonly ComparedRow[]): string {
  const kinds = ['equal', 'changed', 'moved', 'only-a', 'only-b'] as const;
  return kinds
    .map((kind) => [kind, rows.filter((row) => row.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind.replace('-a', ' in A').replace('-b', ' in B')}`)
    .join(', ');
}

interface VerifyOptions {
  readonly db: string;
  readonly json?: boolean;
  readonly trust?: boolean;
}

/** Repeats a run and prints whether its log is the same. Returns whether it is. */
async function verifyRun(id: string, { db, json = false, trust }: VerifyOptions): Promise<boolean> {
  using database = databaseToLookAt(db);
  const run = existingRun(database.store, id, db);
  await allowCode(database.store, [run], { trust });
  const verification = await verify(database.store, run);
  await print(json ? inJson(run, verification) : verificationText(run, verification));
  return verification.differs === undefined;
}

const inJson = (
  { id, logHash, logHashVersion }: RunSummary,
  { recorded, same, differs, runtimes }: Verification,
): string =>
  JSON.stringify({
    run: id,
    recorded,
    same,
    differs: differs === undefined ? null : { was: differs.was ?? null, is: differs.is ?? null },
    logHash: logHash ?? null,
    logHashVersion: logHashVersion ?? null,
    runtimes: runtimes ?? null,
  });

function verificationText(run: RunSummary, { recorded, same, differs, runtimes }: Verification): string {
  const { id, start } = run;
  if (differs === undefined)
    return `${id}: ran again, ${counted(same, 'entry', 'entries')} identical${asRecorded(recorded)}, log hash ${logHashText(run)}`;
  const line = (entry: LogEntry | undefined): string =>
    entry === undefined
      ? 'nothing: the run had ended'
      : entryLine({ ...entry, changed: entry.changes.length > 0 }, start);
  return [
    `${id}: ran again, and entry ${same} differs`,
    `was ${line(differs.was)}`,
    `is  ${line(differs.is)}`,
    ...partsThatDiffer(differs),
    ...(runtimes === undefined ? [] : [otherRuntimeText(runtimes.was, runtimes.is)]),
  ].join('\n');
}

const MAX_PART = 500; // characters

/** The parts of an entry that differ between two runs, with both values. */
function partsThatDiffer({ was, is }: NonNullable<Verification['differs']>): readonly string[] {
  if (was === undefined || is === undefined) return [];
  const [before, now] = [was, is].map((entry) => JSON.parse(JSON.stringify(entry)) as JsonObject);
  return Object.keys({ ...before, ...now })
    .filter((key) => !isSameJson(before![key] ?? null, now![key] ?? null))
    .flatMap((key) =>
      [before, now].map((entry, nth) =>
        oneLine(`${nth === 0 ? 'was' : 'is '} ${key} ${elided(entry![key])}`),
      ),
    );
}

const elided = (value: Json | undefined): string => truncate(JSON.stringify(value ?? null), MAX_PART);

/** Recorded entries are taken from the trace, so they cannot differ. */
const asRecorded = (entries: number): string =>
  entries === 0 ? '' : ` (the first ${entries} were recorded and not run)`;
