import { World } from './apps/world.ts';
import { Course } from './course.ts';
import { Clock } from './kernel/clock.ts';
import { Pace } from './kernel/pace.ts';
import { seededRandom } from './kernel/random.ts';
import type { LogEntry } from './model/log-entry.ts';
import type { Verbosity } from './model/notification.ts';
import type { RunMode } from './model/run.ts';
import { tellingOf } from './notify/notifications.ts';
import type { Told } from './notify/told.ts';
import type { Plan } from './scenario/plan.ts';
import type { Surroundings } from './scenario/surroundings.ts';
import { ToolFailures } from './tool-failures.ts';
import { Rehearsal } from './trace/rehearsal.ts';

/** What a run is made of. */
export interface Parts {
  readonly mode: RunMode;
  readonly surroundings: Surroundings;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly world: World;
  readonly course: Course;
  readonly failures: ToolFailures;
  readonly rehearsal: Rehearsal;
}

/** How a run is asked for. */
interface Asked extends Pick<Parts, 'mode' | 'surroundings'> {
  readonly told: Verbosity | Told;
  /** What was recorded of what is to come: see {@link Rehearsal}. */
  readonly later: readonly LogEntry[] | undefined;
}

/** The parts of a run of `plan` at its start. All its chance comes from the plan's seed. */
export function partsOf(plan: Plan, { mode, surroundings, told, later }: Asked): Parts {
  const random = seededRandom(plan.seed, 'run');
  const clock = new Clock(plan.start);
  const rehearsal = new Rehearsal(later);
  const world = new World(plan.apps, { now: () => clock.now, random, ...rehearsal.context });
  const course = new Course(plan, world, tellingOf(world.apps, told), mode);

  const checks = random.fork('scenario');
  surroundings.clock.now = plan.start;
  surroundings.clock.random = () => checks.next();
  const failures = new ToolFailures(plan.augmentation, random.fork('tool failures'));
  return { mode, surroundings, clock, pace: new Pace(clock, plan), world, course, failures, rehearsal };
}
