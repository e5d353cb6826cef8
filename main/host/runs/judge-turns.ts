import { setImmediate } from 'node:timers/promises';
import { hasJudge, JudgeError, oracleReference, turnJudge } from '../../../engine/index.ts';
import { fireEvents } from './live-run.ts';
import type { PreparedRun } from './prepare-run.ts';

/** The oracle's run is played in slices of this length, so that whoever drives other runs can go on. */
const SLICE_MILLISECONDS = 8;

/** Fires all events of an oracle's run. @throws {JudgeError} when it is cancelled. */
export async function playOut(oracle: PreparedRun, isCancelled?: () => boolean): Promise<void> {
  for (let isOver = false; !isOver;) {
    if (isCancelled?.() === true) throw new JudgeError('Judging was cancelled.');
    const until = performance.now() + SLICE_MILLISECONDS;
    isOver = fireEvents(oracle, [], () => performance.now() < until);
    await setImmediate();
  }
}

/**
 * Lets the judge decide after each turn of the agent's, where a run has several: the first that fails ends the run. A run whose
 * oracle cannot play goes on without a judge.
 */
export async function judgedBetweenTurns(run: PreparedRun): Promise<PreparedRun> {
  const { environment, oracle } = run;
  if (!environment.hasTurns || !hasJudge(run)) return run;
  try {
    const played = oracle();
    await playOut(played);
    const judge = turnJudge(oracleReference(played.plan, played.environment), environment.apps);
    if (judge !== undefined) environment.judgeTurns(judge);
  } catch (thrown) {
    // The verdict on the run says why nothing was judged.
    if (!(thrown instanceof JudgeError)) throw thrown;
  }
  return run;
}
