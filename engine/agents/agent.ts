import {
  type Action,
  type ActionEntry,
  after,
  calledAction,
  type LogEntry,
  type Notification,
  seconds,
  type SimSpan,
  type SimTime,
} from '../model/index.ts';

/** What an agent sees when it is its turn. */
export interface AgentInput {
  readonly now: SimTime;
  /** What it was told since it last looked, oldest first. */
  readonly messages: readonly Notification[];
  /** What its last action came to. */
  readonly last: ActionEntry | undefined;
}

/** What an agent does next. */
export type AgentMove =
  | { readonly kind: 'act'; readonly action: Action }
  /** Waits to be told something, for `span` at most. */
  | { readonly kind: 'wait'; readonly span: SimSpan }
  /** Waits until an instant, whatever it is told. */
  | { readonly kind: 'wait-until'; readonly time: SimTime }
  | { readonly kind: 'finish' };

/** A move, and how long it took to think of it. */
export interface AgentDecision {
  readonly move: AgentMove;
  readonly took: SimSpan;
}

/** Whoever does the agent's part. Those that think outside hand their moves in one by one. */
export interface Agent {
  next(sight: AgentInput): AgentDecision;
}

/** What an agent's thinking costs in simulated time: nothing, what it took, or always the same. */
export type ThinkingTime =
  | { readonly kind: 'frozen' }
  | { readonly kind: 'measured' }
  | { readonly kind: 'fixed'; readonly span: SimSpan };

/** What a thought that `took` so long costs. */
export function thinkingCost(policy: ThinkingTime, took: SimSpan): SimSpan {
  switch (policy.kind) {
    case 'frozen':
      return seconds(0);
    case 'measured':
      return took;
    case 'fixed':
      return policy.span;
  }
}

/** An agent that makes `moves` one after the other, whatever it sees, and then finishes. It thinks as long as each says. */
export function scriptedAgent(moves: readonly (AgentMove | AgentDecision)[]): Agent {
  let next = 0;
  return {
    next(): AgentDecision {
      const move = moves[next++];
      if (move === undefined) return { move: { kind: 'finish' }, took: seconds(0) };
      return 'move' in move ? move : { move, took: seconds(0) };
    },
  };
}

/**
 * An agent that does again what the agent did in `log`, at the same times and with the arguments that were used then.
 * With the log of a run in oracle mode it is the oracle as an agent.
 */
export const replayingAgent = (log: readonly LogEntry[]): Agent => scriptedAgent(log.flatMap(movesOf));

function movesOf(entry: LogEntry): readonly AgentMove[] {
  if (entry.kind !== 'agent' || entry.outcome.status === 'skipped') return [];
  return [
    { kind: 'wait-until', time: entry.due },
    { kind: 'act', action: calledAction(entry) },
  ];
}

/** What {@link play} needs of an environment. */
interface Played {
  readonly state: 'setup' | 'running' | 'paused' | 'completed' | 'stopped' | 'failed';
  readonly now: SimTime;
  start(): void;
  pause(): void;
  resumeAfter(span: SimSpan): unknown;
  call(actor: 'agent', action: Action): ActionEntry;
  waitUntil(deadline: SimTime): unknown;
  runUntil(time: SimTime): void;
  takeNotifications(): readonly Notification[];
  run(): void;
}

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
    environment.resumeAfter(thinkingCost(thinking, took));
    if (isOver(environment)) return;
    if (move.kind === 'finish') break;
    last = make(environment, move) ?? last;
  }
  environment.run();
}

function make(environment: Played, move: Exclude<AgentMove, { kind: 'finish' }>): ActionEntry | undefined {
  switch (move.kind) {
    case 'act':
      return environment.call('agent', move.action);
    case 'wait':
      environment.waitUntil(after(environment.now, move.span));
      return undefined;
    case 'wait-until':
      environment.runUntil(notBefore(environment.now, move.time));
      return undefined;
  }
}

const notBefore = (now: SimTime, time: SimTime): SimTime => (time < now ? now : time);

const isOver = ({ state }: Played): boolean =>
  state === 'completed' || state === 'stopped' || state === 'failed';
