import type { LogEntry } from '../../engine/model/index.ts';
import type { BreakCondition, ProbeValue } from '../../preload/contract.ts';
import { askerOf, type Asker } from '../probes/asker.ts';
import { valueWords } from '../probes/value-words.ts';
import { WatchdogError } from '../scenario/watchdog.ts';
import type { View } from './tripwires.ts';

export type ProbeCondition = BreakCondition & { readonly on: 'probe' };

/** What an expression may take for an entry, less than the scenario's own code may: it stops a run, never breaks it. */
const LIMIT = 1_000; // milliseconds

/** Whether a run is to pause where a probe's condition came to `value`, which is another than before. */
export const isMet = ({ when }: ProbeCondition, value: ProbeValue): boolean =>
  when === 'changes' || value === true;

/** A probe along one run's way: asked wherever something changed that it looks at. */
export class ProbeWire {
  readonly #condition: ProbeCondition;
  #asker: Asker | undefined;
  /** Why it cannot be asked any more. Told once, for a run that goes on as if nothing were would hide it. */
  #trouble: string | undefined;

  /** Begins with what it comes to now. */
  constructor(condition: ProbeCondition, view: Pick<View, 'names' | 'stateOf'>) {
    this.#condition = condition;
    this.#try(() => {
      const asker = askerOf(condition.expression, view.names, (app) => view.stateOf(app), LIMIT);
      asker.within(() => asker.ask());
      this.#asker = asker;
    });
  }

  /** What it came to by `entry`, which has just been logged, where the run is to pause for that. */
  look({ changes }: LogEntry): string | undefined {
    const asker = this.#asker;
    if (asker === undefined) return this.#told();
    if (changes.every(({ app }) => !asker.seen.has(app))) return undefined;
    const answer = this.#try(() =>
      asker.within(() => {
        asker.write(changes);
        return asker.ask();
      }),
    );
    if (answer === undefined) return this.#told();
    const value = JSON.parse(answer) as ProbeValue;
    return isMet(this.#condition, value) ? valueWords(value) : undefined;
  }

  #told(): string | undefined {
    const trouble = this.#trouble;
    this.#trouble = undefined;
    return trouble;
  }

  #try<Answer>(work: () => Answer): Answer | undefined {
    try {
      return work();
    } catch (thrown) {
      this.#asker = undefined;
      this.#trouble =
        thrown instanceof WatchdogError
          ? `ran for ${LIMIT / 1000} second without end, wanted an expression that answers at once`
          : String(thrown);
      return undefined;
    }
  }
}
