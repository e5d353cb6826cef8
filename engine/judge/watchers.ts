import type { ActionQuestion, AgentValidationEvent } from '../model/event.ts';
import type { Watched } from '../model/log-entry.ts';
import type { Failure } from '../model/outcome.ts';

interface Watching {
  readonly event: AgentValidationEvent;
  /** The tick it began to watch in. */
  readonly since: number;
  achieved: readonly string[];
  passed: boolean;
}

/** How one question about one action is answered: with what it threw, where it threw. */
export type Answered = (question: ActionQuestion<never>) => boolean | Failure;

/** The agent validations that have begun, in order. */
export class Watchers {
  readonly #watching: Watching[] = [];

  get any(): boolean {
    return this.#watching.length > 0;
  }

  /** Whether a milestone is still open. */
  get open(): boolean {
    return this.#watching.some(({ event, achieved }) => openIn(event, achieved).length > 0);
  }

  begin(event: AgentValidationEvent, tick: number): void {
    this.#watching.push({ event, since: tick, achieved: [], passed: false });
  }

  /** Shows them one action, in `tick`. Answers what is news; after one has failed the others do not look. */
  look(tick: number, answered: Answered): readonly Watched[] {
    const news: Watched[] = [];
    for (const one of this.#watching) {
      const before = one.achieved;
      const seen = lookOnce(one, tick - one.since, answered);
      one.achieved = seen.achieved;
      const passes = seen.verdict === 'passed' && !one.passed;
      one.passed ||= passes;
      if (passes || seen.verdict === 'failed' || seen.achieved.length > before.length) news.push(seen);
      if (seen.verdict === 'failed') break;
    }
    return news;
  }
}

/** As the reference looks: at the time-out first, then at the milestones, then at the minefields. */
function lookOnce({ event, achieved }: Watching, age: number, answered: Answered): Watched {
  const { id: validation, milestones, minefields, timeout } = event;
  const late = timeout !== undefined && age >= timeout;
  const open = openIn(event, achieved);
  const seen = { validation, achieved, open, tripped: [], late };
  if (late) return { ...seen, verdict: open.length > 0 ? 'failed' : 'passed' };

  const reached: string[] = [];
  for (const { name, holds } of milestones.filter(({ name }) => open.includes(name))) {
    const answer = answered(holds);
    if (typeof answer !== 'boolean') return { ...seen, verdict: 'failed', error: answer };
    if (answer) reached.push(name);
  }
  const tripped: string[] = [];
  for (const { name, holds } of minefields) {
    const answer = answered(holds);
    if (typeof answer !== 'boolean') return { ...seen, verdict: 'failed', error: answer };
    if (answer) tripped.push(name);
  }
  const now = [...achieved, ...reached];
  const left = openIn(event, now);
  const done = left.length === 0 && minefields.length === 0;
  const verdict = tripped.length > 0 ? 'failed' : done ? 'passed' : 'watching';
  return { validation, verdict, achieved: now, open: left, tripped, late };
}

const openIn = ({ milestones }: AgentValidationEvent, achieved: readonly string[]): readonly string[] =>
  milestones.map(({ name }) => name).filter((name) => !achieved.includes(name));
