import type { AppInstance } from '../apps/app.ts';
import type { Pacing } from '../kernel/pace.ts';
import type { Capability } from '../model/hint.ts';
import type { SimSpan } from '../model/time.ts';
import type { Augmentation } from './augmentation.ts';
import type { Authoring, CapturedApps } from './capture.ts';
import type { StandIn } from './turns.ts';

type AppsOf = Readonly<Record<string, AppInstance>>;

/** Any string. Written this way, editors still suggest the capabilities. */
type OwnTag = string & Record<never, never>;

/** What a scenario file tells. */
export interface ScenarioDefinition<Apps extends AppsOf> {
  readonly name: string;
  /** For people: what the scenario is about. */
  readonly description?: string;
  /** The capabilities that the scenario tests, and tags of your own: runs are filtered by them. */
  readonly tags?: readonly (Capability | OwnTag)[];
  /** Simulated time at the start, written like `2026-01-05T09:00:00Z`; the Unix epoch when left out. */
  readonly start?: string;
  /** The run ends this long after its start, at the latest. */
  readonly duration?: SimSpan;
  /** What chance is seeded with, unless a run asks for another seed; 0 when left out. */
  readonly seed?: number;
  /** The length of a tick: how often conditions and validations are looked at. One second when left out. */
  readonly tick?: SimSpan;
  /** Whether time jumps from event to event (the default) or goes on tick by tick. */
  readonly pacing?: Pacing;
  /** Whether a run by ticks ends as soon as nothing is due any more; it does unless told where it has no duration. */
  readonly endsWhenIdle?: boolean;
  /** In a dialogue of turns: which calls of the agent's stand in for which of the oracle's. */
  readonly turns?: readonly StandIn[];
  /** What makes its world less dependable, less well described and less quiet than its apps are. */
  readonly augmentation?: Augmentation;
  /** The world at the start: each app under the name it goes by in code, log and window. */
  readonly apps: () => Apps;
  /** Declares what will happen. */
  readonly events: (apps: CapturedApps<Apps>, authoring: Authoring<Apps>) => void;
}

declare const scenarioBrand: unique symbol;

/** A world and what will happen in it, or variants of one. */
export interface Scenario {
  readonly [scenarioBrand]: true;
}

/** How to make each variant of a scenario, by its name. */
export type VariantTable = ReadonlyMap<string, () => Scenario>;

const declared = new WeakMap<object, ScenarioDefinition<AppsOf> | VariantTable>();

/** Declares a scenario: the default export of a scenario file. */
export const scenario = <Apps extends AppsOf>(definition: ScenarioDefinition<Apps>): Scenario =>
  scenarioOf(definition as unknown as ScenarioDefinition<AppsOf>);

/** A scenario that is told of so. */
export function scenarioOf(telling: ScenarioDefinition<AppsOf> | VariantTable): Scenario {
  const made = Object.freeze({}) as Scenario;
  declared.set(made, telling);
  return made;
}

/** What {@link scenario} was told, `undefined` for anything else. */
export function definitionOf(value: unknown): ScenarioDefinition<AppsOf> | undefined {
  const telling = tellingOf(value);
  return telling instanceof Map ? undefined : (telling as ScenarioDefinition<AppsOf> | undefined);
}

/** The variants of `value`, `undefined` where it has none. */
export function variantsOf(value: unknown): VariantTable | undefined {
  const telling = tellingOf(value);
  return telling instanceof Map ? (telling as VariantTable) : undefined;
}

const tellingOf = (value: unknown): ScenarioDefinition<AppsOf> | VariantTable | undefined =>
  typeof value === 'object' && value !== null ? declared.get(value) : undefined;

/** True for what {@link scenario} answers, and for variants of it. */
export const isScenario = (value: unknown): value is Scenario => tellingOf(value) !== undefined;
