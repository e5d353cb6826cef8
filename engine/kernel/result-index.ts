import { checkName, type EventId, type Json, type LogEntry, type Outcome } from '../model/index.ts';

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
export const resultOf = (outcome: Outcome): Json => (outcome.status === 'done' ? outcome.value : null);

/** Whether later events can refer to the result of an entry: not for skipped events, stops and agent validations. */
const hasResult = ({ kind, outcome }: LogEntry): boolean =>
  kind !== 'stop' && kind !== 'agent-validation' && outcome.status !== 'skipped';
