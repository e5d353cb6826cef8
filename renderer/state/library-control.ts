import type { RunId, RunSummary } from '../../engine/model/index.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { compareRuns } from './comparison.ts';
import { notify } from './notices.ts';
import { showRun } from './run-control.ts';
import { meetRun, runOf } from './workspace-store.ts';

/** The run called `id`, asked for where the window does not know it yet; `undefined` where there is none. */
export async function readRun({ lab, workspace }: Bench, id: RunId): Promise<RunSummary | undefined> {
  const known = runOf(workspace.getState(), id);
  if (known !== undefined) return known;
  const reply = await ask(lab, 'library.read', { run: id });
  if (!reply.ok) return undefined;
  meetRun(workspace, reply.value);
  return reply.value;
}

/** Shows a run of the library in its place. */
export async function openRun(bench: Bench, id: RunId): Promise<void> {
  const run = await readRun(bench, id);
  if (run === undefined) notify(bench.notices, 'bad', `Run ${id} is gone.`);
  else await showRun(bench, run);
}

/** Lays two runs of the library side by side, the older one first. */
export async function compareTwo(bench: Bench, ids: readonly RunId[]): Promise<void> {
  const [a, b] = ids.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  await Promise.all([readRun(bench, a!), readRun(bench, b!)]);
  await compareRuns(bench, a!, b!);
}

/** Puts the words typed on runs as tags; those after a minus are taken off. */
export async function tagRuns(bench: Bench, runs: readonly RunId[], typed: string): Promise<boolean> {
  const words = typed.split(/[\s,]+/).map((word) => word.replace('#', ''));
  const remove = words.flatMap((word) => (word.startsWith('-') ? [word.slice(1)] : []));
  const add = words.filter((word) => !word.startsWith('-'));
  const said = (tags: readonly string[]): string[] => tags.filter((tag) => tag !== '');
  const reply = await ask(bench.lab, 'library.tag', {
    runs: [...runs],
    add: said(add),
    remove: said(remove),
  });
  if (!reply.ok) notify(bench.notices, 'bad', reply.error.message);
  return reply.ok;
}

/** Holds the runs of its scenario against a run, or no more. */
export async function pinRun(bench: Bench, run: RunId, pinned: boolean): Promise<void> {
  const reply = await ask(bench.lab, 'library.pin', { run, pinned });
  if (!reply.ok) notify(bench.notices, 'bad', reply.error.message);
}
