import { ScenarioError } from './scenario-error.ts';

/** What makes a scenario's world less dependable than its apps are. */
export interface Augmentation {
  /** The share of the agent's calls that fail of themselves, from 0 to 1; 0 when left out. */
  readonly toolFailures?: number;
}

/** `augmentation` with what was left out. @throws {ScenarioError} when a share is none. */
export function checkedAugmentation({ toolFailures = 0 }: Augmentation = {}): Required<Augmentation> {
  if (toolFailures >= 0 && toolFailures <= 1) return { toolFailures };
  const message = `augmentation.toolFailures: found ${String(toolFailures)}, wanted 0 to 1`;
  throw new ScenarioError([{ severity: 'error', message, place: undefined }]);
}
