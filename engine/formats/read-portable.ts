import * as z from 'zod';
import {
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
  LogHash,
  type NewHash,
  type NewNote,
  type PlanOutline,
  predecessors,
  readJson,
  readJsonAs,
  type RunId,
  type RunSummary,
  topologicalOrder,
  TraceError,
  type TraceExtras,
} from '../model/index.ts';
import { applyChange, canApply, copyJson } from '../state/index.ts';
import { type OnWritten, type Store, writeEntries } from '../store/index.ts';
import { FORMAT, LINE_KINDS, type LineKind, lineShapes } from './portable-lines.ts';

const header = z.strictObject({ orrery: z.int().min(1), program: z.string().max(100) });
const end = z.strictObject({ end: z.strictObject({ lines: z.int(), sha256: z.string() }) });

/** Whether `text` begins as a portable file does; other files are left to other readers. */
export const isPortable = (text: string): boolean => text.startsWith('{"orrery":');

/**
 * The run that the portable file `text` holds. All of it is looked at before, and nothing in it is executed.
 *
 * @throws {TraceError} when it is broken, altered, or of a newer version.
 */
export function readPortable(text: string, file: string, newHash: NewHash): PortableRun {
  const first = text.indexOf('\n') + 1;
  checkHeader(text.slice(0, Math.max(0, first - 1)), file);
  const body = text.lastIndexOf('\n', text.length - 2) + 1;
  const wanted = checkEnd(text, body, file, newHash);

  const found: Record<LineKind, Json[]> = {
    ...{ run: [], file: [], plan: [], extras: [] },
    ...{ hint: [], state: [], written: [], entry: [], note: [] },
  };
  let lines = 1;
  for (const { kind, value } of readLines(text.slice(first, body), file, 2)) {
    found[kind].push(value);
    lines += 1;
  }
  if (wanted !== lines)
    throw new TraceError(file, [
      { path: 'end.lines', message: `The file has ${lines} lines, not ${wanted}.` },
    ]);
  for (const kind of ['run', 'plan', 'extras'] as const)
    if (found[kind].length > 1 || (kind === 'run' && found.run.length === 0))
      throw new TraceError(file, [
        { path: kind, message: `The file has ${found[kind].length} lines of this kind, not one.` },
      ]);

  const portable = asRun(found);
  const misfit = misfitIn(portable) ?? misfitInLog(portable, newHash);
  if (misfit !== undefined) throw new TraceError(file, [misfit]);
  return portable;
}

/** The shapes of the lines are those of the types, but for fields that JSON leaves out where they are undefined. */
const asRun = ({
  run,
  file,
  plan,
  extras,
  hint,
  state,
  written,
  entry,
  note,
}: Record<LineKind, Json[]>): PortableRun =>
  ({
    ...{ run: run[0], files: file, plan: plan[0], extras: extras[0], hints: hint },
    ...{ states: state, writings: written, entries: entry, notes: note },
  }) as unknown as PortableRun;

function checkHeader(line: string, file: string): void {
  const read = readJsonAs(header, line);
  if ('findings' in read) throw new TraceError(`${file}, line 1`, read.findings);
  const { orrery: version } = read.data;
  if (version <= FORMAT) return;
  const message = `A newer Orrery wrote this file: its format is ${version}, and this version reads ${FORMAT}.`;
  throw new TraceError(`${file}, line 1`, [{ path: 'orrery', message }]);
}

/** How many lines the last says that stand before it. A file that was cut off or altered is told from one that was written broken. */
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

/** A line that is as its kind has it. */
export interface Line {
  readonly kind: LineKind;
  readonly value: Json;
}

/** Reads the lines of `text`, which counts from line `from` of `file`. @throws {TraceError} at the first that is none. */
function* readLines(text: string, file: string, from: number): Generator<Line> {
  let number = from;
  let rank = 0;
  for (let start = 0; start < text.length; number++) {
    const end = text.indexOf('\n', start);
    const line = lineIn(text.slice(start, end < 0 ? undefined : end));
    if ('findings' in line) throw refusal(file, number, line.findings);
    const { kind } = line;
    if (LINE_KINDS.indexOf(kind) < rank) {
      const expected = [...LINE_KINDS.slice(rank), 'end'].join(', ');
      throw refusal(file, number, [
        { path: '', message: `A line of kind ${kind} cannot stand here, only one of ${expected}.` },
      ]);
    }
    rank = LINE_KINDS.indexOf(kind);
    yield line;
    start = end < 0 ? text.length : end + 1;
  }
}

function lineIn(text: string): Line | { readonly findings: readonly Finding[] } {
  const read = readJson(text);
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
  // What is written oddly would come out otherwise than it came in.
  if (JSON.stringify(read.value) !== text) {
    return { findings: [{ path: kind, message: 'The line is not as JSON.stringify writes it.' }] };
  }
  const value = read.value[kind]!;
  const shaped = checkShape(lineShapes[kind], value);
  if ('findings' in shaped) return { findings: shaped.findings.map((one) => findingIn(kind, one)) };
  // As it was read: what parsed it would order its fields anew.
  return { kind, value };
}

const refusal = (file: string, line: number, findings: readonly Finding[]): TraceError =>
  new TraceError(`${file}, line ${line}`, findings);

/** What the shapes of lines do not tell: the first thing in which they do not fit one another. */
function misfitIn(portable: PortableRun): Finding | undefined {
  for (const finding of findings(portable)) return finding;
  return undefined;
}

function* findings({
  run,
  files,
  plan,
  extras,
  states,
  writings,
  entries,
  notes,
}: PortableRun): Generator<Finding> {
  const last = entries.length - 1;
  if (run.entries !== entries.length)
    yield {
      path: 'run.entries',
      message: `The file has ${entries.length} entries, not ${run.entries}.`,
    };
  yield* repeated(
    'run.apps',
    run.apps.map(({ name }) => name),
  );
  yield* unlike(
    'state',
    states.map(({ app }) => app),
    run.apps.map(({ name }) => name),
  );
  yield* repeated(
    'file',
    files.map(({ path }) => path),
  );
  if (files[0] !== undefined && files[0].path !== run.source)
    yield { path: 'file', message: `The first file is not ${run.source}, the scenario of the run.` };
  yield* planFindings(plan);
  yield* orderFindings(entries, run.now);
  yield* writingFindings(writings, last);

  const decided = [...(run.verdict?.checks ?? []), ...(run.verdict?.shortfalls ?? [])];
  for (const { entry } of decided) yield* beyond('run.verdict', entry, last);
  for (const key of Object.keys(extras?.completed ?? {}))
    yield* beyond('extras.completed', Number(key), last);
  const apps = new Set(run.apps.map(({ name }) => name));
  for (const { range, value } of notes) {
    yield* beyond('note.range', range?.to, last);
    if (range !== undefined && range.from > range.to)
      yield { path: 'note.range', message: `${range.from} to ${range.to} ends before it begins.` };
    if (value !== undefined && !apps.has(value.app))
      yield { path: 'note.value.app', message: `${describeValue(value.app)} is not an app of the run.` };
  }
}

/** Numbers without gaps, times that go on, causes that come before. */
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

/** Batches that cover the log from its beginning, at times that go on. */
function* writingFindings(writings: PortableRun['writings'], end: number): Generator<Finding> {
  let [last, elapsed] = [-1, 0];
  for (const writing of writings) {
    if (writing.last <= last)
      yield {
        path: 'written.last',
        message: `${writing.last} is not after ${last}, the last entry of the batch before.`,
      };
    if (writing.elapsed < elapsed)
      yield {
        path: 'written.elapsed',
        message: `${writing.elapsed} is before ${elapsed}, the time of the batch before.`,
      };
    ({ last, elapsed } = writing);
  }
  if (writings.length > 0 && last !== end)
    yield { path: 'written.last', message: `${last} is not ${end}, the last entry of the run.` };
}

function* planFindings(plan: PlanOutline | undefined): Generator<Finding> {
  if (plan === undefined) return;
  yield* repeated(
    'plan.events',
    plan.events.map(({ id }) => id),
  );
  const events = new Map(plan.events.map((event) => [event.id, event]));
  const { cycle } = topologicalOrder(events, ({ timing }) => predecessors(timing));
  if (cycle === undefined) return;
  const ids = cycle.slice(0, 3).map(({ id }) => describeValue(id));
  yield { path: 'plan.events', message: `These events wait for each other: ${ids.join(', ')}.` };
}

function* repeated(path: string, names: readonly string[]): Generator<Finding> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) yield { path, message: `${describeValue(name)} is given twice.` };
    seen.add(name);
  }
}

function* unlike(path: string, found: readonly string[], wanted: readonly string[]): Generator<Finding> {
  const at = wanted.length > found.length ? found.length : found.findIndex((name, i) => name !== wanted[i]);
  if (at >= 0)
    yield {
      path,
      message: `${describeValue(found[at])} is not ${describeValue(wanted[at])}: the apps are not those of run.apps.`,
    };
}

function* beyond(path: string, entry: number | undefined, last: number): Generator<Finding> {
  if (entry !== undefined && entry > last)
    yield { path, message: `There is no entry ${entry}: the last is ${last}.` };
}

/** Whether the log is the one its hash was made of, and its changes fit the states: the first thing that does not. */
function misfitInLog({ run, states, entries }: PortableRun, newHash: NewHash): Finding | undefined {
  const hash = new LogHash(newHash());
  const now = new Map(states.map(({ app, value }) => [app, copyJson(value)]));
  for (const entry of entries) {
    hash.add(entry);
    for (const [at, change] of entry.changes.entries()) {
      const state = now.get(change.app);
      const path = `entries[${entry.index}].changes[${at}]`;
      if (state === undefined)
        return { path, message: `${describeValue(change.app)} is not an app of the run.` };
      if (!canApply(state, change)) {
        const place = [change.app, ...change.path].join('.');
        return { path, message: `The state has no place ${describeValue(place)} to ${change.op} at.` };
      }
      applyChange(state, change);
    }
  }
  const found = hash.end();
  if (run.logHash === undefined || run.logHash === found) return undefined;
  return { path: 'run.logHash', message: `The entries have the hash ${found}, not this one.` };
}

/** A run as a portable file holds it: it has no id, for ids are a database's own. */
export interface PortableRun {
  /** The parent of a branch goes by the hash of its log, or is `unknown`. */
  readonly run: Omit<RunSummary, 'id'>;
  /** The scenario's file first, then what it imports. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly plan: PlanOutline | undefined;
  readonly extras: TraceExtras | undefined;
  /** Of a run with a plan they stand in the plan. */
  readonly hints: readonly Hint[];
  /** Every app's state before the first entry; the entries' changes give all others. */
  readonly states: readonly { readonly app: AppName; readonly value: Json }[];
  readonly writings: readonly CommitBatch[];
  readonly entries: readonly LogEntry[];
  readonly notes: readonly Omit<NewNote, 'run'>[];
}

/** Writes a run from elsewhere down, all of it or nothing: only its id, and what its parent is called here, are others. */
export const importPortable = (
  store: Store,
  portable: PortableRun,
  owner: string,
  onWritten?: OnWritten,
): RunId =>
  store.transaction(() => {
    const { run, files, plan, extras, hints, writings, notes } = portable;
    const { origin: from, ...first } = run;
    const [own, ...imported] = files;
    const states = Object.fromEntries(portable.states.map(({ app, value }) => [app, value]));
    const writer = store.begin({
      ...{ ...first, owner, states, commitBatches: writings },
      ...(from === undefined
        ? {}
        : { origin: { ...from, parent: store.runWithHash(from.parent) ?? from.parent } }),
      ...(own === undefined ? {} : { text: own.text }),
      importedFiles: new Map(imported.map(({ path, text }) => [path, text])),
      ...(extras === undefined ? {} : { extras }),
      ...(plan === undefined ? { hints } : { plan }),
    });
    writeEntries(writer, portable.entries, onWritten);
    writer.finish(run);
    for (const note of notes) store.addNote({ ...note, run: writer.id });
    store.tag(writer.id, run.tags);
    return writer.id;
  });
