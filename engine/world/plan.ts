import type {
  AugmentationSettings,
  Hint,
  Judging,
  Problem,
  ScenarioEvent,
  SimTime,
  StandIn,
  TimeSettings,
  TurnRule,
} from '../model/index.ts';
import type { AppInstance } from './app.ts';

/** A scenario ready to run: its apps at the start, and its events with their ids. */
export interface Plan extends TimeSettings {
  readonly name: string;
  /** The variant of the scenario, if it has variants. */
  readonly variant?: string | undefined;
  readonly start: SimTime;
  readonly seed: number;
  readonly apps: Readonly<Record<string, AppInstance>>;
  /** In order of declaration. Ids are unique and there is no cycle. */
  readonly events: readonly ScenarioEvent[];
  /** Warnings and notes. They do not keep the scenario from running. */
  readonly problems: readonly Problem[];
  /** In a dialogue of turns: the results for which the agent's own calls stand in. */
  readonly turns: readonly StandIn[];
  /** How events belong to turns; by the longest path when left out. */
  readonly turnRule?: TurnRule | undefined;
  readonly augmentation: AugmentationSettings;
  /** The author's tags. */
  readonly tags: readonly string[];
  /** In order of declaration. */
  readonly hints: readonly Hint[];
  /** How its runs are judged; by ARE's rules when left out. */
  readonly judging?: Judging | undefined;
}
