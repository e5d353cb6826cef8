import { fullTextQuery, type FoundPosition, type Store, searchParts } from '../../../engine/index.ts';
import {
  groupBy,
  isActiveState,
  type Json,
  type RunId,
  type RunLine,
  type RunSummary,
  type SearchHit,
  type SearchKind,
  type SearchHits,
  type SearchQuery,
  type StepKind,
  type TranscriptStep,
} from '../../../engine/model/index.ts';
import { ENTRIES_PER_SLICE } from './search.ts';
import { besideSteps, callDetails, firstStepOfEntry } from './transcript.ts';

/** The maximum number of hits, and the maximum time of a search. */
interface SearchLimits {
  readonly hits: number;
  readonly milliseconds: number;
}

/** The limits in the window, where a search returns quickly with what it has found. */
const USUAL_LIMITS: SearchLimits = { hits: 300, milliseconds: 150 };
const PLACES_PER_READ = 500;
/** The maximum number of examined index entries, for frequent words in runs that the filters exclude. */
const MAX_PLACES = 50_000;
const PAUSE_MILLISECONDS = 4;

/** Searches the transcripts of all runs, and indexes them in the background, the newest first. */
export class AllRunsSearch implements Disposable {
  readonly #store: Store;
  /** Runs that are completely indexed. */
  readonly #indexed = new Set<RunId>();
  /** Runs to index, the next one first. */
  #queue: readonly RunLine[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The steps besides the log of the last read run. */
  #besides: { readonly run: RunId; readonly steps: readonly TranscriptStep[] } | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The hits of `query` in the indexed runs. Indexing of the others continues meanwhile. */
  find({ text, kinds, terms }: SearchQuery, most: SearchLimits = USUAL_LIMITS): SearchHits {
    const lines = new Map(this.#store.findRuns(terms).map((line) => [line.id, line]));
    this.#queue = this.#unindexed();
    const left = this.#queue.length;
    if (left > 0) this.#indexSoon();
    const words = fullTextQuery(text);
    if (words === undefined) return { hits: [], runs: [], isCut: false, left };
    const wanted = new Set(kinds);
    const hits: SearchHit[] = wanted.has('note') ? [...this.#notes(text, lines)] : [];
    const isCut = this.#collect(words, wordsIn(text), wanted, lines, hits, most);
    return { hits: inOrder(hits), runs: runsOf(hits, lines), isCut, left };
  }

  /** Stops indexing. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Indexes all runs now, without pauses. */
  indexAll(): void {
    for (const line of this.#unindexed()) while (!this.#indexSome(line));
  }

  /** Collects hits in logs and transcripts. Returns whether there may be more. */
  #collect(
    words: string,
    searched: readonly string[],
    wanted: ReadonlySet<SearchKind>,
    lines: ReadonlyMap<RunId, RunLine>,
    hits: SearchHit[],
    most: SearchLimits,
  ): boolean {
    const until = performance.now() + most.milliseconds;
    let run: RunSummary | undefined;
    let before: FoundPosition | undefined;
    for (let looked = 0; looked < MAX_PLACES; looked += PLACES_PER_READ) {
      const places = this.#store.searchAllRuns(words, before, PLACES_PER_READ);
      for (const place of places) {
        if (hits.length >= most.hits || performance.now() > until) return true;
        if (!lines.has(place.run)) continue;
        if (run?.id !== place.run) run = this.#store.run(place.run);
        if (run !== undefined) hits.push(...this.#hitsAt(run, place, searched, wanted));
      }
      if (places.length < PLACES_PER_READ) return false;
      before = places.at(-1);
    }
    return true;
  }

  #hitsAt(
    run: RunSummary,
    place: FoundPosition,
    searched: readonly string[],
    wanted: ReadonlySet<SearchKind>,
  ): readonly SearchHit[] {
    const isTrace = run.mode === 'trace';
    const step =
      'entry' in place ? firstStepOfEntry(this.#store, run, place.entry) : this.#besidesOf(run)[place.beside];
    const texts =
      'entry' in place
        ? this.#textsOf(run.id, place.entry, step)
        : step === undefined
          ? []
          : [[kindOf(step.kind), step.text] as const];
    const counts = texts.map(([, one]) => {
      const lower = one.toLowerCase();
      return searched.filter((word) => lower.includes(word)).length;
    });
    // The index ignores accents, and an entry may have its words in several fields.
    const wantedTexts = texts
      .map((text, index) => ({ text, count: counts[index]! }))
      .filter(({ text: [kind] }) => wanted.has(kind));
    const best = Math.max(...wantedTexts.map(({ count }) => count));
    const found =
      best === 0 && counts.some((count) => count > 0)
        ? undefined
        : wantedTexts.find(({ count }) => count === best)?.text;
    if (found === undefined) return [];
    const [kind, text] = found;
    const entry = 'entry' in place ? place.entry : (step!.before ?? step!.index);
    const log = isTrace && 'beside' in place ? place.beside : undefined;
    const title = step?.title ?? '';
    return [
      { run: run.id, kind, step: step?.kind ?? 'log', title, entry, log, ...createExcerpt(text, searched) },
    ];
  }

  /** The texts of an entry, each with its kind. */
  #textsOf(
    run: RunId,
    index: number,
    step: TranscriptStep | undefined,
  ): readonly (readonly [SearchKind, string])[] {
    const called = callDetails(this.#store.entry(run, index));
    const isCall = step === undefined || step.kind === 'call';
    const shown = isCall ? [] : [[kindOf(step.kind), step.text] as const];
    if (called === undefined) return shown;
    // A notification says less than the event that it is of, such as a mail.
    return [
      ...shown,
      [isCall ? 'call' : kindOf(step.kind), `${step?.title ?? ''} ${textOf(called.args)}`.trim()],
      ['result', textOf(called.came)],
    ];
  }

  #besidesOf(run: RunSummary): readonly TranscriptStep[] {
    if (this.#besides?.run !== run.id) this.#besides = { run: run.id, steps: besideSteps(this.#store, run) };
    return this.#besides.steps;
  }

  *#notes(text: string, lines: ReadonlyMap<RunId, RunLine>): Generator<SearchHit> {
    const searched = wordsIn(text);
    for (const note of this.#store.findNotes(searched.join(' ')).slice(0, USUAL_LIMITS.hits)) {
      if (!lines.has(note.run)) continue;
      const entry = note.range?.to;
      yield {
        run: note.run,
        kind: 'note',
        step: 'note',
        title: 'Note',
        entry,
        log: undefined,
        ...createExcerpt(note.text, searched),
      };
    }
  }

  #unindexed(): readonly RunLine[] {
    const lines = this.#store.findRuns([]);
    return lines.filter(({ id }) => {
      if (this.#indexed.has(id)) return false;
      if (!this.#store.isIndexed(id)) return true;
      this.#indexed.add(id);
      return false;
    });
  }

  #indexSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const [next, ...others] = this.#queue;
      if (this.#isClosed || next === undefined) return;
      if (this.#indexSome(next)) this.#queue = others;
      this.#indexSoon();
    }, PAUSE_MILLISECONDS);
  }

  /** Indexes some entries of a run. Returns whether the run is complete. */
  #indexSome({ id, state }: RunLine): boolean {
    try {
      if (this.#store.indexForSearch(id, ENTRIES_PER_SLICE)) return false;
      // A run that goes on is indexed further, another time.
      const run = isActiveState(state) || state === 'interrupted' ? undefined : this.#store.run(id);
      if (run !== undefined)
        this.#store.finishIndex(
          id,
          besideSteps(this.#store, run).map(({ title, text }) => `${title}\n${text}`),
        );
    } catch {
      // A run that cannot be read or a database that cannot be written: what is indexed is found.
    }
    this.#indexed.add(id);
    return true;
  }
}

const KINDS: Readonly<Partial<Record<StepKind, SearchKind>>> = {
  user: 'message',
  reply: 'message',
  notification: 'message',
  thought: 'thought',
  call: 'call',
  note: 'note',
};

const kindOf = (step: StepKind): SearchKind => KINDS[step] ?? 'other';

/** The words to mark, in lower case. */
const wordsIn = (text: string): readonly string[] =>
  searchParts(text)
    .filter(({ isWanted }) => isWanted)
    .map(({ words }) => words.toLowerCase())
    .filter((word) => word !== '');

/** The texts in a value, one on each line. */
function textOf(value: Json): string {
  const texts: string[] = [];
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (typeof next === 'object' && next !== null)
      open.push(...Object.values<Json>(next).slice(0, 1_000).toReversed());
    else if (next !== null) texts.push(String(next));
  return texts.join('\n');
}

const EXCERPT_BEFORE = 60; // characters
const EXCERPT_LENGTH = 240; // characters

/** An excerpt of `text` around the first of `words`, on one line. */
function createExcerpt(text: string, words: readonly string[]): Pick<SearchHit, 'text' | 'marks'> {
  const lower = text.toLowerCase();
  // If lower-casing changes the length, positions in the two texts differ.
  const found =
    lower.length === text.length ? words.map((word) => lower.indexOf(word)).filter((at) => at >= 0) : [];
  const from = Math.max(0, Math.min(...found, text.length) - EXCERPT_BEFORE);
  const start = found.length === 0 ? 0 : from;
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, start + EXCERPT_LENGTH).replaceAll(/\s/g, ' ')}`;
  const shownLower = shown.toLowerCase();
  const marks = shownLower.length === shown.length ? words.flatMap((word) => placesOf(word, shownLower)) : [];
  return { text: shown, marks: marks.toSorted(([one], [other]) => one - other) };
}

/** Everywhere that `word` is in `text`. */
function placesOf(word: string, text: string): readonly (readonly [from: number, to: number])[] {
  const places: (readonly [number, number])[] = [];
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + word.length))
    places.push([index, index + word.length]);
  return places;
}

/** The hits of each run in the order of its transcript; runs stay in their order. */
function inOrder(hits: readonly SearchHit[]): readonly SearchHit[] {
  const byRun = groupBy(hits, ({ run }) => run);
  const newest = [...byRun.keys()].toSorted((one, other) => Number(other.slice(1)) - Number(one.slice(1)));
  return newest.flatMap((run) =>
    byRun
      .get(run)!
      .toSorted(
        (one, other) =>
          (one.entry ?? -1) - (other.entry ?? -1) || (one.log ?? Infinity) - (other.log ?? Infinity),
      ),
  );
}

const runsOf = (hits: readonly SearchHit[], lines: ReadonlyMap<RunId, RunLine>): SearchHits['runs'] =>
  [...new Set(hits.map(({ run }) => run))].flatMap((id) => {
    const line = lines.get(id);
    return line === undefined
      ? []
      : [{ id, scenario: line.scenario, outcome: line.outcome, model: line.attempt?.model }];
  });
