import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  EventId,
  EventQueue,
  EventStatus,
  Hint,
  PlanOutline,
  RunId,
  SourceLocation,
  StatusOverview,
} from '../../engine/model/index.ts';
import type { Bridge, CallProblem } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { unsavedTexts } from './problems.ts';
import { ask, disposeAll, coalesceLatest, type CommitBatch, thenRest } from './sync.ts';
import { useStores } from './use-stores.ts';
import { runOf } from './workspace.ts';

/** The plan of the shown run, with the status of its events at the playhead. */
export interface PlanState {
  readonly run: RunId | undefined;
  /** `undefined` until loaded, `null` if the run has none. */
  readonly plan: PlanOutline | null | undefined;
  /** `undefined` until loaded. */
  readonly statuses: StatusOverview | undefined;
  /** Full status of the picked event. */
  readonly why: { readonly event: EventId; readonly status: EventStatus } | undefined;
  readonly problem: CallProblem | undefined;
}

export type PlanStore = StoreApi<PlanState>;

const NOTHING: PlanState = {
  run: undefined,
  plan: undefined,
  statuses: undefined,
  why: undefined,
  problem: undefined,
};

export const createPlanStore = (): PlanStore => createStore<PlanState>(() => NOTHING);

interface Question {
  readonly run: RunId | undefined;
  readonly at: number;
  /** The picked event. */
  readonly event: string | undefined;
  /** The number of events in each group of the queue. */
  readonly limit: number;
}

const MANY = 2_000; // events, whose statuses take longer than a frame on a slow machine

/**
 * Returns a function that loads a run's plan and statuses at a position into `store`, committed in one batch with the other
 * views of that position. With many events, reading takes at most about half of the time, so that the other views keep up.
 */
export const planReader = (
  bridge: Bridge,
  store: PlanStore,
  together: CommitBatch,
): ((question: Question) => void) =>
  coalesceLatest((question: Question) => {
    const shown = together.commitWhen(readStatuses(bridge, store.getState(), question), (found) => {
      store.setState(found);
    });
    return (store.getState().plan?.events.length ?? 0) > MANY ? thenRest(shown) : shown;
  });

async function readStatuses(
  bridge: Bridge,
  before: PlanState,
  { run, at, event, limit }: Question,
): Promise<PlanState> {
  if (run === undefined) return NOTHING;
  const known = before.run === run ? before.plan : undefined;
  const plan = known === undefined ? await readPlan(bridge, run) : known;
  if (plan === null || 'code' in plan)
    return { ...NOTHING, run, ...(plan === null ? { plan } : { problem: plan }) };
  const [statuses, why] = await Promise.all([
    ask(bridge, 'plan.statuses', { run, at, limit }),
    event === undefined ? undefined : ask(bridge, 'plan.whyNot', { run, event, at }),
  ]);
  return {
    run,
    plan,
    statuses: statuses.ok
      ? { ...statuses.value, queue: JSON.parse(statuses.value.queue) as EventQueue }
      : undefined,
    why: why?.ok === true ? { event: event as EventId, status: why.value } : undefined,
    problem: statuses.ok ? undefined : statuses.error,
  };
}

async function readPlan(bridge: Bridge, run: RunId): Promise<PlanOutline | null | CallProblem> {
  const reply = await ask(bridge, 'plan.read', { run });
  if (!reply.ok) return reply.error;
  return reply.value === null ? null : (JSON.parse(reply.value) as PlanOutline);
}

/** Source location of an event. */
export interface EventPlace {
  readonly event: string;
  readonly place: SourceLocation;
}

/** The plan of a scenario as edited: that of the shown run, else the open one. While it has errors, the last one without. */
export interface PlacesState {
  readonly path: string | undefined;
  /** `undefined` until loaded, or when it cannot be loaded. */
  readonly plan: PlanOutline | undefined;
  readonly problem: CallProblem | undefined;
  /** Source locations of its events. */
  readonly places: readonly EventPlace[];
}

export type PlacesStore = StoreApi<PlacesState>;

const NO_PLACES: PlacesState = { path: undefined, plan: undefined, problem: undefined, places: [] };

export const createPlacesStore = (): PlacesStore => createStore<PlacesState>(() => NO_PLACES);

/** Reads the plan whenever another scenario is shown or it was checked again, until the returned function is called. */
export function syncPlaces({
  bridge,
  selection,
  workspace,
  documents,
  problems,
  places: store,
}: Pick<AppStores, 'documents' | 'bridge' | 'places' | 'problems' | 'selection' | 'workspace'>): () => void {
  let known: { readonly path: string | undefined; readonly revision: number } | undefined;
  const read = coalesceLatest(async (path: string) => {
    const reply = await ask(bridge, 'scenario.plan', { path, ...unsavedTexts(documents.getState()) });
    if (known?.path !== path) return;
    if (!reply.ok) {
      const before = store.getState();
      store.setState({ ...(before.path === path ? before : NO_PLACES), path, problem: reply.error });
      return;
    }
    const plan = JSON.parse(reply.value) as PlanOutline;
    store.setState({ path, plan, problem: undefined, places: placesIn(plan) });
  });
  const update = (): void => {
    const { view } = workspace.getState();
    const { open } = documents.getState();
    const wanted = runOf(workspace.getState(), selection.getState().run)?.source ?? open;
    const kept = view?.trusted === true && view.scenarios.some((one) => one.path === wanted);
    const path = kept ? wanted : undefined;
    const revision = path === undefined ? 0 : (problems.getState().revisions[path] ?? 0);
    if (known !== undefined && path === known.path && revision === known.revision) return;
    known = { path, revision };
    if (path === undefined) store.setState(NO_PLACES);
    else read(path);
  };
  const stops = [selection, workspace, documents, problems].map((one) => one.subscribe(update));
  return disposeAll(stops);
}

const placesIn = ({ events }: PlanOutline): readonly EventPlace[] =>
  events.flatMap(({ id, place }) => (place === undefined ? [] : [{ event: id, place }]));

/** The events declared on `line` of `file`. A line within a statement counts as the line where the statement begins. */
export function eventsAt(
  places: readonly EventPlace[],
  { file, line }: Pick<SourceLocation, 'file' | 'line'>,
): readonly string[] {
  const here = places.filter(({ place }) => place.file === file && place.line <= line);
  const begin = Math.max(...here.map(({ place }) => place.line));
  return here.filter(({ place }) => place.line === begin).map(({ event }) => event);
}

/** Source location of `event`. */
export const eventLocation = (places: readonly EventPlace[], event: string): SourceLocation | undefined =>
  places.find((one) => one.event === event)?.place;

/** The hints for the events of the shown run. */
export interface HintsState {
  readonly run: RunId | undefined;
  readonly hints: readonly Hint[];
}

export type HintsStore = StoreApi<HintsState>;

const NO_HINTS: HintsState = { run: undefined, hints: [] };

export const createHintsStore = (): HintsStore => createStore<HintsState>(() => NO_HINTS);

/**
 * Reads the hints of each shown run, until the returned function is called. Errors are ignored: the run is shown without
 * hints.
 */
export function syncHints({
  bridge,
  selection,
  hints: store,
}: Pick<AppStores, 'hints' | 'bridge' | 'selection'>): () => void {
  const read = coalesceLatest(async (run: RunId | undefined) => {
    const reply = run === undefined ? undefined : await ask(bridge, 'plan.hints', { run });
    store.setState({ run, hints: reply?.ok === true ? reply.value : [] });
  });
  let known: RunId | undefined;
  return selection.subscribe(({ run }) => {
    if (run === known) return;
    known = run;
    read(run);
  });
}

/** The hints for `event` of the shown run. */
export function useHints(event: string): readonly Hint[] {
  const stores = useStores();
  const run = useStore(stores.selection, (state) => state.run);
  const { run: of, hints } = useStore(stores.hints);
  return of === run ? hints.filter((hint) => hint.event === event) : [];
}
