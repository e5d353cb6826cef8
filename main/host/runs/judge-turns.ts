import { setImmediate } from 'node:timers/promises';
import { hasJudge, JudgeError, oracleReference, turnJudge } from '../../../engine/index.ts';
import { fireEvents } from './live-run.ts';
import type { PreparedRun } from './prepare-run.ts';

/** The oracle's run fires events in slices of this length, so that other runs can advance. */
const SLICE_MILLISECONDS = 8;

/** Fires all events of an oracle run. @throws {JudgeError} when it is cancelled. */
export async function playOut(oracle: PreparedRun, isCancelled?: () => boolean): Promise<void> {
  for (let isOver = false; !isOver;) {
    if (isCancelled?.() === true) throw new JudgeError('Judging was cancelled.');
    const until = performance.now() + SLICE_MILLISECONDS;
    isOver = fireEvents(oracle, [], () => performance.now() < until);
    await setImmediate();
  }
}

/**
 * Lets the judge decide after each turn of the agent, in a scenario with several turns; the first failed turn ends the run. A
 * run whose oracle cannot play continues without a judge.
 */
export async function judgedBetweenTurns(run: PreparedRun): Promise<PreparedRun> {
  const { environment, oracle } = run;
  if (!environment.hasTurns || !hasJudge(run)) return run;
  try {
    const played = oracle();
    await playOut(played);
    const judge = turnJudge(oracleReference(played.plan, played.environment), environment.apps);
    played.release();
    if (judge !== undefined) environment.judgeTurns(judge);
  } catch (thrown) {
    // The verdict will say why nothing was judged.
    if (!(thrown instanceof JudgeError)) throw thrown;
  }
  return run;
}
