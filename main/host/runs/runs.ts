import { setImmediate } from 'node:timers/promises';
import { OrreryError, type Store } from '../../../engine/index.ts';
import type {
  Action,
  Actor,
  Intervention,
  LogEntry,
  RunId,
  RunSummary,
} from '../../../engine/model/index.ts';
import type { BreakpointHit, RunPace, StepBy } from '../../../preload/contract.ts';
import type { CheckTypes } from '../scenarios/index.ts';
import { Fault } from '../system/index.ts';
import { type Branching, hostAgent, type HostedAgent } from './agent-session.ts';
import { LiveRun } from './live-run.ts';
import { type AgainRequest, type PreparedRun, prepareRun, type RunRequest } from './prepare-run.ts';
import { branchOff, startAgain } from './rerun.ts';
import { type Breakpoints, Driven, type Goal, goalOf, type Way } from './run-driver.ts';
import { Slices, Turns } from './run-scheduler.ts';

/** Who is told what runs do. All of it is on disk by then. */
export interface Audience {
  logged(run: RunId, entries: readonly LogEntry[]): void;
  changed(run: RunId): void;
  hit(run: RunId, hit: BreakpointHit): void;
}

/** The runs that this process drives: at their pace, in slices, in turn. */
export class Runs {
  readonly #store: Store;
  readonly #checkTypes: CheckTypes;
  readonly #audience: Audience;
  readonly #breakpoints: Breakpoints;
  readonly #driven = new Map<RunId, Driven>();
  readonly #losses = new Losses();
  readonly #turns = new Turns(() => {
    this.#takeTurn();
  });
  readonly #slices = new Slices();

  constructor(
    store: Store,
    checkTypes: CheckTypes,
    audience: Audience,
    breakpoints: Breakpoints = { list: [] },
  ) {
    this.#store = store;
    this.#checkTypes = checkTypes;
    this.#audience = audience;
    this.#breakpoints = breakpoints;
  }

  /** An agent that it is asked for is started in its workspace. @throws {ScenarioError} when the scenario cannot run. */
  async start(request: RunRequest | AgainRequest, way: Way): Promise<RunSummary> {
    const prepared =
      'of' in request
        ? await startAgain(this.#store, this.#known(request.of), request)
        : await prepareRun(request, this.#checkTypes);
    const driven = this.#begin(prepared, way);
    const agent = request.choices?.agent;
    if (agent !== undefined) void this.#host(driven, prepared, { ...agent, folder: request.folder, from: 0 });
    return this.summary(driven.run.id)!;
  }

  /**
   * Starts a run that shares its past with run `id` up to entry `at`, and in which one thing is otherwise.
   *
   * @throws {Fault} when there is no such run, or it was not run here.
   * @throws {ScenarioError} when the intervention fits nothing in its scenario.
   */
  async branch(
    id: RunId,
    at: number,
    intervention: Intervention | undefined,
    { paused, script, agent }: Branching,
  ): Promise<RunSummary> {
    const parent = this.#known(id);
    const outside = agent && { command: agent.command, thinking: agent.thinking };
    const prepared = await branchOff(this.#store, parent, at, intervention, { script, agent: outside });
    const driven = this.#begin(prepared, { paused });
    if (agent !== undefined) void this.#host(driven, prepared, { ...agent, from: at });
    return this.summary(driven.run.id)!;
  }

  #begin(prepared: PreparedRun, way: Way): Driven {
    const run = new LiveRun(prepared, this.#store);
    if (way.paused) run.mark('paused');
    const driven = new Driven(run, way);
    driven.pacing.set(way.pace ?? 'fastest');
    this.#driven.set(run.id, driven);
    this.#audience.changed(run.id);
    this.#turns.soon();
    return driven;
  }

  /** Where the agent fails at its part, the run ends where it is. */
  async #host(driven: Driven, prepared: PreparedRun, agent: HostedAgent): Promise<void> {
    try {
      await hostAgent(driven, prepared, agent, this.#turns, () => {
        this.#audience.changed(driven.run.id);
      });
      this.#turns.soon();
    } catch (thrown) {
      this.#settle(driven.run, () => {
        throw thrown;
      });
    }
  }

  summary(id: RunId): RunSummary | undefined {
    const summary = this.#store.run(id);
    return summary && this.#asItIs(summary);
  }

  /** Newest first: all of them, or the newest `most`. */
  list(most?: number): readonly RunSummary[] {
    return this.#store.runs(most).map((summary) => this.#asItIs(summary));
  }

  /** With what is written of it only when it ends. */
  #asItIs(summary: RunSummary): RunSummary {
    const asides = this.#driven.get(summary.id)?.run.asides ?? [];
    return this.#losses.in({ ...summary, notes: [...summary.notes, ...asides] });
  }

  /** Takes hold before the next event. */
  pause(id: RunId): void {
    const driven = this.#inMotion(id);
    driven.goal = undefined;
    this.#mark(driven, true);
  }

  resume(id: RunId): void {
    const driven = this.#inMotion(id);
    driven.pacing.rest();
    this.#mark(driven, false);
    this.#turns.soon();
  }

  /** Fires one event of a paused run, all of its next tick, or all up to what the agent does next. */
  step(id: RunId, by: StepBy = 'event'): void {
    const driven = this.#atRest(id);
    // What a guest does next is seen when it has thought.
    if (by === 'event' && driven.guest === undefined) this.#advance(driven, () => true);
    else this.#goTo(driven, goalOf(by, driven.run));
  }

  /** Lets a paused run go on until it has logged what `goal` says. */
  until(id: RunId, goal: Goal): void {
    this.#goTo(this.#atRest(id), goal);
  }

  /**
   * Calls a tool in a run in motion, between two of its events. Answers the entry that tells of it, by index.
   *
   * @throws {Fault} when the tool did not come back. @throws {StoreError} when it could not be written: the run is over then.
   */
  act(id: RunId, actor: Actor, action: Action): number {
    const driven = this.#inMotion(id);
    try {
      const logged = driven.act(actor, action);
      this.#audience.logged(id, logged);
      return logged.at(-1)!.index;
    } catch (thrown) {
      if (driven.run.over) this.#lose(driven.run, thrown);
      throw thrown;
    } finally {
      this.#audience.changed(id);
      this.#turns.soon();
    }
  }

  /** The apps of a run in motion, with their tools; `undefined` of one that is over. */
  appsOf(id: RunId): LiveRun['apps'] | undefined {
    return this.#driven.get(id)?.run.apps;
  }

  /** How fast it goes on when it goes on. */
  pace(id: RunId, pace: RunPace): void {
    this.#inMotion(id).pacing.set(pace);
    this.#turns.soon();
  }

  stop(id: RunId): void {
    const { run } = this.#inMotion(id);
    this.#settle(run, () => {
      run.stop();
    });
  }

  /** @throws {Fault} while it is in motion, here or in another process, or when there is no such run. */
  remove(id: RunId): void {
    this.demandOver(id);
    this.#store.remove(id);
  }

  /** @throws {Fault} as {@link deleteEvent}. */
  demandOver(id: RunId): void {
    const { state } = this.#known(id);
    if (state === 'running' || state === 'paused')
      throw new Fault('run-in-motion', `run ${id}: found it ${state}, wanted one that is over`);
  }

  /** Ends every run where it is. */
  abandonAll(reason: string): void {
    this.#turns.end();
    for (const { run } of this.#driven.values())
      this.#settle(run, () => {
        run.abandon(reason);
      });
  }

  #known(id: RunId): RunSummary {
    const summary = this.summary(id);
    if (summary !== undefined) return summary;
    throw new Fault('no-such-run', `run ${id}: found none, wanted one of this database`);
  }

  #inMotion(id: RunId): Driven {
    const driven = this.#driven.get(id);
    if (driven !== undefined) return driven;
    const { state } = this.#known(id);
    throw new Fault('run-not-in-motion', `run ${id}: found it ${state}, wanted one that this window runs`);
  }

  #atRest(id: RunId): Driven {
    const driven = this.#inMotion(id);
    if (!driven.paused) throw new Fault('run-not-paused', `run ${id}: found it running, wanted it paused`);
    return driven;
  }

  #goTo(driven: Driven, goal: Goal): void {
    driven.goal = goal;
    this.#mark(driven, false);
    this.#turns.soon();
  }

  #mark(driven: Driven, paused: boolean): void {
    driven.run.mark(paused ? 'paused' : 'running');
    driven.paused = paused;
    this.#audience.changed(driven.run.id);
  }

  /** Gives one run one slice; the others have theirs in the next turns. */
  #takeTurn(): void {
    const running = [...this.#driven.values()].filter(({ paused }) => !paused);
    const next = running.find(({ wait }) => wait === 0);
    if (next === undefined) {
      this.#turns.rest(Math.min(...running.map(({ wait }) => wait)));
      return;
    }
    // To the end of the line.
    this.#driven.delete(next.run.id);
    this.#driven.set(next.run.id, next);
    this.#slices.spend((enough) => {
      this.#advance(next, enough);
    });
    this.#turns.soon();
  }

  #advance(driven: Driven, enough: () => boolean): void {
    const { run } = driven;
    this.#settle(run, () => {
      this.#audience.logged(run.id, driven.advance(this.#breakpoints.list, enough));
    });
    if (driven.hit !== undefined) this.#audience.hit(run.id, driven.hit);
    if (driven.arrived && !driven.paused && !run.over) this.#mark(driven, true);
  }

  /** Does `work`, and sees to what becomes of a run that ends by it, well or not. */
  #settle(run: LiveRun, work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.#lose(run, thrown);
    }
    if (run.over) this.#forget(run.id);
    this.#audience.changed(run.id);
  }

  #forget(id: RunId): void {
    this.#driven.get(id)?.guest?.dismiss();
    this.#driven.delete(id);
  }

  #lose(run: LiveRun, thrown: unknown): void {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const reason = thrown instanceof OrreryError ? message : `A fault of Orrery itself ended it: ${message}`;
    if (!(thrown instanceof OrreryError)) console.error(thrown);
    this.#forget(run.id);
    this.#losses.note(run.id, reason);
    try {
      run.abandon(reason);
    } catch (again) {
      // The disk does not take the end either; the next start finds the run without its process and marks it.
      if (!(again instanceof OrreryError)) throw again;
    }
  }
}

/** Why runs ended whose end could not be written. */
class Losses {
  readonly #reasons = new Map<RunId, string>();

  note(run: RunId, reason: string): void {
    this.#reasons.set(run, reason);
  }

  /** `summary` as it would be, could it have been written. */
  in(summary: RunSummary): RunSummary {
    const reason = this.#reasons.get(summary.id);
    if (reason === undefined || summary.state === 'interrupted') return summary;
    return { ...summary, state: 'interrupted', notes: [...summary.notes, reason] };
  }
}

/** So many are removed at a stretch, for the window must always answer. */
const STRETCH = 20; // runs

/** Removes the runs called `ids`. @throws {Fault} where one is in motion or not there; none is removed then. */
export async function removeRuns(runs: Runs, ids: readonly RunId[]): Promise<void> {
  for (const id of ids) runs.demandOver(id);
  for (const [at, id] of ids.entries()) {
    runs.remove(id);
    if (at % STRETCH === STRETCH - 1) await setImmediate();
  }
}
