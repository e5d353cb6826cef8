import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { bisectLeft } from 'd3';
import { type Filter, type FilterContext, type QueryProblem, parseFilter } from '../ui/query/log-query.ts';
import type { AppStores } from './app-stores.ts';
import { positionNow, seek, pausePlayback } from './selection.ts';
import { ask, disposeAll, coalesceLatest } from './sync.ts';
import { runOf } from './workspace.ts';

/** What the person looks for in the log, and where it is. */
export interface SearchState {
  /** As typed; empty looks for nothing. */
  readonly text: string;
  /** True shows nothing but hits in the log, false everything, with the hits marked. */
  readonly only: boolean;
  /** Whether checks that do nothing but wait make one line. */
  readonly folding: boolean;
  /** What is wrong with the text, or why main could not look. */
  readonly problem: QueryProblem | undefined;
  /** Entries by index, ascending, in an array that grows in place as the log does; `undefined` while nothing is looked for. */
  readonly results: readonly number[] | undefined;
  /** How many hits there are: what tells that there are more. */
  readonly count: number;
}

export type SearchStore = StoreApi<SearchState>;

const NOTHING = { problem: undefined, results: undefined, count: 0 };

export const createSearchStore = (): SearchStore =>
  createStore<SearchState>(() => ({
    text: '',
    only: true,
    folding: true,
    ...NOTHING,
  }));

interface Question {
  readonly text: string;
  readonly filter: Filter;
  readonly run: RunId;
  readonly rows: readonly LogRow[];
  /** How many of the rows are to be looked at: they grow in place. */
  readonly count: number;
}

/** Keeps the hits those of the text in the log on show, until the returned function is called. */
export function syncSearch({
  lab,
  log,
  search,
  workspace,
  notes: noted,
}: Pick<AppStores, 'lab' | 'log' | 'notes' | 'search' | 'workspace'>): () => void {
  let parsed: (FilterContext & { text: string; filter: Filter | QueryProblem }) | undefined;
  /** What was answered last, and the hits that were found by then. */
  let before: Question | undefined;
  let known: number[] = [];

  const answer = coalesceLatest(async (question: Question) => {
    const { filter, run, rows, count } = question;
    const from = before?.filter === filter && before.rows === rows ? before.count : 0;
    if (from > 0 && from === count) return;
    const reply =
      filter.said.length === 0 ? undefined : await ask(lab, 'log.find', { run, search: filter.said, from });
    // What is typed by now, or another log, has its own question.
    if (search.getState().text !== question.text || log.getState().rows !== rows) return;
    if (reply?.ok === false) {
      before = undefined;
      const mistake = { message: reply.error.message, from: 0, to: question.text.length };
      search.setState({ ...NOTHING, problem: mistake });
      return;
    }
    if (from === 0) known = [];
    for (const at of reply?.value ?? upTo(from, count))
      if (at < count && filter.holds(rows[at]!)) known.push(at);
    before = question;
    search.setState({ results: known, count: known.length, problem: undefined });
  });

  const look = (): void => {
    const { text } = search.getState();
    const { run, rows, count } = log.getState();
    const start = runOf(workspace.getState(), run)?.start;
    if (text.trim() === '' || run === undefined || start === undefined) {
      before = undefined;
      if (search.getState().results !== undefined || search.getState().problem !== undefined)
        search.setState(NOTHING);
      return;
    }
    const { notes } = noted.getState();
    if (parsed?.text !== text || parsed.start !== start || parsed.notes !== notes)
      parsed = { text, start, notes, filter: parseFilter(text, { start, notes }) };
    const { filter } = parsed;
    if ('message' in filter) {
      before = undefined;
      if (search.getState().problem !== filter) search.setState({ ...NOTHING, problem: filter });
    } else answer({ text, filter, run, rows, count });
  };
  const stops = [
    log.subscribe(look),
    search.subscribe((state, { text }) => {
      if (state.text !== text) look();
    }),
    noted.subscribe((state, { notes }) => {
      if (state.notes !== notes) look();
    }),
  ];
  return disposeAll(stops);
}

function* upTo(from: number, count: number): Generator<number> {
  for (let at = from; at < count; at++) yield at;
}

/** Takes the playhead to the next hit, or the one before; round at the ends. */
export function seekSearchResult(
  { log, search, selection }: Pick<AppStores, 'log' | 'search' | 'selection'>,
  step: 1 | -1,
): void {
  const { results: found = [] } = search.getState();
  const count = log.getState().rows.length;
  if (found.length === 0) return;
  const at = positionNow({ selection, log });
  const to = step === 1 ? bisectLeft(found, at + 1) : bisectLeft(found, at) - 1;
  pausePlayback(selection);
  seek(selection, found.at(to % found.length)!, count);
}

/** Looks for what was typed; for nothing where that is empty. */
export function setSearchText(search: SearchStore, text: string): void {
  search.setState({ text });
}

/** Shows the results alone, or marks them among all entries. */
export function toggleOnlyResults(search: SearchStore): void {
  search.setState(({ only }) => ({ only: !only }));
}

/** Folds checks that do nothing but wait, or shows each. */
export function toggleFolding(search: SearchStore): void {
  search.setState(({ folding }) => ({ folding: !folding }));
}
