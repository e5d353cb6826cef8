import { setImmediate as pause, setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '../../../engine/index.ts';
import {
  earlier,
  instant,
  later,
  type LogEntry,
  type PersonAct,
  type RunEnding,
  type SimTime,
} from '../../../engine/model/index.ts';
import type { Breakpoint, BreakpointHit, RunGoal, RunPace } from '../../../preload/contract.ts';
import { BreakpointMonitor } from '../breakpoints/index.ts';
import type { LiveParticipant } from '../agents/index.ts';
import type { Players } from './players.ts';
import { AgentPlayer } from './agent-player.ts';
import { OutsidePlayer } from './outside-player.ts';
import type { RunExchanges } from './run-exchanges.ts';
import { endingBy, type LiveRun } from './live-run.ts';

export interface DriveOptions {
  /** Whether the run waits before its first event. */
  readonly paused: boolean;
  readonly pace?: RunPace | undefined;
  /** Whether the run waits for the person, instead of ending, when no more events are due. */
  readonly open?: boolean | undefined;
  /** The goal at which the run pauses. */
  readonly until?: RunGoal | undefined;
  /** Whether calls to servers are answered from the record only. */
  readonly isRecordedOnly?: boolean | undefined;
}

/** Called when the run can go on after a server's answer, and with the error of a server that failed. */
export interface OutsideListener {
  readonly onReady: () => void;
  readonly onFailure: (thrown: unknown) => void;
}

/** The current breakpoints. */
export interface BreakpointList {
  readonly list: readonly Breakpoint[];
}

/** Whether the run should pause at the entry, which was just logged. */
export type Goal = (entry: LogEntry) => boolean;

/** The simulated time of a run's next step; `undefined` while it waits for its agent or a person. */
interface NextDue {
  readonly time: SimTime | undefined;
}

const NO_LISTENER: OutsideListener = { onReady: () => undefined, onFailure: () => undefined };

/** Drives an active run: pausing, goals, playback speed, breakpoints and the live agent. */
export class RunDriver {
  readonly run: LiveRun;
  readonly clock = new PlaybackClock(() => performance.now());
  readonly #breakpoints: BreakpointMonitor;
  /** Whether the run waits for the person when no more events are due. */
  readonly #open: boolean;
  paused: boolean;
  /** The live agent and user, until they have left. */
  readonly #players = new Map<Asked, AgentPlayer>();
  /** The goal at which the run pauses. Until then it runs as fast as possible. */
  goal: Goal | undefined;
  hit: BreakpointHit | undefined;
  /** The agent's exchanges with its model. */
  exchanges: RunExchanges | undefined;
  /** Whether the run last stopped at a breakpoint or its goal. */
  arrived = false;

  readonly #outside: OutsidePlayer | undefined;

  constructor(
    run: LiveRun,
    { paused, open = false, isRecordedOnly = false }: DriveOptions,
    listener: OutsideListener = NO_LISTENER,
  ) {
    this.run = run;
    this.#outside =
      Object.keys(run.outsideApps).length === 0
        ? undefined
        : new OutsidePlayer(run, isRecordedOnly, listener);
    this.paused = paused;
    this.#open = open;
    this.#breakpoints = new BreakpointMonitor(run);
  }

  /** Milliseconds until the next step; infinite while the run waits for its agent or a person. */
  get wait(): number {
    // Always called: the clock of a paced run must start even while nothing is due.
    if (this.run.waitsFor !== undefined) return this.run.rest;
    const next = this.#next;
    const paced = this.clock.waitFor(next?.time, this.run.now);
    if (next === undefined) return Infinity;
    return this.goal === undefined ? paced : 0;
  }

  /** Whether nothing is due until the person acts. */
  get waitsForPerson(): boolean {
    if (!this.#open || this.paused || this.#isThinking) return false;
    return this.run.nextStep.kind !== 'answer' && this.#next === undefined;
  }

  /** Whether requests to the agent's model, and its answers, wait for the person. */
  get holds(): boolean {
    return this.paused || this.goal === NEXT_REQUEST;
  }

  get hasPlayers(): boolean {
    return this.#players.size > 0;
  }

  /** Attaches a live agent or user. `onReady` is called when the run can go on, and `onFailure` when the agent has failed. */
  attach(by: Asked, agent: LiveParticipant, onReady: () => void, onFailure: (thrown: unknown) => void): void {
    this.#players.set(
      by,
      new AgentPlayer(
        this.run,
        by,
        agent,
        () => {
          this.clock.resumeFrom(this.#thinkingSince);
          onReady();
        },
        onFailure,
      ),
    );
  }

  /** Ends the agent and user because the run is over. Resolves when they have ended. */
  async release(): Promise<void> {
    const players = [...this.#players.values()];
    this.#players.clear();
    await Promise.all([...players.map((player) => player.end()), this.#outside?.end()]);
  }

  /** Resolves when the agent, the user and the asked server have finished their current work. */
  get isIdle(): Promise<unknown> {
    return Promise.all([...[...this.#players.values()].map(({ idle }) => idle), this.#outside?.idle]);
  }

  /** The simulated time shown to people: between two events it advances with the playback speed. */
  get now(): SimTime {
    if (this.#isThinking) return this.#thinkingSince;
    const { next, now, end } = this.run;
    const read = this.paused ? now : this.clock.simTime(now);
    // Does not pass the next step, such as the agent's turn, or the end of the run.
    const bounds = [this.#next?.time, next, end].filter((time) => time !== undefined);
    return later(now, bounds.reduce(earlier, read));
  }

  /** Carries out a person's act. Manual acts do not hit breakpoints. */
  act(act: PersonAct): readonly LogEntry[] {
    const logged = this.run.act(act, this.now);
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
    if (this.#next === undefined) return [];
    return this.run.advance((entry) => {
      this.#check(entry);
      return !this.arrived && !enough() && this.wait === 0;
    }, this.#breakpoints.hasProbes);
  }

  /** Whether the agent or user has work to do. Begins that work. */
  get #isThinking(): boolean {
    let isBusy = false;
    for (const [by, player] of this.#players) {
      if (player.hasEnded) this.#players.delete(by);
      else if (player.isBusy) isBusy = true;
    }
    return isBusy;
  }

  /** The simulated time at which the agent or user was asked. */
  get #thinkingSince(): SimTime {
    const { question, now } = this.run;
    return question === undefined ? now : later(question.time, now);
  }

  get #next(): NextDue | undefined {
    if (this.#outside?.isBusy === true || this.#isThinking) return undefined;
    const { next, end, ending, nextStep } = this.run;
    switch (nextStep.kind) {
      case 'answer':
        return undefined;
      case 'act':
        return { time: nextStep.time };
      case 'nothing':
        return this.#open ? undefined : { time: undefined };
      case 'event':
        if (ending) return { time: undefined };
        if (this.#open && next === undefined) return undefined;
        return { time: next === undefined || end === undefined ? next : earlier(next, end) };
    }
  }

  #check(entry: LogEntry): void {
    this.hit = this.#breakpoints.check(entry);
    this.arrived = this.hit !== undefined || this.goal?.(entry) === true;
    if (this.arrived) this.goal = undefined;
  }
}

/**
 * The duration of a slice of a run without a window, in milliseconds, before other work gets a turn. Entries are in memory until
 * the end of the slice.
 */
const SLICE_WITHOUT_WINDOW = 10; // milliseconds

/** How a run without a window is driven. */
export interface AlonePolicy extends Players {
  /** Aborted to interrupt the run, with the reason as text. */
  readonly quitting: AbortSignal;
  /** Returns why the run ends at this point although more events are due; `undefined` if it continues. An ended run is not judged. */
  readonly endsHere?: () => string | undefined;
  /** Whether calls to servers are answered from the record only. */
  readonly isRecordedOnly?: boolean | undefined;
  /** Called with the entries that are on disk. */
  readonly onLogged?: (entries: readonly LogEntry[]) => void;
  /** Called with the reason why the run waits for the database, once per wait. */
  readonly onWait?: (why: string) => void;
  /** Called with the reason when the agent or user has left or failed. */
  readonly onLeft?: (by: Asked, why: string) => void;
}

/** Drives a run to its end, as fast as possible. An agent that fails ends the run. The agent has ended when this returns. */
export async function driveAlone(run: LiveRun, policy: AlonePolicy): Promise<void> {
  const { quitting, endsHere, onLogged, onWait, onLeft } = policy;
  const players = (['agent', 'user'] as const).filter((by) => policy[by] !== undefined);
  let told: string | undefined;
  const interrupt = (ending: RunEnding): void => {
    if (!run.over) run.interrupt(ending);
  };
  const onFailure = (thrown: unknown): void => {
    interrupt(endingBy(thrown));
  };
  const driver = new RunDriver(
    run,
    { paused: false, isRecordedOnly: policy.isRecordedOnly },
    { onReady: () => undefined, onFailure },
  );
  const quit = whenAborted(quitting);
  for (const by of players)
    driver.attach(
      by,
      policy[by]!,
      () => undefined,
      (thrown) => {
        const ending = endingBy(thrown);
        onLeft?.(by, ending.text);
        if (ending.cause === 'limit' && !run.over) run.stop(ending);
        else interrupt(ending);
      },
    );
  const playing = new Set(players);
  let end: string | undefined;
  const isDone = (): boolean => run.over || quitting.aborted || (end = endsHere?.()) !== undefined;
  while (!isDone()) {
    const { wait } = driver;
    if (wait === Infinity) await Promise.race([driver.isIdle, quit]);
    else if (wait > 0) await sleep(wait);
    if (isDone()) break;
    const until = performance.now() + SLICE_WITHOUT_WINDOW;
    const logged = driver.advance([], () => performance.now() > until || endsHere?.() !== undefined);
    if (logged.length > 0) onLogged?.(logged);
    if (run.waitsFor !== undefined && run.waitsFor !== told) onWait?.(run.waitsFor);
    told = run.waitsFor;
    for (const by of playing) {
      const left = run.left(by);
      if (left === undefined) continue;
      playing.delete(by);
      onLeft?.(by, left);
    }
    await pause();
  }
  if (end !== undefined) interrupt({ kind: 'ending', cause: 'person', text: end });
  if (quitting.aborted) interrupt({ kind: 'ending', cause: 'closed', text: String(quitting.reason) });
  await driver.release();
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });

/** A function that returns, for each logged entry, whether `run` has reached `goal`. */
export function createGoal(goal: RunGoal, run: LiveRun): Goal {
  if ('entry' in goal) return ({ index }) => index >= goal.entry;
  if ('event' in goal) return ({ event }) => event === goal.event;
  switch (goal.by) {
    case 'event':
      return () => true;
    case 'tick':
      return () => run.next === undefined || run.next > run.now;
    case 'turn':
      return ({ kind }) => kind === 'agent';
    case 'request':
      return NEXT_REQUEST;
  }
}

/** The goal of a run that pauses at the next request to a model or its answer. No entry reaches it. */
const NEXT_REQUEST: Goal = () => false;

/** Manual calls are rounded to a tenth of a second, which is short to write in a scenario and precise enough. */
const MANUAL_TIME_GRAIN = 100_000; // microseconds

/** Keeps simulated time in step with real time, unless the run goes as fast as possible. */
export class PlaybackClock {
  readonly #wall: () => number;
  #pace: RunPace = 'fastest';
  #from: { readonly wall: number; readonly sim: SimTime } | undefined;

  /** @param wall returns milliseconds */
  constructor(wall: () => number) {
    this.#wall = wall;
  }

  /** Sets the playback speed. */
  setPace(pace: RunPace): void {
    this.#pace = pace;
    this.#from = undefined;
  }

  /** Resets the elapsed time. Call it after a pause. */
  reset(): void {
    this.#from = undefined;
  }

  /** Continues from simulated time `sim`. */
  resumeFrom(sim: SimTime): void {
    if (this.#pace !== 'fastest') this.#from = { wall: this.#wall(), sim };
  }

  /** The current simulated time of a run whose last event was at `now`. */
  simTime(now: SimTime): SimTime {
    if (this.#pace === 'fastest' || this.#from === undefined) return now;
    const { wall, sim } = this.#from;
    const passed = (this.#wall() - wall) * 1000 * this.#pace;
    return later(now, instant(sim + Math.floor(passed / MANUAL_TIME_GRAIN) * MANUAL_TIME_GRAIN));
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
/** Events with less real time between them, in milliseconds, fire together, because nobody could see them separately. */
const MIN_PACED_MILLISECONDS = 16;

/** Schedules the turns of runs: after other pending work of the main process, or after a delay. */
export class RunScheduler {
  readonly #take: () => void;
  #next: NodeJS.Immediate | undefined;
  #alarm: NodeJS.Timeout | undefined;

  /** @param take called for each turn */
  constructor(take: () => void) {
    this.#take = take;
  }

  soon(): void {
    this.#next ??= setImmediate(() => {
      this.#next = undefined;
      this.#take();
    });
  }

  /** Schedules a turn after `milliseconds`; none if the number is not finite. */
  wakeIn(milliseconds: number): void {
    clearTimeout(this.#alarm);
    if (!Number.isFinite(milliseconds)) return;
    this.#alarm = setTimeout(
      () => {
        this.soon();
      },
      Math.max(MIN_PACED_MILLISECONDS, Math.min(MAX_REST, milliseconds)),
    );
  }

  stop(): void {
    clearImmediate(this.#next);
    clearTimeout(this.#alarm);
  }
}

/** The maximum duration of a turn in milliseconds, including writing and reporting, so that the window stays responsive. */
const SLICE_MILLISECONDS = 8;
const MIN_FIRING = 0.5; // milliseconds

/**
 * The duration from which a turn counts as slow. After a slow turn the window gets time of its own, because a click takes several
 * steps through the main process, each of which would wait for such a turn.
 */
const SLOW_MILLISECONDS = 100;
const MAX_BREATH = 250; // milliseconds

/** Divides a turn between firing and the rest, so that all fired events are written and reported in the same turn. */
export class TimeBudget {
  /** Milliseconds for firing, adapted to the time that writing takes on this machine. */
  #firing = MIN_FIRING;

  /**
   * Runs `work`, which fires events until `enough` returns true, and adapts to its total duration. Returns the milliseconds until
   * the next turn may begin.
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
