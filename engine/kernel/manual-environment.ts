import {
  type Action,
  type ActionEvent,
  type Actor,
  earlier,
  type LogEntry,
  type Past,
  type ScenarioEvent,
  type SimSpan,
  type SimTime,
  type States,
  type Waited,
} from '../model/index.ts';
import type { Plan } from '../world/index.ts';
import { Clock } from './clock.ts';
import { Environment, type EnvironmentOptions, type EnvironmentState } from './environment.ts';
import { unplannedEvent } from './fire.ts';
import type { ScheduledEvent } from './scheduler.ts';

/**
 * An environment that a script drives by hand, as ARE's: by ticks, by spans of real time, with pauses, and with events that
 * are added while it runs.
 */
export class ManualEnvironment extends Environment {
  readonly #clock: ManualClock;
  /** The number of captured events. */
  #captured = 0;

  constructor(plan: Plan, options: EnvironmentOptions) {
    const clock = new ManualClock(plan.start);
    super(plan, options, clock);
    this.#clock = clock;
  }

  override get state(): EnvironmentState {
    const state = super.state;
    return state === 'running' && this.#clock.isPaused ? 'paused' : state;
  }

  /** The number of tick lengths that have begun since the start. */
  get ticks(): number {
    return this.tickClock.count;
  }

  /** The events that wait for their time, in firing order. */
  get pending(): readonly ScheduledEvent[] {
    return this.scheduler.pending;
  }

  /**
   * Evaluates a function of the apps' states and the past, as a condition does.
   * @throws {ToolError} when `question` writes to a state; and any error that it throws.
   */
  ask<Asked = States, Answer = unknown>(question: (states: Asked, past: Past) => Answer): Answer {
    return this.world.query(question, this.eventLog.pastAt(this.now));
  }

  // Time

  /** Moves time to the next tick. Returns false when the run is over. */
  advanceTick(): boolean {
    if (!this.isOver && !this.beginTick()) this.finish();
    return !this.isOver;
  }

  /** Fires all due events and the successors they release for the same time. Returns the new entries. A run that is ending still ticks. */
  tick(): readonly LogEntry[] {
    const from = this.length;
    if (!this.isOver && this.state !== 'setup') this.fireTick();
    return this.eventLog.since(from);
  }

  /** Lets time pass until the agent is notified or the run ends. Returns `timed-out` if neither happens by `deadline`. */
  waitUntil(deadline: SimTime): Waited {
    return this.#passTo(deadline, true);
  }

  /** Lets time pass until `time` or the end of the run. Notifications do not interrupt it. */
  runUntil(time: SimTime): void {
    this.#passTo(time, false);
  }

  /** Lets `span` of real time pass. While paused, simulated time does not move with it. */
  elapse(span: SimSpan): void {
    this.#clock.elapse(span);
  }

  /** Moves simulated time on by `span`, paused or not. */
  skip(span: SimSpan): void {
    this.#clock.skip(span);
  }

  pause(): void {
    if (this.state === 'running' && this.ending === undefined) this.#clock.pause();
  }

  resume(): void {
    if (this.state === 'paused' && this.ending === undefined) this.#clock.resume();
  }

  /** Resumes as if `span` had passed during the pause, and fires the events that became due. Does nothing unless the run is paused. */
  resumeAfter(span: SimSpan): readonly LogEntry[] {
    if (this.state !== 'paused' || this.ending !== undefined) return [];
    this.skip(span);
    this.resume();
    return this.tick();
  }

  /** Lets time pass until `time`, the end of the run or, if `untilNotified`, a notification. */
  #passTo(time: SimTime, untilNotified: boolean): Waited {
    this.start();
    const { lastInstant = time } = this;
    const came = this.wait(earlier(time, lastInstant), untilNotified);
    const isOut = came === 'timed-out' && lastInstant < time;
    if (isOut || this.ending !== undefined) this.finish();
    return isOut ? 'told' : came;
  }

  // Events

  /**
   * An event that calls `action`, with defaults filled in.
   * @throws {ToolError} when the arguments do not fit the tool.
   */
  capture(actor: Actor, action: Action): ActionEvent {
    const args = this.world.argumentsOf(action);
    this.#captured += 1;
    return unplannedEvent(actor, action, args, `${this.length}-${this.#captured}`);
  }

  /**
   * Adds events while the run goes on. Events that are already due fire at the next tick.
   * @throws {RangeError} when an id is taken.
   */
  schedule(events: readonly ScenarioEvent[]): void {
    this.addEvents(events);
  }
}

/** A clock that can be paused, as ARE's: real time passes meanwhile, and only skips move simulated time. */
export class ManualClock extends Clock {
  /** Real time since the start, in microseconds, paused or not. */
  #real = 0;
  #pause: { readonly passed: number; readonly since: number; skipped: number } | undefined;

  override get passed(): number {
    const pause = this.#pause;
    return pause === undefined ? this.moved : pause.passed + pause.skipped;
  }

  /** Real time since the start, paused or not. */
  get realPassed(): SimSpan {
    return this.#real as SimSpan;
  }

  get isPaused(): boolean {
    return this.#pause !== undefined;
  }

  override elapse(span: SimSpan): void {
    this.#real += span;
    super.elapse(span);
  }

  override skip(micros: number): void {
    if (this.#pause === undefined) super.skip(micros);
    else this.#pause.skipped += micros;
  }

  /** Sets the offset between simulated and real time, in microseconds, and forgets earlier skips and pauses. */
  setOffset(micros: number): void {
    this.moved = this.#real + micros;
  }

  pause(): void {
    this.#pause ??= { passed: this.passed, since: this.#real, skipped: 0 };
  }

  resume(): void {
    const pause = this.#pause;
    if (pause === undefined) return;
    this.moved += pause.skipped - (this.#real - pause.since);
    this.#pause = undefined;
  }

  /** Restarts at `start`: no time has passed, and nothing is paused. */
  reset(start: SimTime): void {
    this.begin = start;
    this.#real = 0;
    this.moved = 0;
    this.#pause = undefined;
  }
}
