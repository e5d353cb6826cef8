import * as z from 'zod';
import {
  type ExchangeBeside,
  type AppName,
  checkShape,
  type CommitBatch,
  describeValue,
  type Finding,
  findingIn,
  type Hint,
  isJsonObject,
  type Json,
  type LogEntry,
  type ModelExchange,
  LOG_HASH_VERSION,
  LogHash,
  type NewHash,
  type NewAttempt,
  type NewNote,
  type PlanOutline,
  predecessors,
  printPath,
  readJson,
  readJsonAs,
  type RunId,
  type RunSummary,
  topologicalOrder,
  TraceError,
  type TraceExtras,
  type Turn,
} from '../model/index.ts';
import { applyChange, canApply, copyJson } from '../state/index.ts';
import { type OnWritten, type Store, writeEntries } from '../store/index.ts';
import {
  readExchangesBeside,
  exchangeFindings,
  type ExchangeLine,
  readExchanges,
  type MessageLine,
} from './portable-exchanges.ts';
import { FORMAT, LINE_KINDS, type LineKind, lineShapes } from './portable-lines.ts';

const header = z.strictObject({ orrery: z.int().min(1), program: z.string().max(100) });
const end = z.strictObject({ end: z.strictObject({ lines: z.int(), sha256: z.string() }) });

/** Whether `text` begins like a portable file. */
export const isPortable = (text: string): boolean => text.startsWith('{"orrery":');

/** A run in a portable file. It has no id, because each database numbers its own runs. */
export interface PortableRun {
  /** The run's summary. The parent of a branch is given by the hash of its log, or `unknown`. */
  readonly run: Omit<RunSummary, 'id' | 'model'>;
  /** The scenario's file, then the files it imports. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly plan: PlanOutline | undefined;
  readonly extras: TraceExtras | undefined;
  /** The attempt of an imported run, without its file. */
  readonly attempt: NewAttempt | undefined;
  /** The hints of a run without a plan. A plan contains its hints. */
  readonly hints: readonly Hint[];
  /** Every app's state before the first entry. */
  readonly states: readonly { readonly app: AppName; readonly value: Json }[];
  readonly batches: readonly CommitBatch[];
  /** The turns of the run. */
  readonly turns: readonly Turn[];
  /** The exchanges with models that the turns and `beside` refer to, by number. */
  readonly exchanges: ReadonlyMap<number, ModelExchange>;
  readonly beside: readonly ExchangeBeside[];
  readonly entries: readonly LogEntry[];
  readonly notes: readonly Omit<NewNote, 'run'>[];
}

/** The lines of a portable file, by kind. */
interface PortableLines extends Omit<PortableRun, 'exchanges' | 'beside'> {
  readonly messages: readonly MessageLine[];
  readonly exchanges: readonly ExchangeLine[];
}

/**
 * Reads a portable file. Checks all of it, and executes nothing in it.
 *
 * @throws {TraceError} when the file is broken, was changed, or is of a newer version.
 */
export function readPortable(text: string, file: string, newHash: NewHash): PortableRun {
  const first = text.indexOf('\n') + 1;
  checkHeader(text.slice(0, Math.max(0, first - 1)), file);
  const body = text.lastIndexOf('\n', text.length - 2) + 1;
  const wanted = checkEnd(text, body, file, newHash);

  const found: Record<LineKind, Json[]> = {
    run: [],
    file: [],
    plan: [],
    extras: [],
    attempt: [],
    hint: [],
    state: [],
    written: [],
    message: [],
    exchange: [],
    turn: [],
    entry: [],
    note: [],
  };
  let count = 1;
  for (const { kind, value } of readLines(text.slice(first, body), file, 2)) {
    found[kind].push(value);
    count += 1;
  }
  if (wanted !== count)
    throw new TraceError(file, [
      { path: 'end.lines', message: `The file has ${count} lines, not ${wanted}.` },
    ]);
  for (const kind of ['run', 'plan', 'extras', 'attempt'] as const)
    if (found[kind].length > 1 || (kind === 'run' && found.run.length === 0))
      throw new TraceError(file, [
        { path: kind, message: `The file has ${found[kind].length} lines of this kind, not one.` },
      ]);

  const lines = linesOf(found);
  const finding = firstFinding(lines) ?? logFinding(lines, newHash);
  if (finding !== undefined) throw new TraceError(file, [finding]);
  const { messages, exchanges, ...portable } = lines;
  return {
    ...portable,
    exchanges: readExchanges(messages, exchanges, newHash),
    beside: readExchangesBeside(exchanges),
  };
}

/** The run in the lines. Their schemas match the types, except that JSON leaves out undefined fields. */
const linesOf = ({
  run,
  file,
  plan,
  extras,
  attempt,
  hint,
  state,
  written,
  message,
  exchange,
  turn,
  entry,
  note,
}: Record<LineKind, Json[]>): PortableLines =>
  ({
    run: run[0],
    files: file,
    plan: plan[0],
    extras: extras[0],
    attempt: attempt[0],
    hints: hint,
    states: state,
    batches: written,
    turns: turn,
    messages: message,
    exchanges: exchange,
    entries: entry,
    notes: note,
  }) as unknown as PortableLines;

function checkHeader(line: string, file: string): void {
  const read = readJsonAs(header, line);
  if ('findings' in read) throw new TraceError(`${file}, line 1`, read.findings);
  const { orrery: version } = read.data;
  if (version <= FORMAT) return;
  const message = `A newer Orrery wrote this file: its format is ${version}, and this version reads ${FORMAT}.`;
  throw new TraceError(`${file}, line 1`, [{ path: 'orrery', message }]);
}

/** Checks the last line, which has the hash of everything before it. Returns the number of lines that it states. */
function checkEnd(text: string, body: number, file: string, newHash: NewHash): number {
  const read = readJsonAs(end, text.slice(body));
  if ('findings' in read || !text.endsWith('\n'))
    throw new TraceError(file, [
      { path: 'end', message: 'The last line is missing or incomplete: the file was cut off.' },
    ]);
  const hash = newHash();
  hash.add(text.slice(0, body));
  const found = hash.end();
  const { lines, sha256 } = read.data.end;
  if (found === sha256) return lines;
  throw new TraceError(file, [
    { path: 'end.sha256', message: `The file was changed: its lines have the hash ${found}, not this one.` },
  ]);
}

/** A line that fits the schema of its kind. */
interface Line {
  readonly kind: LineKind;
  readonly value: Json;
}

/**
 * Reads the lines of `text`, whose first line is line `from` of `file`.
 * @throws {TraceError} at the first invalid line.
 */
function* readLines(text: string, file: string, from: number): Generator<Line> {
  let number = from;
  let rank = 0;
  for (let start = 0; start < text.length; number++) {
    const end = text.indexOf('\n', start);
    const line = readLine(text.slice(start, end < 0 ? undefined : end));
    if ('findings' in line) throw lineError(file, number, line.findings);
    const { kind } = line;
    if (LINE_KINDS.indexOf(kind) < rank) {
      const expected = [...LINE_KINDS.slice(rank), 'end'].join(', ');
      throw lineError(file, number, [
        { path: '', message: `A line of kind ${kind} cannot stand here, only one of ${expected}.` },
      ]);
    }
    rank = LINE_KINDS.indexOf(kind);
    yield line;
    start = end < 0 ? text.length : end + 1;
  }
}

/** The maximum depth of a line: values of up to 200 levels inside nested calls. */
const MAX_LEVELS = 400;

function readLine(text: string): Line | { readonly findings: readonly Finding[] } {
  const read = readJson(text, MAX_LEVELS);
  if ('findings' in read) return read;
  const keys = isJsonObject(read.value) ? Object.keys(read.value) : [];
  const kind = LINE_KINDS.find((known) => keys.length === 1 && keys[0] === known);
  if (kind === undefined || !isJsonObject(read.value)) {
    const found = isJsonObject(read.value)
      ? `has ${keys.slice(0, 3).join(', ') || 'no field'}`
      : 'is no object';
    const message = `The line ${found}; expected is an object with one of ${LINE_KINDS.join(', ')}.`;
    return { findings: [{ path: '', message }] };
  }
  // An export of the imported run must reproduce the file byte for byte.
  if (JSON.stringify(read.value) !== text) {
    return { findings: [{ path: kind, message: 'The line is not as JSON.stringify writes it.' }] };
  }
  const value = read.value[kind]!;
  const shaped = checkShape(lineShapes[kind], value);
  if ('findings' in shaped) return { findings: shaped.findings.map((one) => findingIn(kind, one)) };
  // Not the parsed value of the schema, which has its fields in another order.
  return { kind, value };
}

const lineError = (file: string, line: number, findings: readonly Finding[]): TraceError =>
  new TraceError(`${file}, line ${line}`, findings);

/** The first contradiction between lines, which schemas cannot find. */
function firstFinding(portable: PortableLines): Finding | undefined {
  for (const finding of runFindings(portable)) return finding;
  return undefined;
}

function* runFindings({
  run,
  files,
  plan,
  extras,
  states,
  batches,
  turns,
  messages,
  exchanges,
  entries,
  notes,
}: PortableLines): Generator<Finding> {
  const last = entries.length - 1;
  if (run.entries !== entries.length)
    yield {
      path: 'run.entries',
      message: `The file has ${entries.length} entries, not ${run.entries}.`,
    };
  yield* duplicates(
    'run.apps',
    run.apps.map(({ name }) => name),
  );
  yield* orderDifference(
    'state',
    states.map(({ app }) => app),
    run.apps.map(({ name }) => name),
  );
  yield* duplicates(
    'file',
    files.map(({ path }) => path),
  );
  if (files[0] !== undefined && files[0].path !== run.source)
    yield { path: 'file', message: `The first file is not ${run.source}, the scenario of the run.` };
  yield* planFindings(plan);
  yield* orderFindings(entries, run.now);
  yield* batchFindings(batches, last);
  yield* exchangeFindings(messages, exchanges, turns);
  for (const { position } of turns)
    if (position > entries.length)
      yield {
        path: 'turn.position',
        message: `${position} is after the end: the file has ${entries.length} entries.`,
      };

  const { checks = [], shortfalls = [], judge = { entry: undefined } } = run.verdict ?? {};
  const decided = [...checks, ...shortfalls, judge];
  for (const { entry } of decided) yield* missingEntry('run.verdict', entry, last);
  for (const key of Object.keys(extras?.completed ?? {}))
    yield* missingEntry('extras.completed', Number(key), last);
  const apps = new Set(run.apps.map(({ name }) => name));
  for (const { range, value } of notes) {
    yield* missingEntry('note.range', range?.to, last);
    if (range !== undefined && range.from > range.to)
      yield { path: 'note.range', message: `${range.from} to ${range.to} ends before it begins.` };
    if (value !== undefined && !apps.has(value.app))
      yield { path: 'note.value.app', message: `${describeValue(value.app)} is not an app of the run.` };
  }
}

/** Finds entries that are not numbered consecutively, go back in time, or come before their causes. */
function* orderFindings(entries: PortableRun['entries'], now: number): Generator<Finding> {
  let before = -Infinity;
  for (const [at, { index, time, causes }] of entries.entries()) {
    if (index !== at)
      yield {
        path: `entries[${at}].index`,
        message: `${index} is not ${at}: entries are numbered without gaps.`,
      };
    if (time < before)
      yield {
        path: `entries[${at}].time`,
        message: `${time} is before ${before}, the time of the entry before.`,
      };
    const cause = causes.find((one) => one >= at);
    if (cause !== undefined)
      yield { path: `entries[${at}].causes`, message: `${cause} is not an earlier entry.` };
    before = time;
  }
  if (now < before)
    yield { path: 'run.now', message: `${now} is before ${before}, the time of the last entry.` };
}

/** Finds commit batches that do not cover the log from its beginning, or go back in time. */
function* batchFindings(batches: PortableRun['batches'], end: number): Generator<Finding> {
  let [last, elapsed] = [-1, 0];
  for (const batch of batches) {
    if (batch.last <= last)
      yield {
        path: 'written.last',
        message: `${batch.last} is not after ${last}, the last entry of the batch before.`,
      };
    if (batch.elapsed < elapsed)
      yield {
        path: 'written.elapsed',
        message: `${batch.elapsed} is before ${elapsed}, the time of the batch before.`,
      };
    ({ last, elapsed } = batch);
  }
  if (batches.length > 0 && last !== end)
    yield { path: 'written.last', message: `${last} is not ${end}, the last entry of the run.` };
}

function* planFindings(plan: PlanOutline | undefined): Generator<Finding> {
  if (plan === undefined) return;
  yield* duplicates(
    'plan.events',
    plan.events.map(({ id }) => id),
  );
  const events = new Map(plan.events.map((event) => [event.id, event]));
  const { cycle } = topologicalOrder(events, ({ timing }) => predecessors(timing));
  if (cycle === undefined) return;
  const ids = cycle.slice(0, 3).map(({ id }) => describeValue(id));
  yield { path: 'plan.events', message: `These events wait for each other: ${ids.join(', ')}.` };
}

function* duplicates(path: string, names: readonly string[]): Generator<Finding> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) yield { path, message: `${describeValue(name)} is given twice.` };
    seen.add(name);
  }
}

function* orderDifference(
  path: string,
  found: readonly string[],
  wanted: readonly string[],
): Generator<Finding> {
  const at = wanted.length > found.length ? found.length : found.findIndex((name, i) => name !== wanted[i]);
  if (at >= 0)
    yield {
      path,
      message: `${describeValue(found[at])} is not ${describeValue(wanted[at])}: the apps are not those of run.apps.`,
    };
}

function* missingEntry(path: string, entry: number | undefined, last: number): Generator<Finding> {
  if (entry !== undefined && entry > last)
    yield { path, message: `There is no entry ${entry}: the last is ${last}.` };
}

/** The hash version of files that do not name one. */
const FIRST_HASH_VERSION = 1;

/** The first change that does not fit the states, or a log hash that does not match the entries. */
function logFinding({ run, states, entries }: PortableLines, newHash: NewHash): Finding | undefined {
  const hash = new LogHash(newHash());
  const now = new Map(states.map(({ app, value }) => [app, copyJson(value)]));
  for (const entry of entries) {
    hash.add(entry);
    for (const [index, change] of entry.changes.entries()) {
      const state = now.get(change.app);
      const path = `entries[${entry.index}].changes[${index}]`;
      if (state === undefined)
        return { path, message: `${describeValue(change.app)} is not an app of the run.` };
      if (!canApply(state, change)) {
        const place = printPath([change.app, ...change.path]);
        return {
          path,
          message: `The change cannot be made: the state has nothing to ${change.op} at ${describeValue(place)}.`,
        };
      }
      applyChange(state, change);
    }
  }
  const found = hash.end();
  // Hashes of other versions say nothing about these entries.
  if (run.logHash === undefined || (run.logHashVersion ?? FIRST_HASH_VERSION) !== LOG_HASH_VERSION)
    return undefined;
  if (run.logHash === found) return undefined;
  return { path: 'run.logHash', message: `The entries have the hash ${found}, not this one.` };
}

/** Stores a run from a portable file, in one transaction. Its parent is found by the hash of its log. */
export const importPortable = (
  store: Store,
  portable: PortableRun,
  owner: string,
  onWritten?: OnWritten,
): RunId =>
  store.transaction(() => {
    const { run, files, plan, extras, attempt, hints, batches, turns, exchanges, beside, notes } = portable;
    const { origin: from, ...first } = run;
    const [own, ...imported] = files;
    const states = Object.fromEntries(portable.states.map(({ app, value }) => [app, value]));
    const writer = store.begin({
      ...first,
      owner,
      states,
      commitBatches: batches,
      turns,
      exchanges,
      beside,
      attempt,
      ...(from === undefined
        ? {}
        : { origin: { ...from, parent: store.runWithHash(from.parent) ?? from.parent } }),
      ...(own === undefined ? {} : { text: own.text }),
      importedFiles: new Map(imported.map(({ path, text }) => [path, text])),
      ...(extras === undefined ? {} : { extras }),
      ...(plan === undefined ? { hints } : { plan }),
    });
    writeEntries(writer, portable.entries, onWritten);
    writer.finish({ logHashVersion: FIRST_HASH_VERSION, ...run });
    for (const note of notes) store.addNote({ ...note, run: writer.id });
    store.setTags(writer.id, run.tags);
    return writer.id;
  });
