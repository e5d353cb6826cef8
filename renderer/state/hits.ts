import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RunId } from '../../engine/model/ids.ts';
import type { SimTime } from '../../engine/model/time.ts';
import type { LogRow } from '../../preload/contract.ts';
import { parseFilter, type Filter, type Mistake } from '../filter/parse.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { latest } from './latest.ts';
import { positionIn, seek } from './playhead.ts';
import { runOf } from './workspace-store.ts';

/** What the person looks for in the log, and where it is. */
export interface HitsState {
  /** As typed; empty looks for nothing. */
  readonly text: string;
  /** True shows nothing but hits in the log, false everything, with the hits marked. */
  readonly only: boolean;
  /** Whether checks that do nothing but wait make one line. */
  readonly folding: boolean;
  /** What is wrong with the text, or why main could not look. */
  readonly mistake: Mistake | undefined;
  /** Entries by index, ascending; `undefined` while nothing is looked for. */
  readonly hits: readonly number[] | undefined;
}

export type Hits = StoreApi<HitsState>;

export const hitsStore = (): Hits =>
  createStore<HitsState>(() => ({
    text: '',
    only: true,
    folding: true,
    mistake: undefined,
    hits: undefined,
  }));

interface Question {
  readonly text: string;
  readonly filter: Filter;
  readonly run: RunId;
  readonly rows: readonly LogRow[];
}

/** Keeps the hits those of the text in the log on show, until the returned function is called. */
export function followHits({ lab, log, hits, workspace }: Bench): () => void {
  let parsed: { text: string; start: SimTime; filter: Filter | Mistake } | undefined;
  let before: Question | undefined;

  const answer = latest(async (question: Question) => {
    const { filter, run, rows } = question;
    if (filter.said.length === 0) {
      hits.setState({ hits: grown(before, question, hits.getState().hits), mistake: undefined });
      before = question;
      return;
    }
    const reply = await ask(lab, 'log.find', { run, search: filter.said });
    // What is typed by now has its own question.
    if (hits.getState().text !== question.text) return;
    before = undefined;
    hits.setState(
      reply.ok
        ? {
            hits: reply.value.filter((at) => rows[at] !== undefined && filter.holds(rows[at])),
            mistake: undefined,
          }
        : { hits: undefined, mistake: { message: reply.error.message, from: 0, to: question.text.length } },
    );
  });

  const look = (): void => {
    const { text } = hits.getState();
    const { run, rows } = log.getState();
    const start = runOf(workspace.getState(), run)?.start;
    if (text.trim() === '' || run === undefined || start === undefined) {
      before = undefined;
      if (hits.getState().hits !== undefined || hits.getState().mistake !== undefined)
        hits.setState({ hits: undefined, mistake: undefined });
      return;
    }
    if (parsed?.text !== text || parsed.start !== start)
      parsed = { text, start, filter: parseFilter(text, start) };
    const { filter } = parsed;
    if ('message' in filter) {
      before = undefined;
      if (hits.getState().mistake !== filter) hits.setState({ hits: undefined, mistake: filter });
    } else answer({ text, filter, run, rows });
  };
  const stops = [
    log.subscribe(look),
    hits.subscribe((state, { text }) => {
      if (state.text !== text) look();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The hits among the rows, of which those that were there `before` have been looked at. */
function grown(
  before: Question | undefined,
  { filter, run, rows }: Question,
  known: readonly number[] | undefined,
): readonly number[] {
  const goesOn = known !== undefined && before?.filter === filter && before.run === run;
  const from = goesOn && before.rows.length <= rows.length ? before.rows.length : 0;
  const fresh: number[] = [];
  for (let at = from; at < rows.length; at++) if (filter.holds(rows[at]!)) fresh.push(at);
  if (from === 0) return fresh;
  return fresh.length === 0 ? known! : known!.concat(fresh);
}

/** How many hits stand before entry `at`. */
export function hitsBefore(hits: readonly number[], at: number): number {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hits[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Takes the playhead to the next hit, or the one before; round at the ends. */
export function seekHit({ log, hits, playhead }: Bench, step: 1 | -1): void {
  const { hits: found = [] } = hits.getState();
  const count = log.getState().rows.length;
  if (found.length === 0) return;
  const at = positionIn(playhead.getState(), count);
  const to = step === 1 ? hitsBefore(found, at + 1) : hitsBefore(found, at) - 1;
  playhead.setState({ playing: false });
  seek(playhead, found.at(to % found.length)!, count);
}
