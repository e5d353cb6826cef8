import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, Path, RunId } from '../../engine/model/index.ts';
import type { Refusal, Trail } from '../../preload/contract.ts';
import type { Bench } from './app-stores.ts';
import { notify } from './notices.ts';
import { positionNow, seek } from './playhead.ts';
import { ask, endAll, latest, type Together } from './sync.ts';
import { appOf, runOf } from './workspace.ts';

/** A value of an app's state, by where it stands right after entry `since`. */
export interface SelectedValue {
  readonly run: RunId;
  readonly app: AppName;
  readonly path: Path;
  readonly since: number;
}

/** The value the person picked, and who changed it up to the playhead. */
export interface ValueState {
  readonly selected: SelectedValue | undefined;
  /** As it is told at entry `at`; it stays while the next is on its way. */
  readonly told: { readonly at: number; readonly trail: Trail } | undefined;
  readonly refusal: Refusal | undefined;
}

export type ValueStore = StoreApi<ValueState>;

const NOTHING: ValueState = { selected: undefined, told: undefined, refusal: undefined };

export const valueStore = (): ValueStore => createStore<ValueState>(() => NOTHING);

export function selectValue(store: ValueStore, selected: SelectedValue | undefined): void {
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
export function followValue({ lab, value, panels, log, playhead }: Bench, together: Together): () => void {
  let asked: Partial<Question> = {};
  const read = latest(({ selected, at }: Question) =>
    together.when(ask(lab, 'inspect.trail', { ...selected, path: [...selected.path], at }), (reply) => {
      if (value.getState().selected !== selected) return;
      value.setState(
        reply.ok
          ? { told: { at, trail: reply.value }, refusal: undefined }
          : { told: undefined, refusal: reply.error },
      );
    }),
  );
  const look = (): void => {
    const { selected } = value.getState();
    const at = positionNow({ playhead, log });
    if (selected === asked.selected && at === asked.at) return;
    asked = selected === undefined ? {} : { selected, at };
    if (selected !== undefined) read({ selected, at });
  };
  const letGo = (): void => {
    const { selected } = value.getState();
    if (selected !== undefined && selected.run !== panels.getState().run) selectValue(value, undefined);
  };
  const stops = [value, log, playhead].map((store) => store.subscribe(look));
  stops.push(panels.subscribe(letGo));
  return endAll(stops);
}

/** Takes the playhead to the next entry that changed the picked value, or else the app on show; or to the last before. */
export async function seekChange(bench: Bench, way: 'on' | 'back'): Promise<void> {
  const { log, playhead, notices } = bench;
  const at = positionNow(bench);
  const to = await changeBeside(bench, at, way);
  playhead.setState({ playing: false });
  if (typeof to === 'number') seek(playhead, to, log.getState().rows.length);
  else if (to !== undefined) notify(notices, 'bad', to.trouble);
}

type Found = number | undefined | { readonly trouble: string };

async function changeBeside(bench: Bench, at: number, way: 'on' | 'back'): Promise<Found> {
  const { lab, value, panels, workspace } = bench;
  const { selected } = value.getState();
  if (selected !== undefined) {
    const reply = await ask(lab, 'inspect.trail', { ...selected, path: [...selected.path], at });
    if (!reply.ok) return { trouble: reply.error.message };
    const { next, writers } = reply.value;
    return way === 'on' ? next : writers.find(({ index }) => index < at)?.index;
  }
  const { run, app: picked } = panels.getState();
  const app = appOf(runOf(workspace.getState(), run), picked);
  if (run === undefined || app === undefined) return undefined;
  const reply = await ask(lab, 'log.change', { run, app, at, way });
  return reply.ok ? (reply.value ?? undefined) : { trouble: reply.error.message };
}
