import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, Path, RunId } from '../../engine/model/index.ts';
import type { CallProblem, ValueHistory } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { notify } from './notices.ts';
import { positionNow, seek, pausePlayback } from './selection.ts';
import { ask, disposeAll, coalesceLatest, type CommitBatch } from './sync.ts';
import { appOf, runOf } from './workspace.ts';

/** A value of an app's state, by where it stands right after entry `since`. */
export interface SelectedValue {
  readonly run: RunId;
  readonly app: AppName;
  readonly path: Path;
  readonly since: number;
}

/** The value the person picked, and who changed it up to the playhead. */
export interface ValueHistoryState {
  readonly selected: SelectedValue | undefined;
  /** As it is told at entry `at`; it stays while the next is on its way. */
  readonly history: { readonly at: number; readonly trail: ValueHistory } | undefined;
  readonly refusal: CallProblem | undefined;
}

export type ValueHistoryStore = StoreApi<ValueHistoryState>;

const NOTHING: ValueHistoryState = { selected: undefined, history: undefined, refusal: undefined };

export const createValueHistoryStore = (): ValueHistoryStore => createStore<ValueHistoryState>(() => NOTHING);

export function selectValue(store: ValueHistoryStore, selected: SelectedValue | undefined): void {
  store.setState({ ...NOTHING, selected });
}

interface Question {
  readonly selected: SelectedValue;
  readonly at: number;
}

/**
 * Asks who changed the selected value whenever it or the playhead is another, until the returned function is called. It is
 * told together with the rest of that moment.
 */
export function syncValueHistory(
  { lab, valueHistory, log, selection }: Pick<AppStores, 'lab' | 'log' | 'selection' | 'valueHistory'>,
  together: CommitBatch,
): () => void {
  let asked: Partial<Question> = {};
  const read = coalesceLatest(({ selected, at }: Question) =>
    together.commitWhen(ask(lab, 'inspect.trail', { ...selected, path: [...selected.path], at }), (reply) => {
      if (valueHistory.getState().selected !== selected) return;
      valueHistory.setState(
        reply.ok
          ? { history: { at, trail: reply.value }, refusal: undefined }
          : { history: undefined, refusal: reply.error },
      );
    }),
  );
  const look = (): void => {
    const { selected } = valueHistory.getState();
    const at = positionNow({ selection, log });
    if (selected === asked.selected && at === asked.at) return;
    asked = selected === undefined ? {} : { selected, at };
    if (selected !== undefined) read({ selected, at });
  };
  const letGo = (): void => {
    const { selected } = valueHistory.getState();
    if (selected !== undefined && selected.run !== selection.getState().run)
      selectValue(valueHistory, undefined);
  };
  const stops = [valueHistory, log, selection].map((store) => store.subscribe(look));
  stops.push(selection.subscribe(letGo));
  return disposeAll(stops);
}

/** Takes the playhead to the next entry that changed the picked value, or else the app on show; or to the last before. */
export async function seekChange(
  stores: Pick<AppStores, 'lab' | 'log' | 'notices' | 'panels' | 'selection' | 'valueHistory' | 'workspace'>,
  way: 'on' | 'back',
): Promise<void> {
  const { log, selection, notices } = stores;
  const at = positionNow(stores);
  const to = await findChange(stores, at, way);
  pausePlayback(selection);
  if (typeof to === 'number') seek(selection, to, log.getState().rows.length);
  else if (to !== undefined) notify(notices, 'bad', to.trouble);
}

type Found = number | undefined | { readonly trouble: string };

async function findChange(
  stores: Pick<AppStores, 'lab' | 'panels' | 'selection' | 'valueHistory' | 'workspace'>,
  at: number,
  way: 'on' | 'back',
): Promise<Found> {
  const { lab, valueHistory, panels, selection, workspace } = stores;
  const { selected } = valueHistory.getState();
  if (selected !== undefined) {
    const reply = await ask(lab, 'inspect.trail', { ...selected, path: [...selected.path], at });
    if (!reply.ok) return { trouble: reply.error.message };
    const { next, writers } = reply.value;
    return way === 'on' ? next : writers.find(({ index }) => index < at)?.index;
  }
  const { run } = selection.getState();
  const { app: picked } = panels.getState();
  const app = appOf(runOf(workspace.getState(), run), picked);
  if (run === undefined || app === undefined) return undefined;
  const reply = await ask(lab, 'log.change', { run, app, at, way });
  return reply.ok ? (reply.value ?? undefined) : { trouble: reply.error.message };
}
