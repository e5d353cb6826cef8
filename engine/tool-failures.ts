import type { Random } from './kernel/random.ts';
import type { Action } from './model/action.ts';
import type { Failure } from './model/outcome.ts';

/** The class of error of a call that failed because the scenario asked for failures. */
export const INJECTED = 'InjectedFailure';

/** Which of the agent's calls fail of themselves: about `rate` of them, from 0 to 1. */
export class ToolFailures {
  readonly #rate: number;
  readonly #random: Random;

  constructor(rate: number, random: Random) {
    this.#rate = rate;
    this.#random = random;
  }

  /** How the agent's next call, of `action`, fails; `undefined` when it may go ahead. */
  next({ tool }: Action): Failure | undefined {
    if (this.#random.next() >= this.#rate) return undefined;
    return { type: INJECTED, message: `${tool}: internal error, try again later` };
  }
}
