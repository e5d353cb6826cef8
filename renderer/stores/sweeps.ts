import { createStore, type StoreApi } from 'zustand/vanilla';
import type { JobResult, RunSummary } from '../../engine/model/index.ts';
import type { GridFactor, Request, SweepProgress } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { compareRuns } from './comparison.ts';
import { saveOpen } from './documents.ts';
import { openSweepList } from './library.ts';
import { notify } from './notices.ts';
import { type RunStores, showRun } from './runs.ts';
import { ask, disposeAll } from './sync.ts';
import { addRun } from './workspace.ts';

/** A cell of a grid by the names of its row and column; a whole row or column where one is missing. */
export interface PickedCell {
  readonly row?: string;
  readonly column?: string;
}

export interface SweepsState {
  /** The sweep on show, by its path; `undefined` lists all. */
  readonly shown: string | undefined;
  /** What stands in rows and columns; what says most where nobody has chosen. */
  readonly rows: GridFactor | undefined;
  readonly columns: GridFactor | undefined;
  /** The cell whose jobs are listed. */
  readonly cell: PickedCell;
  /** The earlier sweep that it is compared with, by its path. */
  readonly before: string | undefined;
  /** Whether the person is making a sweep. */
  readonly making: boolean;
  /** Of the sweeps that this window runs, by path. */
  readonly progress: ReadonlyMap<string, SweepProgress>;
  /** Goes up when there is more to read. */
  readonly version: number;
}

export type SweepsStore = StoreApi<SweepsState>;

const UNPICKED = { rows: undefined, columns: undefined, cell: {}, before: undefined } as const;

export const createSweepsStore = (): SweepsStore =>
  createStore<SweepsState>(() => ({
    ...UNPICKED,
    shown: undefined,
    making: false,
    progress: new Map(),
    version: 0,
  }));

/** While a sweep runs, its results are read anew no more often than this. */
const REST_MILLISECONDS = 1_000;

/** Keeps up with the sweeps that run, until the returned function is called. */
export function syncSweeps({
  bridge,
  notices,
  library,
  sweeps,
}: Pick<AppStores, 'bridge' | 'library' | 'notices' | 'sweeps'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      readAgain(sweeps);
    }, REST_MILLISECONDS);
  };
  return disposeAll([
    bridge.on('sweep.progressed', ({ sweep, ...progress }) => {
      sweeps.setState((state) => ({ progress: new Map(state.progress).set(sweep, progress) }));
      if (progress.running) {
        readSoon();
        return;
      }
      readAgain(sweeps);
      if (progress.problem !== undefined) notify(notices, 'bad', `${sweep}: ${progress.problem}`);
      else if (!library.getState().sweeping && progress.over === progress.jobs)
        notify(notices, 'good', `${sweep}: all jobs are over`, {
          label: 'Show results',
          run: () => {
            openSweeps({ library, sweeps }, sweep);
          },
        });
    }),
    () => {
      clearTimeout(timer);
    },
  ]);
}

const readAgain = (sweeps: SweepsStore): void => {
  sweeps.setState(({ version }) => ({ version: version + 1 }));
};

/** Shows the sweeps in the place of the run: that at `path`, or, without one, as they were left. */
export function openSweeps({ library, sweeps }: Pick<AppStores, 'library' | 'sweeps'>, path?: string): void {
  openSweepList(library);
  if (path !== undefined) showSweep(sweeps, path);
  readAgain(sweeps);
}

/** Shows one sweep, or all in a list. */
export function showSweep(sweeps: SweepsStore, path: string | undefined): void {
  if (path !== sweeps.getState().shown) sweeps.setState({ ...UNPICKED, shown: path });
}

/** Sets what stands in rows or columns. */
export function chooseAxes(sweeps: SweepsStore, axes: Partial<Pick<SweepsState, 'rows' | 'columns'>>): void {
  sweeps.setState({ ...axes, cell: {} });
}

export function pickCell(sweeps: SweepsStore, cell: PickedCell): void {
  sweeps.setState({ cell });
}

/** Compares the sweep on show with an earlier one, or no longer. */
export function compareWith(sweeps: SweepsStore, before: string | undefined): void {
  sweeps.setState({ before });
}

/** Asks the person what a new sweep runs, or no longer. */
export function askForSweep(sweeps: SweepsStore, making: boolean): void {
  sweeps.setState({ making });
}

/** Saves the open scenario, makes a sweep and shows it. Answers what kept it from being made. */
export async function makeSweep(
  stores: Pick<AppStores, 'bridge' | 'documents' | 'library' | 'notices' | 'problems' | 'sweeps'>,
  request: Request<'sweep.make'>,
): Promise<string | undefined> {
  if (!(await saveOpen(stores))) return 'The scenario could not be saved.';
  const reply = await ask(stores.bridge, 'sweep.make', request);
  if (!reply.ok) return reply.error.message;
  stores.sweeps.setState({ making: false });
  openSweeps(stores, reply.value);
  return undefined;
}

type AskingStores = Pick<AppStores, 'bridge' | 'notices' | 'sweeps'>;

/** Runs the jobs of a sweep that have no run yet. */
export async function startSweep({ bridge, notices, sweeps }: AskingStores, sweep: string): Promise<void> {
  const reply = await ask(bridge, 'sweep.start', { sweep });
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
  readAgain(sweeps);
}

export async function stopSweep({ bridge, notices }: AskingStores, sweep: string): Promise<void> {
  const reply = await ask(bridge, 'sweep.stop', { sweep });
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
}

/** Brings the run of a job among the workspace's runs. Says so where that cannot be. */
async function copyRun(
  { bridge, notices, workspace }: Pick<AppStores, 'bridge' | 'notices' | 'workspace'>,
  sweep: string,
  job: string,
): Promise<RunSummary | undefined> {
  const reply = await ask(bridge, 'sweep.copy', { sweep, job });
  if (reply.ok) addRun(workspace, reply.value);
  else notify(notices, 'bad', reply.error.message);
  return reply.ok ? reply.value : undefined;
}

/** Opens the run of a job in the place of the sweep. */
export async function openJob(stores: RunStores, sweep: string, job: string): Promise<void> {
  const run = await copyRun(stores, sweep, job);
  if (run === undefined) return;
  await showRun(stores, run);
}

/** Lays the runs of two jobs, each of a sweep, side by side. */
export async function compareJobs(
  stores: Pick<AppStores, 'bridge' | 'comparison' | 'notices' | 'workspace'>,
  a: { readonly sweep: string; readonly job: string },
  b: { readonly sweep: string; readonly job: string },
): Promise<void> {
  const one = await copyRun(stores, a.sweep, a.job);
  const other = one && (await copyRun(stores, b.sweep, b.job));
  if (one !== undefined && other !== undefined) await compareRuns(stores, one.id, other.id);
}

/** Lays the run of a job beside the one that passed and has most in common with it. */
export async function compareWithPassing(
  stores: Pick<AppStores, 'bridge' | 'comparison' | 'notices' | 'workspace'>,
  sweep: string,
  { job }: JobResult,
): Promise<void> {
  const reply = await ask(stores.bridge, 'sweep.passing', { sweep, job });
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  else if (reply.value === null)
    notify(stores.notices, 'bad', 'No run of this scenario passed in this sweep.');
  else await compareJobs(stores, { sweep, job: reply.value.job }, { sweep, job });
}

/** The seeds that `typed` names, such as `1, 2, 10..19`; `own` of nothing, `undefined` of what names none. */
export function seedsIn(typed: string): readonly number[] | 'own' | undefined {
  if (typed.trim() === '') return 'own';
  const seeds = new Set<number>();
  for (const part of typed.split(/[\s,]+/).filter(Boolean)) {
    const [, from, to = from] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(part) ?? [];
    if (from === undefined || Number(to) < Number(from) || Number(to) - Number(from) >= MOST_SEEDS)
      return undefined;
    for (let seed = Number(from); seed <= Number(to); seed++) seeds.add(seed);
  }
  return seeds.size > MOST_SEEDS ? undefined : [...seeds].sort((one, other) => one - other);
}

/** Larger sweeps are planned in the terminal. */
const MOST_SEEDS = 100_000;
