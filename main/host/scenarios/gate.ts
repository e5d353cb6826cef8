import { availableParallelism, loadavg } from 'node:os';
import vm from 'node:vm';
import { TimedOutError, type SourceLocation } from '../../../engine/model/index.ts';
import { readTrustedNow } from '../system/index.ts';
import { callBegins, callEnds } from '../workers/index.ts';
import { ENTER_NAME } from './author-code.ts';
import type { CallLimits, Prelude, PreludeHost } from './realm-prelude.ts';

export interface ScenarioLimits {
  /** The limits of a call during a run. */
  readonly running: CallLimits;
  /** The limits of a call during planning, where declaring a million events is legitimate. */
  readonly planning: CallLimits;
}

let usualLimits: ScenarioLimits = {
  running: { time: 1_000, rounds: 20_000_000 },
  planning: { time: 20_000, rounds: 200_000_000 },
};

/** The current limits for new realms. */
export const limitsNow = (): ScenarioLimits => usualLimits;

let isPlanningShort = false;

/** Limits planning in this process to the time of a call during a run, because the window must respond. */
export function shortenPlanning(): void {
  isPlanningShort = true;
  const { running, planning } = usualLimits;
  usualLimits = { running, planning: { ...planning, time: running.time } };
}

let timeOuts = 0;

/**
 * Returns a function that tells whether a scenario planned since then took too long for this process, but may be planned in
 * another one.
 */
export function watchPlanning(): () => boolean {
  const before = timeOuts;
  return () => isPlanningShort && timeOuts > before;
}

let hasTimers = true;

/**
 * Turns timers on or off. They are off in a worker process that its parent kills when scenario code hangs; loops are limited all
 * the same. A timer starts a thread, which takes longer than a short run when other programs use the processors.
 */
export const useTimers = (on: boolean): void => {
  hasTimers = on;
};

const ENTER_SCRIPT = new vm.Script(`${ENTER_NAME}()`);
const NAME_SCRIPT = new vm.Script(`let ${ENTER_NAME}; (work) => { ${ENTER_NAME} = work; }`);

/**
 * The host's side of the gate into scenario code, which is in its realm. Loops measure their own processor time. Code without a
 * loop, such as a regular expression, is stopped by a V8 timer, which counts real time: the limit is longer while the machine is
 * busy with other work.
 *
 * Stopped code runs no `catch` or `finally`, neither its own nor ours, up to the call that the timer watches. Starting a timer
 * takes longer (60 microseconds) than firing an event, so {@link ScenarioGate.within} starts one for many calls.
 */
export class ScenarioGate {
  readonly #context: vm.Context;
  readonly #limit: number; // milliseconds
  #realm: Pick<Prelude, 'stopped'> | undefined;
  #work: () => void = () => undefined;
  /** Whether a timer is running. */
  #isWatched = false;
  /** The time limit of the timer, in milliseconds. */
  #timer = 0; // milliseconds
  readonly #budget = new ProcessorBudget();

  constructor(context: vm.Context, limit: number) {
    this.#context = context;
    this.#limit = limit;
  }

  /** The functions that the realm calls. */
  readonly host: Pick<PreludeHost, 'begins' | 'ends' | 'isOver' | 'needsTimer' | 'watch'> = {
    begins: (time) => {
      this.#budget.begin(time);
      callBegins(time, this.#timer);
    },
    ends: (hasOverrun) => {
      callEnds();
      if (hasOverrun) timeOuts += 1;
    },
    isOver: () => this.#budget.isOver,
    needsTimer: () => !this.#isWatched && hasTimers,
    watch: (time) => {
      this.#watch(time);
    },
  };

  /** Sets the realm's functions, whose `work` is called under a timer. */
  attach(realm: Pick<Prelude, 'work' | 'setWork' | 'stopped'>): void {
    this.#realm = realm;
    (NAME_SCRIPT.runInContext(this.#context) as (work: () => void) => void)(realm.work);
    realm.setWork(() => {
      this.#work();
    });
  }

  /**
   * Runs `work`, a short part of a run, under one timer. If scenario code in it takes too long, all of `work` is stopped there.
   * Rethrows the errors of `work`.
   *
   * @throws {TimedOutError} when scenario code takes too long.
   */
  within<Answer>(work: () => Answer): Answer {
    if (this.#isWatched || !hasTimers) return work();
    let end: { readonly answer: Answer } | { readonly thrown: unknown } | undefined;
    this.#work = () => {
      try {
        end = { answer: work() };
      } catch (thrown) {
        end = { thrown };
      }
    };
    this.#watch(this.#limit);
    if (end === undefined) throw this.#timedOut();
    if ('thrown' in end) throw end.thrown;
    return end.answer;
  }

  #watch(limit: number): void {
    this.#isWatched = true;
    const timeout = Math.ceil(limit * Math.min(slowdown.now, MAX_SLOWDOWN));
    this.#timer = timeout;
    const measured = slowdown.measure();
    let hasEnded = false;
    try {
      ENTER_SCRIPT.runInContext(this.#context, { timeout, displayErrors: false });
      hasEnded = true;
    } catch {
      callEnds();
    } finally {
      this.#isWatched = false;
      measured();
    }
    if (!hasEnded) timeOuts += 1;
  }

  #timedOut(): TimedOutError {
    const { what, place, isBetweenCalls } = JSON.parse(this.#realm!.stopped(this.#limit)) as {
      readonly what: string;
      readonly place?: SourceLocation;
      readonly isBetweenCalls: boolean;
    };
    return new TimedOutError(what, place, isBetweenCalls);
  }
}

/** A limit on processor time instead of real time, because on a busy machine slow code has not done much yet. */
class ProcessorBudget {
  #limit = Infinity; // milliseconds
  #since: number | undefined;
  #used: NodeJS.CpuUsage | undefined;

  begin(limit: number): void {
    this.#limit = limit;
    this.#since = undefined;
  }

  get isOver(): boolean {
    // Starts with the first loop, because most calls have none.
    if (this.#since === undefined) {
      this.#since = performance.now();
      this.#used = process.cpuUsage();
    }
    if (performance.now() - this.#since <= this.#limit) return false;
    const { user, system } = process.cpuUsage(this.#used);
    return user + system > this.#limit * 1_000;
  }
}
/** Measures the factor by which this process is slowed down by other programs. */
class Slowdown {
  /** Real time over roughly the last second of work, in milliseconds. */
  #real = 0;
  #used = 0;
  #load = 1;
  #loadRead = -Infinity;

  get now(): number {
    // Until it has measured enough work of its own, it uses what the system knows.
    const slowdown = this.#real < MEASURED_MILLISECONDS ? this.#told : this.#real / Math.max(this.#used, 1);
    return Math.max(1, slowdown);
  }

  /** Starts a measurement; the returned function ends it. */
  measure(): () => void {
    const began = performance.now();
    const before = process.cpuUsage();
    return () => {
      const { user, system } = process.cpuUsage(before);
      const real = performance.now() - began;
      const fade = Math.exp(-real / FADING_MILLISECONDS);
      this.#real = this.#real * fade + real;
      this.#used = this.#used * fade + Math.min(real, (user + system) / 1_000);
    };
  }

  get #told(): number {
    const now = performance.now();
    if (now - this.#loadRead > LOAD_INTERVAL) {
      this.#loadRead = now;
      this.#load = processorSlowdown() ?? loadavg()[0]! / availableParallelism();
    }
    return this.#load;
  }
}

/**
 * The factor by which this process's main thread was slowed down so far by waiting for a processor; `undefined` if only the load
 * of the whole system is known, which says little about a process with a higher priority.
 */
function processorSlowdown(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const [used, waited] = readTrustedNow('/proc/self/schedstat').toString('latin1').split(' ').map(Number);
    return used === undefined || waited === undefined ? undefined : (used + waited) / Math.max(used, 1);
  } catch {
    return undefined;
  }
}

/** The maximum factor by which real time may exceed the limit. */
const MAX_SLOWDOWN = 5;
const MEASURED_MILLISECONDS = 100; // milliseconds of work
const FADING_MILLISECONDS = 500;
const LOAD_INTERVAL = 500; // milliseconds

const slowdown = new Slowdown();
