import type { RunSummary } from '../../engine/model/index.ts';
import type { Way } from './ways.ts';

/** After these the agent of a trace is another, or none. */
const TAKES_OVER: readonly Way[] = ['plain', 'oracle', 'script', 'program'];

/** What a branch at entry `at` shares with the run it leaves, in words. */
export function noteFor(way: Way, at: number, { id, mode }: RunSummary): string {
  if (mode === 'trace') {
    const agent = `, and the agent does what it did${way === 'nothing' ? '' : ', but for this'}`;
    return `All before #${at} stands as it was recorded; then the plan goes on${TAKES_OVER.includes(way) ? '' : agent}.`;
  }
  if (way === 'nothing') return `It comes out as ${id} did, entry by entry, or shows where it does not.`;
  return way === 'set' || way === 'act'
    ? `All up to #${at} is as in ${id}, which stays as it is.`
    : `All before #${at} is as in ${id}, which stays as it is.`;
}
