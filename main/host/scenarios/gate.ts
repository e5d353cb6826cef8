import { availableParallelism, loadavg } from 'node:os';
import vm from 'node:vm';
import { type Enter, type SourceLocation, TimedOutError } from '../../../engine/model/index.ts';
import { readTrustedNow } from '../system/index.ts';
import { callBegins, callEnds } from '../workers/index.ts';
import { ENTER } from './author-code.ts';

/** Limits of one call of scenario code. */
interface CallLimits {
  readonly time: number; // milliseconds of processor time
  /** For all its loops together. A loop that only counts stops at the same round on every machine. */
  readonly rounds: number;
}

export interface ScenarioLimits {
  /** For a call during a run. */
  readonly running: CallLimits;
  /** For a call during planning, where declaring a million events is legitimate. */
  readonly planning: CallLimits;
}

let usualLimits: ScenarioLimits = {
  running: { time: 1_000, rounds: 20_000_000 },
  planning: { time: 20_000, rounds: 200_000_000 },
};

let isPlanningShort = false;

/** Gives planning in this process no more time than a call during a run: for the window, which has to answer. */
export function shortenPlanning(): void {
  isPlanningShort = true;
  const { running, planning } = usualLimits;
  usualLimits = { running, planning: { ...planning, time: running.time } };
}

let timeOuts = 0;

/**
 * A function that tells whether a scenario that was planned since then took too long for this process, but may be planned in
 * another.
 */
export function watchPlanning(): () => boolean {
  const before = timeOuts;
  return () => isPlanningShort && timeOuts > before;
}

let hasTimers = true;

/**
 * Turns the gates' timers on or off. They are off in a worker process that its parent ends when scenario code hangs; loops are
 * bounded all the same. A timer starts and ends a thread, which takes longer than a short run when other programs want the
 * processors.
 */
export const useTimers = (on: boolean): void => {
  hasTimers = on;
};

/** The parts of a realm that the gate needs. */
interface Guarded {
  readonly context: vm.Context;
  /** Resets the loops' budget of processor time and rounds. */
  readonly begin: (milliseconds: number, rounds: number) => void;
  /** The loop that exceeded the budget, if any, even if the code caught the error. */
  readonly overrun: () => { readonly what: string; readonly place: SourceLocation | undefined } | undefined;
  /** The statement that ran last. */
  readonly lastPlace: () => SourceLocation | undefined;
}

const ENTER_SCRIPT = new vm.Script(`${ENTER}()`);

/**
 * The only way into scenario code. Loops measure their own processor time. Code without a loop, such as a regular expression,
 * is stopped by a V8 timer, which counts real time: the limit is longer while the machine is busy with other work.
 *
 * Stopped code runs no `catch` or `finally`, neither its own nor ours, up to the call that the timer watches. Starting a timer
 * takes longer (60 microseconds) than firing an event, so {@link ScenarioGate.within} starts one for many calls.
 */
export class ScenarioGate {
  readonly #realm: Guarded;
  readonly #limits: ScenarioLimits;
  /** Called by {@link ENTER_SCRIPT}. */
  #enter: () => void = () => undefined;
  /** Whether a timer is running. */
  #isWatched = false;
  /** Its time. */
  #timer = 0; // milliseconds
  /** Whether code called by {@link enter} is running. */
  #isEntered = false;

  constructor(realm: Guarded, limits: ScenarioLimits = usualLimits) {
    this.#realm = realm;
    this.#limits = limits;
    Object.defineProperty(realm.context, ENTER, {
      value: () => {
        const enter = this.#enter;
        this.#enter = () => undefined;
        enter();
      },
    });
  }

  /**
   * Calls `code`. A nested call counts as part of the outer one. Rethrows the errors of `code`.
   *
   * @throws {TimedOutError} when it takes too long.
   */
  readonly enter: Enter = (code, stage) => {
    if (this.#isEntered) return code();
    const { time: limit, rounds } = this.#limits[stage ?? 'running'];
    if (!this.#isWatched && hasTimers) return this.#watched(() => this.enter(code, stage), limit);
    this.#isEntered = true;
    this.#realm.begin(limit, rounds);
    callBegins(limit, this.#timer);
    try {
      return code();
    } finally {
      callEnds();
      // A loop that used up its time is an error even if its code caught that error.
      this.#isEntered = false;
      const overrun = this.#realm.overrun();
      if (overrun !== undefined) timeOuts += 1;
      // oxlint-disable-next-line no-unsafe-finally -- instead of what the code answered or threw
      if (overrun !== undefined) throw new TimedOutError(overrun.what, overrun.place);
    }
  };

  /**
   * Runs `work`, a short part of a run, under one timer. If scenario code in it takes too long, all of `work` is stopped there.
   * Rethrows the errors of `work`.
   *
   * @throws {TimedOutError} when scenario code takes too long.
   */
  within<Answer>(work: () => Answer): Answer {
    return this.#isWatched || !hasTimers ? work() : this.#watched(work, this.#limits.running.time);
  }

  #watched<Answer>(work: () => Answer, limit: number): Answer {
    // Never inspects the thrown value: that may run scenario code.
    let end: { readonly answer: Answer } | { readonly thrown: unknown } | undefined;
    this.#enter = () => {
      try {
        end = { answer: work() };
      } catch (thrown) {
        end = { thrown };
      }
    };
    this.#isWatched = true;
    const timeout = Math.ceil(limit * Math.min(slowdown.now, MAX_SLOWDOWN));
    this.#timer = timeout;
    let isBetweenCalls = false;
    const measured = slowdown.measure();
    try {
      ENTER_SCRIPT.runInContext(this.#realm.context, { timeout, displayErrors: false });
    } catch {
      // Besides the code itself, the rollback of a loop that timed out may take this long, or the copying of large values.
      isBetweenCalls = !this.#isEntered && this.#realm.overrun() === undefined;
    } finally {
      this.#isWatched = false;
      measured();
    }
    if (end === undefined) {
      callEnds();
      this.#isEntered = false;
      timeOuts += 1;
      const what = `it took longer than ${limit / 1_000} s`;
      throw isBetweenCalls
        ? new TimedOutError(`${what} to copy values that are too large, and`, undefined, true)
        : new TimedOutError(`${what} and`, this.#realm.lastPlace());
    }
    if ('thrown' in end) throw end.thrown;
    return end.answer;
  }
}

/** Measures how many times longer this process takes for its work because other programs use the processors. */
class Slowdown {
  /** Over roughly the last second of work, in milliseconds. */
  #real = 0;
  #used = 0;
  #load = 1;
  #loadRead = -Infinity;

  get now(): number {
    // Until it has measured enough work of its own, it uses what the system knows.
    const slowdown = this.#real < ENOUGH ? this.#told : this.#real / Math.max(this.#used, 1);
    return Math.max(1, slowdown);
  }

  /** Starts a measurement; the returned function ends it. */
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

  get #told(): number {
    const now = performance.now();
    if (now - this.#loadRead > LOAD_INTERVAL) {
      this.#loadRead = now;
      this.#load = queued() ?? loadavg()[0]! / availableParallelism();
    }
    return this.#load;
  }
}

/**
 * How many times longer this process's main thread has taken for its work so far because it waited for a processor; `undefined`
 * where only the load of the whole system is known, which says little about a process with a higher priority.
 */
function queued(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const [used, waited] = readTrustedNow('/proc/self/schedstat').toString('latin1').split(' ').map(Number);
    return used === undefined || waited === undefined ? undefined : (used + waited) / Math.max(used, 1);
  } catch {
    return undefined;
  }
}

/** The most that real time may exceed the limit. */
const MAX_SLOWDOWN = 5;
const ENOUGH = 100; // milliseconds of work
const FADING = 500; // milliseconds
const LOAD_INTERVAL = 500; // milliseconds

const slowdown = new Slowdown();
