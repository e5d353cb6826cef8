import type { Amendment } from './model/amendment.ts';
import type { Verbosity } from './model/notification.ts';
import type { RunMode } from './model/run.ts';
import type { Told } from './notify/told.ts';
import type { Surroundings } from './scenario/surroundings.ts';
import type { Recording } from './trace/rehearsal.ts';

/** How a plan is set in motion. */
export interface EnvironmentOptions {
  readonly mode: RunMode;
  readonly surroundings?: Surroundings;
  /** What the agent is told unasked: one of the field's levels, or tools by the class of their app. */
  readonly told?: Verbosity | Told;
  /** What a step does between two entries, whatever the scenario says. */
  readonly amendments?: readonly Amendment[];
  /** What was recorded, where the plan is the rest of that. */
  readonly recording?: Recording;
}
