import { OrreryError, type Store } from '../../../engine/index.ts';
import { haveSameSettings, type RunId, type RunSummary } from '../../../engine/model/index.ts';
import { LOCK_TIMEOUT, type OpenDatabase, openForReading } from '../database/index.ts';
import { AgentKnowledge, AllRunsSearch, Plans, RunLibraryReader, SearchIndexer } from '../inspect/index.ts';
import { ProbeQueries } from '../probes/index.ts';
import {
  type BreakpointList,
  CLOSED_ENDING,
  IsolatedRuns,
  type ActiveRunControls,
  type RunObserver,
  Runs,
} from '../runs/index.ts';
import type { CheckTypes } from '../scenarios/index.ts';
import { resolveWithin, ProblemError } from '../system/index.ts';

/** The number of runs that are checked for damage in one step, which takes some 5 ms. */
const CHECKED_AT_ONCE = 200;

/** How long a closing window waits for another program's lock to write how its runs ended, in milliseconds. */
const CLOSING_TIMEOUT = 2_000; // milliseconds

/** The runs of a workspace, or the problem that prevents opening them. An unusable database stays unchanged. */
export class RunDatabase implements Disposable {
  readonly problem: string | undefined;
  readonly #database: OpenDatabase | undefined;
  readonly #runs: Runs | undefined;
  readonly #isolated: IsolatedRuns | undefined;
  readonly #plans: Plans | undefined;
  readonly #knowledge: AgentKnowledge | undefined;
  readonly #indexing: SearchIndexer | undefined;
  readonly #allRunsSearch: AllRunsSearch | undefined;
  readonly #probing: ProbeQueries | undefined;
  readonly #library: RunLibraryReader | undefined;
  #closed = false;
  /** Callbacks that wait for the end of a run. */
  readonly #waiting = new Set<() => void>();
  #lost: string | undefined;

  /** @param within the real path of a folder that no link on the way to `path` may leave */
  constructor(
    path: string,
    checkTypes: CheckTypes,
    audience: RunObserver,
    { breakpoints, within }: { readonly breakpoints?: BreakpointList; readonly within?: string } = {},
  ) {
    try {
      const file = within === undefined ? path : resolveWithin(within, path);
      // A write that finds a lock is tried again later: the window answers meanwhile.
      this.#database = openForReading(file, { usualTimeout: LOCK_TIMEOUT });
      this.#plans = new Plans(this.#database.store);
      this.#knowledge = new AgentKnowledge(this.#database.store);
      this.#indexing = new SearchIndexer(this.#database.store);
      this.#probing = new ProbeQueries(this.#database.file);
      const { store } = this.#database;
      this.#library = new RunLibraryReader(store);
      this.#allRunsSearch = new AllRunsSearch(store);
      const observer: RunObserver = {
        logged: (run, entries) => {
          audience.logged(run, entries);
        },
        hit: (run, hit) => {
          audience.hit(run, hit);
        },
        waits: (why) => audience.waits?.(why),
        changed: (run) => {
          audience.changed(run);
          this.#wake();
        },
      };
      this.#runs = new Runs(store, checkTypes, observer, breakpoints, within);
      this.#isolated = new IsolatedRuns(store, file, checkTypes, observer, { breakpoints, folder: within });
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      this.problem = thrown.message;
    }
  }

  /** @throws {ProblemError} when the database could not be opened. */
  get store(): Store {
    return this.#database?.store ?? this.#refuse();
  }

  /** @throws {ProblemError} when the database could not be opened. */
  get runs(): Runs {
    return this.#runs ?? this.#refuse();
  }

  /** The runs in worker processes. @throws {ProblemError} when the database could not be opened. */
  get isolated(): IsolatedRuns {
    return this.#isolated ?? this.#refuse();
  }

  /** Starts a worker process for the next isolated run in advance, if runs can start. */
  warmUp(): void {
    if (!this.readOnly) this.#isolated?.warmUp();
  }

  /** The controls of run `id`. @throws {ProblemError} when the database could not be opened. */
  controls(id: RunId): ActiveRunControls {
    return this.isolated.isActive(id) ? this.isolated : this.runs;
  }

  /** Lets other work proceed, see {@link Runs.giveWay}. */
  giveWay(): void {
    this.#runs?.giveWay();
  }

  /** The database file for worker processes that read runs. @throws {ProblemError} when it could not be opened. */
  get file(): string {
    return this.#database?.file ?? this.#refuse();
  }

  get readOnly(): boolean {
    return this.#database?.readOnly === true;
  }

  /** A sentence about the database's upgrade, if an earlier release wrote it. */
  get upgraded(): string | undefined {
    return this.#database?.upgraded;
  }

  /** Damage to the database and its loss, one sentence each; empty when it could not be opened or is closed. */
  get damage(): readonly string[] {
    if (this.#closed || this.#database === undefined) return [];
    const { problem, store } = this.#database;
    const lost = this.#database.lost();
    // What is still read of a lost file says nothing about it.
    if (lost !== undefined) return [`${lost} Export the runs you need, then start Orrery again.`];
    return [...(problem === undefined ? [] : [problem]), ...store.damage(CHECKED_AT_ONCE)];
  }

  /** Checks more runs for damage. Returns whether new damage was found. */
  findsDamage(): boolean {
    if (this.#closed || this.#database === undefined) return false;
    const { store } = this.#database;
    const known = store.damage(0).length;
    return store.damage(CHECKED_AT_ONCE).length > known;
  }

  /** Whether, since the last call, another process (such as a run in the terminal) has written, or the file was lost or restored. */
  changedElsewhere(): boolean {
    if (this.#closed || this.#database === undefined) return false;
    const lost = this.#database.lost();
    const changed = lost !== this.#lost;
    this.#lost = lost;
    return lost === undefined ? this.#database.changedElsewhere() || changed : changed;
  }

  /** @throws {ProblemError} when the database could not be opened. */
  get plans(): Plans {
    return this.#plans ?? this.#refuse();
  }

  /** @throws {ProblemError} when the database could not be opened. */
  get knowledge(): AgentKnowledge {
    return this.#knowledge ?? this.#refuse();
  }

  /** @throws {ProblemError} when the database could not be opened. */
  get indexing(): SearchIndexer {
    return this.#indexing ?? this.#refuse();
  }

  /** @throws {ProblemError} when the database could not be opened. */
  get probing(): ProbeQueries {
    return this.#probing ?? this.#refuse();
  }

  /** @throws {ProblemError} when the database could not be opened. */
  get library(): RunLibraryReader {
    return this.#library ?? this.#refuse();
  }

  /** @throws {ProblemError} when the database could not be opened. */
  get allRunsSearch(): AllRunsSearch {
    return this.#allRunsSearch ?? this.#refuse();
  }

  /** Resolves when run `id` is not active any more. Returns whether the database is still open. */
  async ended(id: RunId): Promise<boolean> {
    while (!this.#closed && (this.runs.isActive(id) || this.isolated.isActive(id)))
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    return !this.#closed;
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }

  /** The newest `most` runs, newest first; empty when the database could not be opened or is closed. */
  list(most: number): readonly RunSummary[] {
    return this.#closed ? [] : (this.#runs?.list(most) ?? []);
  }

  /** The number of runs; 0 when the database could not be opened or is closed. */
  get count(): number {
    return this.#closed ? 0 : (this.#database?.store.count() ?? 0);
  }

  /** Interrupts active runs and closes the database. */
  [Symbol.dispose](): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#wake();
    this.#database?.store.setBusyTimeout(CLOSING_TIMEOUT);
    this.#library?.[Symbol.dispose]();
    this.#indexing?.[Symbol.dispose]();
    this.#allRunsSearch?.[Symbol.dispose]();
    this.#probing?.[Symbol.dispose]();
    this.#isolated?.[Symbol.dispose]();
    this.#runs?.interruptAll(CLOSED_ENDING);
    this.#database?.[Symbol.dispose]();
  }

  #refuse(): never {
    throw new ProblemError('no-database', this.problem!);
  }
}

/** The runs that handlers read: those of a workspace, or previews. */
export interface ReadableRuns extends Pick<
  RunDatabase,
  'store' | 'plans' | 'knowledge' | 'probing' | 'file'
> {
  readonly runs: Pick<Runs, 'summary'>;
  readonly indexing: Pick<SearchIndexer, 'begin'>;
}

/** The run `id`. @throws {ProblemError} when it does not exist. */
export function existingRun({ runs }: Pick<ReadableRuns, 'runs'>, id: RunId): RunSummary {
  const summary = runs.summary(id);
  if (summary === undefined) throw new ProblemError('no-such-run', `There is no run ${id} in this database`);
  return summary;
}

/** The best run to compare `id` with: its parent, otherwise its scenario's baseline, otherwise the previous run. */
export function counterpartOf(
  database: Pick<ReadableRuns, 'runs' | 'store'>,
  id: RunId,
): RunSummary | undefined {
  const { origin } = existingRun(database, id);
  const parent = origin && database.runs.summary(origin.parent);
  return parent ?? database.store.previousRun(id);
}

/** The maximum number of earlier runs that are searched for the same settings. */
const MAX_LOOKED_AT = 50;

/**
 * The run to which a new run `id` is compared: its parent, otherwise the last run of its scenario with the same seed, variant,
 * agent and other settings, otherwise the best one.
 */
export function runToCompareWith(
  database: Pick<ReadableRuns, 'runs' | 'store'>,
  id: RunId,
): RunSummary | undefined {
  const run = existingRun(database, id);
  const best = counterpartOf(database, id);
  if (best === undefined || run.origin !== undefined) return best;
  let before = database.store.previousRun(id);
  for (let looked = 0; before !== undefined && looked < MAX_LOOKED_AT; looked++) {
    if (haveSameSettings(before, run)) return before;
    before = database.store.previousRun(before.id);
  }
  return best;
}
