import { type Command, Option } from 'commander';
import type { LogHead, Store } from '../../../engine/index.ts';
import {
  COMPARED_BY,
  type ComparedBy,
  type ComparedRow,
  type Comparison,
  isSameJson,
  type Json,
  type JsonObject,
  type LogEntry,
  otherRuntimeText,
  type RunSummary,
  truncate,
  plural,
} from '../../../engine/model/index.ts';
import { compareBeside, comparedBy } from '../../host/compare/index.ts';
import { type Verification, verify } from '../../host/runs/index.ts';
import { databaseToLookAt, existingRun } from '../files.ts';
import { addTrustOption, allowCode } from '../allow-code.ts';
import { oneLine, print } from '../print.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { printSets } from './compare-sets.ts';
import { UsageError } from '../plain-command.ts';
import type { CommandContext } from '../program.ts';
import { entryLine, isWaiting, logHashText } from '../summary.ts';
import { headingText, MARKS, printAttempts, printSeveral, rowCounts } from './compare-attempts.ts';
import { untilInterrupted } from '../until-interrupted.ts';

interface CompareOptions {
  readonly db: string;
  readonly by?: ComparedBy | 'sets' | 'models';
  readonly json?: boolean;
}

/** Adds `compare <a> <b> [more...]`, which prints where runs diverge, or how attempts and sets differ. */
export function addCompareCommand(program: Command, { ended }: CommandContext): void {
  program
    .command('compare')
    .description(
      'show where two runs diverge, or who did what in several attempts; exits with 1 if they differ',
    )
    .argument('<a>', 'first run, such as r1; with --by, a set or model')
    .argument('<b>', 'second run, such as r2; with --by, a set or model')
    .argument('[more...]', 'further attempts, 12 in all, for a table of who did what')
    .requiredOption('--db <file>', 'the database file')
    .addOption(
      new Option(
        '--by <what>',
        'compare runs entry by entry or by the steps of the agents (default: steps if each agent went its own way), or two sets or models by their names',
      ).choices([...COMPARED_BY, 'sets', 'models']),
    )
    .option('--json', 'print one JSON object with all rows')
    .action(async (a: string, b: string, more: readonly string[], options: CompareOptions) => {
      ended(await compareCommand([a, b, ...more], options));
    });
}

/** Adds `verify <run>`, which repeats a run and checks that its log is the same. */
export function addVerifyCommand(program: Command, { ended }: CommandContext): void {
  addTrustOption(program.command('verify'))
    .description('run a stored run again and compare the logs; exits with 1 if they differ')
    .argument('<run>', 'id of the run, such as r1')
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print one JSON object, with the first entry that differs')
    .action(async (run: string, options: VerifyOptions) => {
      ended(await verifyRun(run, options));
    });
}

/** Prints how runs of a database differ. Returns whether they are equal. */
async function compareCommand(
  ids: readonly string[],
  { db, by, json = false }: CompareOptions,
): Promise<boolean> {
  using database = databaseToLookAt(db);
  const { store, file } = database;
  if (by === 'sets' || by === 'models')
    return await printSets(store, ids, by === 'sets' ? 'set' : 'model', json);
  const runs = ids.map((id) => existingRun(store, id, db));
  const [a, b, ...more] = runs;
  if (more.length > 0) {
    if (by === 'entries' || runs.length > LIMITS.comparedRuns)
      throw new UsageError(
        by === 'entries'
          ? '--by entries compares two runs. Give two.'
          : `You gave ${runs.length} runs. Give at most ${LIMITS.comparedRuns}.`,
      );
    return await printSeveral(file, runs, json);
  }
  if ((by ?? comparedBy(store, a!, b!)) === 'steps') return await printAttempts(file, a!, b!, json);
  return await printEntries(store, file, [a!, b!], json);
}

const MAX_ROWS = 40;

/** Rows among which those to print are looked for. */
const MAX_READ = 2_000;

/** Prints where two runs diverge and their other differences. Returns whether they are equal. */
async function printEntries(
  store: Store,
  file: string,
  runs: readonly [RunSummary, RunSummary],
  json: boolean,
): Promise<boolean> {
  const [a, b] = runs;
  const comparison = await untilInterrupted((quitting) => compareBeside({ file, a, b }, quitting));
  await print(
    json
      ? JSON.stringify({ a: a.id, b: b.id, by: 'entries', ...comparison })
      : comparisonText(comparison, store, runs),
  );
  return comparison.divergence === undefined;
}

function comparisonText(
  { rows, divergence }: Comparison,
  store: Store,
  [a, b]: readonly [RunSummary, RunSummary],
): string {
  const heading = [`A ${headingText(a)}`, `B ${headingText(b)}`, ''];
  if (divergence === undefined)
    return [...heading, `No difference: ${plural(rows.length, 'entry', 'entries')} are equal.`].join('\n');
  const differing = rows.filter(({ kind }) => kind !== 'equal');
  const shown = firstTelling(differing, store, a, b);
  const leftOut = differing.length - shown.length;
  return [
    ...heading,
    `First divergence: ${divergence.sentence}`,
    '',
    ...shown.flatMap((row) => rowLines(row, a, b)),
    ...(leftOut === 0 ? [] : [`${plural(leftOut, 'row')} left out; --json prints them all`]),
    '',
    rowCounts(rows),
  ].join('\n');
}

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
  const mark = MARKS[kind];
  const one = a && entryLine(a, runA.start);
  const other = b && entryLine(b, runB.start);
  if (one === undefined || other === undefined) return [`${mark} ${one ?? other ?? ''}`];
  return [`${mark} A ${one}`, `${mark} B ${other}`];
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
    return `${id}: ran again, ${plural(same, 'entry', 'entries')} identical${asRecorded(recorded)}, log hash ${logHashText(run)}`;
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
      [before, now].map((entry, index) =>
        oneLine(`${index === 0 ? 'was' : 'is '} ${key} ${elided(entry![key])}`),
      ),
    );
}

const elided = (value: Json | undefined): string => truncate(JSON.stringify(value ?? null), MAX_PART);

/** Recorded entries are taken from the trace, so they cannot differ. */
const asRecorded = (entries: number): string =>
  entries === 0 ? '' : ` (the first ${entries} were recorded and not run)`;
