import type { Action } from '../../engine/model/action.ts';
import type { Actor } from '../../engine/model/event.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import { earlier, type SimTime } from '../../engine/model/time.ts';
import type { Breakpoint, BreakpointHit, RunPace, StepBy } from '../../preload/contract.ts';
import type { LiveRun } from './live-run.ts';
import { Pacing } from './pacing.ts';
import { Tripwires } from './tripwires.ts';

/** How a run is driven. */
export interface Way {
  /** Whether it waits before its first event. */
  readonly paused: boolean;
  readonly pace?: RunPace | undefined;
  /** Whether it waits for the person, instead of ending, when nothing is due any more. */
  readonly open?: boolean | undefined;
}

/** Where the breakpoints stand that are set now. */
export interface Breakpoints {
  readonly list: readonly Breakpoint[];
}

/** True when the entry, just logged, is where a run was to go. */
export type Goal = (entry: LogEntry) => boolean;

/** A run in motion with what moves it: whether it may go on, how far, how fast, and what would stop it. */
export class Driven {
  readonly run: LiveRun;
  readonly pacing = new Pacing(() => performance.now());
  readonly #tripwires: Tripwires;
  /** Whether it waits for the person when nothing is due any more. */
  readonly #open: boolean;
  paused: boolean;
  /** Where it pauses by itself. On the way there it does not wait for the wall clock. */
  goal: Goal | undefined;
  /** The breakpoint it came to last. */
  hit: BreakpointHit | undefined;
  /** Whether a breakpoint or its goal held it up last. */
  arrived = false;

  constructor(run: LiveRun, { paused, open = false }: Way) {
    this.run = run;
    this.paused = paused;
    this.#open = open;
    this.#tripwires = new Tripwires(run);
  }

  /** Milliseconds until it has something to do. */
  get wait(): number {
    // Asked in any case, for the clock of a run that keeps pace goes on while nothing is due.
    const paced = this.pacing.waitFor(this.run.next, this.run.now);
    if (this.#idle) return Infinity;
    return this.goal === undefined ? paced : 0;
  }

  get #idle(): boolean {
    return this.#open && this.run.next === undefined;
  }

  /** Simulated time as a person who watches has it: between two events it goes on at the run's pace. */
  get now(): SimTime {
    const { next, now } = this.run;
    const read = this.paused ? now : this.pacing.read(now);
    return next === undefined ? read : earlier(read, next);
  }

  /** Calls a tool by hand. Breakpoints are for what happens of itself: this one passes them by. */
  act(actor: Actor, action: Action): readonly LogEntry[] {
    const logged = this.run.act(actor, action, this.now);
    for (const entry of logged) this.#tripwires.look(entry);
    return logged;
  }

  /** Fires events until `enough`, its goal, a breakpoint or the time of the next one holds it up. Answers what was logged. */
  advance(breakpoints: readonly Breakpoint[], enough: () => boolean): readonly LogEntry[] {
    this.#tripwires.arm(breakpoints);
    this.hit = undefined;
    this.arrived = false;
    if (this.#idle) return [];
    return this.run.advance((entry) => {
      this.hit = this.#tripwires.look(entry);
      this.arrived = this.hit !== undefined || this.goal?.(entry) === true;
      if (this.arrived) this.goal = undefined;
      return !this.arrived && !enough() && this.wait === 0;
    });
  }
}

/** How far one step of a run leads. */
export function goalOf(by: StepBy, run: LiveRun): Goal {
  switch (by) {
    case 'event':
      return () => true;
    case 'tick':
      return () => run.next === undefined || run.next > run.now;
    case 'turn':
      return ({ kind }) => kind === 'agent';
  }
}
