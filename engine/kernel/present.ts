import {
  after,
  earlier,
  type EventId,
  type Failure,
  type Json,
  type LogEntry,
  type Past,
  type RunMode,
  type SimTime,
  type ValidationEntry,
} from '../model/index.ts';
import type { CallReplayer, DueAlarm, World } from '../world/index.ts';
import type { Moment } from './course.ts';
import type { Parts } from './environment.ts';
import { eventOf, fire, type Fired, type Scene, torn } from './fire.ts';
import type { Due } from './scheduler.ts';

/** An event whose caller waits to be told something before it is over. */
interface Waiting {
  readonly due: Due;
  readonly fired: Fired;
  readonly deadline: SimTime;
}

/** How a tool is called between two events. */
export interface Acting {
  /** Nobody is told. */
  readonly quiet?: boolean;
  readonly time?: SimTime | undefined;
  /** False where who drives the run sees to it that a caller who asks to wait does. */
  readonly waits?: boolean;
}

/** How a run is about to end: after the tick, or at once. */
export interface Ending {
  readonly failed: boolean;
  readonly atOnce: boolean;
  readonly at: SimTime;
}

/** One tick: what is due by the clock's reading at its start fires in order, with what it releases for now. */
export class Present {
  readonly #parts: Parts;
  readonly stage: Stage;
  #opening = false;
  /** What is being fired, and what came of it once its code is through. */
  #firing: Due | undefined;
  #fired: Fired | undefined;
  #waiting: readonly Waiting[] = [];
  #ending: Ending | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.stage = new Stage(parts);
  }

  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** When something is next to happen: an event, an app of itself, or the end of a wait. */
  get nextTime(): SimTime | undefined {
    const { course, world } = this.#parts;
    let next = course.agenda.nextTime;
    for (const { deadline } of this.#waiting) next = next === undefined ? deadline : earlier(next, deadline);
    for (const { time } of world.alarms) next = next === undefined ? time : earlier(next, time);
    return next;
  }

  /** Lets time go on to `time`, where that is later, and no event fire by it. */
  catchUp(time: SimTime | undefined): void {
    const { clock } = this.#parts;
    if (time === undefined || time <= clock.now) return;
    clock.skip(time - clock.now);
    this.stage.read();
  }

  /**
   * Lets `entry`, which was recorded, stand as it happened; what it wrote is found by calling again what was called. After the
   * `last` such all else is to come.
   */
  recall(entry: LogEntry, last: boolean): LogEntry {
    const { course, replayer, world } = this.#parts;
    this.catchUp(entry.time);
    const again = ('action' in entry ? replayer?.replay(world, entry) : undefined) ?? entry;
    course.recall(again);
    if (last) course.endRecall();
    return again;
  }

  /** Begins a tick at the clock's reading. */
  begin(): void {
    this.#opening = true;
  }

  /** Fires the next event of this tick. Answers what was logged, `undefined` when the tick is over. */
  step(): LogEntry | undefined {
    if (this.#opening) this.#open();
    while (this.#ending?.atOnce !== true) {
      const due = this.#parts.course.take(this.stage.time);
      if (due === undefined) return this.#wake();
      const entry = this.#fire(due);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /**
   * Lets time go on to `deadline`, firing what falls due at its own times. One who waits to be told something is back as
   * soon as there is something to read.
   */
  waitUntil(deadline: SimTime, toBeTold: boolean): 'told' | 'timed-out' {
    const { clock } = this.#parts;
    for (;;) {
      const next = this.nextTime;
      const to = next === undefined ? deadline : earlier(next, deadline);
      const over = this.#ending !== undefined || (toBeTold && this.#told);
      if (!over && to > clock.now) clock.skip(to - clock.now);
      this.begin();
      while (this.step() !== undefined);
      if ((toBeTold && this.#told) || this.#ending !== undefined) return 'told';
      if (clock.now >= deadline) return 'timed-out';
    }
  }

  /** Says that the run ends. Failing is not undone by stopping. */
  end(failed: boolean, atOnce: boolean): void {
    const before = this.#ending;
    this.#ending = {
      failed: failed || before?.failed === true,
      atOnce: atOnce || before?.atOnce === true,
      at: before?.at ?? this.#parts.clock.now,
    };
  }

  /** Ends the run when an agent validation has failed by `entry`: the tick goes on. */
  heed<Entry extends LogEntry>(entry: Entry): Entry {
    const watched = 'observations' in entry ? entry.observations : undefined;
    if (watched?.some(({ verdict }) => verdict === 'failed')) this.end(true, false);
    return entry;
  }

  /** Logs what was being fired as failed with `error`, after a watchdog tore it down. */
  interrupt(error: Failure): LogEntry | undefined {
    const firing = this.#firing;
    const { world } = this.#parts;
    world.undo();
    if (firing === undefined) return undefined;
    return this.#settle(firing, this.#fired ?? torn(firing, error, world));
  }

  /** What apps do of themselves comes before all else. */
  #open(): void {
    const { clock, world } = this.#parts;
    this.#opening = false;
    // What was to end at once has ended the tick before.
    if (this.#ending?.atOnce === true) this.#ending = { ...this.#ending, atOnce: false };
    this.stage.begin();
    const { alarms } = world;
    if (alarms.length > 0) this.#ring(alarms.filter(({ time }) => time <= clock.now));
  }

  #ring(alarms: readonly DueAlarm[]): void {
    const { course } = this.#parts;
    course.agenda.precede(
      alarms.map(({ time, app, tool }, at) => {
        const event = eventOf('environment', { app, tool, args: {} }, {}, course.log.length + at);
        return { event, time, key: event.id, causes: [], checks: 0 };
      }),
    );
  }

  #fire(due: Due): LogEntry | undefined {
    const { host, clock } = this.#parts;
    this.#firing = due;
    this.#fired = undefined;
    host.enter();
    const fired = fire(due, this.stage);
    this.#fired = fired;
    const { pass, wait } = fired.requests ?? {};
    if (pass !== undefined) clock.skip(pass);
    if (wait === undefined) return this.#settle(due, fired);
    this.#firing = undefined;
    this.#waiting = [...this.#waiting, { due, fired, deadline: after(clock.now, wait) }];
    return undefined;
  }

  #settle(due: Due, fired: Fired): LogEntry {
    const entry = this.heed(this.#parts.course.settle(due, fired, this.stage));
    this.#firing = undefined;
    if (fired.ends !== 'no') this.end(fired.ends === 'failed', fired.ends === 'failed');
    return entry;
  }

  get #told(): boolean {
    const { course, clock } = this.#parts;
    const first = course.inbox.firstTime;
    return first !== undefined && first <= clock.now;
  }

  /** Ends the first wait that is over. */
  #wake(): LogEntry | undefined {
    if (this.#waiting.length === 0) return undefined;
    const told = this.#told;
    const over = this.#waiting.find(({ deadline }) => told || deadline <= this.#parts.clock.now);
    if (over === undefined) return undefined;
    this.#waiting = this.#waiting.filter((one) => one !== over);
    const { due, fired } = over;
    const happened = { ...fired.happened, waited: told ? ('told' as const) : ('timed-out' as const) };
    return this.#settle(due, { ...fired, happened });
  }
}

/**
 * What events meet when they fire, and when that is. A class, for getters that are made for each run are searched for at every
 * look, and V8 keeps the run for as long as it remembers them.
 */
class Stage implements Scene, Moment {
  readonly world: World;
  readonly replayer: CallReplayer | undefined;
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
    this.replayer = parts.replayer;
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
    this.#parts.course.judge.lastCheck(validation);

  /** Begins a tick at the clock's reading. */
  begin(): void {
    this.#count = this.#parts.pace.ticks;
    this.read();
  }

  /** Goes by the clock's reading from here on. */
  read(): void {
    const { clock, host } = this.#parts;
    this.#time = clock.now;
    this.#past = undefined;
    host.clock.now = clock.now;
  }
}
