import type { Action, Actor, RunSummary } from '../../engine/model/index.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { notify } from './notices.ts';
import { branchRun, isActive } from './run-control.ts';
import { openScenario } from './scenario-control.ts';

/**
 * Calls a tool by hand: in a run in motion now, else in a branch of it that parts from it before entry `at`. Answers why
 * that did not work, `undefined` when it did.
 */
export async function callByHand(
  bench: Bench,
  run: RunSummary,
  at: number,
  actor: Actor,
  action: Action,
): Promise<string | undefined> {
  if (!isActive(run))
    return (await branchRun(bench, at, { kind: 'act', at, actor, action })) ? undefined : 'No branch began.';
  const called = await ask(bench.lab, 'run.act', { run: run.id, actor, action });
  if (!called.ok) return called.error.message;
  bench.playhead.setState({ following: true });
  bench.panels.setState({ app: action.app });
  const entry = await ask(bench.lab, 'log.entry', { run: run.id, index: called.value });
  if (!entry.ok || entry.value.outcome.status !== 'failed') return undefined;
  const { type, message } = entry.value.outcome.error;
  return `It failed, and stands in the log as #${called.value}: ${type}: ${message}`;
}

/** Writes the scenario of `run` anew, with what was done in it by hand as events, and shows it. */
export async function saveNextVersion(bench: Bench, run: RunSummary): Promise<void> {
  const saved = await ask(bench.lab, 'run.nextVersion', { run: run.id });
  if (!saved.ok) {
    notify(bench.notices, 'bad', saved.error.message);
    return;
  }
  notify(bench.notices, 'good', `Saved as ${saved.value}, with what was done in ${run.id} as events.`);
  if (saved.value.endsWith('.ts')) await openScenario(bench, saved.value);
}
