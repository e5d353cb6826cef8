import type { AgentValidationEvent, ScenarioEvent, ValidationEvent } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';
import type { LogEntry, ValidationEntry } from '../model/log-entry.ts';
import { ENDLESS } from '../model/outcome.ts';
import type { Shortfall, Verdict } from '../model/verdict.ts';
import { judgeAgentValidation, type Seen } from './agent-verdict.ts';
import type { Judged } from './judged.ts';
import { judgeValidation, withLook } from './validation-verdict.ts';

/** Whether a run does what its scenario asks. It is shown every entry of the log once, and keeps what a verdict is made of. */
export class Judge {
  readonly #looks = new Map<EventId, readonly ValidationEntry[]>();
  readonly #begun = new Map<EventId, number>();
  readonly #seen: Seen[] = [];
  readonly #broken: Shortfall[] = [];
  readonly #failed: Shortfall[] = [];

  /** Takes `entry` in, which is what came of `event`, where that was planned. */
  take(entry: LogEntry, event: ScenarioEvent | undefined): void {
    const { kind, index, outcome } = entry;
    if ('action' in entry) {
      if (outcome.status === 'failed' && isFatal(event, outcome.error.type))
        this.#failed.push({
          reason: 'action_failed',
          message: `${entry.event} failed: ${outcome.error.message}`,
          entry: index,
        });
      for (const one of entry.watched ?? []) this.#seen.push({ ...one, entry: index });
      return;
    }
    if (kind === 'agent-validation') this.#begun.set(entry.event, index);
    if (kind === 'validation')
      this.#looks.set(entry.event, withLook(this.#looks.get(entry.event) ?? [], entry));
    if (outcome.status === 'failed')
      this.#broken.push({
        reason: 'broken_check',
        message: `${kind} ${entry.event} broke: ${outcome.error.type}: ${outcome.error.message}`,
        entry: index,
      });
  }

  /** The last look at the checks of a validation. */
  lastLook(validation: EventId): ValidationEntry | undefined {
    return this.#looks.get(validation)?.at(-1);
  }

  /** What there is to say of `events` so far. */
  verdict(events: readonly ScenarioEvent[]): Verdict {
    const judged = events
      .filter((event) => event.kind === 'validation' || event.kind === 'agent-validation')
      .map((event) => this.#judge(event));
    const failures = [...this.#broken, ...this.#failed];
    const shortfalls = [...failures, ...judged.flatMap(({ shortfalls }) => shortfalls)];
    return { passed: shortfalls.length === 0, checks: judged.flatMap(({ checks }) => checks), shortfalls };
  }

  #judge(event: ValidationEvent | AgentValidationEvent): Judged {
    const { id } = event;
    if (event.kind === 'validation') return judgeValidation(event, this.#looks.get(id) ?? []);
    const seen = this.#seen.filter(({ validation }) => validation === id);
    return judgeAgentValidation(event, this.#begun.get(id), seen);
  }
}

/** Whether the scenario says that this failure ends the run, or a tool did not come back. */
const isFatal = (event: ScenarioEvent | undefined, error: string): boolean =>
  error === ENDLESS || (event !== undefined && 'onFailure' in event && event.onFailure === 'stop');
