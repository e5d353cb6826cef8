import * as z from 'zod';
import { seconds, type SimSpan } from './values/time.ts';

const MAX_THINKING_SECONDS = 1_000_000;

/** The schema of a {@link ThinkingTime}, at most a million seconds. */
export const thinkingTime = z.union(
  [z.enum(['frozen', 'measured']), z.number().min(0).max(MAX_THINKING_SECONDS)],
  'frozen, measured or seconds per turn',
);

/** How much simulated time each turn's thinking takes: none, the measured time, or a fixed number of seconds. */
export type ThinkingTime = z.infer<typeof thinkingTime>;

/** The thinking time of agents and users unless somebody chooses another: their turns take no simulated time. */
export const DEFAULT_THINKING: ThinkingTime = 'frozen';

/** The simulated time that a thought of duration `took` takes. */
export function thinkingCost(thinking: ThinkingTime, took: SimSpan): SimSpan {
  if (thinking === 'measured') return took;
  return seconds(thinking === 'frozen' ? 0 : thinking);
}
