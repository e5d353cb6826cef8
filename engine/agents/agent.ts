import {
  type AgentAct,
  type AgentTurn,
  calledAction,
  type LogEntry,
  type Question,
  seconds,
  type SimSpan,
  thinkingCost,
  type ThinkingTime,
} from '../model/index.ts';
import type { Session } from './session.ts';

/** An act, and how long the agent thought before it. */
export interface AgentDecision {
  readonly act: AgentAct;
  readonly took: SimSpan;
}

/** An agent that is a function in this process. Agents in other processes answer the questions of a {@link Session} when they are ready. */
export interface Agent {
  next(question: Question): AgentDecision;
}

/** An agent that does `acts` in order, whatever the questions, and then finishes. Each act may have its own thinking time. */
export function scriptedAgent(acts: readonly (AgentAct | AgentDecision)[]): Agent {
  let next = 0;
  return {
    next(): AgentDecision {
      const act = acts[next++];
      if (act === undefined) return { act: { kind: 'finish' }, took: seconds(0) };
      return 'act' in act ? act : { act, took: seconds(0) };
    },
  };
}

/**
 * The agent's calls in `log` as turns that a {@link Session} can repeat, at the same times and with the resolved arguments. From
 * the log of a run in oracle mode, they let an agent repeat the oracle's calls.
 */
export const turnsFromLog = (log: readonly LogEntry[]): readonly AgentTurn[] =>
  log.flatMap((entry): readonly AgentTurn[] => {
    if (entry.kind !== 'agent' || entry.outcome.status === 'skipped') return [];
    const { app, tool, args } = calledAction(entry);
    const { time, index } = entry;
    return [
      {
        by: 'agent',
        time,
        position: index,
        messages: [],
        question: '',
        answered: '',
        act: { kind: 'call', tool: `${app}__${tool}`, args },
        thinking: seconds(0),
        thought: '',
        elapsed: 0,
        actTime: time,
        acted: index,
        entry: index,
      },
    ];
  });

/** Lets `agent` answer the questions of `session` until the run is over. The run continues after the agent has left. */
export function play(session: Session, agent: Agent, thinking: ThinkingTime): void {
  for (;;) {
    session.run();
    const { question } = session;
    if (question === undefined) return;
    const { act, took } = agent.next(question);
    session.answer({
      act,
      thinking: thinkingCost(thinking, took),
      thought: '',
      elapsed: Math.round(took / 1000),
    });
  }
}
