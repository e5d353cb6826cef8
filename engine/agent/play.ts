import type { Environment } from '../environment.ts';
import type { ActionEntry } from '../model/log-entry.ts';
import { after, type SimTime } from '../model/time.ts';
import type { Agent, Move } from './agent.ts';
import { costOf, type ThinkingTime } from './thinking-time.ts';

/** What playing needs of an environment. */
type Played = Pick<
  Environment,
  | 'state'
  | 'now'
  | 'pause'
  | 'resumeAfter'
  | 'start'
  | 'act'
  | 'waitUntil'
  | 'runUntil'
  | 'takeNotifications'
  | 'run'
>;

/**
 * Lets `agent` play its part until it finishes or the run is over. While it thinks simulated time stands still; then what it
 * costs passes at once. A run that the agent has finished with goes on to its end.
 */
export function play(environment: Played, agent: Agent, thinking: ThinkingTime): void {
  environment.start();
  let last: ActionEntry | undefined;
  for (;;) {
    if (isOver(environment)) return;
    environment.pause();
    const { move, took } = agent.next({
      now: environment.now,
      messages: environment.takeNotifications(),
      last,
    });
    environment.resumeAfter(costOf(thinking, took));
    if (isOver(environment)) return;
    if (move.kind === 'finish') break;
    last = make(environment, move) ?? last;
  }
  environment.run();
}

function make(environment: Played, move: Exclude<Move, { kind: 'finish' }>): ActionEntry | undefined {
  switch (move.kind) {
    case 'act':
      return environment.act('agent', move.action);
    case 'wait':
      environment.waitUntil(after(environment.now, move.span));
      return undefined;
    case 'wait-until':
      environment.runUntil(notBefore(environment.now, move.time));
      return undefined;
  }
}

const notBefore = (now: SimTime, time: SimTime): SimTime => (time < now ? now : time);

const isOver = ({ state }: Played): boolean => state === 'stopped' || state === 'failed';
