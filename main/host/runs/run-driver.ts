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
import type { RunScheduler } from './run-scheduler.ts';

/** How a run is driver. */
export interface DriveOptions {
  /** Whether it waits before its first event. */
  readonly paused: boolean;
  readonly pace?: RunPace | undefined;
  /** Whether it waits for the person, instead of ending, when nothing is due any more. */
  readonly open?: boolean | undefined;
  /** Where it is to go before it pauses. */
  readonly until?: RunGoal | undefined;
}

/** Where the breakpoints stand that are set now. */
export interface BreakpointList {
  readonly list: readonly Breakpoint[];
}

/** True when the entry, just logged, is where a run was to go. */
export type Goal = (entry: LogEntry) => boolean;

/** What a run does next, and when by its own clock. */
type NextStep =
  | { readonly what: 'waits'; readonly due?: undefined }
  | { readonly what: 'fires'; readonly due: SimTime | undefined }
  | { readonly what: 'calls'; readonly due: SimTime; readonly visit: ToolCall }
  | { readonly what: 'answers'; readonly due: SimTime };

const WAITS: NextStep = { what: 'waits' };

/** A run in motion with what moves it: whether it may go on, how far, how fast, and what would stop it. */
export class RunDriver {
  readonly run: LiveRun;
  readonly clock = new PlaybackClock(() => performance.now());
  readonly #breakpoints: BreakpointMonitor;
  /** Whether it waits for the person when nothing is due any more. */
  readonly #open: boolean;
  paused: boolean;
  #agent: AgentSession | undefined;
  /** Its part begins when so many entries stand in the log. */
  #agentFrom: number | undefined;
  /** What time it was for the guest when it began to think. */
  #thinkingSince: SimTime;
  /** Where it pauses by itself. On the way there it does not wait for the wall clock. */
  goal: Goal | undefined;
  /** The breakpoint it came to last. */
  hit: BreakpointHit | undefined;
  /** Whether a breakpoint or its goal held it up last. */
  arrived = false;

  constructor(run: LiveRun, { paused, open = false }: DriveOptions) {
    this.run = run;
    this.paused = paused;
    this.#thinkingSince = run.now;
    this.#open = open;
    this.#breakpoints = new BreakpointMonitor(run);
  }

  /** Milliseconds until it has something to do. */
  get wait(): number {
    // Asked in any case, for the clock of a run that keeps pace goes on while nothing is due.
    const { what, due } = this.#next;
    const paced = this.clock.waitFor(due, this.run.now);
    if (what === 'waits') return Infinity;
    return this.goal === undefined ? paced : 0;
  }

  /** Who does the agent's part from outside. */
  get agent(): AgentSession | undefined {
    return this.#agent;
  }

  /**
   * Lets an agent from outside in, whose part begins when `from` entries stand in the log. While it thinks the world stands
   * still; then it is its turn soon.
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

  /** Goes on without the guest, from where it left. */
  detachAgent(): void {
    this.clock.resumeFrom(later(this.#thinkingSince, this.run.now));
    this.#agent = undefined;
  }

  /** Simulated time as a person who watches has it: between two events it goes on at the run's pace. */
  get now(): SimTime {
    if (this.#thinks) return later(this.#thinkingSince, this.run.now);
    const { next, now } = this.run;
    const { due = next } = this.#next;
    const read = this.paused ? now : this.clock.simTime(now);
    // Nor does it pass what is due next, such as the agent's turn, or the end of the run.
    const bounds = [due, next, this.run.end].filter((time) => time !== undefined);
    return later(now, bounds.reduce(earlier, read));
  }

  /** Calls a tool by hand. Breakpoints are for what happens of itself: this one passes them by. */
  act(actor: Actor, action: Action): readonly LogEntry[] {
    const logged = this.run.act(actor, action, this.now);
    for (const entry of logged) this.#breakpoints.check(entry);
    return logged;
  }

  /** Fires events until `enough`, its goal, a breakpoint or the time of the next one holds it up. Answers what was logged. */
  advance(breakpoints: readonly Breakpoint[], enough: () => boolean): readonly LogEntry[] {
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
        });
      case 'calls':
        return this.#receive(next.visit);
      case 'answers':
        this.#thinkingSince = next.due;
        this.#agent?.answer([]);
        return [];
    }
  }

  /** Whether the guest's part has begun, and it wants nothing for now. */
  get #thinks(): boolean {
    return this.#agent !== undefined && this.#agentFrom === undefined && this.#agent.request === undefined;
  }

  /** When the next event fires, or the run ends before it. */
  get #due(): SimTime | undefined {
    const { next, end, ending } = this.run;
    if (ending) return undefined;
    return next === undefined || end === undefined ? next : earlier(next, end);
  }

  get #next(): NextStep {
    const { next, now, over, unread } = this.run;
    if (this.#thinks) return WAITS;
    const errand = this.#agentFrom === undefined ? this.#agent?.request : undefined;
    if (errand === undefined)
      return this.#open && next === undefined ? WAITS : { what: 'fires', due: this.#due };
    if ('visit' in errand) return { what: 'calls', due: errand.visit.time, visit: errand.visit };
    const { leg } = errand;
    if (mustAdvance({ run: this.run }, leg)) return { what: 'fires', due: this.#due };
    if (over || (leg.untilNotified && unread.length > 0)) return { what: 'answers', due: now };
    if (leg.to === undefined) return this.#open ? WAITS : { what: 'answers', due: now };
    return { what: 'answers', due: leg.to };
  }

  /** Carries a call of the guest's out. */
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

/** Tells, of each entry that `run` logs, whether it has come to `goal`. */
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

/** What people do is timed to a tenth of a second, which reads well in a scenario and is no less exact than they are. */
const GRAIN = 100_000; // microseconds

/** Keeps simulated time in step with the wall clock, where a run is not to go as fast as it can. */
export class PlaybackClock {
  readonly #wall: () => number;
  #pace: RunPace = 'fastest';
  #from: { readonly wall: number; readonly sim: SimTime } | undefined;

  /** `wall` answers milliseconds. */
  constructor(wall: () => number) {
    this.#wall = wall;
  }

  /** Goes on at `pace` from the next question on. */
  setPace(pace: RunPace): void {
    this.#pace = pace;
    this.#from = undefined;
  }

  /** Forgets the time that passed: to be called when the run stood still. */
  reset(): void {
    this.#from = undefined;
  }

  /** Goes on from `sim`, whatever passed since it was that. */
  resumeFrom(sim: SimTime): void {
    if (this.#pace !== 'fastest') this.#from = { wall: this.#wall(), sim };
  }

  /** What simulated time is by now in a run whose clock stands at `now`, its last event. */
  simTime(now: SimTime): SimTime {
    if (this.#pace === 'fastest' || this.#from === undefined) return now;
    const { wall, sim } = this.#from;
    const passed = (this.#wall() - wall) * 1000 * this.#pace;
    return later(now, instant(sim + Math.floor(passed / GRAIN) * GRAIN));
  }

  /** Milliseconds from now until something due at `due` may fire in a run whose clock says `now`. */
  waitFor(due: SimTime | undefined, now: SimTime): number {
    if (this.#pace === 'fastest') return 0;
    this.#from ??= { wall: this.#wall(), sim: now };
    const { wall, sim } = this.#from;
    return due === undefined ? 0 : Math.max(0, wall + (due - sim) / (1000 * this.#pace) - this.#wall());
  }
}
