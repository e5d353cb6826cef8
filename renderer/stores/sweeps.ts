import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  decidingEntry,
  type GridFactor,
  type JobResult,
  type PickedCell,
  type RunSummary,
} from '../../engine/model/index.ts';
import type { Request, SweepProgress } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { compareRuns } from './comparison.ts';
import { saveOpenFile } from './documents.ts';
import { openSweepList } from './library.ts';
import { notify, notifySaved } from './notices.ts';
import { showPanel } from './panels.ts';
import { type RunStores } from './runs.ts';
import { showRun } from './run-opening.ts';
import { restorePosition } from './selection.ts';
import { ask, disposeAll } from './sync.ts';
import { addRun } from './workspace.ts';

export interface SweepsState {
  /** Path of the shown sweep; `undefined` shows the list. */
  readonly shown: string | undefined;
  /** Factors of the rows and columns; the most informative ones until chosen. */
  readonly rows: GridFactor | undefined;
  readonly columns: GridFactor | undefined;
  /** The cell whose jobs are listed. */
  readonly cell: PickedCell;
  /** Path of the earlier sweep to compare with. */
  readonly before: string | undefined;
  /** Which part of the sweep is shown. */
  readonly part: 'grid' | 'statistics';
  /** Whether the person is asked to confirm that the shown sweep is deleted. */
  readonly removing: boolean;
  /** Whether the dialog for a new sweep is open. */
  readonly making: boolean;
  /** Progress of the sweeps run by this window, by path. */
  readonly progress: ReadonlyMap<string, SweepProgress>;
  /** Increases when there are new results to read. */
  readonly version: number;
}

export type SweepsStore = StoreApi<SweepsState>;

const UNPICKED = {
  rows: undefined,
  columns: undefined,
  cell: {},
  before: undefined,
  part: 'grid',
  removing: false,
} as const satisfies Partial<SweepsState>;

export const createSweepsStore = (): SweepsStore =>
  createStore<SweepsState>(() => ({
    ...UNPICKED,
    shown: undefined,
    making: false,
    progress: new Map(),
    version: 0,
  }));

/** Shortest time between two reads of the results of a running sweep. */
const REST_MILLISECONDS = 1_000;

/** Syncs the store with running sweeps, until the returned function is called. */
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
      const isShown = library.getState().showsSweeps && sweeps.getState().shown === sweep;
      if (progress.problem !== undefined) {
        if (!isShown) notify(notices, 'bad', `${sweep}: ${progress.problem}`);
      } else if (!library.getState().showsSweeps && progress.over === progress.jobs)
        notify(notices, 'good', `${sweep}: all jobs have ended`, {
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

/** Time between two looks for what other processes have written; cheap when there is nothing. */
const FOLLOW_MILLISECONDS = 1_500;

/** Keeps reading the results that other processes write, until the returned function is called. */
export function followSweeps(sweeps: SweepsStore): () => void {
  const timer = setInterval(() => {
    readAgain(sweeps);
  }, FOLLOW_MILLISECONDS);
  return () => {
    clearInterval(timer);
  };
}

const readAgain = (sweeps: SweepsStore): void => {
  sweeps.setState(({ version }) => ({ version: version + 1 }));
};

/** Shows the sweeps in place of the run: the one at `path`, or without it the last view. */
export function openSweeps({ library, sweeps }: Pick<AppStores, 'library' | 'sweeps'>, path?: string): void {
  openSweepList(library);
  if (path !== undefined) showSweep(sweeps, path);
  readAgain(sweeps);
}

/** Shows one sweep, or the list. */
export function showSweep(sweeps: SweepsStore, path: string | undefined): void {
  if (path !== sweeps.getState().shown) sweeps.setState({ ...UNPICKED, shown: path });
}

/** Sets the factors of rows or columns. */
export function chooseAxes(sweeps: SweepsStore, axes: Partial<Pick<SweepsState, 'rows' | 'columns'>>): void {
  sweeps.setState({ ...axes, cell: {} });
}

export function pickCell(sweeps: SweepsStore, cell: PickedCell): void {
  sweeps.setState({ cell });
}

/** Compares the shown sweep with an earlier one, or stops comparing. */
export function compareWith(sweeps: SweepsStore, before: string | undefined): void {
  sweeps.setState({ before });
}

export function showPart(sweeps: SweepsStore, part: SweepsState['part']): void {
  sweeps.setState({ part });
}

/** Asks for confirmation to delete the shown sweep, or stops asking. */
export function askToRemove(sweeps: SweepsStore, removing: boolean): void {
  sweeps.setState({ removing });
}

/** Opens or closes the dialog for a new sweep. */
export function askForSweep(sweeps: SweepsStore, making: boolean): void {
  sweeps.setState({ making });
}

/** Saves the open scenario, creates a sweep and shows it. Returns the error message, if any. */
export async function makeSweep(
  stores: Pick<AppStores, 'bridge' | 'documents' | 'library' | 'notices' | 'problems' | 'sweeps'>,
  request: Request<'sweep.make'>,
): Promise<string | undefined> {
  if (!(await saveOpenFile(stores)))
    return 'The sweep was not made, because the open scenario could not be saved. The notice says why.';
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

/** Deletes the shown sweep and shows the list. */
export async function removeSweep({ bridge, notices, sweeps }: AskingStores, sweep: string): Promise<void> {
  const reply = await ask(bridge, 'sweep.remove', { sweep });
  if (!reply.ok) notify(notices, 'bad', reply.error.message);
  else {
    showSweep(sweeps, undefined);
    notify(notices, 'good', `${sweep} is in the trash`);
  }
  readAgain(sweeps);
}

/** Saves a report or a table of a sweep to a file that the person picks. */
export async function saveSweep(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  request: Request<'sweep.save'>,
): Promise<void> {
  const reply = await ask(stores.bridge, 'sweep.save', request);
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  else if (reply.value !== null) notifySaved(stores, 'Sweep saved to', reply.value);
}

/** Saves a chart of a sweep to a file that the person picks. */
export async function saveChart(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  request: Request<'sweep.chart'>,
): Promise<void> {
  const reply = await ask(stores.bridge, 'sweep.chart', request);
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  else if (reply.value !== null) notifySaved(stores, 'Chart saved to', reply.value);
}

/** Copies the run of a job to the workspace's runs. Notifies the person of an error. */
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

/** Opens the run of a job in place of the sweep, at the entry that decided its verdict. A failed one shows its verdict. */
export async function openJob(stores: RunStores, sweep: string, job: string): Promise<void> {
  const run = await copyRun(stores, sweep, job);
  if (run === undefined) return;
  if (!(await showRun(stores, run))) return;
  const entry = run.verdict === undefined ? undefined : decidingEntry(run.verdict);
  if (entry !== undefined) restorePosition(stores.selection, entry);
  if (run.verdict?.outcome === 'failed') showPanel(stores.panels, 'verdict');
}

/** Compares the runs of two jobs, possibly of different sweeps. */
export async function compareJobs(
  stores: Pick<AppStores, 'bridge' | 'comparison' | 'notices' | 'workspace'>,
  a: { readonly sweep: string; readonly job: string },
  b: { readonly sweep: string; readonly job: string },
): Promise<void> {
  const one = await copyRun(stores, a.sweep, a.job);
  const other = one && (await copyRun(stores, b.sweep, b.job));
  if (one !== undefined && other !== undefined) await compareRuns(stores, one.id, other.id);
}

/** Compares the run of a job with the most similar one that passed. */
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

/** The seeds in `typed`, such as `1, 2, 10..19`; `own` if empty, `undefined` if invalid. */
export function seedsIn(typed: string): readonly number[] | 'own' | undefined {
  if (typed.trim() === '') return 'own';
  const seeds = new Set<number>();
  for (const part of typed.split(/[\s,]+/).filter(Boolean)) {
    const [, from, to = from] = /^(\d{1,9})(?:\.\.(\d{1,9}))?$/.exec(part) ?? [];
    if (from === undefined || Number(to) < Number(from) || Number(to) - Number(from) >= MAX_SEEDS)
      return undefined;
    for (let seed = Number(from); seed <= Number(to); seed++) seeds.add(seed);
  }
  return seeds.size === 0 || seeds.size > MAX_SEEDS
    ? undefined
    : [...seeds].sort((one, other) => one - other);
}

/** Most seeds of a sweep created here; larger ones are planned in the terminal. */
const MAX_SEEDS = 100_000;
