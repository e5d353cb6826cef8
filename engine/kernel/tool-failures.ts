import type { Action, AugmentationSettings, Failure, Random } from '../model/index.ts';
import { toolNameForAgent } from '../world/index.ts';

/** The error class of a call that failed because of the scenario's tool failures. */
export const INJECTED = 'InjectedFailure';

/** Decides which calls of the agent fail without being carried out. */
export class ToolFailures {
  readonly #augmentation: AugmentationSettings;
  readonly #random: Random;

  constructor(augmentation: AugmentationSettings, random: Random) {
    this.#augmentation = augmentation;
    this.#random = random;
  }

  /** The failure of the agent's next call; `undefined` when it is carried out. */
  next(action: Action): Failure | undefined {
    const { toolFailures, tools } = this.#augmentation;
    if (this.#random.next() >= toolFailures) return undefined;
    return { type: INJECTED, message: `${toolNameForAgent(action, tools)}: internal error, try again later` };
  }
}
