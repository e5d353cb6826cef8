import {
  type ArgumentChecker,
  type ArgumentMisfit,
  firstPosition,
  getOwn,
  type Json,
  type JsonObject,
  parsePlaceholder,
  referredEvents,
  resolveReferences,
} from '../../model/index.ts';
import { argumentTest, type ArgumentTest, type CheckerOptions } from './checkers.ts';
import type { ChecksOfTool, EventCheck, JudgeSettings } from './configuration.ts';
import { type CompletedEvent, effectiveArguments, JudgeError, toolName } from './events.ts';
import type { OracleEvent, OracleGraph } from './oracle-graph.ts';
import { compareTexts, SoftCheckError, type SoftResult, type TextComparer } from './compare-texts.ts';
import { outsideWindow, type ParentTimes, timeWindow, type TimeWindow } from './time-window.ts';

/** The result of comparing one event of the agent's log with an oracle event. */
export type EventComparison = {
  readonly agent: CompletedEvent;
  /** The required time; missing if any time is accepted, or if the time was not compared. */
  readonly window?: TimeWindow | undefined;
  /** The soft checks that ran. */
  readonly ran?: SoftResult['ran'] | undefined;
} & AttemptResult;

type AttemptResult =
  | { readonly result: 'match' }
  /** Everything passes except texts that nobody compared. */
  | { readonly result: 'not-judged'; readonly texts: readonly string[] }
  | { readonly result: 'already_matched'; readonly to: OracleEvent }
  /** The event is of another type: another actor made the call. */
  | { readonly result: 'type' }
  | { readonly result: 'time' }
  | ({ readonly result: 'hard' | 'event_check' } & ArgumentMisfit)
  | Rejected
  /** The call came before the calls that match these parents. */
  | { readonly result: 'causality'; readonly parents: readonly string[] }
  /** The two events cannot be compared. That ends the judgement. */
  | {
      readonly result: 'error';
      readonly message: string;
      readonly checker?: string | undefined;
      readonly arg?: string;
    };

interface Rejected {
  readonly result: 'soft';
  readonly checker: string;
  readonly noAnswer?: true | undefined;
  /** The arguments whose texts differ. */
  readonly texts: readonly string[];
}

/** The search for one oracle event in the agent's log. */
export interface OracleVisit {
  readonly oracle: OracleEvent;
  /** The oracle's arguments, with placeholders replaced by the results of the agent's own calls. */
  readonly args: JsonObject;
  /** The number of the visit, counted over all turns. */
  readonly at: number;
  /** The number of known events in the agent's log. `turnStart` is the index of the turn's first event. */
  readonly known: number;
  readonly turnStart: number;
  /** The index of the matching event among the known events. */
  readonly match: number | undefined;
  /** The texts of the match that were not compared. */
  readonly notJudged: readonly string[];
  readonly error?: string;
}

/**
 * Matches oracle events with events of the agent's log, one after the other, without backtracking: a matched event stays matched.
 * The first of the agent's events that passes every check is matched. An event with texts that were not compared is matched only
 * when no later event passes outright.
 */
export class Matching {
  readonly #graph: OracleGraph;
  readonly #settings: JudgeSettings;
  readonly #comparer: TextComparer;
  readonly #events: CompletedEvent[] = [];
  /** Indexes of the events of each tool that are not matched yet. */
  readonly #free = new Map<string, number[]>();
  /** Indexes of all events of each tool. */
  readonly #ofTool = new Map<string, number[]>();
  /** The visit that matched an event, by the event's index. */
  readonly #takenBy = new Map<number, OracleVisit>();
  readonly #visits = new Map<string, OracleVisit>();
  #turnStart = 0;
  #visited = 0;

  constructor(graph: OracleGraph, settings: JudgeSettings, comparer: TextComparer) {
    this.#graph = graph;
    this.#settings = settings;
    this.#comparer = comparer;
  }

  /** Adds the events of the agent's next turn. */
  addTurn(events: readonly CompletedEvent[]): void {
    this.#turnStart = this.#events.length;
    for (const event of events) {
      for (const places of [this.#free, this.#ofTool]) {
        const ofTool = places.get(toolName(event));
        if (ofTool === undefined) places.set(toolName(event), [this.#events.length]);
        else ofTool.push(this.#events.length);
      }
      this.#events.push(event);
    }
  }

  /** Replaces the ids of events in the agent's log: `ids` maps old ids to new ones. */
  rename(ids: ReadonlyMap<string, string>): void {
    for (const [index, event] of this.#events.entries())
      if (ids.has(event.id)) this.#events[index] = { ...event, id: ids.get(event.id)! };
  }

  /** The events of all turns so far. */
  get events(): readonly CompletedEvent[] {
    return this.#events;
  }

  /** The visit that matched the event at `index` of the agent's log. */
  takenBy(index: number): OracleVisit | undefined {
    return this.#takenBy.get(index);
  }

  /** The search for an oracle event. */
  visitOf(id: string): OracleVisit | undefined {
    return this.#visits.get(id);
  }

  /** Searches for `oracle` among the events so far. Errors are not thrown but returned as part of the visit. */
  visit(oracle: OracleEvent): OracleVisit {
    const start = {
      oracle,
      args: this.#argumentsOf(oracle),
      at: this.#visited++,
      known: this.#events.length,
      turnStart: this.#turnStart,
    };
    const visit: OracleVisit = { ...start, ...this.#search(start) };
    this.#visits.set(oracle.id, visit);
    if (visit.match === undefined) return visit;
    this.#takenBy.set(visit.match, visit);
    const free = this.#free.get(toolName(oracle))!;
    free.splice(indexIn(visit.match, free), 1);
    return visit;
  }

  #search(
    visit: Omit<OracleVisit, 'match' | 'notJudged'>,
  ): Pick<OracleVisit, 'match' | 'notJudged' | 'error'> {
    const free = this.#free.get(toolName(visit.oracle)) ?? [];
    if (visit.oracle.type !== 'agent') return { match: this.#sameEvent(visit, free), notJudged: [] };
    let unjudged: { readonly match: number; readonly notJudged: readonly string[] } | undefined;
    try {
      const check = this.#checkFor(visit);
      for (const index of free) {
        const attempt = check(index);
        if (attempt.result === 'match') return { match: index, notJudged: [] };
        if (attempt.result === 'not-judged') unjudged ??= { match: index, notJudged: attempt.texts };
        if (attempt.result === 'error') return { match: undefined, notJudged: [], error: attempt.message };
      }
    } catch (thrown) {
      if (!(thrown instanceof JudgeError)) throw thrown;
      return { match: undefined, notJudged: [], error: thrown.message };
    }
    return unjudged ?? { match: undefined, notJudged: [] };
  }

  /** Finds an event of the environment or the user by its id, whatever its arguments and time. */
  #sameEvent(
    { oracle, known, turnStart }: Pick<OracleVisit, 'oracle' | 'known' | 'turnStart'>,
    free: readonly number[],
  ): number | undefined {
    const isSame = (index: number): boolean => {
      const { id, type } = this.#events[index]!;
      return index >= turnStart && index < known && id === oracle.id && type === oracle.type;
    };
    return free.find(isSame);
  }

  /**
   * The result of comparing each event that a visit considered, in order. Recomputed on demand, because a long run would hold
   * millions of results; questions are not asked again.
   * @param ofTool leaves out calls of other tools, which were considered only to find that they were matched
   */
  *attempts(visit: OracleVisit, ofTool = false): Generator<EventComparison> {
    if (visit.oracle.type !== 'agent') return;
    let check: (index: number) => EventComparison;
    try {
      check = this.#checkFor(visit);
    } catch (thrown) {
      if (!(thrown instanceof JudgeError)) throw thrown;
      return;
    }
    const tool = toolName(visit.oracle);
    for (const index of ofTool ? (this.#ofTool.get(tool) ?? []) : this.#events.keys()) {
      if (index >= visit.known) return;
      const agent = this.#events[index]!;
      const taken = this.#takenBy.get(index);
      if (taken !== undefined && taken.at < visit.at)
        yield { agent, result: 'already_matched', to: taken.oracle };
      else if (toolName(agent) === tool) {
        const attempt = check(index);
        yield attempt;
        if (attempt.result === 'match' || attempt.result === 'error') return;
      }
    }
  }

  /**
   * The result of comparing any event of the agent's log, even of a later turn, with an oracle event; `undefined` when calls of
   * the tool cannot be compared.
   */
  compare(visit: OracleVisit, index: number): EventComparison | undefined {
    try {
      return this.#checkFor(visit)(index);
    } catch (thrown) {
      if (!(thrown instanceof JudgeError)) throw thrown;
      return undefined;
    }
  }

  /** All arguments of an event that differ from an oracle event's, whatever the event's time. */
  misfits(visit: OracleVisit, index: number): readonly ArgumentMisfit[] {
    const checks = this.#checksFor(visit);
    if (checks === undefined) return [];
    const agent = this.#events[index]!;
    return this.#argumentChecks(visit.args, checks, this.#eventChecksFor(visit)).flatMap((check) => {
      const misfit = argumentMisfit(visit.oracle, agent, undefined, [check]);
      if (misfit?.result !== 'hard' && misfit?.result !== 'event_check') return [];
      const { arg, checker, expected, actual } = misfit;
      return [{ arg, checker, expected, actual }];
    });
  }

  /** The time window of the matched event. */
  matchWindow({ oracle, match }: OracleVisit): TimeWindow | undefined {
    return match === undefined || oracle.type !== 'agent' ? undefined : this.#windowFor(oracle);
  }

  /**
   * Creates the check of one event for `visit`.
   * @throws {JudgeError} when the tool's calls cannot be compared at all.
   */
  #checkFor(visit: Pick<OracleVisit, 'oracle' | 'args' | 'at'>): (index: number) => EventComparison {
    const { oracle, args } = visit;
    const checks = this.#checksFor(visit);
    if (checks === undefined)
      throw new JudgeError(
        `The judge has no rule for calls of ${toolName(oracle)}. Give it one in arg_checkers.`,
      );
    const window = this.#windowFor(oracle);
    const argumentChecks = this.#argumentChecks(args, checks, this.#eventChecksFor(visit));
    return (index) => {
      const agent = this.#events[index]!;
      if (agent.type !== oracle.type) return { agent, result: 'type' };
      if (window !== undefined && outsideWindow(window, agent.time) !== 0)
        return { agent, window, result: 'time' };
      const misfit = argumentMisfit(oracle, agent, window, argumentChecks);
      if (misfit !== undefined) return misfit;
      const soft = this.#compareTexts(oracle, args, agent, index, checks);
      if (soft.result !== 'match' && soft.result !== 'not-judged') return { agent, window, ...soft };
      const parents = oracle.parents.filter((parent) => (this.#visits.get(parent)?.match ?? -1) >= index);
      return {
        agent,
        window,
        ...(parents.length > 0 ? { ran: soft.ran, result: 'causality', parents } : soft),
      };
    };
  }

  #checksFor({ oracle }: Pick<OracleVisit, 'oracle'>): ChecksOfTool | undefined {
    return this.#settings.checksOf(toolName(oracle), oracle.isOwn);
  }

  #eventChecksFor({ oracle }: Pick<OracleVisit, 'oracle'>): readonly EventCheck[] {
    const tool = toolName(oracle);
    return this.#settings.eventChecks?.get(oracle.id)?.filter((check) => check.tool === tool) ?? [];
  }

  /** The time window of an oracle event. Without a match for a parent, which can happen only after a failure, any time is accepted. */
  #windowFor(oracle: OracleEvent): TimeWindow | undefined {
    const times: ParentTimes[] = [];
    for (const parent of oracle.parents) {
      const { match, oracle: event } = this.#visits.get(parent) ?? {};
      if (match === undefined || event === undefined) return undefined;
      times.push({ oracle: event.time, agent: this.#events[match]!.time });
    }
    return timeWindow(oracle, times, this.#graph.start, this.#settings);
  }

  /** The tests of one oracle call's arguments, in the order in which they run. */
  #argumentChecks(
    args: JsonObject,
    { hard, isExact = false }: ChecksOfTool,
    eventChecks: readonly EventCheck[],
  ): readonly ArgumentCheck[] {
    const check = (
      result: ArgumentCheck['result'],
      { arg, checker }: ChecksOfTool['hard'][number],
      options: CheckerOptions,
    ): ArgumentCheck => {
      const expected = getOwn(args, arg);
      return { result, arg, checker, expected, test: argumentTest(checker, expected ?? null, options) };
    };
    const all: ChecksOfTool['hard'] = isExact
      ? Object.keys(args).map((arg) => ({ arg, checker: 'eq_checker' }))
      : hard;
    return [
      ...all.map((one) => check('hard', one, { tolerated: [this.#graph.user.name], isExact })),
      ...eventChecks
        .filter(({ checker }) => checker !== 'llm_checker')
        .map((one) => check('event_check', one, { tolerated: one.tolerated, targets: one.targets })),
    ];
  }

  /** Compares free texts, which happens only if no event checks are configured. */
  #compareTexts(
    oracle: OracleEvent,
    oracleArgs: JsonObject,
    agent: CompletedEvent,
    index: number,
    checks: ChecksOfTool,
  ): AttemptResult & { readonly ran?: SoftResult['ran'] } {
    if (this.#settings.eventChecks !== undefined || checks.texts.length === 0) return { result: 'match' };
    try {
      const comparison = { oracle, oracleArgs, agent, pair: `${index} ${oracle.id}` };
      const {
        result,
        checker,
        noAnswer,
        ran,
        differing: texts,
      } = compareTexts(comparison, checks, this.#graph, this.#comparer);
      switch (result) {
        case 'accepted':
          return { ran, result: 'match' };
        case 'not-judged':
          return { ran, result, texts };
        case 'rejected':
          return { ran, result: 'soft', checker: checker!, noAnswer, texts };
      }
    } catch (thrown) {
      if (!(thrown instanceof SoftCheckError)) throw thrown;
      return { ran: thrown.ran, result: 'error', message: thrown.message, checker: thrown.checker };
    }
  }

  /**
   * The oracle's arguments, with references to matched oracle events replaced by the results of the agent's own calls. As in ARE,
   * a placeholder in a text is replaced only if it is the whole argument and refers to a whole result.
   */
  #argumentsOf(oracle: OracleEvent): JsonObject {
    const replaced: Record<string, Json> = {};
    const resultOf = (id: string): Json | undefined => {
      const match = this.#visits.get(id)?.match;
      return match === undefined ? undefined : this.#events[match]!.value;
    };
    for (const [name, value] of Object.entries(oracle.args)) {
      if (typeof value === 'string') {
        const { id, path = [] } = (value.startsWith('{{') && parsePlaceholder(value)) || {};
        const result =
          id === undefined || path.length > 0 || value !== `{{${id}}}` ? undefined : resultOf(id);
        if (result !== undefined) replaced[name] = result;
        continue;
      }
      const ids = referredEvents(value);
      if (ids.length > 0 && ids.every((id) => resultOf(id) !== undefined))
        replaced[name] = resolveReferences({ value }, resultOf)['value']!;
    }
    return Object.keys(replaced).length === 0
      ? effectiveArguments(oracle)
      : { ...oracle.resolved, ...replaced };
  }
}

/** The position of `index` in a sorted list that contains it. */
const indexIn = (index: number, sorted: readonly number[]): number =>
  firstPosition(sorted, (one) => one >= index);

/** A comparison of one argument; `expected` is `undefined` if the oracle's call lacks the argument. */
interface ArgumentCheck {
  readonly result: 'hard' | 'event_check';
  readonly arg: string;
  readonly checker: ArgumentChecker;
  readonly expected: Json | undefined;
  readonly test: ArgumentTest;
}

/** The first argument that differs; `undefined` when none does. */
function argumentMisfit(
  oracle: OracleEvent,
  agent: CompletedEvent,
  window: TimeWindow | undefined,
  checks: readonly ArgumentCheck[],
): EventComparison | undefined {
  const args = effectiveArguments(agent);
  for (const { result, arg, checker, expected, test } of checks) {
    const actual = getOwn(args, arg);
    if (actual === undefined || expected === undefined) {
      const { id } = actual === undefined ? agent : oracle;
      return { agent, window, result: 'error', message: `${id} has no argument ${arg}.` };
    }
    try {
      if (!test(actual)) return { agent, window, result, checker, arg, expected, actual };
    } catch (thrown) {
      if (!(thrown instanceof JudgeError)) throw thrown;
      const message = `${arg} of ${agent.id}: ${thrown.message}`;
      return { agent, window, result: 'error', message, checker, arg };
    }
  }
  return undefined;
}
