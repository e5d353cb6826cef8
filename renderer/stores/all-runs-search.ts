import { createStore, type StoreApi } from 'zustand/vanilla';
import { SEARCH_KINDS, type SearchHit, type SearchKind, type SearchHits } from '../../engine/model/index.ts';
import type { CallProblem } from '../../preload/contract.ts';
import { parseRuns } from '../ui/query/run-query.ts';
import type { AppStores } from './app-stores.ts';
import { openSearch } from './library.ts';
import { notify } from './notices.ts';
import { findSteps } from './panels.ts';
import { openStep } from './run-opening.ts';
import { type RunStores } from './runs.ts';
import { ask, coalesceLatest, disposeAll } from './sync.ts';

/** The search in what was said and done in all runs. */
export interface AllRunsSearchState {
  /** Words, "phrases" and -words. */
  readonly text: string;
  /** The kinds that are searched. */
  readonly kinds: readonly SearchKind[];
  /** A query for runs, as in the library. */
  readonly runs: string;
  /** `undefined` until something was searched. */
  readonly page: SearchHits | undefined;
  readonly problem: Pick<CallProblem, 'message'> | undefined;
  /** The hit that was opened last; −1 for none. */
  readonly at: number;
}

export type AllRunsSearchStore = StoreApi<AllRunsSearchState>;

export const createAllRunsSearchStore = (): AllRunsSearchStore =>
  createStore<AllRunsSearchState>(() => ({
    text: '',
    kinds: SEARCH_KINDS,
    runs: '',
    page: undefined,
    problem: undefined,
    at: -1,
  }));

export const searchFor = (allRunsSearch: AllRunsSearchStore, text: string): void => {
  allRunsSearch.setState({ text, at: -1 });
};

export const searchIn = (allRunsSearch: AllRunsSearchStore, runs: string): void => {
  allRunsSearch.setState({ runs, at: -1 });
};

/** Searches a kind, or no more. */
export const toggleKind = (allRunsSearch: AllRunsSearchStore, kind: SearchKind): void => {
  allRunsSearch.setState(({ kinds }) => ({
    kinds: SEARCH_KINDS.filter((one) => (one === kind) !== kinds.includes(one)),
    at: -1,
  }));
};

/** Until all runs are indexed, the search is repeated after this time. */
const REPEAT = 400; // milliseconds

/** Keeps the hits in step with the question, until the returned function is called. */
export function syncAllRunsSearch({
  bridge,
  allRunsSearch,
  library,
}: Pick<AppStores, 'bridge' | 'library' | 'allRunsSearch'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const search = coalesceLatest(
    async ({ text, kinds, runs }: Pick<AllRunsSearchState, 'text' | 'kinds' | 'runs'>) => {
      const terms = parseRuns(runs);
      if ('message' in terms) {
        allRunsSearch.setState({ problem: terms });
        return;
      }
      const reply = await ask(bridge, 'library.search', { text, kinds: [...kinds], terms });
      if (allRunsSearch.getState().text !== text) return;
      if (!reply.ok) {
        allRunsSearch.setState({ problem: reply.error });
        return;
      }
      allRunsSearch.setState({ page: reply.value, problem: undefined });
      clearTimeout(timer);
      if (reply.value.left > 0 && library.getState().showsSearch) timer = setTimeout(update, REPEAT);
    },
  );
  const update = (): void => {
    if (library.getState().showsSearch) search(allRunsSearch.getState());
  };
  return disposeAll([
    allRunsSearch.subscribe((now, before) => {
      if (now.text !== before.text || now.kinds !== before.kinds || now.runs !== before.runs) update();
    }),
    library.subscribe((now, before) => {
      if (now.showsSearch && !before.showsSearch) update();
    }),
    () => {
      clearTimeout(timer);
    },
  ]);
}

/** Opens the step of a hit in its run. */
export async function openHit(
  stores: RunStores & Pick<AppStores, 'allRunsSearch'>,
  nth: number,
): Promise<void> {
  const { page, text } = stores.allRunsSearch.getState();
  const hit = page?.hits[nth];
  if (hit === undefined) return;
  stores.allRunsSearch.setState({ at: nth });
  if (!(await openStep(stores, hit, hit.kind === 'note' ? 'notes' : 'transcript'))) return;
  findSteps(stores.panels, markedWords(hit, text));
}

/** The longest sequence of found words as it stands in the text of a hit, for the transcript to mark. */
function markedWords({ text, marks }: SearchHit, asked: string): string {
  let longest = '';
  let [start, end] = [0, -1];
  for (const [from, to] of marks) {
    // One character may separate two words of a sequence.
    if (end < 0 || from > end + 1) start = from;
    end = Math.max(end, to);
    if (end - start > longest.length) longest = text.slice(start, end);
  }
  return longest === '' ? asked : longest;
}

/** Opens the hit after or before the one that was opened last. */
export async function openNextHit(
  stores: RunStores & Pick<AppStores, 'allRunsSearch'>,
  step: 1 | -1,
): Promise<void> {
  const { page, at } = stores.allRunsSearch.getState();
  const count = page?.hits.length ?? 0;
  if (count === 0) {
    openSearch(stores.library);
    return;
  }
  const next = at < 0 && step === -1 ? count - 1 : at + step;
  if (next < 0 || next >= count)
    notify(stores.notices, 'good', 'No further result of the search in all runs.');
  else await openHit(stores, next);
}
