import type { Json } from '../../engine/model/json.ts';
import { seconds } from '../../engine/model/time.ts';
import type { Session } from './session.ts';
import { take } from './steps.ts';

/** The driver's limit. A run that has not ended by then is said to go on for ever. */
const MOST_TICKS = 3000;

const POLL = seconds(0.125);

/** What driving a case came to. */
export interface Driven {
  readonly steps: readonly Json[];
  readonly loopError: { readonly type: string; readonly message: string } | null;
}

/** Drives a case as its `loop` says, to its end. */
export function drive(session: Session): Driven {
  const { spec, environment } = session;
  const steps: Json[] = [];
  if (spec.config.loop === 'script') {
    for (const step of spec.script) steps.push(take(step, session));
    return { steps, loopError: null };
  }
  const polls = pollsOf(session, steps);
  for (let ticks = 0; environment.proceed(); ticks++) {
    if (ticks === MOST_TICKS)
      return { steps, loopError: { type: 'LoopGuard', message: `more than ${MOST_TICKS} ticks` } };
    polls();
    environment.tick();
    const tick = environment.ticks;
    for (const step of spec.agent) if (step['after_tick'] === tick) steps.push(take(step, session));
  }
  return { steps, loopError: null };
}

/** While paused time stands still, and the agent acts at its polls, which are counted over the whole run. */
function pollsOf(session: Session, steps: Json[]): () => void {
  const { spec, environment } = session;
  const last = Math.max(
    0,
    ...spec.agent.map(({ after_polls: polls }) => (typeof polls === 'number' ? polls : 0)),
  );
  let polls = 0;
  return () => {
    while (environment.state === 'paused' && polls < last) {
      polls += 1;
      environment.pass(POLL);
      for (const step of spec.agent) if (step['after_polls'] === polls) steps.push(take(step, session));
    }
  };
}
