import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppName, Path, RunId } from '../../engine/model/index.ts';
import type { Refusal, Trail } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { endAll } from './end-all.ts';
import { latest } from './latest.ts';
import { positionNow } from './playhead.ts';
import type { Together } from './together.ts';

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
