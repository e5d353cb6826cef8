import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Asked, OrreryError, type Store } from '../../../engine/index.ts';
import {
  isActiveState,
  type Action,
  type Actor,
  type Intervention,
  type LogEntry,
  type OutsideAgent,
  type RunEnding,
  type RunId,
  type RunSummary,
} from '../../../engine/model/index.ts';
import type {
  BreakpointHit,
  HeldRequest,
  McpConnection,
  RunControl,
  RunGoal,
  RunPace,
  RunTime,
  StepBy,
} from '../../../preload/contract.ts';
import { DEFAULT_AGENT_LIMITS, type LiveParticipant } from '../agents/index.ts';
import { isLocked, type Waiting, whenUnlocked } from '../database/index.ts';
import type { CheckTypes } from '../scenarios/index.ts';
import { BUILT, ProblemError } from '../system/index.ts';
import { judgeEnded } from './judge.ts';
import { beginRun, endingBy, type LiveRun } from './live-run.ts';
import { processPlayers } from './players.ts';
import {
  type AnswerSources,
  replayPolicy,
  type ReplayPolicy,
  RunExchanges,
  resumingPolicy,
} from './run-exchanges.ts';
import { type StoredFilesRequest, type PreparedRun, prepareRun, type RunRequest } from './prepare-run.ts';
import {
  type RequestBranch,
  prepareAmendment,
  prepareBranch,
  prepareFromStoredFiles,
  prepareResumption,
} from './prepare-stored-run.ts';
import {
  type BreakpointList,
  type DriveOptions,
  type Goal,
  createGoal,
  RunDriver,
  RunScheduler,
  TimeBudget,
} from './run-driver.ts';

/** Receives events of runs. Everything reported is already on disk. */
export interface RunObserver {
  logged(run: RunId, entries: readonly LogEntry[]): void;
  changed(run: RunId): void;
  hit(run: RunId, hit: BreakpointHit): void;
  /**
   * Called with the reason, as a sentence, when something such as a new run waits before it begins; with `undefined` when it no
   * longer waits.
   */
  waits?(why: string | undefined): void;
}

export interface StartOptions extends DriveOptions {
  /** An active run to stop once the new run is ready to begin. */
  readonly instead?: RunId | undefined;
  /** Sources of answers to the model's requests, besides the model. */
  readonly answers?: AnswerSources | undefined;
}

/** A process that plays the agent, and the folder in which it starts. */
export type AgentProgram = OutsideAgent & { readonly folder: string };

/** How a branch continues. */
export interface BranchOptions {
  readonly paused: boolean;
  /** The script that the agent follows from the branch on. */
  readonly script?: string | undefined;
  /** The process that plays the agent from the branch on. */
  readonly agent?: AgentProgram | undefined;
}

/** Makes Electron's program, which a packaged Orrery is, run a script as Node does. Node ignores it. */
const RUN_AS_NODE = { ELECTRON_RUN_AS_NODE: '1' };

/** How long a slow run waits after a click or a key press for the resulting calls, in milliseconds. */
const GIVE_WAY_MILLISECONDS = 300;
/** The maximum time for which a slow run waits between two turns, in milliseconds. */
const MAX_REST = 1_000; // milliseconds

/** The runs that this process drives, in turns of short slices and at their own pace. */
export class Runs {
  readonly #store: Store;
  readonly #checkTypes: CheckTypes;
  readonly #observer: RunObserver;
  readonly #breakpoints: BreakpointList;
  readonly #folder: string | undefined;
  readonly #drivers = new Map<RunId, RunDriver>();
  readonly #unwritten = new UnwrittenEndings();
  /** The client connections of active runs. */
  readonly #connections = new Map<RunId, () => McpConnection>();
  readonly #scheduler = new RunScheduler(() => {
    this.#advanceNext();
  });
  readonly #budget = new TimeBudget();
  /** The latest start of the next turn, while the window has time of its own; on the monotonic clock. */
  #restsUntil = 0;
  /** Aborted when the person cancels everything that waits. */
  #waiting = new AbortController();
  /** Settles when the ended runs so far are judged, one after the other. */
  #judging = Promise.resolve();
  #hasStopped = false;

  /** @param folder the workspace, in which the servers of stored runs start */
  constructor(
    store: Store,
    checkTypes: CheckTypes,
    observer: RunObserver,
    breakpoints: BreakpointList = { list: [] },
    folder?: string,
  ) {
    this.#store = store;
    this.#checkTypes = checkTypes;
    this.#observer = observer;
    this.#breakpoints = breakpoints;
    this.#folder = folder;
  }

  /**
   * Starts a run, and its agent process, if it has one, in the workspace folder.
   *
   * @throws {ScenarioError} when the scenario cannot run; `instead` is not stopped then.
   */
  async start(request: RunRequest | StoredFilesRequest, options: StartOptions): Promise<RunSummary> {
    const { agent, user } = request.choices ?? {};
    const playing = { from: 0, turns: DEFAULT_AGENT_LIMITS.turns, isOther: false };
    const turns = { agent: agent && playing, user: user && playing };
    const asked = { ...request, turns };
    const prepared =
      'of' in asked
        ? await prepareFromStoredFiles(this.#store, this.#known(asked.of), asked)
        : await prepareRun(asked, this.#checkTypes);
    const { instead, answers = {} } = options;
    const policy = replayPolicy(this.#store, answers);
    if (instead !== undefined && this.isActive(instead)) this.stop(instead);
    const driver = await this.#begin(prepared, options);
    this.#attachPlayers(driver, prepared, request.folder, policy);
    const { until } = options;
    if (until !== undefined && 'by' in until) this.step(driver.run.id, until.by);
    else if (until !== undefined) this.until(driver.run.id, until);
    return this.summary(driver.run.id)!;
  }

  /**
   * Starts a branch that repeats run `id` up to entry `at` and then differs by one change.
   *
   * @throws {ProblemError} when there is no such run, or it was not run here.
   * @throws {ScenarioError} when the change does not fit the scenario.
   */
  async branch(
    id: RunId,
    at: number,
    intervention: Intervention | undefined,
    { paused, script, agent }: BranchOptions,
  ): Promise<RunSummary> {
    const parent = this.#known(id);
    const { turns } = DEFAULT_AGENT_LIMITS;
    const prepared = await prepareBranch(this.#store, parent, at, intervention, {
      script,
      agent: agent && { ...agent, turns },
    });
    const driver = await this.#begin(prepared, { paused });
    this.#attachPlayers(driver, prepared, agent?.folder);
    return this.summary(driver.run.id)!;
  }

  /**
   * Starts a branch of run `id` at a request to its model, in the workspace `folder`.
   * @throws {ProblemError} when there is no such run, no model played its agent, or it did not make the request.
   */
  async amend(id: RunId, amendment: RequestBranch, folder: string): Promise<RunSummary> {
    const { turns } = DEFAULT_AGENT_LIMITS;
    const { run, given } = await prepareAmendment(this.#store, this.#known(id), amendment, {
      turns,
      folder,
    });
    const driver = await this.#begin(run, { paused: false });
    this.#attachPlayers(driver, run, folder, { given });
    return this.summary(driver.run.id)!;
  }

  /**
   * Starts a run that repeats the interrupted run `id`, and continues with `agent`.
   * @throws {ProblemError} when there is no such run, it was not interrupted, or it was not run here.
   */
  async resumeInterrupted(id: RunId, agent: AgentProgram | undefined): Promise<RunSummary> {
    const { turns } = DEFAULT_AGENT_LIMITS;
    const prepared = await prepareResumption(this.#store, this.#known(id), agent && { ...agent, turns });
    const driver = await this.#begin(prepared, { paused: false });
    this.#attachPlayers(driver, prepared, agent?.folder, resumingPolicy(this.#store, id));
    return this.summary(driver.run.id)!;
  }

  /**
   * Runs `work`, which writes to the database, and waits while other programs lock it.
   * @throws {ProblemError} when the person cancels the wait.
   */
  write<Answer>(work: () => Answer): Promise<Answer> {
    return this.#tellingWaits((waiting) => whenUnlocked(work, waiting));
  }

  /** Cancels everything that waits before it begins. */
  cancelWaiting(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  async #begin(prepared: PreparedRun, options: DriveOptions): Promise<RunDriver> {
    const placed = this.#folder === undefined ? prepared : { folder: this.#folder, ...prepared };
    const run = await this.#tellingWaits((waiting) => beginRun(placed, this.#store, waiting));
    const paused = options.paused || options.until !== undefined;
    if (paused) run.mark('paused');
    const driver = new RunDriver(
      run,
      { ...options, paused },
      {
        onReady: () => {
          this.#scheduler.soon();
        },
        onFailure: (thrown) => {
          if (!run.over)
            this.#endIfOver(run, () => {
              throw thrown;
            });
        },
      },
    );
    driver.clock.setPace(options.pace ?? 'fastest');
    this.#drivers.set(run.id, driver);
    this.#observer.changed(run.id);
    this.#scheduler.soon();
    return driver;
  }

  #tellingWaits<Answer>(work: (waiting: Waiting) => Promise<Answer>): Promise<Answer> {
    let hasWaited = false;
    const onWait = (why: string): void => {
      hasWaited = true;
      this.#observer.waits?.(why);
    };
    return work({ onWait, giveUp: this.#waiting.signal }).finally(() => {
      if (hasWaited) this.#observer.waits?.(undefined);
    });
  }

  /** Attaches the processes or the client that play agent and user. If one fails, the run ends. */
  #attachPlayers(
    driver: RunDriver,
    prepared: PreparedRun,
    folder: string | undefined,
    policy: ReplayPolicy = {},
  ): void {
    const { run } = driver;
    const { agent } = prepared.choices;
    if (prepared.living.length === 0) return;
    const onStderr = (text: string): void => {
      run.agentStderr.add(text);
      this.#observer.changed(run.id);
    };
    const hold = {
      holds: () => driver.holds,
      onHeld: () => {
        driver.goal = undefined;
        if (driver.paused) this.#observer.changed(run.id);
        else this.#mark(driver, true);
      },
    };
    const recorder = new RunExchanges(run, this.#store, { ...policy, limits: agent?.limits, hold });
    driver.exchanges = recorder;
    if (driver.paused) recorder.pause();
    const players = processPlayers(prepared, { folder, recorder, onStderr });
    const listening =
      agent?.client === undefined || players.agent === undefined
        ? players
        : { ...players, agent: this.#listeningAgent(run, prepared.plan, agent) };
    for (const by of prepared.living)
      if (listening[by] !== undefined) this.#attach(driver, by, listening[by]);
  }

  /** The connections of clients to an active run; `undefined` if none can connect to it. */
  client(id: RunId): McpConnection | undefined {
    return this.#connections.get(id)?.();
  }

  /** An agent that listens for clients at its own address. */
  #listeningAgent(run: LiveRun, plan: PreparedRun['plan'], { thinking }: OutsideAgent): LiveParticipant {
    // Loaded when somebody wants a client to play.
    const made = import('../mcp/index.ts').then(
      ({ clientAgent, clientCommands, McpAgent, SocketListener }) => {
        const onClient = (client: NonNullable<AgentProgram['client']>): void => {
          void this.write(() => {
            this.#store.setAgent(run.id, clientAgent(client, thinking));
          }).then(() => {
            this.#observer.changed(run.id);
          });
        };
        const agent = new McpAgent(plan, { thinking, onClient });
        const listener = new SocketListener(
          () => agent.server(),
          () => {
            this.#observer.changed(run.id);
          },
        );
        const commands = clientCommands(
          listener.address,
          [process.execPath, join(BUILT, 'main/cli.js')],
          RUN_AS_NODE,
        );
        this.#connections.set(run.id, () => ({ commands, clients: listener.clients }));
        this.#observer.changed(run.id);
        return { agent, listener };
      },
    );
    return {
      start: async (now, history, quitting) => (await made).agent.start(now, history, quitting),
      answer: async (question, quitting) => (await made).agent.answer(question, quitting),
      end: async (last) => {
        const { agent, listener } = await made;
        await agent.end(last);
        await listener.close();
        this.#connections.delete(run.id);
      },
    };
  }

  #attach(driver: RunDriver, by: Asked, agent: LiveParticipant): void {
    const { run } = driver;
    driver.attach(
      by,
      agent,
      () => {
        this.#scheduler.soon();
      },
      (thrown) => {
        if (run.over) return;
        const ending = endingBy(thrown);
        if (ending.cause === 'limit') this.stop(run.id, ending);
        else
          this.#endIfOver(run, () => {
            throw thrown;
          });
      },
    );
    this.#scheduler.soon();
  }

  summary(id: RunId): RunSummary | undefined {
    const summary = this.#store.run(id);
    return summary && this.#complete(summary);
  }

  /** The runs, newest first: all of them, or the newest `most`. */
  list(most?: number): readonly RunSummary[] {
    return this.#store.runs(most).map((summary) => this.#complete(summary));
  }

  /** Adds notes that are stored only when the run ends. */
  #complete(summary: RunSummary): RunSummary {
    const notes = this.#drivers.get(summary.id)?.run.runtimeNotes ?? [];
    return this.#unwritten.applyTo({ ...summary, notes: [...summary.notes, ...notes] });
  }

  /**
   * Carries out a control of a person.
   * @throws {ProblemError} when the run is not active, or a step is requested and the run is not paused.
   */
  control(id: RunId, control: RunControl): void | Promise<void> {
    switch (control.kind) {
      case 'answer':
        return this.#replaceAnswer(this.#activeDriver(id), control.answer);
      case 'pause':
        this.pause(id);
        break;
      case 'resume':
        this.resume(id);
        break;
      case 'step':
        this.step(id, control.by);
        break;
      case 'pace':
        this.pace(id, control.pace);
        break;
      case 'stop':
        this.stop(id);
    }
  }

  /** Pauses the run before the next event. */
  pause(id: RunId): void {
    const driver = this.#activeDriver(id);
    driver.goal = undefined;
    this.#mark(driver, true);
  }

  resume(id: RunId): void {
    const driver = this.#activeDriver(id);
    driver.clock.reset();
    this.#mark(driver, false);
    this.#scheduler.soon();
  }

  /**
   * In a paused run, fires one event, all events of the next tick, or all events up to the agent's next action, or up to the next
   * request to its model or its answer.
   */
  step(id: RunId, by: StepBy = 'event'): void {
    const driver = this.#pausedDriver(id);
    // The next action of an agent process is known only after its answer.
    if (by === 'event' && !driver.hasPlayers) this.#advance(driver, () => true);
    else this.#continueTo(driver, createGoal({ by }, driver.run));
  }

  /** Lets an active run continue until it reaches `goal`, where it pauses. */
  until(id: RunId, goal: RunGoal): void {
    const driver = this.#activeDriver(id);
    this.#continueTo(driver, createGoal(goal, driver.run));
  }

  /**
   * Calls a tool in an active run between two events. Returns its entry.
   *
   * @throws {ProblemError} when the tool timed out.
   * @throws {StoreError} when the entry could not be written; the run is over then.
   */
  act(id: RunId, actor: Actor, action: Action): LogEntry {
    const driver = this.#activeDriver(id);
    try {
      const logged = driver.act({ kind: 'call', actor, action });
      this.#observer.logged(id, logged);
      return logged.at(-1)!;
    } catch (thrown) {
      if (driver.run.over) this.#endWithProblem(driver.run, thrown);
      throw thrown;
    } finally {
      this.#observer.changed(id);
      this.#scheduler.soon();
    }
  }

  /** The request to the model of an active run, or the answer, that waits for the person; `undefined` if there is none. */
  held(id: RunId): HeldRequest | undefined {
    return this.#activeDriver(id).exchanges?.held;
  }

  async #replaceAnswer(
    { run, exchanges }: RunDriver,
    answer: Parameters<RunExchanges['replaceAnswer']>[0],
  ): Promise<void> {
    await exchanges?.replaceAnswer(answer);
    this.#observer.changed(run.id);
  }

  /** The apps of an active run, with their tools; `undefined` if it is over. */
  appsOf(id: RunId): LiveRun['apps'] | undefined {
    return this.#drivers.get(id)?.run.apps;
  }

  /** Sets the playback speed. */
  pace(id: RunId, pace: RunPace): void {
    this.#activeDriver(id).clock.setPace(pace);
    this.#scheduler.soon();
  }

  /** The simulated time of an active run and its end. Between two events the time advances with the playback speed. */
  time(id: RunId): RunTime {
    const driver = this.#activeDriver(id);
    return { now: driver.now, end: driver.run.end, waitsForPerson: driver.waitsForPerson };
  }

  /** Delays slow scenario code until a person's last action has been handled, because a click returns as a call from the page. */
  giveWay(): void {
    const left = this.#restsUntil - performance.now();
    if (left > 0) this.#scheduler.wakeIn(Math.min(left, GIVE_WAY_MILLISECONDS));
  }

  /** Ends a run: as stopped by a person, unless `why` is given. */
  stop(id: RunId, why?: RunEnding): void {
    const { run } = this.#activeDriver(id);
    this.#endIfOver(run, () => {
      run.stop(why);
    });
  }

  isActive(id: RunId): boolean {
    return this.#drivers.has(id);
  }

  /** The scenarios of active runs that are not paused, whose code may be executing. */
  get running(): ReadonlySet<string> {
    const running = [...this.#drivers.values()].filter(({ paused }) => !paused);
    return new Set(running.map(({ run }) => run.source));
  }

  /** Resolves when all runs that have ended so far are judged. */
  get judged(): Promise<void> {
    return this.#judging;
  }

  /** @throws {ProblemError} when the run is active, here or in another process, or does not exist. */
  async remove(id: RunId): Promise<void> {
    await this.write(() => {
      this.requireEnded(id);
      this.#store.remove(id);
    });
  }

  /** @throws {ProblemError} as {@link remove}. */
  requireEnded(id: RunId): void {
    const { state } = this.#known(id);
    if (isActiveState(state)) throw new ProblemError('run-active', `Run ${id} is ${state}: stop it first`);
  }

  /** Ends all active runs because of `ending`, and cancels waiting ones. */
  interruptAll(ending: RunEnding): void {
    this.#hasStopped = true;
    this.#waiting.abort();
    this.#scheduler.stop();
    const ended = [...this.#drivers.values()];
    try {
      // All at once: each would wait for another program's lock.
      if (ended.length > 0)
        this.#store.transaction(() => {
          for (const { run } of ended) run.interrupt(ending);
        });
    } catch (thrown) {
      // The next start finds the runs without their process and marks them as interrupted.
      if (!(thrown instanceof OrreryError)) throw thrown;
    }
    for (const { run } of ended) {
      this.#release(run.id);
      this.#observer.changed(run.id);
    }
  }

  /**
   * The summary of run `id`, marked as interrupted if its process has ended.
   * @throws {ProblemError} when it does not exist.
   */
  #known(id: RunId): RunSummary {
    const summary = this.summary(id);
    const isElsewhere = summary !== undefined && isActiveState(summary.state) && !this.isActive(id);
    if (isElsewhere && this.#interruptsLost()) {
      this.#observer.changed(id);
      return this.#known(id);
    }
    if (summary !== undefined) return summary;
    throw new ProblemError('no-such-run', `There is no run ${id} in this database`);
  }

  /** Marks runs as interrupted whose process has ended; none while another program locks the database. Returns whether there were any. */
  #interruptsLost(): boolean {
    try {
      return this.#store.interruptLost() > 0;
    } catch (thrown) {
      if (isLocked(thrown)) return false;
      throw thrown;
    }
  }

  #activeDriver(id: RunId): RunDriver {
    const driver = this.#drivers.get(id);
    if (driver !== undefined) return driver;
    const { state } = this.#known(id);
    throw new ProblemError(
      'run-not-active',
      isActiveState(state)
        ? `Run ${id} is ${state} in another window or in the terminal. Control it there.`
        : `Run ${id} is ${state}: nothing is going on in it`,
    );
  }

  #pausedDriver(id: RunId): RunDriver {
    const driver = this.#activeDriver(id);
    if (!driver.paused) throw new ProblemError('run-not-paused', `Run ${id} is running: pause it first`);
    return driver;
  }

  #continueTo(driver: RunDriver, goal: Goal): void {
    driver.goal = goal;
    this.#mark(driver, false);
    this.#scheduler.soon();
  }

  #mark(driver: RunDriver, paused: boolean): void {
    driver.run.mark(paused ? 'paused' : 'running');
    driver.paused = paused;
    if (paused) driver.exchanges?.pause();
    else driver.exchanges?.resume();
    this.#observer.changed(driver.run.id);
  }

  /** Advances one run by a slice. The others follow in the next turns. */
  #advanceNext(): void {
    const running = [...this.#drivers.values()].filter(
      ({ paused, run }) => !paused || run.waitsFor !== undefined,
    );
    const next = running.find(({ wait }) => wait === 0);
    if (next === undefined) {
      this.#scheduler.wakeIn(Math.min(...running.map(({ wait }) => wait)));
      return;
    }
    // Moves the run to the end of the queue.
    this.#drivers.delete(next.run.id);
    this.#drivers.set(next.run.id, next);
    const rest = this.#budget.spend((enough) => {
      this.#advance(next, enough);
    });
    this.#restsUntil = rest === 0 ? 0 : performance.now() + MAX_REST;
    if (rest === 0) this.#scheduler.soon();
    else this.#scheduler.wakeIn(rest);
  }

  #advance(driver: RunDriver, enough: () => boolean): void {
    const { run } = driver;
    this.#endIfOver(run, () => {
      this.#observer.logged(run.id, driver.advance(this.#breakpoints.list, enough));
    });
    if (driver.hit !== undefined) this.#observer.hit(run.id, driver.hit);
    if (driver.arrived && !driver.paused && !run.over && run.waitsFor === undefined) this.#mark(driver, true);
  }

  /** Runs `work`, and releases the run if it has ended, normally or by an error. */
  #endIfOver(run: LiveRun, work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.#endWithProblem(run, thrown);
    }
    if (run.over) this.#release(run.id);
    this.#observer.changed(run.id);
  }

  #release(id: RunId): void {
    void this.#drivers.get(id)?.release();
    this.#drivers.delete(id);
    this.#judging = this.#judging.then(() => this.#judge(id));
  }

  async #judge(id: RunId): Promise<void> {
    const hasStopped = (): boolean => this.#hasStopped;
    if (hasStopped()) return;
    try {
      await judgeEnded(this.#store, id, hasStopped);
      if (!hasStopped()) this.#observer.changed(id);
    } catch (thrown) {
      // Its verdict stays open and can be requested again.
      if (!hasStopped()) console.error(thrown);
    }
  }

  #endWithProblem(run: LiveRun, thrown: unknown): void {
    const ending = endingBy(thrown);
    if (ending.cause === 'bug') console.error(thrown);
    this.#release(run.id);
    this.#unwritten.note(run.id, ending);
    try {
      run.interrupt(ending);
    } catch (again) {
      if (isLocked(again)) this.#interruptLater(run, ending);
      // The ending cannot be written either; the next start finds the run without its process and marks it as interrupted.
      else if (!(again instanceof OrreryError)) throw again;
    }
  }

  /** Interrupts `run`, and waits while other programs lock the database. */
  #interruptLater(run: LiveRun, ending: RunEnding): void {
    this.write(() => {
      run.interrupt(ending);
    }).then(
      () => {
        this.#observer.changed(run.id);
      },
      (thrown: unknown) => {
        if (!(thrown instanceof OrreryError)) console.error(thrown);
      },
    );
  }
}

/** Endings of runs that could not be written to the database. */
class UnwrittenEndings {
  readonly #endings = new Map<RunId, RunEnding>();

  note(run: RunId, ending: RunEnding): void {
    this.#endings.set(run, ending);
  }

  /** `summary` with the ending, if it could not be written. */
  applyTo(summary: RunSummary): RunSummary {
    const ending = this.#endings.get(summary.id);
    if (ending === undefined || summary.state === 'interrupted') return summary;
    return { ...summary, state: 'interrupted', notes: [...summary.notes, ending] };
  }
}

/** The number of runs removed without a pause, so that the window stays responsive. */
const RUNS_PER_SLICE = 20; // runs

/** Removes the runs `ids`. @throws {ProblemError} when one is active or does not exist; none is removed then. */
export async function removeRuns(runs: Runs, ids: readonly RunId[]): Promise<void> {
  for (const id of ids) runs.requireEnded(id);
  for (const [index, id] of ids.entries()) {
    await runs.remove(id);
    if (index % RUNS_PER_SLICE === RUNS_PER_SLICE - 1) await setImmediate();
  }
}
