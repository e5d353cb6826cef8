import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SourceLocation, PlanOutline } from '../../engine/model/index.ts';
import type { Refusal } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { endAll } from './end-all.ts';
import { latest } from './latest.ts';
import { runOf } from './workspace-store.ts';

/** Where an event is written. */
export interface EventPlace {
  readonly event: string;
  readonly place: SourceLocation;
}

/** What a scenario is to do, as it was saved last: that of the run on show, else the open one. */
export interface PlacesState {
  readonly path: string | undefined;
  /** `undefined` until it has come, or where it cannot be had. */
  readonly plan: PlanOutline | undefined;
  readonly refusal: Refusal | undefined;
  /** Where its events are written. */
  readonly places: readonly EventPlace[];
}

export type Places = StoreApi<PlacesState>;

const NOTHING: PlacesState = { path: undefined, plan: undefined, refusal: undefined, places: [] };

export const placesStore = (): Places => createStore<PlacesState>(() => NOTHING);

/** Reads it whenever another scenario is looked at, and whenever that one is saved, until the returned function is called. */
export function followPlaces({ lab, panels, workspace, documents, places: store }: Bench): () => void {
  let known: { readonly path: string | undefined; readonly saved: string | undefined } | undefined;
  const read = latest(async (path: string) => {
    const reply = await ask(lab, 'scenario.plan', { path });
    if (known?.path !== path) return;
    store.setState(
      reply.ok
        ? { path, plan: reply.value, refusal: undefined, places: placesIn(reply.value) }
        : { ...NOTHING, path, refusal: reply.error },
    );
  });
  const look = (): void => {
    const { view } = workspace.getState();
    const { open, texts } = documents.getState();
    const wanted = runOf(workspace.getState(), panels.getState().run)?.source ?? open;
    const kept = view?.trusted === true && view.scenarios.some((one) => one.path === wanted);
    const path = kept ? wanted : undefined;
    const saved = path === undefined ? undefined : texts[path]?.saved;
    // That its text has been read since is no news, that it was saved is.
    const same = path === known?.path && (saved === known?.saved || known?.saved === undefined);
    known = { path, saved };
    if (same) return;
    if (path === undefined) store.setState(NOTHING);
    else read(path);
  };
  const stops = [panels.subscribe(look), workspace.subscribe(look), documents.subscribe(look)];
  return endAll(stops);
}

const placesIn = ({ events }: PlanOutline): readonly EventPlace[] =>
  events.flatMap(({ id, place }) => (place === undefined ? [] : [{ event: id, place }]));

export const placeOf = (places: readonly EventPlace[], event: string): SourceLocation | undefined =>
  places.find((one) => one.event === event)?.place;
