import {
  checkName,
  type EventId,
  type Json,
  type LogEntry,
  type Outcome,
  replacementOutcome,
  replacementsOf,
} from '../model/index.ts';
import type { Plan } from '../world/index.ts';
import type { EventLog } from './event-log.ts';

/**
 * The results that later events can refer to, by name. The name of a result is the id of its event. As in ARE, each check of a
 * condition has its own name, such as `arrived-CHECK_2`; a validation's id names the result of its first check.
 */
export class ResultIndex {
  readonly #results = new Map<string, Json | undefined>();
  /**
   * The results of each condition's checks, by the condition's id. {@link #checksByName} has the same lists by the name of the
   * first check.
   */
  readonly #checks = new Map<EventId, Json[]>();
  readonly #checksByName = new Map<string, Json[]>();

  constructor(log: Iterable<LogEntry>) {
    for (const entry of log) this.add(entry);
  }

  add(entry: LogEntry): void {
    const { kind, event, outcome } = entry;
    if (kind === 'condition') this.#checksOf(event)[entry.attempt - 1] = resultOf(outcome);
    else if (kind !== 'validation' || !this.#results.has(event))
      this.#results.set(event, hasResult(entry) ? resultOf(outcome) : undefined);
  }

  /** The result called `name`: null after a failure, `undefined` when there is none. */
  get(name: string): Json | undefined {
    const check = this.#checkResult(name);
    return check === undefined ? this.#results.get(name) : check;
  }

  #checksOf(condition: EventId): Json[] {
    const existing = this.#checks.get(condition);
    if (existing !== undefined) return existing;
    const name = checkName(condition, 0);
    const checks = this.#checksByName.get(name) ?? [];
    this.#checks.set(condition, checks);
    this.#checksByName.set(name, checks);
    return checks;
  }

  #checkResult(name: string): Json | undefined {
    const number = /CHECK_(\d+)/.exec(name)?.[1];
    if (number === undefined || checkName(name, Number(number)) !== name) return undefined;
    return this.#checksByName.get(checkName(name, 0))?.[Number(number)];
  }
}

/** The value of a reference to an event with this outcome; null after a failure. */
const resultOf = (outcome: Outcome): Json => (outcome.status === 'done' ? outcome.value : null);

/** The results of a run that the arguments of its events refer to: those of events, and of the agent's calls in their place. */
export class RunResults {
  readonly #plan: Plan;
  readonly #log: EventLog;
  /** Created on demand, unless the plan has references: reading a long log back would take too long in one step. */
  #index: ResultIndex | undefined;
  /** The number of entries when the last turn began, if the agent's messages begin turns. */
  #turnStart: number | undefined;
  /** The results of the agent's calls that the judge matched with the oracle's, by the id of the oracle's event. */
  #matched: ReadonlyMap<string, Json> = new Map();

  constructor(plan: Plan, log: EventLog) {
    this.#plan = plan;
    this.#log = log;
    if (plan.events.some((event) => 'literal' in event && !event.literal)) this.#index = new ResultIndex([]);
  }

  add(entry: LogEntry): void {
    this.#index?.add(entry);
  }

  /** Begins the next turn at index `start` of the log. `matched` are the results of the calls that the judge has matched. */
  beginTurn(start: number, matched: ReadonlyMap<string, Json>): void {
    this.#turnStart = start;
    this.#matched = matched;
  }

  /** The value of a reference to `name`: null after a failure, `undefined` when there is no such result yet. */
  get(name: string): Json | undefined {
    this.#index ??= new ResultIndex(this.#log);
    const result = this.#index.get(name);
    return result === undefined ? this.#replacement(name) : result;
  }

  /** The result of the agent's call that replaces an oracle event: the call that the judge matched, otherwise a call of the same tool. */
  #replacement(name: string): Json | undefined {
    const matched = this.#matched.get(name);
    if (matched !== undefined) return matched;
    const turns = this.#turnStart === undefined ? this.#plan.turns : replacementsOf(this.#plan);
    const outcome =
      turns.length === 0 ? undefined : replacementOutcome(name, turns, this.#log.entries, this.#turnStart);
    return outcome && resultOf(outcome);
  }
}

/** Whether later events can refer to the result of an entry: not for skipped events, stops and agent validations. */
const hasResult = ({ kind, outcome }: LogEntry): boolean =>
  kind !== 'stop' && kind !== 'agent-validation' && outcome.status !== 'skipped';
