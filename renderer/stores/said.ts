import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  TRANSCRIPT_TEXT_KINDS,
  type TranscriptHit,
  type TranscriptTextKind,
  type TranscriptHits,
} from '../../engine/model/index.ts';
import type { CallProblem } from '../../preload/contract.ts';
import { parseRuns } from '../ui/query/run-query.ts';
import type { AppStores } from './app-stores.ts';
import { openSaid } from './library.ts';
import { notify } from './notices.ts';
import { findSteps } from './panels.ts';
import { openStep, type RunStores } from './runs.ts';
import { ask, coalesceLatest, disposeAll } from './sync.ts';

/** The search in what was said and done in all runs. */
export interface SaidState {
  /** Words, "phrases" and -words. */
  readonly text: string;
  /** The kinds that are searched. */
  readonly kinds: readonly TranscriptTextKind[];
  /** A query for runs, as in the library. */
  readonly runs: string;
  /** `undefined` until something was searched. */
  readonly page: TranscriptHits | undefined;
  readonly problem: Pick<CallProblem, 'message'> | undefined;
  /** The hit that was opened last; −1 for none. */
  readonly at: number;
}

export type SaidStore = StoreApi<SaidState>;

export const createSaidStore = (): SaidStore =>
  createStore<SaidState>(() => ({
    text: '',
    kinds: TRANSCRIPT_TEXT_KINDS,
    runs: '',
    page: undefined,
    problem: undefined,
    at: -1,
  }));

export const searchFor = (said: SaidStore, text: string): void => {
  said.setState({ text, at: -1 });
};

export const searchIn = (said: SaidStore, runs: string): void => {
  said.setState({ runs, at: -1 });
};

/** Searches a kind, or no more. */
export const toggleKind = (said: SaidStore, kind: TranscriptTextKind): void => {
  said.setState(({ kinds }) => ({
    kinds: TRANSCRIPT_TEXT_KINDS.filter((one) => (one === kind) !== kinds.includes(one)),
    at: -1,
  }));
};

/** Until all runs are indexed, the search is repeated after this time. */
const REPEAT = 400; // milliseconds

/** Keeps the hits in step with the question, until the returned function is called. */
export function syncSaid({
  bridge,
  said,
  library,
}: Pick<AppStores, 'bridge' | 'library' | 'said'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const search = coalesceLatest(async ({ text, kinds, runs }: Pick<SaidState, 'text' | 'kinds' | 'runs'>) => {
    const terms = parseRuns(runs);
    if ('message' in terms) {
      said.setState({ problem: terms });
      return;
    }
    const reply = await ask(bridge, 'library.said', { text, kinds: [...kinds], terms });
    if (said.getState().text !== text) return;
    if (!reply.ok) {
      said.setState({ problem: reply.error });
      return;
    }
    said.setState({ page: reply.value, problem: undefined });
    clearTimeout(timer);
    if (reply.value.left > 0 && library.getState().showsSaid) timer = setTimeout(update, REPEAT);
  });
  const update = (): void => {
    if (library.getState().showsSaid) search(said.getState());
  };
  return disposeAll([
    said.subscribe((now, before) => {
      if (now.text !== before.text || now.kinds !== before.kinds || now.runs !== before.runs) update();
    }),
    library.subscribe((now, before) => {
      if (now.showsSaid && !before.showsSaid) update();
    }),
    () => {
      clearTimeout(timer);
    },
  ]);
}

/** Opens the step of a hit in its run. */
export async function openHit(stores: RunStores & Pick<AppStores, 'said'>, nth: number): Promise<void> {
  const { page, text } = stores.said.getState();
  const hit = page?.hits[nth];
  if (hit === undefined) return;
  stores.said.setState({ at: nth });
  if (!(await openStep(stores, hit, hit.kind === 'note' ? 'notes' : 'transcript'))) return;
  findSteps(stores.panels, markedWords(hit, text));
}

/** The words of a hit as they stand in its text, for the transcript to mark. */
const markedWords = ({ text, marks }: TranscriptHit, asked: string): string => {
  const [first] = marks;
  return first === undefined ? asked : text.slice(...first);
};

/** Opens the hit after or before the one that was opened last. */
export async function openNextHit(stores: RunStores & Pick<AppStores, 'said'>, step: 1 | -1): Promise<void> {
  const { page, at } = stores.said.getState();
  const count = page?.hits.length ?? 0;
  if (count === 0) {
    openSaid(stores.library);
    return;
  }
  const next = at < 0 && step === -1 ? count - 1 : at + step;
  if (next < 0 || next >= count)
    notify(stores.notices, 'good', 'No further result of the search in all runs.');
  else await openHit(stores, next);
}
