import type { World } from './apps/world.ts';
import type { Moment } from './course.ts';
import type { Scene } from './fired.ts';
import type { Past } from './model/event.ts';
import type { EventId } from './model/ids.ts';
import type { Json } from './model/json.ts';
import type { ValidationEntry } from './model/log-entry.ts';
import type { RunMode } from './model/run.ts';
import type { SimTime } from './model/time.ts';
import type { Parts } from './parts.ts';
import type { Rehearsal } from './trace/rehearsal.ts';

/**
 * What events meet when they fire, and when that is. A class, for getters that are made for each run are searched for at every
 * look, and V8 keeps the run for as long as it remembers them.
 */
export class Stage implements Scene, Moment {
  readonly world: World;
  readonly rehearsal: Rehearsal;
  /** Who does the agent's part from now on. */
  mode: RunMode;
  readonly #parts: Parts;
  #time: SimTime;
  /** Made when it is asked for, and once for a tick. */
  #past: Past | undefined;
  /** The number of the tick that began last. What is done between two ticks counts to the one before. */
  #count = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.world = parts.world;
    this.rehearsal = parts.rehearsal;
    this.mode = parts.mode;
    this.#time = parts.clock.now;
  }

  get now(): SimTime {
    return this.#parts.clock.now;
  }

  /** What the clock read when it was read last. */
  get time(): SimTime {
    return this.#time;
  }

  get past(): Past {
    return (this.#past ??= this.#parts.course.log.pastAt(this.#time));
  }

  get count(): number {
    return this.#count;
  }

  readonly lookup = (name: string): Json | undefined => this.#parts.course.answerOf(name);

  readonly before = (validation: EventId): ValidationEntry | undefined =>
    this.#parts.course.judge.lastLook(validation);

  /** Begins a tick at the clock's reading. */
  begin(): void {
    this.#count = this.#parts.pace.ticks;
    this.read();
  }

  /** Goes by the clock's reading from here on. */
  read(): void {
    const { clock, surroundings } = this.#parts;
    this.#time = clock.now;
    this.#past = undefined;
    surroundings.clock.now = clock.now;
  }
}
