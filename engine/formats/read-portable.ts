import * as z from 'zod';
import {
  boundedJson,
  type Finding,
  inShape,
  inShort,
  isJsonObject,
  type Json,
  LogHash,
  type NewHash,
  type PlanOutline,
  TraceError,
  within,
  predecessors,
  topologicalOrder,
} from '../model/index.ts';
import { applyChange, copyJson } from '../state/index.ts';
import { FORMAT, type PortableRun } from './portable.ts';
import { fits, LINE_KINDS, type LineKind, lineShapes } from './shapes.ts';

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
    throw new TraceError(file, [{ path: 'end.lines', found: String(wanted), wanted: `its own, ${lines}` }]);
  for (const kind of ['run', 'plan', 'extras'] as const)
    if (found[kind].length > 1 || (kind === 'run' && found.run.length === 0))
      throw new TraceError(file, [{ path: kind, found: `${found[kind].length} lines`, wanted: 'one' }]);

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
  const read = boundedJson(line);
  const shaped = 'finding' in read ? { findings: [read.finding] } : inShape(header, read.value);
  if ('findings' in shaped) throw new TraceError(`${file}: line 1`, shaped.findings);
  const { orrery: version } = shaped.data;
  if (version <= FORMAT) return;
  const wanted = `at most ${FORMAT}: a newer Orrery wrote it`;
  throw new TraceError(`${file}: line 1`, [{ path: 'orrery', found: String(version), wanted }]);
}

/** How many lines the last says that stand before it. A file that was cut off or altered is told from one that was written broken. */
function checkEnd(text: string, body: number, file: string, newHash: NewHash): number {
  const read = boundedJson(text.slice(body));
  const shaped = 'finding' in read ? undefined : inShape(end, read.value);
  if (shaped === undefined || 'findings' in shaped || !text.endsWith('\n'))
    throw new TraceError(file, [
      { path: 'end', found: inShort(text.slice(body)), wanted: 'a whole last line' },
    ]);
  const hash = newHash();
  hash.add(text.slice(0, body));
  const found = hash.end();
  const { lines, sha256 } = shaped.data.end;
  if (found === sha256) return lines;
  throw new TraceError(file, [
    { path: 'end.sha256', found: inShort(sha256), wanted: `the file's own, ${found}` },
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
      const wanted = `${LINE_KINDS.slice(rank).join(', ')} or the end`;
      throw refusal(file, number, [{ path: '', found: `a line of kind ${kind}`, wanted }]);
    }
    rank = LINE_KINDS.indexOf(kind);
    yield line;
    start = end < 0 ? text.length : end + 1;
  }
}

function lineIn(text: string): Line | { readonly findings: readonly Finding[] } {
  const read = boundedJson(text);
  if ('finding' in read) return { findings: [read.finding] };
  const keys = isJsonObject(read.value) ? Object.keys(read.value) : [];
  const kind = LINE_KINDS.find((known) => keys.length === 1 && keys[0] === known);
  if (kind === undefined || !isJsonObject(read.value)) {
    const found = isJsonObject(read.value)
      ? `an object with ${keys.slice(0, 3).join(', ')}`
      : inShort(read.value);
    return { findings: [{ path: '', found, wanted: `an object with one of ${LINE_KINDS.join(', ')}` }] };
  }
  // What is written oddly would come out otherwise than it came in.
  if (JSON.stringify(read.value) !== text) {
    const wanted = 'one as JSON.stringify writes it';
    return { findings: [{ path: kind, found: 'a line that this program does not write', wanted }] };
  }
  const value = read.value[kind]!;
  const shaped = inShape(lineShapes[kind], value);
  if ('findings' in shaped) return { findings: shaped.findings.map((one) => within(kind, one)) };
  // As it was read: what parsed it would order its fields anew.
  return { kind, value };
}

const refusal = (file: string, line: number, findings: readonly Finding[]): TraceError =>
  new TraceError(`${file}: line ${line}`, findings);

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
      found: String(run.entries),
      wanted: `the number of entries, ${entries.length}`,
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
    yield { path: 'file', found: inShort(files[0].path), wanted: `the scenario's own first, ${run.source}` };
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
      yield { path: 'note.range', found: `${range.from} to ${range.to}`, wanted: 'its first entry first' };
    if (value !== undefined && !apps.has(value.app))
      yield { path: 'note.value.app', found: inShort(value.app), wanted: 'an app of the run' };
  }
}

/** Numbers without gaps, times that go on, causes that come before. */
function* orderFindings(entries: PortableRun['entries'], now: number): Generator<Finding> {
  let before = -Infinity;
  for (const [at, { index, time, causes }] of entries.entries()) {
    if (index !== at) yield { path: `entry ${at}: index`, found: String(index), wanted: String(at) };
    if (time < before) yield { path: `entry ${at}: time`, found: String(time), wanted: `${before} or later` };
    const cause = causes.find((one) => one >= at);
    if (cause !== undefined)
      yield { path: `entry ${at}: causes`, found: String(cause), wanted: 'entries before it' };
    before = time;
  }
  if (now < before) yield { path: 'run.now', found: String(now), wanted: `${before} or later` };
}

/** Batches that cover the log from its beginning, at times that go on. */
function* writingFindings(writings: PortableRun['writings'], end: number): Generator<Finding> {
  let [last, elapsed] = [-1, 0];
  for (const writing of writings) {
    if (writing.last <= last)
      yield { path: 'written.last', found: String(writing.last), wanted: `more than ${last}` };
    if (writing.elapsed < elapsed)
      yield { path: 'written.elapsed', found: String(writing.elapsed), wanted: `${elapsed} or more` };
    ({ last, elapsed } = writing);
  }
  if (writings.length > 0 && last !== end)
    yield { path: 'written.last', found: String(last), wanted: `the last entry, ${end}` };
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
  const found = `a cycle (${cycle
    .slice(0, 3)
    .map(({ id }) => inShort(id))
    .join(', ')})`;
  yield { path: 'plan.events', found, wanted: 'events that do not wait for themselves' };
}

function* repeated(path: string, names: readonly string[]): Generator<Finding> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) yield { path, found: `${inShort(name)} again`, wanted: 'each once' };
    seen.add(name);
  }
}

function* unlike(path: string, found: readonly string[], wanted: readonly string[]): Generator<Finding> {
  const at = wanted.length > found.length ? found.length : found.findIndex((name, i) => name !== wanted[i]);
  if (at >= 0) yield { path, found: inShort(found[at]), wanted: `${inShort(wanted[at])}, as in run.apps` };
}

function* beyond(path: string, entry: number | undefined, last: number): Generator<Finding> {
  if (entry !== undefined && entry > last) yield { path, found: `entry ${entry}`, wanted: `at most ${last}` };
}

/** Whether the log is the one its hash was made of, and its changes fit the states: the first thing that does not. */
function misfitInLog({ run, states, entries }: PortableRun, newHash: NewHash): Finding | undefined {
  const hash = new LogHash(newHash());
  const now = new Map(states.map(({ app, value }) => [app, copyJson(value)]));
  for (const entry of entries) {
    hash.add(entry);
    for (const [at, change] of entry.changes.entries()) {
      const state = now.get(change.app);
      const path = `entry ${entry.index}: changes[${at}]`;
      if (state === undefined)
        return { path, found: `app ${inShort(change.app)}`, wanted: 'an app of the run' };
      if (!fits(state, change)) {
        const place = [change.app, ...change.path].join('.');
        return { path, found: `${change.op} at ${inShort(place)}`, wanted: 'a place that the state has' };
      }
      applyChange(state, change);
    }
  }
  const found = hash.end();
  if (run.logHash === undefined || run.logHash === found) return undefined;
  return { path: 'run.logHash', found: run.logHash, wanted: `that of its entries, ${found}` };
}
