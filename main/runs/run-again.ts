import type { Store } from '../../engine/index.ts';
import { SETTING, type Amendment } from '../../engine/model/amendment.ts';
import type { Path } from '../../engine/model/change.ts';
import type { Json } from '../../engine/model/json.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { Fault } from '../fault.ts';
import { compileFiles } from '../scenario/compile-scenario.ts';
import { filesKept } from '../scenario/workspace-file.ts';
import { makeReady, type PreparedRun } from './prepare-run.ts';
import { makeTraceReady } from './prepare-trace-run.ts';

const PAGE = 10_000; // entries

/**
 * Makes `run` ready to happen again, from the files it was made of and with all that was done in it by hand.
 *
 * @throws {Fault} when it was not run here.
 */
export const runAgain = (store: Store, run: RunSummary): Promise<PreparedRun> =>
  prepare(store, run, run.entries, []);

/**
 * Makes a run ready that shares its past with `run` up to entry `at`, and in which one thing is otherwise.
 *
 * @throws {Fault} when `run` was not run here. @throws {ScenarioError} when the amendment fits nothing in its scenario.
 */
export const branchOff = (
  store: Store,
  run: RunSummary,
  at: number,
  amendment: Amendment | undefined,
): Promise<PreparedRun> => prepare(store, run, at, amendment === undefined ? [] : [amendment]);

async function prepare(
  store: Store,
  run: RunSummary,
  at: number,
  more: readonly Amendment[],
): Promise<PreparedRun> {
  const source = store.source(run.id);
  if (source === undefined || run.mode === 'trace')
    throw new Fault('run-not-ours', `run ${run.id}: found a recorded trace, wanted a run of a scenario`);
  const { path, files } = source;
  const planned = run.origin?.amendments.filter((one) => one.kind !== 'act' && one.kind !== 'set') ?? [];
  const amendments = [...planned, ...doneByHand(store, run), ...more];
  const origin = { parent: run.id, at, amendments };
  const manner = { mode: run.mode, seed: run.seed, origin, choices: run.choices };
  if (path.endsWith('.json')) return makeTraceReady(files.get(path)!, path, manner);
  return makeReady(await compileFiles(filesKept(files), path), manner);
}

/** What was called and set between the events of `run`: its log has it all. */
function doneByHand(store: Store, { id, entries }: RunSummary): readonly Amendment[] {
  const done: Amendment[] = [];
  for (let from = 0; from < entries; from += PAGE)
    for (const entry of store.heads(id, from, PAGE))
      if ('direct' in entry) done.push(amendmentOf(entry as unknown as LogEntry & { kind: 'agent' }));
  return done;
}

function amendmentOf({
  index: at,
  due: time,
  kind: actor,
  action: { app, tool, args },
}: LogEntry & { kind: 'agent' }): Amendment {
  if (tool !== SETTING) return { kind: 'act', at, time, actor, action: { app, tool, args } };
  return { kind: 'set', at, app, path: args['path'] as Path, value: args['value'] as Json };
}
