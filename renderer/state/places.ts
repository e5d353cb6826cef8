import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Place } from '../../engine/model/place.ts';
import type { EventPlace } from '../../preload/contract.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { latest } from './latest.ts';
import { runOf } from './workspace-store.ts';

/** Where the events of the run on show are written, as its scenario stands now. */
export type Places = StoreApi<{ readonly places: readonly EventPlace[] }>;

export const placesStore = (): Places => createStore(() => ({ places: [] as readonly EventPlace[] }));

/** Asks where the events are written whenever another run is shown, until the returned function is called. */
export function followPlaces({ lab, panels, workspace, places }: Bench): () => void {
  let shown: string | undefined;
  const read = latest(async (path: string) => {
    const reply = await ask(lab, 'scenario.places', { path });
    places.setState({ places: reply.ok ? reply.value : [] });
  });
  const look = (): void => {
    const run = runOf(workspace.getState(), panels.getState().run);
    const { view } = workspace.getState();
    if (run?.id === shown) return;
    shown = run?.id;
    if (run !== undefined && view?.scenarios.some(({ path }) => path === run.source) === true)
      read(run.source);
    else places.setState({ places: [] });
  };
  const stops = [panels.subscribe(look), workspace.subscribe(look)];
  return () => {
    for (const stop of stops) stop();
  };
}

export const placeOf = (places: readonly EventPlace[], event: string): Place | undefined =>
  places.find((one) => one.event === event)?.place;
