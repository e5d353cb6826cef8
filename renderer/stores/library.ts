import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type JudgedRun,
  type RunGrouping,
  type RunId,
  type RunLine,
  type RunOrder,
  type RunPage,
  type RunPageQuery,
  type RunValues,
  SCORE_ORDER,
  type SetsBy,
} from '../../engine/model/index.ts';
import type { CallProblem, RunView } from '../../preload/contract.ts';
import type { QueryProblem } from '../ui/query/log-query.ts';
import { parseRuns } from '../ui/query/run-query.ts';
import type { AppStores } from './app-stores.ts';
import { notify, notifyAbout, retract } from './notices.ts';
import { changePreferences } from './settings.ts';
import { ask, coalesceLatest, disposeAll } from './sync.ts';

/** The keys of two sets or models. */
interface ComparedKeys {
  readonly first: string;
  readonly second: string;
}

/** The matrix of tasks and models, or a comparison of two sets or of two models. */
export type AttemptsTable = 'matrix' | SetsBy;

export interface LibraryState {
  /** Whether the library is shown in place of the run. */
  readonly open: boolean;
  /** Whether sweeps are on show there. */
  readonly showsSweeps: boolean;
  /** Whether the search in all runs is on show there. */
  readonly showsSearch: boolean;
  /** The query as typed. */
  readonly text: string;
  readonly queryProblem: QueryProblem | undefined;
  readonly group: RunGrouping;
  /** The table of imported attempts that is shown in place of the list. */
  readonly table: AttemptsTable | undefined;
  /** The keys of the two sets or models that are compared; without them, the two with most runs. */
  readonly compared: ComparedKeys | undefined;
  readonly order: RunOrder;
  readonly descending: boolean;
  /** Titles of the columns that are not shown. */
  readonly hidden: ReadonlySet<string>;
  /** `undefined` until loaded. */
  readonly answer: ShownRuns | undefined;
  /** The position of the first run that the answer should have. */
  readonly from: number;
  /** Values of runs that complete a query. */
  readonly values: RunValues;
  readonly problem: CallProblem | undefined;
  /** The current run, which keys act on. */
  readonly at: RunId | undefined;
  /** Its position, or that of the run that becomes the current one when it is there. */
  readonly position: number | undefined;
  readonly selected: ReadonlySet<RunId>;
  /** Names of the folded groups. */
  readonly folded: ReadonlySet<string>;
  /** Whether runs are being rejudged. */
  readonly judging: boolean;
  /** The new verdicts, until dismissed. */
  readonly judged: readonly JudgedRun[] | undefined;
}

/** A part of the list, and the folded groups when it was read. */
export interface ShownRuns extends RunPage {
  readonly folded: ReadonlySet<string>;
}

export type LibraryStore = StoreApi<LibraryState>;

export const createLibraryStore = (): LibraryStore =>
  createStore<LibraryState>(() => ({
    open: false,
    showsSweeps: false,
    showsSearch: false,
    text: '',
    queryProblem: undefined,
    group: 'none',
    table: undefined,
    compared: undefined,
    order: 'started',
    descending: true,
    hidden: new Set(),
    answer: undefined,
    from: 0,
    values: {},
    problem: undefined,
    at: undefined,
    position: undefined,
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
  const read = coalesceLatest(async (query: RunPageQuery) => {
    const reply = await ask(bridge, 'library.find', query);
    if (!reply.ok) {
      library.setState({ problem: reply.error });
      return;
    }
    const answer = { ...reply.value, folded: new Set(query.folded) };
    library.setState({ answer, problem: undefined, ...keptSelection(library.getState(), query, answer) });
    if (answer.isReading) update();
  });
  const update = (): void => {
    const { open, text, group, order, descending, folded, from, at, selected } = library.getState();
    if (!open) return;
    const terms = parseRuns(text);
    if ('message' in terms) library.setState({ queryProblem: terms });
    else {
      library.setState({ queryProblem: undefined });
      const view = { group, order, descending, folded: [...folded] };
      read({ terms, ...view, from, limit: LINES_IN_ANSWER, at, selected: [...selected] });
    }
  };
  const readValues = async (): Promise<void> => {
    const reply = await ask(bridge, 'library.values', {});
    if (reply.ok) library.setState({ values: reply.value });
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
      if (QUERY_FIELDS.some((name) => now[name] !== before[name])) update();
      if (now.open && !before.open) void readValues();
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

/** What the list of runs depends on. */
const QUERY_FIELDS = ['open', 'text', 'group', 'order', 'descending', 'folded', 'from'] as const;

/** The number of runs in an answer: several screens, so that a scroll finds some there. */
const LINES_IN_ANSWER = 300;

/** The number of runs before the first visible one in an answer that is read for a scroll. */
const LEAD = 100;

/** The run in row `position` of the list; `undefined` if that row has not been read yet. */
export const lineAt = ({ from, lines }: RunPage, position: number): RunLine | undefined =>
  lines[position - from]?.line;

/** The number of runs outside folded groups. */
const numberShown = ({ found, groups, folded }: ShownRuns): number =>
  groups.reduce((shown, { name, runs }) => (folded.has(name) ? shown - runs : shown), found);

/** The current run and the selection, without runs that are no longer listed. */
function keptSelection(
  state: LibraryState,
  query: RunPageQuery,
  answer: ShownRuns,
): Pick<LibraryState, 'selected' | 'at' | 'position'> {
  const [asked, there] = [new Set(query.selected), new Set(answer.selected)];
  const selected = new Set([...state.selected].filter((id) => there.has(id) || !asked.has(id)));
  if (state.at === undefined && state.position !== undefined) {
    const line = lineAt(answer, state.position);
    return { selected, at: line?.id, position: line && state.position };
  }
  // It may have become the current one after the question.
  if (state.at !== query.at) return { selected, at: state.at, position: state.position };
  return { selected, at: answer.at === undefined ? undefined : state.at, position: answer.at };
}

/** Reads the runs around the positions `first` to before `end`, unless the window has them. */
export function readShownLines(library: LibraryStore, first: number, end: number): void {
  const { answer } = library.getState();
  if (answer === undefined) return;
  const last = Math.min(end, numberShown(answer));
  if (first >= answer.from && last <= answer.from + answer.lines.length) return;
  library.setState({ from: Math.max(0, first - LEAD) });
}

const LARGEST_FIRST: readonly RunOrder[] = [
  ...(['started', 'events', 'simulated', 'wall', 'tokens', 'cost', 'duration', 'errors'] as const),
];

/** Sorts by `order`, or reverses the direction if it is sorted so already. */
export function sortBy(library: LibraryStore, order: RunOrder): void {
  const now = library.getState();
  const first = LARGEST_FIRST.includes(order) || order.startsWith(SCORE_ORDER);
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

/** Shows or hides a column. */
export function toggleColumn(library: LibraryStore, title: string): void {
  const hidden = new Set(library.getState().hidden);
  if (!hidden.delete(title)) hidden.add(title);
  library.setState({ hidden });
}

/** Shows the runs as a saved view says. */
export function showView(library: LibraryStore, view: RunView): void {
  const { text, group, table, order, descending, hidden } = view;
  library.setState({ text, group, table, order, descending, hidden: new Set(hidden), folded: new Set() });
}

/** Saves how the runs are shown now under `name`, in place of a view of that name. */
export async function saveView(
  stores: Pick<AppStores, 'bridge' | 'library' | 'notices' | 'preferences'>,
  name: string,
): Promise<void> {
  const { text, group, table, order, descending, hidden } = stores.library.getState();
  const view: RunView = {
    name,
    text,
    group,
    ...(table === undefined ? {} : { table }),
    order,
    descending,
    hidden: [...hidden],
  };
  const { runViews } = stores.preferences.getState();
  const known = runViews.some((one) => one.name === name);
  await changePreferences(stores, {
    runViews: known ? runViews.map((one) => (one.name === name ? view : one)) : [...runViews, view],
  });
}

/** Gives the view `name` the name `to`, in place of a view of that name. */
export async function renameView(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'preferences'>,
  name: string,
  to: string,
): Promise<void> {
  const { runViews } = stores.preferences.getState();
  await changePreferences(stores, {
    runViews: runViews
      .filter((one) => one.name === name || one.name !== to)
      .map((one) => (one.name === name ? { ...one, name: to } : one)),
  });
}

export async function deleteView(
  stores: Pick<AppStores, 'bridge' | 'notices' | 'preferences'>,
  name: string,
): Promise<void> {
  const { runViews } = stores.preferences.getState();
  await changePreferences(stores, { runViews: runViews.filter((one) => one.name !== name) });
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

/** Names the notice about a judge that refused, until one succeeds. */
const JUDGING = 'judging';

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
  if (reply.ok) {
    retract(notices, JUDGING);
    return reply.value;
  }
  notifyAbout(notices, JUDGING, reply.error.message);
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
  library.setState({
    open: true,
    showsSweeps: false,
    showsSearch: false,
    ...(text !== undefined && { text }),
  });
}

/** Shows the sweeps in the place of the run. */
export function openSweepList(library: LibraryStore): void {
  library.setState({ open: false, showsSweeps: true, showsSearch: false });
}

/** Shows the search in all runs in the place of the run. */
export function openSearch(library: LibraryStore): void {
  library.setState({ open: false, showsSweeps: false, showsSearch: true });
}

/** Shows the run again. */
export function closeLibrary(library: LibraryStore): void {
  library.setState({ open: false, showsSweeps: false, showsSearch: false });
}

export function setLibraryQuery(library: LibraryStore, text: string): void {
  library.setState({ text });
}

/** Shows a table of imported attempts, or the list. */
export function showTable(library: LibraryStore, table: AttemptsTable | undefined): void {
  library.setState({ table, compared: undefined });
}

/** Compares two sets or two models, by their keys. */
export function compareSets(library: LibraryStore, compared: ComparedKeys): void {
  library.setState({ compared });
}

export function groupRuns(library: LibraryStore, group: RunGrouping): void {
  library.setState({ group });
}

/** Makes the run at `position` the current one, as soon as the window has it. */
export function moveToPosition(library: LibraryStore, position: number): void {
  const { answer } = library.getState();
  if (answer === undefined) return;
  const at = lineAt(answer, position)?.id;
  library.setState({ at, position });
  if (at === undefined) readShownLines(library, position, position + 1);
}

/** Makes the run `step` positions further the current one. */
export function moveBy(library: LibraryStore, step: number): void {
  const { answer, position } = library.getState();
  if (answer === undefined) return;
  const next = position === undefined && Number.isFinite(step) ? 0 : (position ?? 0) + step;
  const last = numberShown(answer) - 1;
  if (last >= 0) moveToPosition(library, Math.max(0, Math.min(last, next)));
}

/** Selects all found runs, or deselects them if all are selected. */
export async function toggleAllRuns({
  bridge,
  library,
}: Pick<AppStores, 'bridge' | 'library'>): Promise<void> {
  const { answer, selected, text } = library.getState();
  const terms = parseRuns(text);
  if (answer === undefined || 'message' in terms) return;
  if (selected.size === answer.found) {
    clearSelectedRuns(library);
    return;
  }
  if (answer.lines.length === answer.found) {
    library.setState({ selected: new Set(answer.lines.map(({ line }) => line.id)) });
    return;
  }
  const reply = await ask(bridge, 'library.ids', { terms });
  if (reply.ok) library.setState({ selected: new Set(reply.value) });
}

export function clearSelectedRuns(library: LibraryStore): void {
  library.setState({ selected: new Set() });
}
