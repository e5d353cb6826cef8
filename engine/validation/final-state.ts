import {
  type AppDifferences,
  appName,
  compareCodePoints,
  type Difference,
  type FinalStateExpectation,
  type FinalStateVerdict,
  groupBy,
  isGeneratedId,
  isJsonObject,
  type Json,
  type JsonObject,
  maskGeneratedIds,
  parsePath,
  type Path,
  plural,
  printPath,
  type SimTime,
  type States,
  toSeconds,
  truncate,
} from '../model/index.ts';

/** The final state of each app of a run, and the times of its entries. */
export interface FinalState {
  readonly states: States;
  /** The simulated times of its entries. */
  readonly times: Iterable<SimTime>;
}

/**
 * Compares the final state of a run with the final state of the oracle's run. Three differences are ignored: generated ids, the
 * order of lists, and write times, which are times of entries of the same run.
 */
export function compareFinalStates(
  expectation: FinalStateExpectation,
  oracle: FinalState,
  run: FinalState,
): FinalStateVerdict {
  const comparison = new StateComparison(expectation, entryTimes(oracle), entryTimes(run));
  const apps = Object.keys(oracle.states).flatMap((name): AppDifferences[] => {
    const app = appName(name);
    if (!comparison.isCompared([name])) return [];
    const [a, b] = [oracle.states[app] ?? null, run.states[app] ?? null];
    return [
      {
        app,
        differences: comparison
          .differences(a, b, [name])
          .map((difference) => ({ ...difference, path: difference.path.slice(1) })),
      },
    ];
  });
  return { ...conclude(apps), apps: apps.map(shortened) };
}

function conclude(apps: readonly AppDifferences[]): Pick<FinalStateVerdict, 'outcome' | 'sentence'> {
  const found = apps.flatMap(({ app, differences }) => differences.map((one) => ({ app, ...one })));
  const [first] = found;
  if (first === undefined)
    return { outcome: 'passed', sentence: 'The final state is that of the oracle’s run.' };
  const more = found.length === 1 ? '' : ` That and ${plural(found.length - 1, 'other difference')}.`;
  return {
    outcome: 'failed',
    sentence: `${printPath([first.app, ...first.path])} ${differenceText(first)}.${more}`,
  };
}

function differenceText({ a, b }: Difference): string {
  if (b === undefined) return `is missing at the end: ${valueText(a!)}`;
  if (a === undefined) return `is not there after the oracle’s run: ${valueText(b)}`;
  return `is ${valueText(b)} at the end, and ${valueText(a)} after the oracle’s run`;
}

const valueText = (value: Json): string => truncate(JSON.stringify(value), 60);

/** The maximum number of listed differences. */
const MAX_DIFFERENCES = 50;

const shortened = ({ app, differences }: AppDifferences): AppDifferences => ({
  app,
  differences: differences.slice(0, MAX_DIFFERENCES),
});

/** The times of entries as apps write them. Small numbers, which may not be times, are left out. */
const entryTimes = ({ times }: FinalState): ReadonlySet<number> =>
  new Set(Array.from(times, toSeconds).filter((time) => time > 1e8));

/** The number of pairs beyond which lists are paired in order, because comparing all items would take too long. */
const MAX_PAIRS = 10_000;

class StateComparison {
  readonly #only: readonly Path[] | undefined;
  readonly #except: readonly Path[];
  readonly #allowExtra: boolean;
  readonly #timesA: ReadonlySet<number>;
  readonly #timesB: ReadonlySet<number>;

  constructor(
    { only, except = [], allowExtra = false }: FinalStateExpectation,
    timesA: ReadonlySet<number>,
    timesB: ReadonlySet<number>,
  ) {
    this.#only = only?.map(parsePath);
    this.#except = except.map(parsePath);
    this.#allowExtra = allowExtra;
    this.#timesA = timesA;
    this.#timesB = timesB;
  }

  /** Whether a value at or below `path` is compared. */
  isCompared(path: Path): boolean {
    if (this.#except.some((one) => isWithin(path, one))) return false;
    return this.#only?.some((one) => isWithin(path, one) || isWithin(one, path)) ?? true;
  }

  /**
   * The differences of the oracle's value `a` and the run's value `b`. Paths lead into `a`, or into `b` for values that only
   * `b` has.
   */
  differences(a: Json, b: Json, path: Path): readonly Difference[] {
    if (!this.isCompared(path)) return [];
    if (isJsonObject(a) && isJsonObject(b)) return this.#objectDifferences(a, b, path);
    if (Array.isArray(a) && Array.isArray(b))
      return this.#itemDifferences(itemsOf(a as Json[]), itemsOf(b as Json[]), path);
    return this.#key(a, path, this.#timesA) === this.#key(b, path, this.#timesB) ? [] : [{ path, a, b }];
  }

  /** The differences of two objects. Records under generated ids are compared as an unordered list. */
  #objectDifferences(a: JsonObject, b: JsonObject, path: Path): readonly Difference[] {
    const [idsA, idsB] = [generatedKeys(a), generatedKeys(b)];
    const named = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
      (key) => !idsA.has(key) && !idsB.has(key),
    );
    return [
      ...named.flatMap((key): readonly Difference[] => {
        const place = [...path, key];
        if (!this.isCompared(place)) return [];
        if (!Object.hasOwn(b, key)) return [{ path: place, a: a[key]! }];
        if (!Object.hasOwn(a, key)) return this.#allowExtra ? [] : [{ path: place, b: b[key]! }];
        return this.differences(a[key]!, b[key]!, place);
      }),
      ...this.#itemDifferences(
        [...idsA].map((key) => [key, a[key]!]),
        [...idsB].map((key) => [key, b[key]!]),
        path,
      ),
    ];
  }

  /** Pairs each item of `a` with an equal one of `b`, and the other items with the most similar one. */
  #itemDifferences(a: readonly Item[], b: readonly Item[], path: Path): readonly Difference[] {
    const byKey = groupBy(b, ([step, value]) => this.#key(value, [...path, step], this.#timesB));
    const taken = new Map<string, number>();
    const open = a.filter(([step, value]) => {
      const key = this.#key(value, [...path, step], this.#timesA);
      const nth = taken.get(key) ?? 0;
      const hasEqual = nth < (byKey.get(key)?.length ?? 0);
      if (hasEqual) taken.set(key, nth + 1);
      return !hasEqual;
    });
    const others = [...byKey].flatMap(([key, items]) => items.slice(taken.get(key) ?? 0));
    const found: Difference[] = [];
    for (const [step, value] of open) {
      const place = [...path, step];
      if (!this.isCompared(place)) continue;
      const nearest = this.#nearest(value, others, place, open.length * others.length > MAX_PAIRS);
      if (nearest === undefined) found.push({ path: place, a: value });
      else {
        others.splice(nearest.at, 1);
        found.push(...nearest.differences);
      }
    }
    if (!this.#allowExtra)
      for (const [step, value] of others)
        if (this.isCompared([...path, step])) found.push({ path: [...path, step], b: value });
    return found;
  }

  #nearest(
    value: Json,
    others: readonly Item[],
    place: Path,
    isFirst: boolean,
  ): { readonly at: number; readonly differences: readonly Difference[] } | undefined {
    let nearest: { readonly at: number; readonly differences: readonly Difference[] } | undefined;
    for (const [index, [, other]] of (isFirst ? others.slice(0, 1) : others).entries()) {
      if (!this.#mayBeSame(value, other, place)) continue;
      const differences = this.differences(value, other, place);
      // A pair without anything in common says less than one missing and one additional item.
      if (differences.some(({ path }) => path.length === place.length) && typeof value === 'object') continue;
      if (nearest === undefined || differences.length < nearest.differences.length)
        nearest = { at: index, differences };
      if (differences.length === 0) break;
    }
    return nearest;
  }

  /** Whether two records may be the same. Records with ids that the scenario gave must have equal ids. */
  #mayBeSame(a: Json, b: Json, place: Path): boolean {
    if (!isJsonObject(a) || !isJsonObject(b)) return true;
    const id = Object.keys(a).find((key) => /(?:^|_)id$/.test(key));
    if (id === undefined || !Object.hasOwn(b, id)) return true;
    const path = [...place, id];
    return this.#key(a[id]!, path, this.#timesA) === this.#key(b[id]!, path, this.#timesB);
  }

  /** A key that is equal for values that count as equal. */
  #key(value: Json, path: Path, times: ReadonlySet<number>): string {
    if (!this.isCompared(path)) return '';
    if (typeof value === 'number') return times.has(value) ? 'time' : String(value);
    if (typeof value === 'string')
      return isTime(value, times) ? 'time' : JSON.stringify(maskGeneratedIds(value));
    if (Array.isArray(value)) {
      const items = (value as readonly Json[]).map((item, index) => this.#key(item, [...path, index], times));
      return `[${items.sort(compareCodePoints).join()}]`;
    }
    if (!isJsonObject(value)) return JSON.stringify(value);
    const fields = Object.entries(value).flatMap(([key, field]) => {
      const place = [...path, key];
      return this.isCompared(place)
        ? [`${isGeneratedId(key) ? '#' : JSON.stringify(key)}:${this.#key(field, place, times)}`]
        : [];
    });
    return `{${fields.sort(compareCodePoints).join()}}`;
  }
}

/** An item of a list or a record, with its key. */
type Item = readonly [step: string | number, value: Json];

const itemsOf = (list: readonly Json[]): readonly Item[] => list.map((value, index) => [index, value]);

const generatedKeys = (object: JsonObject): ReadonlySet<string> =>
  new Set(Object.keys(object).filter(isGeneratedId));

/** Whether `path` is at or below `place`, in which `*` matches any step. */
const isWithin = (path: Path, place: Path): boolean =>
  place.length <= path.length &&
  place.every((step, depth) => step === '*' || path[depth] === '*' || String(step) === String(path[depth]));

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?$/;

function isTime(text: string, times: ReadonlySet<number>): boolean {
  if (!DATE_TIME.test(text)) return false;
  return times.has(Date.parse(`${text.replace(' ', 'T').replace(/Z|\+00:00$/, '')}Z`) / 1000);
}
