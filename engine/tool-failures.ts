import { toldName } from './apps/describe.ts';
import type { Random } from './kernel/random.ts';
import type { Augmented } from './model/augmentation.ts';
import type { Action } from './model/action.ts';
import type { Failure } from './model/outcome.ts';

/** The class of error of a call that failed because the scenario asked for failures. */
export const INJECTED = 'InjectedFailure';

/** Which of the agent's calls fail of themselves. */
export class ToolFailures {
  readonly #augmentation: Augmented;
  readonly #random: Random;

  constructor(augmentation: Augmented, random: Random) {
    this.#augmentation = augmentation;
    this.#random = random;
  }

  /** How the agent's next call, of `action`, fails; `undefined` when it may go ahead. */
  next(action: Action): Failure | undefined {
    const { toolFailures, tools } = this.#augmentation;
    if (this.#random.next() >= toolFailures) return undefined;
    return { type: INJECTED, message: `${toldName(action, tools)}: internal error, try again later` };
  }
}
