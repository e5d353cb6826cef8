import { availableParallelism, loadavg } from 'node:os';
import vm from 'node:vm';
import { type Enter, type SourceLocation, TimedOutError } from '../../../engine/model/index.ts';

/** What a call of scenario code may take. */
interface CallLimits {
  readonly time: number; // milliseconds of processor time
  /** Of all its loops together: one that only counts is stopped at the same round on every machine. */
  readonly rounds: number;
}

export interface ScenarioLimits {
  /** For a call in a run. */
  readonly running: CallLimits;
  /** For a call while the scenario is planned: declaring a million events is honest work. */
  readonly planning: CallLimits;
}

const USUAL_LIMITS: ScenarioLimits = {
  running: { time: 1_000, rounds: 20_000_000 },
  planning: { time: 10_000, rounds: 200_000_000 },
};

let hasTimers = true;

/**
 * Lets gates start timers, or not: in a process that its parent ends when scenario code does not come back. Loops are bounded all the
 * same. A timer starts and ends a thread, which takes longer than a short run where other programs want the processors.
 */
export const useTimers = (on: boolean): void => {
  hasTimers = on;
};

/** What the gate asks of the realm that the code runs in. */
interface Guarded {
  readonly context: vm.Context;
  /** Gives loops their whole budget of processor time and rounds again. */
  readonly begin: (milliseconds: number, rounds: number) => void;
  /** The loop that used it up, if one did; the code may have caught the error that told it so. */
  readonly overrun: () => { readonly what: string; readonly place: SourceLocation | undefined } | undefined;
  /** The statement that ran last. */
  readonly lastPlace: () => SourceLocation | undefined;
}

const ENTER = new vm.Script('$enter()');

/**
 * The one way into code that we did not write. Loops count their own processor time. What has no loop, such as a regular expression, is
 * stopped by a timer of V8's, which counts real time: more of it where the machine is busy with other work.
 *
 * What is stopped runs no `catch` or `finally` of its own or of ours up to the call that the timer watches. To start a timer takes longer
 * (60 microseconds) than to fire an event, so that {@link ScenarioGate.within} starts one for many calls.
 */
export class ScenarioGate {
  readonly #realm: Guarded;
  readonly #limits: ScenarioLimits;
  /** What the script calls. */
  #enter: () => void = () => undefined;
  /** A timer is watching. */
  #isWatched = false;
  /** Code is running that came in by {@link enter}. */
  #isEntered = false;

  constructor(realm: Guarded, limits: ScenarioLimits = USUAL_LIMITS) {
    this.#realm = realm;
    this.#limits = limits;
    Object.defineProperty(realm.context, '$enter', {
      value: () => {
        const enter = this.#enter;
        this.#enter = () => undefined;
        enter();
      },
    });
  }

  /** Calls `code`. A call within a call is part of it. @throws {TimedOutError} when it takes too long; what it throws goes through. */
  readonly enter: Enter = (code, stage) => {
    if (this.#isEntered) return code();
    const { time: limit, rounds } = this.#limits[stage ?? 'running'];
    if (!this.#isWatched && hasTimers) return this.#watched(() => this.enter(code, stage), limit);
    this.#isEntered = true;
    this.#realm.begin(limit, rounds);
    try {
      return code();
    } finally {
      // A loop that has used up its time has, whatever its code made of that.
      this.#isEntered = false;
      const overrun = this.#realm.overrun();
      // eslint-disable-next-line no-unsafe-finally -- instead of what the code answered or threw
      if (overrun !== undefined) throw new TimedOutError(overrun.what, overrun.place);
    }
  };

  /**
   * Does `work`, a short part of a run, under one timer. Where code that it enters takes too long, all of `work` is stopped there.
   *
   * @throws {TimedOutError} then; what `work` throws goes through.
   */
  within<Answer>(work: () => Answer): Answer {
    return this.#isWatched || !hasTimers ? work() : this.#watched(work, this.#limits.running.time);
  }

  #watched<Answer>(work: () => Answer, limit: number): Answer {
    // What work throws is never looked at here: to do that may be to run scenario code.
    let end: { readonly answer: Answer } | { readonly thrown: unknown } | undefined;
    this.#enter = () => {
      try {
        end = { answer: work() };
      } catch (thrown) {
        end = { thrown };
      }
    };
    this.#isWatched = true;
    const timeout = Math.ceil(Math.min(limit * slowdown.now, limit + MOST_EXTRA));
    const measured = slowdown.measure();
    try {
      ENTER.runInContext(this.#realm.context, { timeout, displayErrors: false });
    } catch (thrown) {
      // Beside the code itself, only what undoes a loop that ran out of time takes so long.
      if (!this.#isEntered && this.#realm.overrun() === undefined) throw thrown;
    } finally {
      this.#isWatched = false;
      measured();
    }
    if (end === undefined) {
      this.#isEntered = false;
      throw new TimedOutError(`it took longer than ${limit / 1_000} s and`, this.#realm.lastPlace());
    }
    if ('thrown' in end) throw end.thrown;
    return end.answer;
  }
}

/** How many times longer than alone this process takes for its work now, because others want the processors, too. */
class Slowdown {
  /** Of the last second or so of work, in milliseconds. */
  #real = 0;
  #used = 0;
  #load = 1;
  #loadRead = -Infinity;

  get now(): number {
    // Before it has done much itself, it knows how many others want the processors.
    const slowdown = this.#real < ENOUGH ? this.#loadNow : this.#real / Math.max(this.#used, 1);
    return Math.max(1, slowdown);
  }

  /** Begins to measure; the answer ends it. */
  measure(): () => void {
    const began = performance.now();
    const before = process.cpuUsage();
    return () => {
      const { user, system } = process.cpuUsage(before);
      const real = performance.now() - began;
      const fade = Math.exp(-real / FADING);
      this.#real = this.#real * fade + real;
      this.#used = this.#used * fade + Math.min(real, (user + system) / 1_000);
    };
  }

  get #loadNow(): number {
    const now = performance.now();
    if (now - this.#loadRead > LOAD_INTERVAL) {
      this.#loadRead = now;
      this.#load = loadavg()[0]! / availableParallelism();
    }
    return this.#load;
  }
}

/** Real time may be longer than the limit by this. */
const MOST_EXTRA = 4_000; // milliseconds
const ENOUGH = 100; // milliseconds of work
const FADING = 500; // milliseconds
const LOAD_INTERVAL = 500; // milliseconds

const slowdown = new Slowdown();
