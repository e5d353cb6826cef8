import type { PlanOutline } from '../model/event-outline.ts';
import { orderOf } from '../scenario/checks/order.ts';
import { inShort, type Finding } from '../model/finding.ts';
import type { PortableRun } from './portable-run.ts';

/** What the shapes of lines do not tell: the first thing in which they do not fit one another. */
export function misfitIn(portable: PortableRun): Finding | undefined {
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
  const { cycle } = orderOf(new Map(plan.events.map((event) => [event.id, event])));
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
