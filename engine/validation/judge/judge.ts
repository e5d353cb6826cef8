import {
  type AskedQuestion,
  referredEvents,
  type JsonObject,
  parsePlaceholder,
  pythonText,
  type SoftQuestion,
  type VerdictOutcome,
} from '../../model/index.ts';
import { type SoftJudge, TextComparer } from './compare-texts.ts';
import type { JudgeSettings } from './configuration.ts';
import {
  type CompletedEvent,
  effectiveArguments,
  endsAgentTurn,
  JudgeError,
  toolName,
  MESSAGE_TO_USER,
} from './events.ts';
import { type EventComparison, Matching, type OracleVisit } from './matching.ts';
import type { OracleGraph } from './oracle-graph.ts';
import { turnOfAgent, turnsOfAgent } from './turns.ts';

/** The reason why a turn did not pass. */
export type JudgeFailure =
  | { readonly kind: 'tool_counts'; readonly counts: ToolCounts; readonly extraAllowed: number }
  /** No call of the agent matches a call of the oracle. */
  | { readonly kind: 'oracle_not_matched'; readonly visit: OracleVisit }
  /** The environment or the user did not act as in the oracle's run. */
  | { readonly kind: 'env_not_matched'; readonly visit: OracleVisit }
  /** The one question about the turn was not answered with yes. */
  | { readonly kind: 'in_context' }
  /** The run ended before the turn that was to be judged last. */
  | { readonly kind: 'unfinished'; readonly turn: number; readonly turns: number }
  /** Two values could not be compared. That fails the run, as in ARE. */
  | { readonly kind: 'error'; readonly message: string; readonly visit?: OracleVisit | undefined };

/** The verdict on one turn. */
export interface TurnVerdict {
  /** The turn, from 0; -1 when no turn was judged. */
  readonly turn: number;
  readonly outcome: VerdictOutcome;
  /** The failure; missing when the turn passed. With outcome `not-judged`, the failure depends on texts that were not compared. */
  readonly failure?: JudgeFailure | undefined;
  /** The search for each oracle event, up to and including the first event that was not found. */
  readonly visits: readonly OracleVisit[];
  /** The oracle event of each matched event of the agent's log, in all turns so far, by the event's id at that time. */
  readonly matches: ReadonlyMap<string, string>;
  /** The soft questions that were asked in this turn. */
  readonly asked: readonly AskedQuestion[];
}

/** Judges a run turn by turn. */
export class Judge {
  readonly graph: OracleGraph;
  readonly settings: JudgeSettings;
  readonly matching: Matching;
  readonly #comparer: TextComparer;
  readonly #matches = new Map<string, string>();
  #turn = -1;

  constructor(graph: OracleGraph, settings: JudgeSettings, softJudge?: SoftJudge) {
    this.graph = graph;
    this.settings = settings;
    this.#comparer = new TextComparer(softJudge);
    this.matching = new Matching(graph, settings, this.#comparer);
  }

  /** The last judged turn, from 0; -1 before the first. */
  get turn(): number {
    return this.#turn;
  }

  /** The soft questions that are not answered so far. */
  get unanswered(): readonly SoftQuestion[] {
    return this.#comparer.unanswered;
  }

  /** Stops asking soft questions. */
  stopAsking(): void {
    this.#comparer.stopAsking();
  }

  /** Judges the next turn from the agent's log so far. */
  judgeTurn(log: readonly CompletedEvent[]): TurnVerdict {
    const turn = ++this.#turn;
    const askedBefore = this.#comparer.asked.length;
    const visits: OracleVisit[] = [];
    const result =
      this.settings.method === 'graph'
        ? this.#judgeByGraph(turn, log, visits)
        : this.#judgeInContext(turn, log);
    return {
      turn,
      ...result,
      visits,
      matches: new Map(this.#matches),
      asked: this.#comparer.asked.slice(askedBefore),
    };
  }

  #judgeByGraph(
    turn: number,
    log: readonly CompletedEvent[],
    visits: OracleVisit[],
  ): Pick<TurnVerdict, 'outcome' | 'failure'> {
    const oracle = this.graph.turns[turn] ?? [];
    let agent: readonly CompletedEvent[];
    try {
      agent = turnOfAgent(turnsOfAgent(log.filter(this.graph.counts), false), turn);
    } catch (thrown) {
      return errorIn(thrown);
    }
    this.matching.addTurn(agent);
    const counts = toolCounts(agent, oracle);
    const { extraMessages } = this.settings;
    if (!areCountsAccepted(counts, extraMessages))
      return { outcome: 'failed', failure: { kind: 'tool_counts', counts, extraAllowed: extraMessages } };
    for (const event of oracle) {
      const visit = this.matching.visit(event);
      visits.push(visit);
      if (visit.match !== undefined) {
        this.#matches.set(this.matching.events[visit.match]!.id, event.id);
        continue;
      }
      const hasRule =
        event.type !== 'agent' || this.settings.checksOf(toolName(event), event.isOwn) !== undefined;
      const outcome = !hasRule || dependsOnUncomparedText(visit, this.matching) ? 'not-judged' : 'failed';
      if (visit.error !== undefined)
        return { outcome, failure: { kind: 'error', message: visit.error, visit } };
      return {
        outcome,
        failure: { kind: event.type === 'agent' ? 'oracle_not_matched' : 'env_not_matched', visit },
      };
    }
    return { outcome: visits.some(({ notJudged }) => notJudged.length > 0) ? 'not-judged' : 'passed' };
  }

  /** Asks one question about all calls of the turn. */
  #judgeInContext(turn: number, log: readonly CompletedEvent[]): Pick<TurnVerdict, 'outcome' | 'failure'> {
    try {
      const agent = turnOfAgent(turnsOfAgent(log, true), turn);
      this.matching.addTurn(agent);
      const inputs = {
        agent_calls: agent.map((event) => this.#callText(event)).join('\n'),
        oracle_calls: (this.graph.turns[turn] ?? []).map((event) => this.#callText(event)).join('\n'),
      };
      const question: SoftQuestion = { checker: 'in_context', inputs, yes: '[[success]]', no: '[[failure]]' };
      const answer = this.#comparer.ask(`in_context ${turn}`, question);
      if (answer === undefined) return { outcome: 'not-judged' };
      return answer?.includes('[[success]]') === true
        ? { outcome: 'passed' }
        : { outcome: 'failed', failure: { kind: 'in_context' } };
    } catch (thrown) {
      return errorIn(thrown);
    }
  }

  #callText(event: CompletedEvent): string {
    const tool = toolName(event);
    if (this.settings.checksOf(tool, event.isOwn) === undefined)
      throw new JudgeError(`The judge has no rule for calls of ${tool}. Give it one in arg_checkers.`);
    return `${(event.time - this.graph.start) / 1e6} s: ${tool} ${pythonText(effectiveArguments(event))}`;
  }
}

function errorIn(thrown: unknown): Pick<TurnVerdict, 'outcome' | 'failure'> {
  if (!(thrown instanceof JudgeError)) throw thrown;
  return { outcome: 'failed', failure: { kind: 'error', message: thrown.message } };
}

/** Whether the event might have been found if a text that was not compared had been rejected. */
function dependsOnUncomparedText(visit: OracleVisit, matching: Matching): boolean {
  const isUnjudged = (id: string): boolean => (matching.visitOf(id)?.notJudged.length ?? 0) > 0;
  const { oracle } = visit;
  const hangs = (attempt: EventComparison): boolean => {
    const { result } = attempt;
    if (result === 'already_matched') return isUnjudged(attempt.to.id);
    if (result === 'causality' || result === 'time') return oracle.parents.some(isUnjudged);
    return result === 'hard' && referredTo(oracle.args, attempt.arg).some(isUnjudged);
  };
  for (const attempt of matching.attempts(visit, true)) if (hangs(attempt)) return true;
  return false;
}

function referredTo(args: JsonObject, arg: string): readonly string[] {
  const value = args[arg] ?? null;
  if (typeof value !== 'string') return referredEvents(value);
  const reference = parsePlaceholder(value);
  return reference === undefined ? [] : [reference.id];
}

/** Judges the turns of a recorded log until one does not pass. */
export function judgeTurns(judge: Judge, log: readonly CompletedEvent[]): readonly TurnVerdict[] {
  const verdicts: TurnVerdict[] = [];
  while (judge.turn < judge.graph.turns.length - 1) {
    const verdict = judge.judgeTurn(log);
    verdicts.push(verdict);
    if (verdict.failure !== undefined) break;
  }
  return verdicts;
}

/** The result of the check before a turn. */
export interface TurnCheck {
  /** The verdict on the previous turn; missing when that turn has not ended. The next turn begins unless the verdict is failed. */
  readonly verdict?: TurnVerdict;
  /** New ids for events in the log, so that later events of the scenario find the results of the agent's calls under the oracle's ids. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** Judges a run while it is running: each turn as soon as the agent has ended it. */
export class OnlineJudge {
  readonly judge: Judge;
  #last: TurnVerdict | undefined;
  /** New ids of log events since the last verdict. */
  #renamed: ReadonlyMap<string, string> = new Map();

  constructor(judge: Judge) {
    this.judge = judge;
  }

  /**
   * Decides whether turn `turn` begins: when the agent has sent exactly `turn` messages to the user. Failed messages count, too,
   * as in ARE.
   */
  checkTurn(turn: number, log: readonly CompletedEvent[]): TurnCheck {
    if (log.filter(endsAgentTurn).length !== turn) return { renamed: new Map() };
    const verdict = this.#judgeNext(log);
    const logged = new Set(log.filter(({ failed }) => !failed).map(({ id }) => id));
    const renamed = new Map([...verdict.matches].filter(([id]) => logged.has(id)));
    this.#renamed = renamed;
    return { verdict, renamed };
  }

  /** Judges the last turn, when the run has ended. Returns an earlier decision unchanged. */
  validate(log: readonly CompletedEvent[]): TurnVerdict {
    const { turn, graph } = this.judge;
    const turns = graph.turns.length;
    if (this.#last !== undefined && (this.#last.outcome === 'failed' || turn === turns - 1))
      return this.#last;
    if (turn !== turns - 2) {
      const matches = this.#last?.matches ?? new Map<string, string>();
      const failure = { kind: 'unfinished', turn, turns } as const;
      return { turn, outcome: 'failed', failure, visits: [], matches, asked: [] };
    }
    return this.#judgeNext(log);
  }

  #judgeNext(log: readonly CompletedEvent[]): TurnVerdict {
    this.judge.matching.rename(this.#renamed);
    this.#renamed = new Map();
    this.#last = this.judge.judgeTurn(log);
    return this.#last;
  }
}

/** The number of calls of each tool in a turn, in both runs, without messages to the user. */
export interface ToolCounts {
  /** The agent's calls, in the order of the first call of each tool. */
  readonly agent: ReadonlyMap<string, number>;
  readonly oracle: ReadonlyMap<string, number>;
  readonly agentMessages: number;
  readonly oracleMessages: number;
}

/** Counts the calls of a turn in both runs, including those of the environment and the user. */
function toolCounts(agent: readonly CompletedEvent[], oracle: readonly CompletedEvent[]): ToolCounts {
  const [agentTools, oracleTools] = [countByTool(agent), countByTool(oracle)];
  const [agentMessages, oracleMessages] = [agentTools, oracleTools].map((counts) => {
    const messages = counts.get(MESSAGE_TO_USER) ?? 0;
    counts.delete(MESSAGE_TO_USER);
    return messages;
  });
  return {
    agent: agentTools,
    oracle: oracleTools,
    agentMessages: agentMessages!,
    oracleMessages: oracleMessages!,
  };
}

function countByTool(events: readonly CompletedEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(toolName(event), (counts.get(toolName(event)) ?? 0) + 1);
  return counts;
}

/** Whether the agent called each tool as often as the oracle, and sent no fewer messages and at most `extraMessages` more. */
const areCountsAccepted = (
  { agent, oracle, agentMessages, oracleMessages }: ToolCounts,
  extraMessages: number,
): boolean =>
  agent.size === oracle.size &&
  [...oracle].every(([tool, count]) => agent.get(tool) === count) &&
  oracleMessages <= agentMessages &&
  agentMessages <= oracleMessages + extraMessages;
