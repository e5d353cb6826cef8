import type {
  AugmentationSettings,
  Hint,
  Problem,
  ScenarioEvent,
  SimTime,
  StandIn,
  TimeSettings,
} from '../model/index.ts';
import type { AppInstance } from './app.ts';

/** A scenario made ready to run once: its world at the start and its events, placed and named. */
export interface Plan extends TimeSettings {
  readonly name: string;
  /** Which of the scenario's variants it is, where it has some. */
  readonly variant?: string | undefined;
  readonly start: SimTime;
  readonly seed: number;
  readonly apps: Readonly<Record<string, AppInstance>>;
  /** In order of declaration; ids are unique and there is no cycle. */
  readonly events: readonly ScenarioEvent[];
  /** Warnings and notes: what is odd but does not keep it from running. */
  readonly problems: readonly Problem[];
  /** Where a dialogue of turns is played: whose results the agent's own calls stand in for. */
  readonly turns: readonly StandIn[];
  readonly augmentation: AugmentationSettings;
  /** What its author sorts it by. */
  readonly tags: readonly string[];
  /** In order of declaration. */
  readonly hints: readonly Hint[];
}
