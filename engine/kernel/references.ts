import { checkName, type EventId, type Json, type LogEntry, type Outcome } from '../model/index.ts';

/** What events answered, by the names they go by: for conditions, as in the reference, each look has one of its own. */
export class ResultIndex {
  readonly #answers = new Map<string, Json | undefined>();
  /** Of the looks at each condition, by its id, and the same by the name of the first of them. */
  readonly #looks = new Map<EventId, Json[]>();
  readonly #checks = new Map<string, Json[]>();

  constructor(log: Iterable<LogEntry>) {
    for (const entry of log) this.add(entry);
  }

  add(entry: LogEntry): void {
    const { kind, event, outcome } = entry;
    if (kind === 'condition') this.#looksAt(event)[entry.attempt - 1] = resultOf(outcome);
    // A validation's first look is the one that goes by its id.
    else if (kind !== 'validation' || !this.#answers.has(event))
      this.#answers.set(event, answers(entry) ? resultOf(outcome) : undefined);
  }

  /** What `name` answered, null when it failed; `undefined` when it has not happened, or has no answer that others can use. */
  get(name: string): Json | undefined {
    const looked = this.#look(name);
    return looked === undefined ? this.#answers.get(name) : looked;
  }

  #looksAt(condition: EventId): Json[] {
    const known = this.#looks.get(condition);
    if (known !== undefined) return known;
    const name = checkName(condition, 0);
    const looks = this.#checks.get(name) ?? [];
    this.#looks.set(condition, looks);
    this.#checks.set(name, looks);
    return looks;
  }

  #look(name: string): Json | undefined {
    const number = /CHECK_(\d+)/.exec(name)?.[1];
    if (number === undefined || checkName(name, Number(number)) !== name) return undefined;
    return this.#checks.get(checkName(name, 0))?.[Number(number)];
  }
}

/** What others see of an outcome: a failure is null to them. */
export const resultOf = (outcome: Outcome): Json => (outcome.status === 'done' ? outcome.value : null);

/** Whether an entry has an answer that others can use. What nobody carried out has none. */
const answers = ({ kind, outcome }: LogEntry): boolean =>
  kind !== 'stop' && kind !== 'agent-validation' && outcome.status !== 'skipped';
