import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  JudgedRun,
  RunGrouping,
  RunId,
  RunLibrary,
  RunLine,
  RunOrder,
  RunQuery,
} from '../../engine/model/index.ts';
import type { CallProblem } from '../../preload/contract.ts';
import type { QueryProblem } from '../ui/query/log-query.ts';
import { parseRuns } from '../ui/query/run-query.ts';
import type { AppStores } from './app-stores.ts';
import { notify } from './notices.ts';
import { ask, coalesceLatest, disposeAll } from './sync.ts';

export interface LibraryState {
  /** Whether the library is shown in place of the run. */
  readonly open: boolean;
  /** Whether sweeps are on show there. */
  readonly showsSweeps: boolean;
  /** The query as typed. */
  readonly text: string;
  readonly queryProblem: QueryProblem | undefined;
  readonly group: RunGrouping;
  readonly order: RunOrder;
  readonly descending: boolean;
  /** `undefined` until loaded. */
  readonly answer: RunLibrary | undefined;
  readonly problem: CallProblem | undefined;
  /** The current run, which keys act on. */
  readonly at: RunId | undefined;
  readonly selected: ReadonlySet<RunId>;
  /** Names of the folded groups. */
  readonly folded: ReadonlySet<string>;
  /** Whether runs are being rejudged. */
  readonly judging: boolean;
  /** The new verdicts, until dismissed. */
  readonly judged: readonly JudgedRun[] | undefined;
}

export type LibraryStore = StoreApi<LibraryState>;

export const createLibraryStore = (): LibraryStore =>
  createStore<LibraryState>(() => ({
    open: false,
    showsSweeps: false,
    text: '',
    queryProblem: undefined,
    group: 'none',
    order: 'started',
    descending: true,
    answer: undefined,
    problem: undefined,
    at: undefined,
    selected: new Set(),
    folded: new Set(),
    judging: false,
    judged: undefined,
  }));

/** Shortest time between two reads of the library while runs are active. */
const REST_MILLISECONDS = 500;

/** Keeps the library in step with its query and with main, until the returned function is called. */
export function syncLibrary({
  bridge,
  library,
  selection,
}: Pick<AppStores, 'bridge' | 'library' | 'selection'>): () => void {
  const read = coalesceLatest(async (query: RunQuery) => {
    const reply = await ask(bridge, 'library.find', query);
    if (reply.ok)
      library.setState({ answer: reply.value, problem: undefined, ...kept(library, reply.value) });
    else library.setState({ problem: reply.error });
  });
  const update = (): void => {
    const { open, text, group, order, descending } = library.getState();
    if (!open) return;
    const terms = parseRuns(text);
    if ('message' in terms) library.setState({ queryProblem: terms });
    else {
      library.setState({ queryProblem: undefined });
      read({ terms, group, order, descending });
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      update();
    }, REST_MILLISECONDS);
  };
  const stops = [
    library.subscribe((now, before) => {
      const asked = (['open', 'text', 'group', 'order', 'descending'] as const).some(
        (name) => now[name] !== before[name],
      );
      if (asked) update();
    }),
    bridge.on('workspace.changed', update),
    bridge.on('run.changed', lookSoon),
    // Showing another run closes the library.
    selection.subscribe(({ run }, before) => {
      if (run !== before.run && run !== undefined) closeLibrary(library);
    }),
    () => {
      clearTimeout(timer);
    },
  ];
  return disposeAll(stops);
}

/** The listed runs, in order. */
export const linesOf = ({ groups }: RunLibrary): readonly RunLine[] =>
  groups.flatMap(({ lines }) => lines.map(({ line }) => line));

/** The selection, without runs that are no longer listed. */
function kept(library: LibraryStore, answer: RunLibrary): Pick<LibraryState, 'selected' | 'at'> {
  const { selected, at } = library.getState();
  const there = new Set(linesOf(answer).map(({ id }) => id));
  return {
    selected: new Set([...selected].filter((id) => there.has(id))),
    at: at !== undefined && there.has(at) ? at : undefined,
  };
}

/** Sorts by `order`, or reverses the direction if it is sorted so already. */
export function sortBy(library: LibraryStore, order: RunOrder): void {
  const now = library.getState();
  const first = order === 'started' || order === 'events' || order === 'simulated' || order === 'wall';
  library.setState({ order, descending: now.order === order ? !now.descending : first });
}

/** Selects the runs, or deselects them if all are selected. */
export function toggleSelected(library: LibraryStore, runs: readonly RunId[]): void {
  const picked = new Set(library.getState().selected);
  const all = runs.every((run) => picked.has(run));
  for (const run of runs)
    if (all) picked.delete(run);
    else picked.add(run);
  library.setState({ selected: picked });
}

/** Folds or unfolds a group. */
export function toggleFolded(library: LibraryStore, name: string): void {
  const folded = new Set(library.getState().folded);
  if (!folded.delete(name)) folded.add(name);
  library.setState({ folded });
}

/** Adds the typed words as tags to runs; a word with a minus removes its tag. */
export async function tagRuns(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  runs: readonly RunId[],
  typed: string,
): Promise<boolean> {
  const words = typed.split(/[\s,]+/).map((word) => word.replace('#', ''));
  const remove = words.flatMap((word) => (word.startsWith('-') ? [word.slice(1)] : []));
  const add = words.filter((word) => !word.startsWith('-'));
  const said = (tags: readonly string[]): string[] => tags.filter((tag) => tag !== '');
  const reply = await ask(stores.bridge, 'library.tag', {
    runs: [...runs],
    add: said(add),
    remove: said(remove),
  });
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  return reply.ok;
}

/** Rejudges runs without running them, under `configuration` (JSON) or their scenarios' own. Returns `undefined` on error. */
export async function judgeRuns(
  { bridge, library, notices }: Pick<AppStores, 'bridge' | 'library' | 'notices'>,
  runs: readonly RunId[],
  configuration?: string,
): Promise<readonly JudgedRun[] | undefined> {
  if (library.getState().judging) return undefined;
  library.setState({ judging: true });
  const reply = await ask(bridge, 'library.judge', {
    runs: [...runs],
    ...(configuration !== undefined && { configuration }),
  });
  library.setState({ judging: false });
  if (reply.ok) return reply.value;
  notify(notices, 'bad', reply.error.message);
  return undefined;
}

/** Rejudges the selected runs, and keeps the results in the library until dismissed. */
export async function judgeSelected(
  stores: Pick<AppStores, 'bridge' | 'library' | 'notices'>,
  runs: readonly RunId[],
  configuration: string | undefined,
): Promise<void> {
  const judged = await judgeRuns(stores, runs, configuration);
  if (judged !== undefined) stores.library.setState({ judged });
}

export function dismissJudged(library: LibraryStore): void {
  library.setState({ judged: undefined });
}

/** Sets or clears a run as the baseline of its scenario. */
export async function pinRun(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  pinned: boolean,
): Promise<void> {
  const reply = await ask(stores.bridge, 'library.pin', { run, pinned });
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
}

/** Shows the library in place of the run, with the query `text` if given. */
export function openLibrary(library: LibraryStore, text?: string): void {
  library.setState({ open: true, showsSweeps: false, ...(text !== undefined && { text }) });
}

/** Shows the sweeps in the place of the run. */
export function openSweepList(library: LibraryStore): void {
  library.setState({ open: false, showsSweeps: true });
}

/** Shows the run again. */
export function closeLibrary(library: LibraryStore): void {
  library.setState({ open: false, showsSweeps: false });
}

export function setLibraryQuery(library: LibraryStore, text: string): void {
  library.setState({ text });
}

export function groupRuns(library: LibraryStore, group: RunGrouping): void {
  library.setState({ group });
}

/** Makes a run the current one. */
export function moveToRun(library: LibraryStore, at: RunId | undefined): void {
  library.setState({ at });
}

export function clearSelectedRuns(library: LibraryStore): void {
  library.setState({ selected: new Set() });
}
