import type {
  AugmentationSettings,
  Hint,
  Judging,
  PlanOutline,
  Problem,
  ScenarioEvent,
  SimTime,
  Replacement,
  TimeSettings,
  TurnRule,
} from '../model/index.ts';
import type { AppInstance } from './app.ts';

/** A plan as data, without the functions of its checks. */
export interface PlanData extends Omit<Plan, 'events'> {
  readonly outline: PlanOutline;
}

/** A scenario ready to run: its apps with their initial states, and its events with their ids. */
export interface Plan extends TimeSettings {
  readonly name: string;
  /** The variant of the scenario, if it has variants. */
  readonly variant?: string | undefined;
  readonly start: SimTime;
  readonly seed: number;
  readonly apps: Readonly<Record<string, AppInstance>>;
  /** The events in order of declaration. Ids are unique, and there is no cycle. */
  readonly events: readonly ScenarioEvent[];
  /** Warnings and notes that do not keep the scenario from running. */
  readonly problems: readonly Problem[];
  /** In a dialogue of turns: the oracle events that the agent's own calls replace. */
  readonly turns: readonly Replacement[];
  /** The rule that assigns events to turns; by the longest path when left out. */
  readonly turnRule?: TurnRule | undefined;
  readonly augmentation: AugmentationSettings;
  /** The author's tags. */
  readonly tags: readonly string[];
  /** The author's hints, in order of declaration. */
  readonly hints: readonly Hint[];
  /** The rules by which the runs are judged; ARE's rules when left out. */
  readonly judging?: Judging | undefined;
}
