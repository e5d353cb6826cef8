import { OrreryError, type Store } from '../../../engine/index.ts';
import { kindOfFile } from '../../../engine/model/index.ts';
import type {
  Action,
  Actor,
  Intervention,
  LogEntry,
  Problem,
  RunEnding,
  RunId,
  RunSummary,
} from '../../../engine/model/index.ts';
import type { BreakpointHit, HeldRequest, RunControl, RunGoal, RunTime } from '../../../preload/contract.ts';
import { openUnlocked, ownName, whenUnlocked } from '../database/index.ts';
import { type CheckTypes, type CompiledData, compiledFrom, dataOf } from '../scenarios/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { compileAndCheck, type StoredFilesRequest, type RunRequest } from './prepare-run.ts';
import type { RequestBranch } from './prepare-stored-run.ts';
import type { BreakpointList } from './run-driver.ts';
import { type AgentProgram, type BranchOptions, type RunObserver, Runs, type StartOptions } from './runs.ts';

/** Controls of an active run, in this process or in a worker process. */
export interface ActiveRunControls {
  control(id: RunId, control: RunControl): void | Promise<void>;
  until(id: RunId, goal: RunGoal): void | Promise<void>;
  act(id: RunId, actor: Actor, action: Action): LogEntry | Promise<LogEntry>;
  time(id: RunId): RunTime | Promise<RunTime>;
  held(id: RunId): HeldRequest | undefined | Promise<HeldRequest | undefined>;
}

type Control =
  | RunControl
  | { readonly kind: 'until'; readonly goal: RunGoal }
  | { readonly kind: 'act'; readonly actor: Actor; readonly action: Action }
  | { readonly kind: 'time' | 'held' };

/** The result of a control: the entry of a manual call, the simulated time, a request that waits for the person, or nothing. */
type ControlAnswer = LogEntry | RunTime | HeldRequest | undefined;

/** How a run begins: as a new run, as a branch, or as the continuation of an interrupted run. */
type RunStart =
  | {
      readonly kind: 'start';
      readonly request: RunRequest | StoredFilesRequest;
      /** The compiled scenario; `undefined` for an ARE file or the scenario of an earlier run. */
      readonly compiled: CompiledData | undefined;
      readonly options: StartOptions;
    }
  | {
      readonly kind: 'branch';
      readonly parent: RunId;
      readonly at: number;
      readonly intervention: Intervention | undefined;
      readonly options: BranchOptions;
    }
  | {
      readonly kind: 'amend';
      readonly parent: RunId;
      readonly amendment: RequestBranch;
      readonly folder: string;
    }
  | {
      readonly kind: 'resumeInterrupted';
      readonly interrupted: RunId;
      readonly agent: AgentProgram | undefined;
    };

/** Questions to the worker. `drive` is answered when the run has ended and is judged, the others when they are carried out. */
type RunQuestion =
  | {
      readonly kind: 'drive';
      /** The database file. */
      readonly file: string;
      /** The workspace folder. */
      readonly folder: string | undefined;
      readonly beginning: RunStart;
      readonly breakpoints: BreakpointList['list'];
    }
  /** The type errors and warnings of the compiled scenario, which begins only when it has them. */
  | { readonly kind: 'types'; readonly problems: readonly Problem[] }
  | { readonly kind: 'control'; readonly run: RunId; readonly control: Control }
  | { readonly kind: 'breakpoints'; readonly list: BreakpointList['list'] };

/** Signals of the worker about its run. Everything reported is already on disk. */
type RunSignal =
  /** The worker is responsive. */
  | { readonly kind: 'beat' }
  | { readonly kind: 'waits'; readonly why: string | undefined }
  | { readonly kind: 'begun'; readonly run: RunSummary; readonly owner: string }
  | { readonly kind: 'logged'; readonly from: number; readonly count: number }
  | { readonly kind: 'changed' }
  | { readonly kind: 'hit'; readonly hit: BreakpointHit };

const MAX_MEMORY = 2_048; // MB
const BEAT_MILLISECONDS = 500;
/**
 * The time without a signal after which a worker is considered hanging, in milliseconds. Scenario code is stopped much earlier,
 * if V8 can stop it.
 */
const SILENCE_TIMEOUT = 30_000; // milliseconds
/** Runs shorter than this, in milliseconds, are shown only when they have ended. */
const MIN_SHOWN_RUN = 20; // milliseconds
/** How long a person waits at most when stopping a run, in milliseconds. The next constant is for a worker that was already silent. */
const STOP_TIMEOUT = 700; // milliseconds
const STUCK_STOP_TIMEOUT = 200; // milliseconds
const STUCK_AFTER = 4 * BEAT_MILLISECONDS;
/** The time after which a run that has not begun can be cancelled, in milliseconds. */
const PREPARED_AFTER = 1_500; // milliseconds

interface IsolatedRun {
  readonly worker: RunWorker;
  readonly owner: string;
  /** When the worker last sent a signal. */
  heard: number;
}

type RunWorker = WorkerProcess<RunQuestion, ControlAnswer, RunSignal>;

/**
 * Drives each run in its own worker process, with limits on time and memory, using the same engine and database. If scenario
 * code breaks its process, only that run ends.
 */
export class IsolatedRuns implements ActiveRunControls, Disposable {
  readonly #store: Store;
  readonly #file: string;
  readonly #folder: string | undefined;
  readonly #checkTypes: CheckTypes;
  readonly #observer: RunObserver;
  readonly #breakpoints: BreakpointList;
  readonly #program: URL | undefined;
  readonly #runs = new Map<RunId, IsolatedRun>();
  /** A worker whose last run ended normally, reused to save the start of a process. */
  #idle: RunWorker | undefined;
  #isDisposed = false;
  /** Aborted when the person cancels waiting runs. */
  #waiting = new AbortController();

  /**
   * @param file the database of `store`
   * @param folder the workspace
   * @param program the worker's script
   */
  constructor(
    store: Store,
    file: string,
    checkTypes: CheckTypes,
    observer: RunObserver,
    {
      breakpoints = { list: [] },
      folder,
      program,
    }: { breakpoints?: BreakpointList | undefined; folder?: string | undefined; program?: URL } = {},
  ) {
    this.#store = store;
    this.#file = file;
    this.#folder = folder;
    this.#checkTypes = checkTypes;
    this.#observer = observer;
    this.#breakpoints = breakpoints;
    this.#program = program;
  }

  /** Same as {@link Runs.start}. @throws {ProblemError} when the scenario cannot run. */
  async start(request: RunRequest | StoredFilesRequest, options: StartOptions): Promise<RunSummary> {
    this.warmUp();
    // The worker reads the files itself.
    if ('of' in request || kindOfFile(request.path) === 'trace')
      return this.#begin({ kind: 'start', request, compiled: undefined, options });
    const { compiling, checking } = compileAndCheck(request.folder, request.path, this.#checkTypes);
    const compiled = dataOf(await compiling);
    return this.#begin({ kind: 'start', request, compiled, options }, checking);
  }

  /** Starts a worker process for the next run in advance: starting takes 0.4 s of processor time, and waiting takes 33 MB. */
  warmUp(): void {
    if (this.#isDisposed) return;
    this.#idle ??= this.#newWorker();
    this.#idle.warmUp();
  }

  /** Same as {@link Runs.branch}. @throws {ProblemError} when the branch cannot run. */
  branch(
    parent: RunId,
    at: number,
    intervention: Intervention | undefined,
    options: BranchOptions,
  ): Promise<RunSummary> {
    return this.#begin({ kind: 'branch', parent, at, intervention, options });
  }

  /** Same as {@link Runs.amend}. @throws {ProblemError} when the branch cannot run. */
  amend(parent: RunId, amendment: RequestBranch, folder: string): Promise<RunSummary> {
    return this.#begin({ kind: 'amend', parent, amendment, folder });
  }

  /** Same as {@link Runs.resumeInterrupted}. @throws {ProblemError} when the run cannot go on. */
  resumeInterrupted(interrupted: RunId, agent: AgentProgram | undefined): Promise<RunSummary> {
    return this.#begin({ kind: 'resumeInterrupted', interrupted, agent });
  }

  /** Same as {@link Runs.cancelWaiting}: ends the processes of runs that wait before they begin. */
  cancelWaiting(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  /** Whether one of the worker processes drives the run. */
  isActive(id: RunId): boolean {
    return this.#runs.has(id);
  }

  /** Carries out a control of a person. A process that does not stop is killed. */
  async control(id: RunId, control: RunControl): Promise<void> {
    if (control.kind === 'stop') await this.#stop(id);
    else await this.#ask(id, control);
  }

  async until(id: RunId, goal: RunGoal): Promise<void> {
    await this.#ask(id, { kind: 'until', goal });
  }

  async act(id: RunId, actor: Actor, action: Action): Promise<LogEntry> {
    return (await this.#ask(id, { kind: 'act', actor, action })) as LogEntry;
  }

  async time(id: RunId): Promise<RunTime> {
    return (await this.#ask(id, { kind: 'time' })) as RunTime;
  }

  async held(id: RunId): Promise<HeldRequest | undefined> {
    return (await this.#ask(id, { kind: 'held' })) as HeldRequest | undefined;
  }

  /** Sends the new breakpoints to the active runs. */
  breakpointsChanged(): void {
    const { list } = this.#breakpoints;
    // A worker that has ended needs no breakpoints.
    for (const { worker } of this.#runs.values())
      worker.ask({ kind: 'breakpoints', list }).catch(() => undefined);
  }

  /** Kills all worker processes. */
  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#idle?.[Symbol.dispose]();
    const runs = [...this.#runs.values()];
    for (const { worker } of runs) worker[Symbol.dispose]();
    if (runs.length === 0) return;
    try {
      this.#store.interruptLost((owner) => runs.every((run) => run.owner !== owner), CLOSED_ENDING);
    } catch (thrown) {
      // The next window marks them then, and says only that their processes are gone.
      if (!(thrown instanceof OrreryError)) throw thrown;
    }
  }

  async #stop(id: RunId): Promise<void> {
    const isStuck = performance.now() - (this.#runs.get(id)?.heard ?? Infinity) > STUCK_AFTER;
    try {
      await this.#ask(id, { kind: 'stop' }, isStuck ? STUCK_STOP_TIMEOUT : STOP_TIMEOUT);
    } catch (thrown) {
      // The process was killed, and the run's ending says so.
      if (!(thrown instanceof WorkerError)) throw thrown;
    }
  }

  async #ask(run: RunId, control: Control, time?: number): Promise<ControlAnswer> {
    const isolated = this.#runs.get(run);
    if (isolated === undefined)
      throw new ProblemError('run-not-active', `Run ${run} is not in motion. Open it to look at it.`);
    return isolated.worker.ask({ kind: 'control', run, control }, time === undefined ? {} : { time });
  }

  #newWorker(): RunWorker {
    return new WorkerProcess('run', { memory: MAX_MEMORY, atOnce: Infinity, program: this.#program });
  }

  /** Begins a run in a worker process. A run of a compiled scenario waits for `checking`, its type errors and warnings. */
  async #begin(beginning: RunStart, checking?: Promise<readonly Problem[]>): Promise<RunSummary> {
    const worker = this.#idle ?? this.#newWorker();
    this.#idle = undefined;
    let id: RunId | undefined;
    const { signal: giveUp } = this.#waiting;
    const cancel = new AbortController();
    let waitsForTypes = checking !== undefined;
    const release = (): void => {
      if (this.#isDisposed || this.#idle !== undefined) worker[Symbol.dispose]();
      else this.#idle = worker;
    };
    return new Promise((resolve, reject) => {
      let isWaiting = false;
      const waits = (why: string | undefined): void => {
        isWaiting = why !== undefined;
        this.#observer.waits?.(why);
      };
      const onCancel = (): void => {
        cancel.abort();
        waits(undefined);
      };
      const endWaiting = (): void => {
        clearTimeout(preparing);
        giveUp.removeEventListener('abort', onCancel);
        if (isWaiting) waits(undefined);
      };
      const onProgress = (signal: RunSignal): void => {
        if (signal.kind === 'waits') {
          if (!giveUp.aborted) waits(signal.why);
          giveUp.addEventListener('abort', onCancel);
        } else if (signal.kind === 'begun') {
          endWaiting();
          id = signal.run.id;
          this.#runs.set(id, { worker, owner: signal.owner, heard: performance.now() });
          setTimeout(resolve, MIN_SHOWN_RUN, signal.run);
        } else if (id !== undefined && !this.#isDisposed) this.#tell(id, signal);
      };
      const preparing = setTimeout(() => {
        onProgress({ kind: 'waits', why: 'The scenario is still being planned.' });
      }, PREPARED_AFTER);
      const { list: breakpoints } = this.#breakpoints;
      worker
        .ask(
          { kind: 'drive', file: this.#file, folder: this.#folder, beginning, breakpoints },
          { onProgress, time: SILENCE_TIMEOUT, cancel: cancel.signal },
        )
        .finally(endWaiting)
        .then(
          () => {
            release();
            this.#release(id, undefined);
            if (id !== undefined && !this.#isDisposed) resolve(this.#store.run(id)!);
          },
          (thrown: unknown) => {
            // A worker that refused a run is ready for the next, unless it would get the types of this one later.
            if (thrown instanceof ProblemError && !waitsForTypes) release();
            else worker[Symbol.dispose]();
            const problem = cancel.signal.aborted
              ? new ProblemError('cancelled', 'It was cancelled before it began.')
              : thrown instanceof WorkerError
                ? reasonOf(thrown, this.#entriesOf(id))
                : thrown;
            reject(problem instanceof Error ? problem : new Error(String(problem)));
            this.#release(id, problem instanceof Error ? problem.message : undefined);
          },
        );
      checking?.then(
        (problems) => {
          waitsForTypes = false;
          // A worker that has ended cannot be asked; the run is rejected for that.
          worker.ask({ kind: 'types', problems }).catch(() => undefined);
        },
        (thrown: unknown) => {
          // The types could not be checked.
          worker[Symbol.dispose]();
          reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
        },
      );
    });
  }

  /** The number of entries of run `id`; `undefined` when it has not begun, or when the database may be closed. */
  #entriesOf(id: RunId | undefined): number | undefined {
    return id === undefined || this.#isDisposed ? undefined : this.#store.run(id)?.entries;
  }

  #tell(id: RunId, signal: Exclude<RunSignal, { kind: 'begun' | 'waits' }>): void {
    const run = this.#runs.get(id);
    if (run !== undefined) run.heard = performance.now();
    switch (signal.kind) {
      case 'beat':
        break;
      case 'logged':
        this.#observer.logged(id, this.#store.entries(id, signal.from, signal.count));
        break;
      case 'hit':
        this.#observer.hit(id, signal.hit);
        break;
      case 'changed':
        this.#observer.changed(id);
    }
  }

  /** Releases the worker of run `id`. `why` is set if the process ended before its run. */
  #release(id: RunId | undefined, why: string | undefined): void {
    const run = id === undefined ? undefined : this.#runs.get(id);
    if (id === undefined || run === undefined) return;
    this.#runs.delete(id);
    if (this.#isDisposed) return;
    if (why === undefined) this.#observer.changed(id);
    else void this.#interrupt(id, run, { kind: 'ending', cause: 'lost', text: why });
  }

  /** Marks a run whose process has ended as interrupted, and waits while other programs lock the database. */
  async #interrupt(id: RunId, { owner }: IsolatedRun, ending: RunEnding): Promise<void> {
    try {
      await whenUnlocked(() => {
        if (!this.#isDisposed) this.#store.interruptLost((other) => other !== owner, ending);
      });
    } catch (thrown) {
      // The next start finds the run without its process and marks it as interrupted.
      if (!(thrown instanceof OrreryError)) throw thrown;
    }
    if (!this.#isDisposed) this.#observer.changed(id);
  }
}

/** The ending of a run that was active when the window was closed. */
export const CLOSED_ENDING: RunEnding = {
  kind: 'ending',
  cause: 'closed',
  text: 'The workbench was closed before it ended.',
};

/** The problem of a run that ended after `entries` entries; `undefined` if it had not begun. */
function reasonOf({ why }: WorkerError, entries: number | undefined): ProblemError {
  const where =
    entries === undefined
      ? 'Look at the top level of its files, and at apps() and events().'
      : `Look at the code that runs ${entries === 0 ? 'before its first' : 'after its last'} entry.`;
  const reasons = {
    memory: `Scenario code needed more than ${MAX_MEMORY.toLocaleString('en-US')} MB of memory and was ended. ${where}`,
    time: `Scenario code did not answer and was ended. ${where}`,
    cancelled: CLOSED_ENDING.text,
    ended: 'The process of the run ended before the run did.',
  };
  return new ProblemError('run-ended', reasons[why]);
}

/** The worker process's side of {@link IsolatedRuns}. It drives one run at a time, as the window would. */
export function runJob(): (
  question: RunQuestion,
  tell: (signal: RunSignal) => void,
) => Promise<ControlAnswer> {
  let runs: Runs | undefined;
  let onTypes: ((problems: readonly Problem[]) => void) | undefined;
  const breakpoints: { list: BreakpointList['list'] } = { list: [] };
  return async (question, tell) => {
    switch (question.kind) {
      case 'drive': {
        breakpoints.list = question.breakpoints;
        const types = new Promise<readonly Problem[]>((resolve) => {
          onTypes = resolve;
        });
        await drive(
          question,
          breakpoints,
          () => types,
          tell,
          (driving) => {
            runs = driving;
          },
        );
        runs = undefined;
        return undefined;
      }
      case 'types':
        onTypes?.(question.problems);
        return undefined;
      case 'breakpoints':
        breakpoints.list = question.list;
        return undefined;
      case 'control':
        if (runs === undefined) throw new ProblemError('run-not-active', `Run ${question.run} has ended.`);
        return carryOutControl(runs, question.run, question.control);
    }
  };
}

async function drive(
  { file, folder, beginning }: Extract<RunQuestion, { kind: 'drive' }>,
  breakpoints: BreakpointList,
  checkTypes: CheckTypes,
  tell: (signal: RunSignal) => void,
  onDriving: (runs: Runs) => void,
): Promise<void> {
  const onWait = (why: string): void => {
    tell({ kind: 'waits', why });
  };
  using database = await openUnlocked(file, { onWait });
  const beat = setInterval(() => {
    tell({ kind: 'beat' });
  }, BEAT_MILLISECONDS);
  try {
    let begun = (): void => undefined;
    const beginningOver = new Promise<void>((resolve) => {
      begun = resolve;
    });
    let onOver = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      onOver = resolve;
    });
    /** Sends signals about the run only after the signal that it has begun. */
    const tellRun = (signal: RunSignal): void => {
      void beginningOver.then(() => {
        tell(signal);
      });
    };
    const runs: Runs = new Runs(
      database.store,
      checkTypes,
      {
        logged: (_run, entries) => {
          if (entries.length > 0) tellRun({ kind: 'logged', from: entries[0]!.index, count: entries.length });
        },
        hit: (_run, hit) => {
          tellRun({ kind: 'hit', hit });
        },
        waits: (why) => {
          tell({ kind: 'waits', why });
        },
        changed: (run) => {
          tellRun({ kind: 'changed' });
          if (!runs.isActive(run)) onOver();
        },
      },
      breakpoints,
      folder,
    );
    onDriving(runs);
    const run = await begunIn(runs, beginning);
    tell({ kind: 'begun', run, owner: ownName() });
    begun();
    await over;
    await runs.judged;
  } finally {
    clearInterval(beat);
  }
}

function begunIn(runs: Runs, beginning: RunStart): Promise<RunSummary> {
  switch (beginning.kind) {
    case 'start':
      return runs.start(requestOf(beginning), beginning.options);
    case 'branch':
      return runs.branch(beginning.parent, beginning.at, beginning.intervention, beginning.options);
    case 'amend':
      return runs.amend(beginning.parent, beginning.amendment, beginning.folder);
    case 'resumeInterrupted':
      return runs.resumeInterrupted(beginning.interrupted, beginning.agent);
  }
}

function requestOf({
  request,
  compiled,
}: Extract<RunStart, { kind: 'start' }>): RunRequest | StoredFilesRequest {
  return compiled === undefined || 'of' in request
    ? request
    : { ...request, compiled: compiledFrom(compiled) };
}

async function carryOutControl(runs: Runs, run: RunId, control: Control): Promise<ControlAnswer> {
  switch (control.kind) {
    case 'until':
      runs.until(run, control.goal);
      return undefined;
    case 'act':
      return runs.act(run, control.actor, control.action);
    case 'time':
      return runs.time(run);
    case 'held':
      return runs.held(run);
    case 'pause':
    case 'resume':
    case 'step':
    case 'pace':
    case 'stop':
    case 'answer':
      await runs.control(run, control);
      return undefined;
  }
}
