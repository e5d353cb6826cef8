import {
  type Action,
  type Actor,
  earlier,
  instant,
  later,
  type LogEntry,
  type SimTime,
} from '../../../engine/model/index.ts';
import type { Breakpoint, BreakpointHit, RunGoal, RunPace } from '../../../preload/contract.ts';
import { mustAdvance } from '../agents/index.ts';
import { BreakpointMonitor } from '../breakpoints/index.ts';
import { AgentSession, type ToolCall } from './agent-session.ts';
import type { LiveRun } from './live-run.ts';

export interface DriveOptions {
  /** Whether it waits before its first event. */
  readonly paused: boolean;
  readonly pace?: RunPace | undefined;
  /** Whether it waits for the person, instead of ending, when no more events are due. */
  readonly open?: boolean | undefined;
  /** Where it pauses by itself. */
  readonly until?: RunGoal | undefined;
}

/** The current breakpoints. */
export interface BreakpointList {
  readonly list: readonly Breakpoint[];
}

/** Whether the entry, just logged, is where the run is to pause. */
export type Goal = (entry: LogEntry) => boolean;

/** The next step of a run, and its simulated time. */
type NextStep =
  | { readonly what: 'waits'; readonly due?: undefined }
  | { readonly what: 'fires'; readonly due: SimTime | undefined }
  | { readonly what: 'calls'; readonly due: SimTime; readonly call: ToolCall }
  | { readonly what: 'answers'; readonly due: SimTime };

const WAITS: NextStep = { what: 'waits' };

/** Drives an active run: pausing, goals, playback speed, breakpoints and the agent process. */
export class RunDriver {
  readonly run: LiveRun;
  readonly clock = new PlaybackClock(() => performance.now());
  readonly #breakpoints: BreakpointMonitor;
  /** Whether it waits for the person when no more events are due. */
  readonly #open: boolean;
  paused: boolean;
  #agent: AgentSession | undefined;
  /** The agent's part begins when the log has this many entries; `undefined` once it has begun. */
  #agentFrom: number | undefined;
  /** Simulated time at which the agent began to think. */
  #thinkingSince: SimTime;
  /** Where it pauses by itself. Until then it does not wait for real time. */
  goal: Goal | undefined;
  hit: BreakpointHit | undefined;
  /** Whether it last stopped at a breakpoint or its goal. */
  arrived = false;

  constructor(run: LiveRun, { paused, open = false }: DriveOptions) {
    this.run = run;
    this.paused = paused;
    this.#thinkingSince = run.now;
    this.#open = open;
    this.#breakpoints = new BreakpointMonitor(run);
  }

  /** Milliseconds until its next step. */
  get wait(): number {
    // Always called: the clock of a paced run must start even while nothing is due.
    if (this.run.waitsFor !== undefined) return this.run.rest;
    const { what, due } = this.#next;
    const paced = this.clock.waitFor(due, this.run.now);
    if (what === 'waits') return Infinity;
    return this.goal === undefined ? paced : 0;
  }

  /** The agent process's session. */
  get agent(): AgentSession | undefined {
    return this.#agent;
  }

  /**
   * Attaches an agent process, which begins when the log has `from` entries. Simulated time stands still while it thinks; its
   * requests schedule a turn.
   */
  attachAgent(turns: RunScheduler, from: number): AgentSession {
    this.#agentFrom = from === 0 ? undefined : from;
    this.#agent = new AgentSession(this.run, () => {
      this.clock.resumeFrom(later(this.#thinkingSince, this.run.now));
      turns.soon();
    });
    if (from === 0) this.#agent.begin();
    return this.#agent;
  }

  /** Continues without the agent process, from the time it left. */
  detachAgent(): void {
    this.clock.resumeFrom(later(this.#thinkingSince, this.run.now));
    this.#agent = undefined;
  }

  /** Simulated time as a person sees it: between two events it advances with the playback speed. */
  get now(): SimTime {
    if (this.#thinks) return later(this.#thinkingSince, this.run.now);
    const { next, now } = this.run;
    const { due = next } = this.#next;
    const read = this.paused ? now : this.clock.simTime(now);
    // Does not pass the next step, such as the agent's turn, or the end of the run.
    const bounds = [due, next, this.run.end].filter((time) => time !== undefined);
    return later(now, bounds.reduce(earlier, read));
  }

  /** Calls a tool by hand. Manual calls do not hit breakpoints. */
  act(actor: Actor, action: Action): readonly LogEntry[] {
    const logged = this.run.act(actor, action, this.now);
    for (const entry of logged) this.#breakpoints.check(entry);
    return logged;
  }

  /**
   * Fires events until `enough` returns true, the goal or a breakpoint is reached, or the next event is not due yet. Returns
   * the logged entries.
   */
  advance(breakpoints: readonly Breakpoint[], enough: () => boolean): readonly LogEntry[] {
    if (this.run.waitsFor !== undefined) return this.run.advance(() => false);
    this.#breakpoints.set(breakpoints);
    this.hit = undefined;
    this.arrived = false;
    const next = this.#next;
    switch (next.what) {
      case 'waits':
        return [];
      case 'fires':
        return this.run.advance((entry) => {
          this.#check(entry);
          return !this.arrived && !enough() && this.#next.what === 'fires' && this.wait === 0;
        }, this.#breakpoints.hasProbes);
      case 'calls':
        return this.#receive(next.call);
      case 'answers':
        this.#thinkingSince = next.due;
        this.#agent?.answer([]);
        return [];
    }
  }

  /** Whether the agent has begun and has no open request. */
  get #thinks(): boolean {
    return this.#agent !== undefined && this.#agentFrom === undefined && this.#agent.request === undefined;
  }

  /** When the next event fires, or the run ends. */
  get #due(): SimTime | undefined {
    const { next, end, ending } = this.run;
    if (ending) return undefined;
    return next === undefined || end === undefined ? next : earlier(next, end);
  }

  get #next(): NextStep {
    const { next, now, over, unread } = this.run;
    if (this.#thinks) return WAITS;
    const request = this.#agentFrom === undefined ? this.#agent?.request : undefined;
    if (request === undefined)
      return this.#open && next === undefined ? WAITS : { what: 'fires', due: this.#due };
    if ('call' in request) return { what: 'calls', due: request.call.time, call: request.call };
    const { advance } = request;
    if (mustAdvance({ run: this.run }, advance)) return { what: 'fires', due: this.#due };
    if (over || (advance.untilNotified && unread.length > 0)) return { what: 'answers', due: now };
    if (advance.to === undefined) return this.#open ? WAITS : { what: 'answers', due: now };
    return { what: 'answers', due: advance.to };
  }

  /** Carries out a call of the agent process. */
  #receive({ action, time }: ToolCall): readonly LogEntry[] {
    try {
      const logged = this.run.act('agent', action, time);
      for (const entry of logged) this.#check(entry);
      this.#thinkingSince = time;
      this.#agent?.answer(logged);
      return logged;
    } catch (thrown) {
      if (this.run.over) throw thrown;
      this.#agent?.fail(thrown);
      return [];
    }
  }

  #check(entry: LogEntry): void {
    this.hit = this.#breakpoints.check(entry);
    this.arrived = this.hit !== undefined || this.goal?.(entry) === true;
    if (this.arrived) this.goal = undefined;
    if (this.#agentFrom === undefined || entry.index + 1 < this.#agentFrom) return;
    this.#agentFrom = undefined;
    this.#thinkingSince = this.run.now;
    this.#agent?.begin();
  }
}

/** A function that tells for each logged entry whether `run` has reached `goal`. */
export function goalOf(goal: RunGoal, run: LiveRun): Goal {
  if ('entry' in goal) return ({ index }) => index >= goal.entry;
  if ('event' in goal) return ({ event }) => event === goal.event;
  switch (goal.by) {
    case 'event':
      return () => true;
    case 'tick':
      return () => run.next === undefined || run.next > run.now;
    case 'turn':
      return ({ kind }) => kind === 'agent';
  }
}

/** Manual calls are timed to a tenth of a second, which is short to write in a scenario and as exact as people are. */
const GRAIN = 100_000; // microseconds

/** Keeps simulated time in step with real time, unless the run goes as fast as possible. */
export class PlaybackClock {
  readonly #wall: () => number;
  #pace: RunPace = 'fastest';
  #from: { readonly wall: number; readonly sim: SimTime } | undefined;

  /** `wall` returns milliseconds. */
  constructor(wall: () => number) {
    this.#wall = wall;
  }

  /** Sets the speed from the next query on. */
  setPace(pace: RunPace): void {
    this.#pace = pace;
    this.#from = undefined;
  }

  /** Forgets the elapsed time; call it after a pause. */
  reset(): void {
    this.#from = undefined;
  }

  /** Continues from simulated time `sim` now. */
  resumeFrom(sim: SimTime): void {
    if (this.#pace !== 'fastest') this.#from = { wall: this.#wall(), sim };
  }

  /** The current simulated time of a run whose last event was at `now`. */
  simTime(now: SimTime): SimTime {
    if (this.#pace === 'fastest' || this.#from === undefined) return now;
    const { wall, sim } = this.#from;
    const passed = (this.#wall() - wall) * 1000 * this.#pace;
    return later(now, instant(sim + Math.floor(passed / GRAIN) * GRAIN));
  }

  /** Milliseconds until something due at `due` may fire in a run whose simulated time is `now`. */
  waitFor(due: SimTime | undefined, now: SimTime): number {
    if (this.#pace === 'fastest') return 0;
    this.#from ??= { wall: this.#wall(), sim: now };
    const { wall, sim } = this.#from;
    return due === undefined ? 0 : Math.max(0, wall + (due - sim) / (1000 * this.#pace) - this.#wall());
  }
}

const MAX_REST = 60_000; // milliseconds
/** Paced events closer together than this fire together: nobody could see them one by one. */
const MIN_REST = 16; // milliseconds

/** Schedules the turns of runs, after other pending work of the main process or after a delay. */
export class RunScheduler {
  readonly #take: () => void;
  #next: NodeJS.Immediate | undefined;
  #alarm: NodeJS.Timeout | undefined;

  /** `take` is called for each turn. */
  constructor(take: () => void) {
    this.#take = take;
  }

  soon(): void {
    this.#next ??= setImmediate(() => {
      this.#next = undefined;
      this.#take();
    });
  }

  /** Schedules a turn in `milliseconds`; none if the number is not finite. */
  wakeIn(milliseconds: number): void {
    clearTimeout(this.#alarm);
    if (!Number.isFinite(milliseconds)) return;
    this.#alarm = setTimeout(
      () => {
        this.soon();
      },
      Math.max(MIN_REST, Math.min(MAX_REST, milliseconds)),
    );
  }

  stop(): void {
    clearImmediate(this.#next);
    clearTimeout(this.#alarm);
  }
}

/** The longest a turn may take, including writing and notifying, so that the window stays responsive. */
const SLICE_MILLISECONDS = 8;
const MIN_FIRING = 0.5; // milliseconds

/**
 * After a turn in which scenario code was slow the window gets time of its own: a click takes several steps through the main
 * process, and each would wait for such a turn.
 */
const SLOW_MILLISECONDS = 100;
const MAX_BREATH = 250; // milliseconds

/** Divides a turn between firing and the rest, so that all fired events are written and reported within the turn. */
export class TimeBudget {
  /** Milliseconds for firing; adapted because the time to write differs between machines. */
  #firing = MIN_FIRING;

  /**
   * Runs `work`, which fires events until `enough` returns true, and adapts to the total time it took. Returns the milliseconds
   * until the next turn may begin.
   */
  spend(work: (enough: () => boolean) => void): number {
    const began = performance.now();
    work(() => performance.now() >= began + this.#firing);
    const took = performance.now() - began;
    this.#firing = Math.min(
      SLICE_MILLISECONDS,
      Math.max(MIN_FIRING, (this.#firing * SLICE_MILLISECONDS) / took),
    );
    return took < SLOW_MILLISECONDS ? 0 : Math.min(took / 3, MAX_BREATH);
  }
}
