import type { Action, AugmentationSettings, Failure, Random } from '../model/index.ts';
import { toolNameForAgent } from '../world/index.ts';

/** The error class of calls that fail because the scenario injects tool failures. */
export const INJECTED_FAILURE = 'InjectedFailure';

/** Decides which of the agent's calls fail without being carried out. */
export class ToolFailures {
  readonly #augmentation: AugmentationSettings;
  readonly #random: Random;

  constructor(augmentation: AugmentationSettings, random: Random) {
    this.#augmentation = augmentation;
    this.#random = random;
  }

  /** The injected failure of the agent's next call; `undefined` when the call is carried out. */
  next(action: Action): Failure | undefined {
    const { toolFailures, tools } = this.#augmentation;
    if (this.#random.next() >= toolFailures) return undefined;
    return {
      type: INJECTED_FAILURE,
      message: `${toolNameForAgent(action, tools)}: internal error, try again later`,
    };
  }
}
