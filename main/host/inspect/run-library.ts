import { setImmediate } from 'node:timers/promises';
import { attemptMatrix, commonScorers, compareSets, RunArranger, type Store } from '../../../engine/index.ts';
import {
  type AttemptMatrix,
  type ComparedSets,
  type ModelCosts,
  type RunGroup,
  type RunId,
  type RunLine,
  type RunPage,
  type RunPageQuery,
  type RunTerm,
  type RunValues,
  type SetsBy,
  sumCosts,
} from '../../../engine/model/index.ts';

/** The number of runs read without a pause: some milliseconds of work, so that the window stays responsive. */
const RUNS_PER_BATCH = 500;

/** The maximum number of completions for each key. The next constant is the number of newest runs from which they are taken. */
const MAX_VALUES = 200;
const RUNS_WITH_VALUES = 1000;

/** The list of all runs as the window shows it, a part at a time. */
export class RunLibraryReader implements Disposable {
  readonly #store: Store;
  readonly #arranger = new RunArranger();
  readonly #costs = new WeakMap<RunGroup, { readonly sum: ModelCosts | undefined }>();
  #scored: (Pick<RunPage, 'scorers'> & { readonly found: readonly RunLine[] }) | undefined;
  #reading: Promise<void> | undefined;
  #hasBegun = false;
  #isClosed = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * The requested part of the result of `query`. The newest runs in their default order are returned before all runs are read,
   * the first time.
   */
  async find(query: RunPageQuery): Promise<RunPage> {
    const { terms, folded, from, limit, at, selected } = query;
    const isNewest =
      terms.length === 0 && query.group === 'none' && query.order === 'started' && query.descending;
    const isFirst = !this.#hasBegun && from === 0 && at === undefined && selected.length === 0;
    if (isFirst && isNewest && !this.#store.readLines(0)) {
      // If it fails, the next question says so.
      this.#readAll().catch(() => undefined);
      const newest = this.#store.findRuns([], limit);
      const lines = newest.map((line) => ({ line, depth: 0 }));
      const total = this.#store.count();
      const scorers = commonScorers(newest);
      return { total, found: total, groups: [], from, lines, at, selected, scorers, isReading: true };
    }
    await this.#readAll();
    const found = this.#store.findRuns(terms);
    const groups = this.#arranger.arrange(found, query);
    const hidden = new Set(folded);
    const shown = groups.filter(({ name }) => name === undefined || !hidden.has(name));
    const count = shown.reduce((sum, { lines }) => sum + lines.length, 0);
    // The list may have become shorter than the page knows.
    const start = Math.min(from, Math.max(0, count - limit));
    const remaining = selected.length === 0 ? undefined : new Set(found.map(({ id }) => id));
    return {
      total: this.#store.count(),
      found: found.length,
      groups: groups.flatMap((group) => this.#headOf(group)),
      from: start,
      lines: linesFrom(shown, start, limit),
      at: at === undefined ? undefined : positionOf(shown, at),
      selected: selected.filter((id) => remaining?.has(id)),
      scorers: this.#scorersOf(found),
      isReading: false,
    };
  }

  // Fields are read of named groups only, because reading them counts the runs.
  #headOf(group: RunGroup): RunPage['groups'] {
    if (group.name === undefined) return [];
    const { name, runs, rates, counts, regressions, attempts, scores } = group;
    const costs = this.#costsOf(group);
    return [{ name, runs, rates, counts, regressions, attempts, scores, ...(costs && { costs }) }];
  }

  /** The model costs of a group. Cached: a group stays the same object until one of its runs changes. */
  #costsOf(group: RunGroup): ModelCosts | undefined {
    const known = this.#costs.get(group);
    if (known !== undefined) return known.sum;
    const sum = sumCosts([...this.#store.modelCosts(group.lines.map(({ id }) => id)).values()]);
    this.#costs.set(group, { sum });
    return sum;
  }

  /** The scorers of a list. Cached: scrolling asks again and again for parts of the same list. */
  #scorersOf(found: readonly RunLine[]): RunPage['scorers'] {
    if (this.#scored?.found !== found) this.#scored = { found, scorers: commonScorers(found) };
    return this.#scored.scorers;
  }

  /** Up to `most` runs that meet all `terms`, newest first. */
  async ids(terms: readonly RunTerm[], most: number): Promise<readonly RunId[]> {
    await this.#readAll();
    return this.#store.findRuns(terms, most).map(({ id }) => id);
  }

  /** The results by task and model of the runs that meet all `terms`. */
  async matrix(terms: readonly RunTerm[]): Promise<AttemptMatrix> {
    await this.#readAll();
    return attemptMatrix(this.#store.findRuns(terms));
  }

  /** A comparison of two sets or two models among the runs that meet all terms. */
  async compareSets(
    terms: readonly RunTerm[],
    by: SetsBy,
    first: string | undefined,
    second: string | undefined,
  ): Promise<ComparedSets> {
    await this.#readAll();
    return compareSets(this.#store.findRuns(terms), by, first, second);
  }

  /** Values of each filter key with a text value, from the newest runs. */
  values(): RunValues {
    const lines = this.#store.findRuns([], RUNS_WITH_VALUES);
    return Object.fromEntries(
      Object.entries(VALUES).map(([key, valuesOf]) => {
        const values = new Set<string>();
        for (const line of lines) {
          if (values.size >= MAX_VALUES) break;
          for (const value of valuesOf(line)) values.add(value);
        }
        return [key, [...values].sort()];
      }),
    );
  }

  /** Stops reading runs. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
  }

  /** Reads all runs, with pauses. */
  #readAll(): Promise<void> {
    this.#hasBegun = true;
    this.#reading ??= (async () => {
      try {
        while (!this.#isClosed && !this.#store.readLines(RUNS_PER_BATCH)) await setImmediate();
      } finally {
        this.#reading = undefined;
      }
    })();
    return this.#reading;
  }
}

const VALUES: Readonly<Record<string, (line: RunLine) => readonly string[]>> = {
  id: ({ id }) => [id],
  scenario: ({ scenario }) => [scenario],
  file: ({ source }) => [source],
  tag: ({ tags, scenarioTags = [] }) => [...scenarioTags, ...tags],
  agent: ({ agent, attempt }) => [attempt?.agent ?? agent],
  task: ({ attempt, scenario }) => (attempt === undefined ? [] : [scenario]),
  model: ({ attempt }) => (attempt?.model === undefined ? [] : [attempt.model]),
  tool: ({ attempt }) => (attempt === undefined ? [] : [attempt.tool]),
  set: ({ attempt }) => (attempt?.setName === undefined ? [] : [attempt.setName]),
  benchmark: ({ attempt }) => (attempt?.benchmark === undefined ? [] : [attempt.benchmark]),
  variant: ({ variant }) => (variant === undefined ? [] : [variant]),
  seed: ({ seed }) => [String(seed)],
  failures: ({ failures }) => [String(failures)],
  noise: ({ noise }) => [String(noise)],
};

function linesFrom(groups: readonly RunGroup[], from: number, limit: number): RunPage['lines'] {
  const found: RunPage['lines'][number][] = [];
  let before = 0;
  for (const { lines, depths } of groups) {
    const start = Math.max(0, from - before);
    for (const line of lines.slice(start, start + limit - found.length))
      found.push({ line, depth: depths?.get(line.id) ?? 0 });
    before += lines.length;
  }
  return found;
}

function positionOf(groups: readonly RunGroup[], run: RunId): number | undefined {
  let before = 0;
  for (const { lines } of groups) {
    const index = lines.findIndex(({ id }) => id === run);
    if (index >= 0) return before + index;
    before += lines.length;
  }
  return undefined;
}
