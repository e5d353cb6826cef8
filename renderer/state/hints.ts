import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Hint, RunId } from '../../engine/model/index.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { latest } from './latest.ts';
import { useBench } from './use-bench.ts';

/** The hints for the events of the run on show. */
export interface HintsState {
  readonly run: RunId | undefined;
  readonly hints: readonly Hint[];
}

export type Hints = StoreApi<HintsState>;

const NOTHING: HintsState = { run: undefined, hints: [] };

export const hintsStore = (): Hints => createStore<HintsState>(() => NOTHING);

/** Reads the hints of each run that is shown, until the returned function is called. A run is worth showing without them. */
export function followHints({ lab, panels, hints: store }: Bench): () => void {
  const read = latest(async (run: RunId | undefined) => {
    const reply = run === undefined ? undefined : await ask(lab, 'plan.hints', { run });
    store.setState({ run, hints: reply?.ok === true ? reply.value : [] });
  });
  let known: RunId | undefined;
  return panels.subscribe(({ run }) => {
    if (run === known) return;
    known = run;
    read(run);
  });
}

/** The hints for `event` of the run on show. */
export function useHints(event: string): readonly Hint[] {
  const bench = useBench();
  const run = useStore(bench.panels, (state) => state.run);
  const { run: of, hints } = useStore(bench.hints);
  return of === run ? hints.filter((hint) => hint.event === event) : [];
}
