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

/** The input of an agent at its turn. */
export interface AgentInput {
  readonly now: SimTime;
  /** The notifications since its last turn, oldest first. */
  readonly messages: readonly Notification[];
  /** The entry of its last action. */
  readonly last: ActionEntry | undefined;
}

/** The next move of an agent. */
export type AgentMove =
  | { readonly kind: 'act'; readonly action: Action }
  /** Waits for a notification, for `span` at most. */
  | { readonly kind: 'wait'; readonly span: SimSpan }
  /** Waits until an instant, whatever notifications come. */
  | { readonly kind: 'wait-until'; readonly time: SimTime }
  | { readonly kind: 'finish' };

/** A move, and the thinking time before it. */
export interface AgentDecision {
  readonly move: AgentMove;
  readonly took: SimSpan;
}

/** Decides the agent's moves. An agent outside the engine delivers its moves one by one. */
export interface Agent {
  next(sight: AgentInput): AgentDecision;
}

/** The cost of an agent's thinking in simulated time: nothing, the measured time, or a fixed time. */
export type ThinkingTime =
  | { readonly kind: 'frozen' }
  | { readonly kind: 'measured' }
  | { readonly kind: 'fixed'; readonly span: SimSpan };

/** The simulated time that a thought of `took` costs. */
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

/**
 * An agent that makes `moves` one after the other, whatever its input, and then finishes. Each decision gives its own thinking
 * time.
 */
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
 * An agent that repeats the agent's actions in `log`, at the same times and with the resolved arguments. With the log of a run
 * in oracle mode, it plays the oracle as an agent.
 */
export const replayingAgent = (log: readonly LogEntry[]): Agent => scriptedAgent(log.flatMap(movesOf));

function movesOf(entry: LogEntry): readonly AgentMove[] {
  if (entry.kind !== 'agent' || entry.outcome.status === 'skipped') return [];
  return [
    { kind: 'wait-until', time: entry.due },
    { kind: 'act', action: calledAction(entry) },
  ];
}

/** The part of an environment that {@link play} needs. */
interface PlayableEnvironment {
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
 * Lets `agent` act until it finishes or the run is over. Simulated time stands still while it thinks; then the cost of its
 * thinking passes at once. After the agent finishes, the run continues to its end.
 */
export function play(environment: PlayableEnvironment, agent: Agent, thinking: ThinkingTime): void {
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

function make(
  environment: PlayableEnvironment,
  move: Exclude<AgentMove, { kind: 'finish' }>,
): ActionEntry | undefined {
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

const isOver = ({ state }: PlayableEnvironment): boolean =>
  state === 'completed' || state === 'stopped' || state === 'failed';
