import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  isTrajectory,
  isActiveState,
  type AppKnowledge,
  type AppName,
  type Json,
  type LogEntry,
  type Path,
  type RunId,
  type TranscriptStep,
} from '../../engine/model/index.ts';
import type {
  CallProblem,
  Bridge,
  Reply,
  Request,
  TranscriptPage,
  ValueHistory,
} from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { copyText, notify } from './notices.ts';
import { shownCentre, shownDock } from './panels.ts';
import { planReader } from './plan.ts';
import { pausePlayback, positionIn, positionNow, seek, type SelectionState } from './selection.ts';
import { ask, coalesceLatest, type CommitBatch, disposeAll, thenRest } from './sync.ts';
import { appOf, runOf } from './workspace.ts';

type InspectedStores = Pick<
  AppStores,
  'appState' | 'inspection' | 'knowledge' | 'bridge' | 'log' | 'panels' | 'plan' | 'selection' | 'workspace'
>;

/** Reads an app's state at a position of a run. */
export async function readState(bridge: Bridge, question: Request<'state.read'>): Promise<Reply<Json>> {
  const reply = await ask(bridge, 'state.read', question);
  return reply.ok ? { ok: true, value: JSON.parse(reply.value) as Json } : reply;
}

/** Copies an entry in full, as JSON, to the clipboard. */
export async function copyEntry(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  run: RunId,
  index: number,
): Promise<void> {
  const reply = await ask(stores.bridge, 'log.entry', { run, index });
  if (reply.ok) copyText(stores, JSON.stringify(reply.value, undefined, 2), `Entry #${index}`);
  else notify(stores.notices, 'bad', reply.error.message);
}

/** The entry at the playhead in full, with the previous states of the apps in which it replaced a value. */
export interface ShownEntry {
  readonly run: RunId;
  readonly entry: LogEntry;
  readonly before: ReadonlyMap<AppName, Json>;
}

export interface InspectionState {
  /**
   * The position that the views show. It may be ahead of `shown` while the playhead follows new rows, or while the entry is
   * loading.
   */
  readonly at: number;
  readonly shown: ShownEntry | undefined;
  readonly problem: CallProblem | undefined;
}

export type InspectionStore = StoreApi<InspectionState>;

export const createInspectionStore = (): InspectionStore =>
  createStore<InspectionState>(() => ({ at: -1, shown: undefined, problem: undefined }));

/** The position of the playhead in a run. */
export interface PlayheadPosition {
  readonly run: RunId | undefined;
  readonly at: number;
  readonly following: boolean;
}

/**
 * Returns a function that loads the entry at a position into `store`, committed in one batch with the other views of that
 * position; −1 clears it. `arrive` is called when a position can be shown, unless it was skipped meanwhile.
 */
const entryReader = (
  bridge: Bridge,
  store: InspectionStore,
  together: CommitBatch,
  arrive: (position: PlayheadPosition) => void,
): ((position: PlayheadPosition) => void) =>
  coalesceLatest((position: PlayheadPosition) => {
    const shown = together.commitWhen(readEntry(bridge, position), (found) => {
      store.setState(found);
    });
    together.commit(() => {
      arrive(position);
    });
    return shown;
  });

async function readEntry(
  bridge: Bridge,
  { run, at }: PlayheadPosition,
): Promise<Omit<InspectionState, 'at'>> {
  if (run === undefined || at < 0) return { shown: undefined, problem: undefined };
  const reply = await ask(bridge, 'log.entry', { run, index: at });
  if (!reply.ok) return { shown: undefined, problem: reply.error };
  const before = await statesBefore(bridge, run, reply.value);
  return { shown: { run, entry: reply.value, before }, problem: undefined };
}

async function statesBefore(
  bridge: Bridge,
  run: RunId,
  entry: LogEntry,
): Promise<ReadonlyMap<AppName, Json>> {
  // The old items of a splice are not shown, so no state has to be loaded for them.
  const replacing = entry.changes.filter(({ op }) => op !== 'splice');
  const apps = [...new Set(replacing.map(({ app }) => app))];
  const replies = await Promise.all(
    apps.map(async (app) => [app, await readState(bridge, { run, app, at: entry.index - 1 })] as const),
  );
  return new Map(replies.flatMap(([app, reply]) => (reply.ok ? [[app, reply.value] as const] : [])));
}

/** An app's state at a position. */
export interface AppState {
  readonly run: RunId;
  readonly app: AppName;
  readonly at: number;
  readonly state: Json;
}

export interface AppStateStoreState {
  readonly shown: AppState | undefined;
  readonly problem: CallProblem | undefined;
}

export type AppStateStore = StoreApi<AppStateStoreState>;

export const createAppStateStore = (): AppStateStore =>
  createStore<AppStateStoreState>(() => ({ shown: undefined, problem: undefined }));

interface Question {
  readonly run: RunId;
  readonly app: AppName;
  readonly at: number;
}

/**
 * Returns a function that loads an app's state at a position into `store`, committed in one batch with the other views. While
 * the run is active (`on`), reading takes at most about half of the time however large the state is, so that the page stays
 * responsive.
 */
export const appStateReader = (
  bridge: Bridge,
  store: AppStateStore,
  together: CommitBatch,
): ((question: Question, on: boolean) => void) => {
  const read = coalesceLatest(({ question, on }: { question: Question; on: boolean }) => {
    const shown = together.commitWhen(readState(bridge, question), (reply) => {
      store.setState(
        reply.ok
          ? { shown: { ...question, state: reply.value }, problem: undefined }
          : { shown: undefined, problem: reply.error },
      );
    });
    return on ? thenRest(shown) : shown;
  });
  return (question, on) => {
    read({ question, on });
  };
};

type KnowledgeQuestion = Pick<AppState, 'run' | 'app' | 'at'>;

/** The agent's knowledge of an app at a position. */
export interface Knowledge extends KnowledgeQuestion {
  readonly knowledge: AppKnowledge;
}

export interface KnowledgeState {
  readonly shown: Knowledge | undefined;
  readonly problem: CallProblem | undefined;
}

export type KnowledgeStore = StoreApi<KnowledgeState>;

const NOTHING: KnowledgeState = { shown: undefined, problem: undefined };

export const createKnowledgeStore = (): KnowledgeStore => createStore<KnowledgeState>(() => NOTHING);

/**
 * Returns a function that loads the agent's knowledge of an app at a position into `store`, committed in one batch with the
 * other views.
 */
const knowledgeReader = (
  bridge: Bridge,
  store: KnowledgeStore,
  together: CommitBatch,
): ((question: KnowledgeQuestion) => void) =>
  coalesceLatest((question: KnowledgeQuestion) =>
    together.commitWhen(ask(bridge, 'inspect.knowledge', question), (reply) => {
      store.setState(
        reply.ok
          ? { shown: { ...question, knowledge: JSON.parse(reply.value) as AppKnowledge }, problem: undefined }
          : { ...NOTHING, problem: reply.error },
      );
    }),
  );

/**
 * Loads the entry at the playhead, the app state, the agent's knowledge and the event statuses, if shown, whenever the position
 * or the selection changes. All are committed in one batch, so that all panels show the same position.
 */
export function syncInspection(stores: InspectedStores, together: CommitBatch): () => void {
  /** The position that the views show. */
  let shown: Pick<SelectionState, 'at' | 'following'> = stores.selection.getState();
  const show = (): void => {
    stores.inspection.setState({ at: positionIn(shown, stores.log.getState().rows.length) });
  };
  const arrive = (position: PlayheadPosition): void => {
    if (position.run !== stores.log.getState().run) return;
    shown = position;
    show();
  };
  const showEntry = entryReader(stores.bridge, stores.inspection, together, arrive);
  const showState = appStateReader(stores.bridge, stores.appState, together);
  const showPlan = planReader(stores.bridge, stores.plan, together);
  const showKnowledge = knowledgeReader(stores.bridge, stores.knowledge, together);
  let entryAsked = '';
  let stateAsked = '';
  let knowledgeAsked = '';
  let planAsked = '';

  const askFor = (): void => {
    const { app: picked, centre, dock, asAgent, queueLimit: limit } = stores.panels.getState();
    const { run: id, event } = stores.selection.getState();
    const { rows, run: logged, loading } = stores.log.getState();
    const run = runOf(stores.workspace.getState(), id);
    // While rows are loading, use the run's entry count, so that the position does not keep moving.
    const count = Math.max(rows.length, loading ? (run?.entries ?? 0) : 0);
    if (id !== undefined && (logged !== id || (loading && count === 0))) return;
    const head = stores.selection.getState();
    const at = positionIn(head, count);
    const position = `${id ?? ''} ${at}`;
    const entry = `${position} ${head.following}`;
    if (entry !== entryAsked) showEntry({ run: id, at, following: head.following });
    entryAsked = entry;

    const plan = `${position} ${limit} ${event ?? ''}`;
    if (plan !== planAsked && (centre === 'graph' || centre === 'queue' || dock === 'queue')) {
      showPlan({ run: id, at, event, limit });
      planAsked = plan;
    }

    const app = appOf(run, picked);
    if (id === undefined || app === undefined || centre !== 'apps') return;
    const state = `${position} ${app}`;
    if (state !== stateAsked) showState({ run: id, app, at }, run?.state === 'running');
    stateAsked = state;

    if (state !== knowledgeAsked && asAgent) {
      showKnowledge({ run: id, app, at });
      knowledgeAsked = state;
    }
  };
  let counted = 0;
  const update = (): void => {
    askFor();
    const { count } = stores.log.getState();
    // Before the first rows are shown, no other view has to be kept in step with the position.
    if (counted === 0) shown = stores.selection.getState();
    // A following playhead moves with the rows, which are already loaded.
    if (count !== counted) show();
    counted = count;
  };
  const stops = [stores.panels, stores.log, stores.selection, stores.workspace].map((store) =>
    store.subscribe(update),
  );
  return disposeAll(stops);
}

/** A value of an app's state, by its path right after entry `since`. */
export interface SelectedValue {
  readonly run: RunId;
  readonly app: AppName;
  readonly path: Path;
  readonly since: number;
}

/** The picked value and its changes up to the playhead. */
export interface ValueHistoryState {
  readonly selected: SelectedValue | undefined;
  /** The history up to entry `at`; the last one stays until the next arrives. */
  readonly history: { readonly at: number; readonly valueHistory: ValueHistory } | undefined;
  readonly problem: CallProblem | undefined;
}

export type ValueHistoryStore = StoreApi<ValueHistoryState>;

const NO_VALUE: ValueHistoryState = {
  selected: undefined,
  history: undefined,
  problem: undefined,
};

export const createValueHistoryStore = (): ValueHistoryStore =>
  createStore<ValueHistoryState>(() => NO_VALUE);

export function selectValue(store: ValueHistoryStore, selected: SelectedValue | undefined): void {
  store.setState({ ...NO_VALUE, selected });
}

interface ValueQuestion {
  readonly selected: SelectedValue;
  readonly at: number;
}

/**
 * Loads the history of the selected value whenever it or the playhead changes, until the returned function is called. Committed
 * in one batch with the other views.
 */
export function syncValueHistory(
  { bridge, valueHistory, log, selection }: Pick<AppStores, 'bridge' | 'log' | 'selection' | 'valueHistory'>,
  together: CommitBatch,
): () => void {
  let asked: Partial<ValueQuestion> = {};
  const read = coalesceLatest(({ selected, at }: ValueQuestion) =>
    together.commitWhen(
      ask(bridge, 'inspect.valueHistory', { ...selected, path: [...selected.path], at }),
      (reply) => {
        if (valueHistory.getState().selected !== selected) return;
        valueHistory.setState(
          reply.ok
            ? { history: { at, valueHistory: reply.value }, problem: undefined }
            : { history: undefined, problem: reply.error },
        );
      },
    ),
  );
  const update = (): void => {
    const { selected } = valueHistory.getState();
    const at = positionNow({ selection, log });
    if (selected === asked.selected && at === asked.at) return;
    asked = selected === undefined ? {} : { selected, at };
    if (selected !== undefined) read({ selected, at });
  };
  const clearOfOtherRun = (): void => {
    const { selected } = valueHistory.getState();
    if (selected !== undefined && selected.run !== selection.getState().run)
      selectValue(valueHistory, undefined);
  };
  const stops = [valueHistory, log, selection].map((store) => store.subscribe(update));
  stops.push(selection.subscribe(clearOfOtherRun));
  return disposeAll(stops);
}

/** Moves the playhead to the next or previous entry that changed the picked value, or else the shown app. */
export async function seekChange(
  stores: Pick<
    AppStores,
    'bridge' | 'log' | 'notices' | 'panels' | 'selection' | 'valueHistory' | 'workspace'
  >,
  way: 'on' | 'back',
): Promise<void> {
  const { log, selection, notices } = stores;
  const { run } = selection.getState();
  const at = positionNow(stores);
  const to = await findChange(stores, at, way);
  if (selection.getState().run !== run) return;
  pausePlayback(selection);
  if (typeof to === 'number') seek(selection, to, log.getState().rows.length);
  else if (to !== undefined) notify(notices, 'bad', to.problem);
}

type Found = number | undefined | { readonly problem: string };

async function findChange(
  stores: Pick<AppStores, 'bridge' | 'panels' | 'selection' | 'valueHistory' | 'workspace'>,
  at: number,
  way: 'on' | 'back',
): Promise<Found> {
  const { bridge, valueHistory, panels, selection, workspace } = stores;
  const { selected } = valueHistory.getState();
  if (selected !== undefined) {
    const reply = await ask(bridge, 'inspect.valueHistory', { ...selected, path: [...selected.path], at });
    if (!reply.ok) return { problem: reply.error.message };
    const { next, writers } = reply.value;
    return way === 'on' ? next : writers.find(({ index }) => index < at)?.index;
  }
  const { run } = selection.getState();
  const { app: picked } = panels.getState();
  const app = appOf(runOf(workspace.getState(), run), picked);
  if (run === undefined || app === undefined) return undefined;
  const reply = await ask(bridge, 'log.change', { run, app, at, way });
  return reply.ok ? (reply.value ?? undefined) : { problem: reply.error.message };
}

/** The transcript of the shown run, as far as it has been read. */
export interface TranscriptState {
  readonly run: RunId | undefined;
  /** In order of time. */
  readonly steps: readonly TranscriptStep[];
  /** Position up to which the log and the agent's turns have been read. */
  readonly next: TranscriptPage['next'];
  /** Whether the run had ended at the last read, so that no more steps will come. */
  readonly complete: boolean;
  readonly problem: CallProblem | undefined;
}

export type TranscriptStore = StoreApi<TranscriptState>;

const NO_STEPS: TranscriptState = {
  run: undefined,
  steps: [],
  next: { from: 0, turn: 0 },
  complete: false,
  problem: undefined,
};

export const createTranscriptStore = (): TranscriptStore => createStore<TranscriptState>(() => NO_STEPS);

/**
 * A thought comes before the entry that it names. Steps found only in the trace file come before the entries of the same
 * time.
 */
const compareSteps = (one: TranscriptStep, other: TranscriptStep): number =>
  one.time - other.time ||
  (one.before ?? one.index ?? -1) - (other.before ?? other.index ?? -1) ||
  (one.log ?? Infinity) - (other.log ?? Infinity) ||
  Number(other.kind === 'thought') - Number(one.kind === 'thought');

/** Adds `more` to `steps` and keeps them sorted. */
export function addSteps(steps: TranscriptStep[], more: readonly TranscriptStep[]): void {
  let ordered = true;
  for (const step of more) {
    const last = steps.at(-1);
    ordered &&= last === undefined || compareSteps(last, step) <= 0;
    steps.push(step);
  }
  if (!ordered) steps.sort(compareSteps);
}

/** Reads new steps while the transcript is shown, until the returned function is called. */
export function syncTranscript({
  bridge,
  transcript,
  panels,
  selection,
  log,
  workspace,
}: Pick<AppStores, 'bridge' | 'log' | 'panels' | 'selection' | 'transcript' | 'workspace'>): () => void {
  const isOver = (run: RunId): boolean => {
    const state = runOf(workspace.getState(), run)?.state;
    return state !== undefined && !isActiveState(state);
  };
  const readOn = coalesceLatest(async (run: RunId) => {
    const known = transcript.getState().run === run;
    const beside = known ? undefined : await ask(bridge, 'inspect.traceSteps', { run });
    const steps = known ? [...transcript.getState().steps] : [];
    let { next } = known ? transcript.getState() : NO_STEPS;
    if (beside?.ok === true) addSteps(steps, beside.value);
    const complete = isOver(run);
    const show = (): void => {
      transcript.setState({ ...NO_STEPS, run, steps: [...steps], next });
    };
    for (let shown = known ? steps.length : -1; ;) {
      const reply = await ask(bridge, 'inspect.transcript', { run, ...next });
      if (selection.getState().run !== run) return;
      if (!reply.ok) {
        transcript.setState({ ...NO_STEPS, run, problem: reply.error });
        return;
      }
      const { from, turn } = reply.value.next;
      const isEnd = from === next.from && turn === next.turn;
      ({ next } = reply.value);
      addSteps(steps, reply.value.steps);
      // Show a long transcript only when it has doubled: each update copies all of it.
      if (isEnd || steps.length >= 2 * shown) {
        show();
        shown = steps.length;
      }
      if (isEnd) break;
    }
    if (complete) transcript.setState({ complete });
  });
  const update = (): void => {
    const { run } = selection.getState();
    const { run: known, next, complete } = transcript.getState();
    // Those of a long run take much memory.
    if (known !== undefined && known !== run) transcript.setState(NO_STEPS);
    if (run === undefined || log.getState().run !== run) return;
    const isRead = isTrajectory(runOf(workspace.getState(), run));
    const shown = [shownCentre(panels.getState(), isRead), shownDock(panels.getState(), isRead)];
    if (!shown.includes('transcript')) return;
    if (known !== run || next.from < log.getState().rows.length || (!complete && isOver(run))) readOn(run);
  };
  return disposeAll([
    panels.subscribe(update),
    selection.subscribe(update),
    log.subscribe(update),
    workspace.subscribe(update),
  ]);
}
