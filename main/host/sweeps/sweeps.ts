import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import {
  compareSweeps,
  copyRun,
  countJobs,
  factorValue,
  gridFactors,
  jobLines,
  jobsInCell,
  OrreryError,
  reasons,
  sweepGrid,
  sweepStatistics,
} from '../../../engine/index.ts';
import type {
  GridCell,
  GridFactor,
  JobResult,
  RateBasis,
  RunSummary,
  SweepStatistics,
} from '../../../engine/model/index.ts';
import type {
  ComparedSweeps,
  SweepJobs,
  SweepLine,
  SweepProgress,
  SweepView,
} from '../../../preload/contract.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { openForReading, openPatiently, withLineBreaks } from '../database/index.ts';
import { saveSweepReport } from '../export/index.ts';
import { type CheckTypes, typeChecks } from '../scenarios/index.ts';
import { inChunks, ProblemError, writeOut } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { runSweep } from './local-workers.ts';
import { codeOfSweep, type SweepCode } from './sweep-code.ts';
import { planSweep } from './plan-sweep.ts';
import { readManifest } from './manifest.ts';
import { SweepReader } from './results.ts';
import { readSweepFile } from './sweep-file.ts';

/** The factors in the rows and columns of a grid. */
type GridAxes = Pick<GridCell, 'rows' | 'columns'>;

/** Requested factors. Missing ones are replaced by the most informative ones. */
interface AskedAxes {
  readonly rows?: GridFactor | undefined;
  readonly columns?: GridFactor | undefined;
}

/** Requests to the worker process, and its answers. Folders are absolute paths. */
interface SweepQuestions {
  /** Plans the sweep in `file` of the workspace into `folder`. */
  plan: { readonly request: { workspace: string; file: string; folder: string }; readonly answer: null };
  code: { readonly request: { folder: string }; readonly answer: SweepCode };
  list: { readonly request: { folders: readonly string[] }; readonly answer: readonly Listed[] };
  view: {
    readonly request: { folder: string } & AskedAxes;
    readonly answer: Omit<SweepView, 'state' | 'path'>;
  };
  jobs: { readonly request: { folder: string; from: number } & GridCell; readonly answer: SweepJobs };
  compare: {
    readonly request: { folder: string; before: string; basis: RateBasis } & GridAxes;
    readonly answer: ComparedSweeps;
  };
  statistics: {
    readonly request: { folder: string; basis: RateBasis };
    readonly answer: SweepStatistics;
  };
  /** Writes a report page or a table of jobs to `file`. */
  save: {
    readonly request: { folder: string; before?: string | undefined; format: SavedFormat; file: string };
    readonly answer: null;
  };
  passing: { readonly request: { folder: string; job: string }; readonly answer: JobResult | null };
  /** Copies the run of `job` into `database`. */
  copy: {
    readonly request: { folder: string; job: string; database: string };
    readonly answer: RunSummary;
  };
}

/** The format of a saved sweep: a report page, or a table of jobs. */
type SavedFormat = 'report' | 'csv' | 'jsonl';

type Listed = Omit<SweepLine, 'state' | 'path'> & { readonly folder: string };
type SweepQuestion = {
  readonly [Kind in keyof SweepQuestions]: { readonly kind: Kind } & SweepQuestions[Kind]['request'];
}[keyof SweepQuestions];

interface RunRequest {
  readonly folder: string;
  readonly workers: number;
}

const MAX_MEMORY = 2_048; // MB

/** Lists, plans, runs and reads the sweeps of a window, in worker processes. */
export class Sweeps implements Disposable {
  readonly #onProgress: (sweep: string, progress: SweepProgress) => void;
  readonly #reader = new WorkerProcess<SweepQuestion, unknown>('sweepReader', { memory: MAX_MEMORY });
  readonly #running = new Map<string, AbortController>();
  #disposed = false;

  /** @param onProgress receives the progress of each running sweep, and its end */
  constructor(onProgress: (sweep: string, progress: SweepProgress) => void) {
    this.#onProgress = onProgress;
  }

  /** The sweeps in `folders`, except those that cannot be read. */
  async list(folders: readonly string[]): Promise<readonly SweepLine[]> {
    const found = await this.#ask('list', { folders });
    return found.map(({ folder, ...line }) => ({ ...line, ...this.#placeOf(folder, line) }));
  }

  /** Plans the sweep in `file` of `workspace` into `folder`. @throws {OrreryError} when it cannot be planned. */
  async plan(workspace: string, file: string, folder: string): Promise<void> {
    await this.#ask('plan', { workspace, file, folder });
  }

  /** The code that the sweep in `folder` runs. @throws {ProblemError} when it has other files than were planned. */
  code(folder: string): Promise<SweepCode> {
    return this.#ask('code', { folder });
  }

  /** Runs all jobs of the sweep in `folder` that have no run yet, on all cores but one, and collects the runs. */
  start(folder: string): void {
    if (this.#running.has(folder)) return;
    const quitting = new AbortController();
    this.#running.set(folder, quitting);
    void this.#run(folder, quitting.signal);
  }

  /** Stops the sweep in `folder`. Ended runs are kept; {@link start} runs the others. */
  stop(folder: string): void {
    this.#running.get(folder)?.abort();
  }

  /** The jobs of the sweep in `folder` by two factors. */
  async view(folder: string, axes: AskedAxes): Promise<SweepView> {
    const view = await this.#ask('view', { folder, ...axes });
    return { ...view, ...this.#placeOf(folder, view) };
  }

  /** Jobs of one cell of the grid of the sweep in `folder`, from number `from` on. */
  jobs(folder: string, cell: GridCell, from: number): Promise<SweepJobs> {
    return this.#ask('jobs', { folder, ...cell, from });
  }

  /** Compares the sweep in `folder` with the earlier one in `before`. */
  compare(folder: string, before: string, asked: GridAxes & { basis: RateBasis }): Promise<ComparedSweeps> {
    return this.#ask('compare', { folder, before, ...asked });
  }

  /** The statistics of the sweep in `folder`. */
  statistics(folder: string, basis: RateBasis): Promise<SweepStatistics> {
    return this.#ask('statistics', { folder, basis });
  }

  /** Writes the sweep in `folder` to `file`: as a report page, which may compare it with the one in `before`, or as a table. */
  async save(folder: string, before: string | undefined, format: SavedFormat, file: string): Promise<void> {
    await this.#ask('save', { folder, before, format, file });
  }

  /** @throws {ProblemError} when the sweep in `folder` is running, here or in a terminal. */
  async requireIdle(folder: string): Promise<void> {
    const [line] = await this.list([folder]);
    if (line?.state === 'running')
      throw new ProblemError('sweep-active', `${line.name} is still running. Stop it first.`);
  }

  /** The passed job that has most in common with `job`; null if none of its scenario passed. */
  passing(folder: string, job: string): Promise<JobResult | null> {
    return this.#ask('passing', { folder, job });
  }

  /** Copies the run of `job` into `database`, unless it is there. Returns the run. */
  copyRun(folder: string, job: string, database: string): Promise<RunSummary> {
    return this.#ask('copy', { folder, job, database });
  }

  /** Stops all sweeps. */
  [Symbol.dispose](): void {
    this.#disposed = true;
    for (const quitting of this.#running.values()) quitting.abort();
    this.#reader[Symbol.dispose]();
  }

  #placeOf(
    folder: string,
    { counts, elsewhere }: Pick<Listed, 'counts' | 'elsewhere'>,
  ): Pick<SweepLine, 'path' | 'state' | 'elsewhere'> {
    const isOurs = this.#running.has(folder);
    const { missing = 0, lost = 0, 'timed-out': timedOut = 0 } = counts.outcomes;
    const over = missing + lost + timedOut === 0 ? 'completed' : 'stopped';
    return {
      path: pathOf(folder),
      state: isOurs || elsewhere ? 'running' : over,
      elsewhere: elsewhere && !isOurs,
    };
  }

  async #run(folder: string, quitting: AbortSignal): Promise<void> {
    using worker = new WorkerProcess<RunRequest, string | undefined, SweepProgress>('sweepRun', {
      memory: MAX_MEMORY,
    });
    const workers = Math.max(1, availableParallelism() - 1);
    let last: SweepProgress = { running: true, over: 0, jobs: 0, lost: 0 };
    const tell = (progress: SweepProgress): void => {
      last = progress;
      this.#onProgress(pathOf(folder), progress);
    };
    try {
      const limit = await worker.ask({ folder, workers }, { onProgress: tell, cancel: quitting });
      if (limit !== undefined)
        last = {
          ...last,
          problem: `The sweep was ended at its limit of ${limit}. To run the other jobs, raise or remove the limit in its file and run it again with orrery sweep run.`,
        };
    } catch (thrown) {
      if (!quitting.aborted) last = { ...last, problem: messageOf(thrown) };
    } finally {
      this.#running.delete(folder);
      if (!this.#disposed) this.#onProgress(pathOf(folder), { ...last, running: false });
    }
  }

  async #ask<Kind extends keyof SweepQuestions>(
    kind: Kind,
    request: SweepQuestions[Kind]['request'],
  ): Promise<SweepQuestions[Kind]['answer']> {
    try {
      // The types of the request and the answer belong to the same `kind`.
      return (await this.#reader.ask({
        kind,
        ...request,
      } as SweepQuestion)) as SweepQuestions[Kind]['answer'];
    } catch (thrown) {
      if (!(thrown instanceof WorkerError)) throw thrown;
      throw new ProblemError('bad-sweep', messageOf(thrown));
    }
  }
}

/** The path of the sweep in `folder` within the workspace. */
const pathOf = (folder: string): string => `sweeps/${basename(folder)}`;

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof WorkerError)) return thrown instanceof Error ? thrown.message : String(thrown);
  return thrown.why === 'memory'
    ? `The sweep needs more than ${MAX_MEMORY.toLocaleString('en-US')} MB of memory. Run it with orrery sweep run.`
    : 'The process that works on the sweep ended. Try again.';
}

/** The time between progress messages, in milliseconds. */
const PROGRESS_MILLISECONDS = 250;

/** The worker process that runs a sweep. It starts the processes that run the jobs, and ends with them. */
export async function sweepRunJob(
  { folder, workers }: RunRequest,
  tell: (progress: SweepProgress) => void,
): Promise<string | undefined> {
  let toldAt = -Infinity;
  const { limit } = await runSweep(folder, await readManifest(folder), {
    workers,
    quitting: new AbortController().signal,
    onProgress: ({ jobs, before, over, lost }) => {
      const now = performance.now();
      if (now - toldAt < PROGRESS_MILLISECONDS && before + over < jobs) return;
      toldAt = now;
      tell({ running: true, over: before + over, jobs, lost });
    },
  });
  return limit;
}

/** The worker process that plans and reads sweeps. It caches what it has read. */
export function sweepReaderJob(
  checkTypes: CheckTypes = typeChecks().check,
): (question: SweepQuestion) => Promise<unknown> {
  const readers = new Map<string, SweepReader>();
  const readerOf = (folder: string): SweepReader => {
    const reader = readers.get(folder) ?? new SweepReader(folder);
    readers.set(folder, reader);
    return reader;
  };
  return async (question) => {
    switch (question.kind) {
      case 'plan':
        await planSweep(question.workspace, await readSweepFile(question.file), question.folder, checkTypes);
        return null;
      case 'code':
        return codeOfSweep(question.folder);
      case 'list':
        return listAll(question.folders.map((folder) => ({ folder, reader: readerOf(folder) })));
      case 'view':
        return viewOf(readerOf(question.folder), question);
      case 'jobs':
        return jobsIn(await readerOf(question.folder).results(), question);
      case 'compare':
        return comparedWith(readerOf(question.folder), readerOf(question.before), question);
      case 'statistics':
        return statisticsOf(readerOf(question.folder), question.basis);
      case 'save':
        return saveSweep(
          readerOf(question.folder),
          question.before === undefined ? undefined : readerOf(question.before),
          question,
        );
      case 'passing':
        return passingJob(await readerOf(question.folder).results(), question.job);
      case 'copy':
        return copyJob(readerOf(question.folder), question.job, question.database);
    }
  };
}

/** The sweeps, last planned first. */
async function listAll(
  sweeps: readonly { readonly folder: string; readonly reader: SweepReader }[],
): Promise<readonly Listed[]> {
  const found = await Promise.all(
    sweeps.map(async ({ folder, reader }) => ({ lines: await listedSweeps(reader, folder), reader })),
  );
  return found
    .sort((one, other) => other.reader.plannedAt - one.reader.plannedAt)
    .flatMap(({ lines }) => lines);
}

async function listedSweeps(reader: SweepReader, folder: string): Promise<readonly Listed[]> {
  try {
    const { header } = await reader.manifest();
    const counts = countJobs(await reader.results());
    const agents = header.agents.map(({ name }) => name);
    return [
      {
        folder,
        name: header.name,
        counts,
        agents,
        elsewhere: reader.isRunning,
        scenarios: header.scenarios.map(({ path }) => path),
      },
    ];
  } catch (thrown) {
    if (!(thrown instanceof OrreryError)) throw thrown;
    return [];
  }
}

async function viewOf(reader: SweepReader, asked: AskedAxes): Promise<Omit<SweepView, 'state' | 'path'>> {
  const { header } = await reader.manifest();
  const results = await reader.results();
  const most = gridFactors(results);
  const { rows = most.rows, columns = most.columns } = asked;
  return {
    name: header.name,
    counts: countJobs(results),
    factors: most.factors,
    rows,
    columns,
    grid: sweepGrid(results, rows, columns),
    elsewhere: reader.isRunning,
  };
}

/** The maximum number of flaky cells and failure reasons in a list. */
const MAX_FLAKY = 100;

async function statisticsOf(reader: SweepReader, basis: RateBasis): Promise<SweepStatistics> {
  const { flaky, reasons: why, ...statistics } = sweepStatistics(await reader.resultsWithEffort(), basis);
  return {
    ...statistics,
    flaky: flaky.slice(0, MAX_FLAKY),
    reasons: why.slice(0, LIMITS.sweepReasons),
  };
}

async function saveSweep(
  reader: SweepReader,
  before: SweepReader | undefined,
  { format, file }: { readonly format: SavedFormat; readonly file: string },
): Promise<null> {
  const sweep = await reader.reported();
  if (format === 'report') await saveSweepReport({ sweep, before: await before?.reported() }, file);
  else await writeOut(file, inChunks(withLineBreaks(jobLines(sweep.results, format))));
  return null;
}

function jobsIn(results: readonly JobResult[], cell: GridCell & { readonly from: number }): SweepJobs {
  const found = jobsInCell(results, cell);
  return {
    counts: countJobs(found),
    reasons: reasons(found).slice(0, LIMITS.sweepReasons),
    jobs: found.slice(cell.from, cell.from + LIMITS.sweepJobs),
  };
}

async function comparedWith(
  reader: SweepReader,
  before: SweepReader,
  { rows, columns, basis }: GridAxes & { readonly basis: RateBasis },
): Promise<ComparedSweeps> {
  const { changed, ...compared } = compareSweeps(
    await before.results(),
    await reader.results(),
    rows,
    columns,
    basis,
  );
  return { ...compared, changed: changed.slice(0, LIMITS.sweepJobs), changes: changed.length };
}

/** The passed job that has most in common with job `id`: the same task counts most, then the agent, then the seed. */
function passingJob(results: readonly JobResult[], id: string): JobResult | null {
  const asked = results.find(({ job }) => job === id);
  if (asked === undefined) return null;
  const nearness = (one: JobResult): number =>
    (factorValue(one, 'task') === factorValue(asked, 'task') ? 4 : 0) +
    (factorValue(one, 'contender') === factorValue(asked, 'contender') ? 2 : 0) +
    (one.seed === asked.seed ? 1 : 0);
  const passed = results.filter(
    ({ outcome, scenario }) => outcome === 'passed' && scenario === asked.scenario,
  );
  return passed.reduce<JobResult | null>(
    (best, one) => (best === null || nearness(one) > nearness(best) ? one : best),
    null,
  );
}

async function copyJob(reader: SweepReader, job: string, file: string): Promise<RunSummary> {
  await reader.results();
  const place = reader.runOfJob(job);
  if (place === undefined)
    throw new ProblemError('no-such-run', `The job ${job} left no run. Its reason says why.`);
  using target = await openPatiently(file);
  const copied = target.store
    .jobs()
    .find((one) => one.ended && one.job === job && one.logHash === place.logHash);
  if (copied !== undefined) return target.store.run(copied.run)!;
  using source = openForReading(place.file);
  return target.store.run(copyRun(source.store, place.run, target.store, target.owner))!;
}

/** The folder for the plan of a sweep file: next to the file, as in the terminal. */
export const sweepFolder = (file: string): string => file.replace(/(\.json)?$/, '.sweep');
