import { createStore, type StoreApi } from 'zustand/vanilla';
import { isActiveState, isPreview, type RunId } from '../../engine/model/index.ts';
import type { AppStores } from './app-stores.ts';
import {
  closeComparison,
  type ComparisonState,
  isComparing,
  reopenComparison,
  withoutResults,
} from './comparison.ts';
import { openScenario } from './documents.ts';
import { closeLibrary, openLibrary, openSearch, openSweepList } from './library.ts';
import { type PanelName, showPanel } from './panels.ts';
import { openRun } from './run-opening.ts';
import { type RunStores } from './runs.ts';
import { followEnd, positionNow, restorePosition } from './selection.ts';
import { disposeAll } from './sync.ts';
import { runOf } from './workspace.ts';

/** A run at an entry, or a file of the workspace before it has a run. */
interface RunVisit {
  readonly kind: 'run';
  readonly run: RunId | undefined;
  /** The file in the editor, while the editor is shown. */
  readonly file: string | undefined;
  readonly at: number;
  readonly following: boolean;
  readonly panel: PanelName;
}

/** Something that the window showed, with all that is needed to show it again. */
export type Visit =
  | RunVisit
  | { readonly kind: 'comparison'; readonly comparison: ComparisonState }
  | { readonly kind: 'library' | 'search' | 'sweeps' };

/** What the window shows, and what it showed before and after that; the nearest are the last of each list. */
export interface NavigationState {
  readonly back: readonly Visit[];
  readonly here: Visit | undefined;
  readonly forward: readonly Visit[];
  /** The number of visits that are being shown again, and not recorded meanwhile. */
  readonly returning: number;
}

export type NavigationStore = StoreApi<NavigationState>;

export const createNavigationStore = (): NavigationStore =>
  createStore<NavigationState>(() => ({ back: [], here: undefined, forward: [], returning: 0 }));

const MAX_VISITS = 50;

/** A move of the playhead by more entries than these is a visit of its own. */
const JUMP = 10;

/** Moves of the playhead that follow each other sooner are one move, as when it is dragged. */
const ONE_MOVE = 500; // milliseconds

type NavigationStores = RunStores & Pick<AppStores, 'log' | 'navigation'>;

/** Records what the window shows, until the returned function is called. */
export function syncNavigation(stores: NavigationStores): () => void {
  const { library, navigation, selection } = stores;
  let moved = -Infinity;
  let isWaiting = false;
  const record = (): void => {
    isWaiting = false;
    const { back, here, returning } = navigation.getState();
    if (returning > 0) return;
    const visit = visitOf(stores);
    const now = performance.now();
    const isMove = here?.kind === 'run' && visit.kind === 'run' && here.at !== visit.at;
    const isJump =
      isMove &&
      Math.abs(here.at - visit.at) > JUMP &&
      now - moved > ONE_MOVE &&
      !selection.getState().playing &&
      !visit.following;
    if (here === undefined || isEmpty(here) || (isSame(here, visit) && !isJump))
      navigation.setState({ here: visit });
    else
      navigation.setState({
        back: [...back.slice(1 - MAX_VISITS).map(withoutRows), visitAsLeft(stores, here)],
        here: visit,
        forward: [],
      });
    if (isMove || !isSame(here, visit)) moved = now;
  };
  // Opening something changes several stores, one after the other.
  const recordSoon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(record);
  };
  return disposeAll([
    stores.comparison.subscribe(recordSoon),
    library.subscribe(recordSoon),
    selection.subscribe(recordSoon),
    stores.panels.subscribe(recordSoon),
    stores.documents.subscribe(recordSoon),
    navigation.subscribe(({ returning }, before) => {
      if (returning < before.returning) recordSoon();
    }),
  ]);
}

function visitOf(stores: NavigationStores): Visit {
  const comparison = stores.comparison.getState();
  const { library } = stores;
  const { open, showsSearch, showsSweeps } = library.getState();
  if (isComparing(comparison)) return { kind: 'comparison', comparison };
  if (open) return { kind: 'library' };
  if (showsSearch) return { kind: 'search' };
  if (showsSweeps) return { kind: 'sweeps' };
  const { run, at, following } = stores.selection.getState();
  const { centre: panel } = stores.panels.getState();
  const file = panel === 'code' ? stores.documents.getState().open : undefined;
  return { kind: 'run', run, file, at: following ? positionNow(stores) : at, following, panel };
}

const isEmpty = (visit: Visit): boolean =>
  visit.kind === 'run' && visit.run === undefined && visit.file === undefined;

/** Whether both show the same thing, perhaps at another position. */
function isSame(one: Visit | undefined, other: Visit): boolean {
  if (one?.kind === 'run' && other.kind === 'run')
    return (
      (one.run === other.run || (isOfPreview(one) && isOfPreview(other))) &&
      (one.file === other.file || one.file === undefined || other.file === undefined)
    );
  if (one?.kind === 'comparison' && other.kind === 'comparison')
    return comparedRuns(one.comparison) === comparedRuns(other.comparison);
  return one?.kind === other.kind;
}

/** Each edit makes another preview. */
const isOfPreview = ({ run }: RunVisit): boolean => run !== undefined && isPreview(run);

const comparedRuns = ({ pair, several }: ComparisonState): string =>
  pair === undefined ? `${several?.join()}` : `${pair.a} with ${pair.b}`;

/** A comparison without its rows, which would fill the memory; only the nearest one keeps them. */
const withoutRows = (visit: Visit): Visit =>
  visit.kind === 'comparison' ? { ...visit, comparison: withoutResults(visit.comparison) } : visit;

/** The visit as it is left. Rows of a run that goes on would be old by the time they are shown again. */
function visitAsLeft({ workspace }: NavigationStores, visit: Visit): Visit {
  if (visit.kind !== 'comparison') return visit;
  const { pair, several } = visit.comparison;
  const runs = pair === undefined ? (several ?? []) : [pair.a, pair.b];
  const isActive = runs.some((id) => isActiveState(runOf(workspace.getState(), id)?.state ?? 'completed'));
  return isActive ? withoutRows(visit) : visit;
}

/** Shows what the window showed before. */
export async function goBack(stores: NavigationStores): Promise<void> {
  const { back, here, forward } = stores.navigation.getState();
  const visit = back.at(-1);
  if (visit === undefined) return;
  stores.navigation.setState({
    back: back.slice(0, -1),
    here: visit,
    forward: here === undefined ? forward : [...forward, visitAsLeft(stores, here)],
  });
  await showAgain(stores, visit);
}

/** Shows what the window showed before the person went back. */
export async function goForward(stores: NavigationStores): Promise<void> {
  const { back, here, forward } = stores.navigation.getState();
  const visit = forward.at(-1);
  if (visit === undefined) return;
  stores.navigation.setState({
    back: here === undefined ? back : [...back, visitAsLeft(stores, here)],
    here: visit,
    forward: forward.slice(0, -1),
  });
  await showAgain(stores, visit);
}

async function showAgain(stores: NavigationStores, visit: Visit): Promise<void> {
  const { navigation } = stores;
  navigation.setState(({ returning }) => ({ returning: returning + 1 }));
  await showVisit(stores, visit);
  navigation.setState(({ returning }) => ({ returning: returning - 1 }));
}

async function showVisit(stores: NavigationStores, visit: Visit): Promise<void> {
  if (visit.kind === 'comparison') {
    await reopenComparison(stores, visit.comparison);
    return;
  }
  const { library } = stores;
  closeComparison(stores);
  switch (visit.kind) {
    case 'library':
      openLibrary(library);
      return;
    case 'search':
      openSearch(library);
      return;
    case 'sweeps':
      openSweepList(library);
      return;
    case 'run':
      await showRunAgain(stores, visit);
  }
}

async function showRunAgain(
  stores: NavigationStores,
  { run, file, at, following, panel }: RunVisit,
): Promise<void> {
  const { library } = stores;
  if (run === undefined) closeLibrary(library);
  else if (!(await openRun(stores, run))) return;
  else if (following) followEnd(stores.selection);
  else restorePosition(stores.selection, at);
  if (file === undefined) showPanel(stores.panels, panel);
  else await openScenario(stores, file);
}
