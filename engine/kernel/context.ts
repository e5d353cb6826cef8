import type { EventId, Json, Past, RunMode, ScenarioHost, SimTime, ValidationEntry } from '../model/index.ts';
import type { CallReplayer, World } from '../world/index.ts';
import type { Clock } from './clock.ts';
import type { FiringContext } from './fire.ts';
import type { FiringPosition, RunState } from './run-state.ts';
import type { Ticks } from './ticks.ts';

/** The run's context for firing events. A class, because per-run getters defeat V8's inline caches (20 % of polled runs). */
export class Context implements FiringContext, FiringPosition {
  readonly world: World;
  readonly replayer: CallReplayer | undefined;
  /** Whether the oracle plays the agent from now on. */
  mode: RunMode;
  readonly #host: ScenarioHost;
  readonly #clock: Clock;
  readonly #ticks: Ticks;
  readonly #run: RunState;
  #time: SimTime;
  #tick = 0;

  constructor(
    mode: RunMode,
    host: ScenarioHost,
    clock: Clock,
    ticks: Ticks,
    world: World,
    run: RunState,
    replayer: CallReplayer | undefined,
  ) {
    this.mode = mode;
    this.#host = host;
    this.#clock = clock;
    this.#ticks = ticks;
    this.world = world;
    this.#run = run;
    this.replayer = replayer;
    this.#time = clock.now;
  }

  get now(): SimTime {
    return this.#clock.now;
  }

  /** The time at which the tick began. */
  get time(): SimTime {
    return this.#time;
  }

  /** The number of the latest tick. A call between two ticks belongs to the earlier one. */
  get tick(): number {
    return this.#tick;
  }

  get past(): Past {
    return this.#run.log.pastAt(this.#time);
  }

  readonly lookup = (name: string): Json | undefined => this.#run.resultOf(name);

  readonly lastCheck = (validation: EventId): ValidationEntry | undefined =>
    this.#run.verdicts.lastCheck(validation);

  beginTick(): void {
    this.#tick = this.#ticks.count;
    this.readClock();
  }

  /** Sets the time of the tick to the clock's time. */
  readClock(): void {
    this.#time = this.#clock.now;
    this.#host.clock.now = this.#time;
  }
}
