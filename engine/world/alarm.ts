import type { AppName, Failure, SimTime } from '../model/index.ts';
import type { Alarm } from './app.ts';

/** A due alarm of an app: the tool to call, and when. */
export interface DueAlarm {
  readonly time: SimTime;
  readonly app: AppName;
  readonly tool: string;
  /** The failure with which the call ends if the alarm is broken. */
  readonly failure?: Failure;
}

/** The maximum number of calls that an alarm makes at one time: several things may be due together. */
const MAX_CALLS_AT_ONCE = 1_000;

/** Runs an alarm's code. */
interface AlarmRunner {
  query(read: () => unknown, past: undefined): unknown;
  failureOf(thrown: unknown): Failure;
}

/** The alarm of an app in a run. Its time is computed once for each state of the app, and no longer after an error. */
export class RunningAlarm {
  readonly #app: AppName;
  readonly #alarm: Alarm<object>;
  readonly #runner: AlarmRunner;
  /** The version of the state for which the time was last computed, and the result. */
  #version: number | undefined;
  #time: SimTime | undefined;
  #failure: Failure | undefined;
  #isRunning = false;
  #hasFailed = false;
  #lastRung: SimTime | undefined;
  #rings = 0;

  constructor(app: AppName, alarm: Alarm<object>, runner: AlarmRunner) {
    this.#app = app;
    this.#alarm = alarm;
    this.#runner = runner;
  }

  /** Whether the alarm's code is running, or was stopped from outside. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The next time the alarm rings, computed from `state` with this `version`. A broken alarm rings once, at `now`. */
  due(state: object, version: number, now: SimTime): DueAlarm | undefined {
    if (this.#version !== version && this.#failure === undefined) {
      this.#version = version;
      this.#compute(state);
    }
    const alarm = { app: this.#app, tool: this.#alarm.tool };
    if (this.#failure !== undefined)
      return this.#hasFailed ? undefined : { ...alarm, time: now, failure: this.#failure };
    return this.#time === undefined ? undefined : { ...alarm, time: this.#time };
  }

  #compute(state: object): void {
    this.#isRunning = true;
    try {
      const time = this.#runner.query(() => this.#alarm.next(state), undefined);
      if (time === undefined || Number.isSafeInteger(time)) this.#time = time as SimTime | undefined;
      else
        this.#break({
          type: 'TypeError',
          message: `Its next(state) returned ${typeof time === 'number' ? time : `a value of type ${typeof time}`}, which is not a time. It must return a time in microseconds since 1970, or undefined.`,
        });
    } catch (thrown) {
      this.fail(this.#runner.failureOf(thrown));
    }
    this.#isRunning = false;
  }

  /** Records that the alarm rings, due at `time`. */
  ring(time: SimTime): void {
    if (this.#failure !== undefined) this.#hasFailed = true;
    this.#rings = this.#lastRung !== undefined && time <= this.#lastRung ? this.#rings + 1 : 0;
    this.#lastRung = time;
    if (this.#rings >= MAX_CALLS_AT_ONCE)
      this.#break({
        type: 'RuntimeError',
        message: `It rang ${MAX_CALLS_AT_ONCE.toLocaleString('en-US')} times without moving on. Its tool "${this.#alarm.tool}" must change the state so that next(state) returns a later time.`,
      });
  }

  /** Marks the alarm as broken because its code threw an error or was stopped. */
  fail(failure: Failure): void {
    this.#break({ ...failure, message: `Its next(state) failed: ${failure.message}` });
  }

  /** Marks the alarm as broken: it rings once more, and the call fails. */
  #break(failure: Failure): void {
    this.#isRunning = false;
    this.#failure = { ...failure, message: `The alarm of "${this.#app}" is broken. ${failure.message}` };
  }
}
