import { bisectRight } from 'd3';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isPreview, type Problem, ROW_KINDS, type RunId, type SimTime } from '../../engine/model/index.ts';
import type { PreviewChanges, RowBatch } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { notify } from './notices.ts';
import { showStartedRun } from './panels.ts';
import { setPreviewProblems, unsavedTexts } from './problems.ts';
import { changesNextRun } from './run-again.ts';
import { scenarioInWork } from './runs.ts';
import { pausePlayback, positionNow, replaceRun, seek, selectRun } from './selection.ts';
import { choicesToSend, isValid, typedNumber } from './settings.ts';
import { ask, disposeAll } from './sync.ts';
import { addRun, isRestricted, isShared, runOf, setPreviews } from './workspace.ts';

/** A preview on screen. */
interface ShownPreview {
  readonly run: RunId;
  readonly changes: PreviewChanges | undefined;
  /** Its first rows, so that they replace those of the preview before at once. */
  readonly rows: RowBatch;
}

/** The preview of the scenario that somebody edits. */
export interface PreviewState {
  /** Whether each edit is run. */
  readonly on: boolean;
  /** The simulated time at which previews end; `undefined` for their own end. */
  readonly until: SimTime | undefined;
  /** The last edit that ran. */
  readonly shown: ShownPreview | undefined;
  /** What is wrong with the newest edit, so that an older one is shown. */
  readonly problems: readonly Problem[];
  /** True from an edit until its run is shown. */
  readonly running: boolean;
}

export type PreviewStore = StoreApi<PreviewState>;

const OFF: PreviewState = { on: false, until: undefined, shown: undefined, problems: [], running: false };

export const createPreviewStore = (): PreviewStore => createStore<PreviewState>(() => OFF);

type PreviewStores = Pick<
  AppStores,
  | 'bridge'
  | 'documents'
  | 'log'
  | 'notices'
  | 'panels'
  | 'preview'
  | 'problems'
  | 'runSettings'
  | 'selection'
  | 'workspace'
>;

/** Whether edits can be run: in a trusted folder, with valid options. */
export const canPreview = (stores: Pick<AppStores, 'runSettings' | 'workspace'>): boolean =>
  !isRestricted(stores.workspace.getState()) && isValid(stores.runSettings.getState());

/** Turns the preview on or off. */
export function togglePreview(stores: PreviewStores): void {
  const { bridge, preview } = stores;
  if (!preview.getState().on) {
    preview.setState({ ...OFF, on: true, running: true });
    return;
  }
  preview.setState(OFF);
  setPreviewProblems(stores.problems, []);
  void ask(bridge, 'preview.end', {});
  const { run: shown } = stores.selection.getState();
  if (shown !== undefined && isPreview(shown)) {
    const { view } = stores.workspace.getState();
    const { source } = runOf(stores.workspace.getState(), shown)!;
    selectRun(stores.selection, view?.runs.find((run) => run.source === source)?.id);
  }
  setPreviews(stores.workspace, []);
}

/** Toggles whether previews stop at the playhead or run to their own end. */
export function toggleUntilPlayhead(stores: Pick<AppStores, 'log' | 'preview' | 'selection'>): void {
  const { preview, log } = stores;
  if (preview.getState().until !== undefined) preview.setState({ until: undefined });
  else preview.setState({ until: log.getState().rows[positionNow(stores)]?.time });
}

/** Stores the shown preview as a run, and shows that. */
export async function keepPreview(stores: PreviewStores): Promise<void> {
  const { bridge, preview, notices } = stores;
  const { shown } = preview.getState();
  if (shown === undefined) return;
  const at = positionNow(stores);
  const { following } = stores.selection.getState();
  const kept = await ask(bridge, 'preview.keep', { run: shown.run });
  if (!kept.ok) {
    notify(notices, 'bad', kept.error.message);
    return;
  }
  addRun(stores.workspace, kept.value);
  replaceRun(stores.selection, kept.value.id, following ? undefined : at);
  notify(notices, 'good', `The preview is kept as ${kept.value.id}.`);
}

/** The edit is run this long after the last change: one key may bring several, such as brackets that close by themselves. */
const QUIET_MILLISECONDS = 10;

/** Runs each edit of the scenario in work while the preview is on, until the returned function is called. */
export function syncPreview(stores: PreviewStores): () => void {
  const { bridge, documents, preview, problems, runSettings } = stores;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts edits: only the answer about the newest is shown. */
  let edits = 0;
  let scenario: string | undefined;

  const run = async (): Promise<void> => {
    edits += 1;
    const nth = edits;
    const settings = runSettings.getState();
    if (scenario === undefined || !canPreview(stores)) {
      preview.setState({ running: false });
      return;
    }
    const { agent, ...choices } = choicesToSend(settings, scenario) ?? {};
    const { mode } = settings;
    const seed = typedNumber(settings, 'seed');
    const reply = await ask(bridge, 'preview.run', {
      scenario,
      ...unsavedTexts(documents.getState()),
      // A program is not started for each key: the oracle plays in its place.
      mode: agent === undefined ? mode : 'oracle',
      ...(typeof seed === 'number' ? { seed } : {}),
      choices,
      until: preview.getState().until,
    });
    if (nth !== edits || !preview.getState().on) return;
    if (!reply.ok) {
      preview.setState({ running: false });
      notify(stores.notices, 'bad', reply.error.message);
      return;
    }
    const answer = reply.value;
    if (answer.kind === 'replaced') return;
    setPreviewProblems(problems, answer.kind === 'problems' ? answer.problems : []);
    if (answer.kind === 'problems') {
      preview.setState({ problems: answer.problems, running: false });
      return;
    }
    const { run: ran, changes, rows } = answer;
    setPreviews(stores.workspace, changes === undefined ? [ran] : [ran, changes.before]);
    preview.setState({ shown: { run: ran.id, changes, rows }, problems: [], running: false });
    showPreview(stores, ran.id, rows);
  };
  const soon = (delay: number): void => {
    // Answers to earlier edits are out of date.
    edits += 1;
    clearTimeout(timer);
    preview.setState({ running: true });
    timer = setTimeout(() => void run(), delay);
  };
  const update = (delay: number): void => {
    const wanted = scenarioInWork(stores);
    const isNew =
      wanted !== scenario && wanted !== undefined && !isShared(stores.workspace.getState(), wanted);
    if (isNew) scenario = wanted;
    if (preview.getState().on) soon(isNew ? 0 : delay);
  };

  const stops = [
    documents.subscribe((now, before) => {
      const isEdit = Object.entries(now.texts).some(([path, { text }]) => before.texts[path]?.text !== text);
      if (isEdit || now.open !== before.open) update(QUIET_MILLISECONDS);
    }),
    runSettings.subscribe((now, before) => {
      const isSame = SETTINGS.every((name) => now[name] === before[name]);
      if (!isSame) update(QUIET_MILLISECONDS);
    }),
    bridge.on('sources.changed', (changed) => {
      const isKnownAnew = scenario !== undefined && changed.servers.includes(scenario);
      if (isKnownAnew || changesNextRun(stores, changed)) update(0);
    }),
    preview.subscribe((now, before) => {
      if (!now.on) edits += 1;
      else if (!before.on || now.until !== before.until) update(0);
    }),
  ];
  return () => {
    clearTimeout(timer);
    disposeAll(stops)();
  };
}

/** The settings that change what a preview comes to. */
const SETTINGS = [
  ...(['mode', 'script', 'variant', 'verbosity', 'seed'] as const),
  ...(['toolFailures', 'noise', 'noiseSeed'] as const),
];

/** Shows a preview in place of the run before. A playhead that does not follow stays at its time. */
function showPreview(stores: PreviewStores, run: RunId, { times }: RowBatch): void {
  const { selection, log, panels } = stores;
  const { following, run: before } = selection.getState();
  const time = log.getState().rows[positionNow(stores)]?.time;
  const stays = !following && before !== undefined && isPreview(before);
  showStartedRun(panels);
  replaceRun(selection, run, stays ? (time === undefined ? -1 : bisectRight(times, time) - 1) : undefined);
}

const NONE: readonly number[] = [];

/** The entries of `run` that the last edit changed. */
export const editedEntries = (shown: PreviewState['shown'], run: RunId): readonly number[] =>
  shown?.run !== run || shown.changes === undefined
    ? NONE
    : Array.from(shown.changes.kinds.entries()).flatMap(([index, kind]) => (kind === 0 ? [] : [index]));

/** Moves the playhead to the next or previous entry that the last edit changed, wrapping at the ends. */
export function seekEditChange(stores: Pick<AppStores, 'log' | 'preview' | 'selection'>, step: 1 | -1): void {
  const { kinds = new Uint8Array() } = stores.preview.getState().shown?.changes ?? {};
  const { length } = kinds;
  const at = positionNow(stores);
  for (let away = 1; away <= length; away++) {
    const index = (at + step * away + 2 * length) % length;
    if (kinds[index] === 0) continue;
    pausePlayback(stores.selection);
    seek(stores.selection, index, length);
    return;
  }
}

/** The key of a view of `run`: a preview replaces another, and what a person has opened in the view stays. */
export const viewKey = (run: RunId): string => (isPreview(run) ? 'preview' : run);

/** How entry `index` of the shown preview differs from the preview before; `undefined` if it does not. */
export const changeOf = (
  changes: PreviewChanges | undefined,
  index: number,
): Exclude<(typeof ROW_KINDS)[number], 'equal' | 'only-a'> | undefined => {
  const kind = ROW_KINDS[changes?.kinds[index] ?? 0];
  return kind === 'equal' || kind === 'only-a' ? undefined : kind;
};
