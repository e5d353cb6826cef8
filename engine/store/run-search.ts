import {
  fewChanges,
  getOwn,
  matchesPattern,
  type RunId,
  type RunLine,
  runResult,
  type RunTerm,
  type RunTest,
  withChanges,
} from '../model/index.ts';
import { runKeyOf, runIdOf } from './column-values.ts';
import type { Database } from './database.ts';
import { searchPhrase } from './entry-search.ts';
import type { RunLines } from './run-lines.ts';

/** Finds runs by filters. The last result is kept, so that the same search after a change only examines changed runs. */
export class RunSearch {
  readonly #db: Database;
  readonly #lines: RunLines;
  #last:
    | {
        readonly terms: string;
        readonly all: readonly RunLine[];
        readonly found: readonly RunLine[];
      }
    | undefined;

  constructor(db: Database, lines: RunLines) {
    this.#db = db;
    this.#lines = lines;
  }

  /** The undamaged runs that meet all `terms`, newest first: all of them, or the newest `limit`. */
  find(terms: readonly RunTerm[], limit = Infinity): readonly RunLine[] {
    if (terms.length === 0) return limit === Infinity ? this.#lines.all() : this.#lines.newest(limit);
    const predicates = terms.map((term) => predicateOf(this.#db, term));
    const meets = (line: RunLine): boolean => predicates.every((holds) => holds(line));
    if (limit !== Infinity) return firstOf(this.#lines.all(), meets, limit);
    const all = this.#lines.all();
    const name = JSON.stringify(terms);
    // A note that changes leaves the line of its run as it is.
    const isKept = terms.every(({ test }) => test.kind !== 'note');
    const last = isKept && this.#last?.terms === name ? this.#last : undefined;
    const changes = last && fewChanges(last.all, all);
    const found =
      changes === undefined
        ? all.filter(meets)
        : withChanges(last!.found, changes.gone, [...changes.come].filter(meets), isNewer);
    this.#last = { terms: name, all, found };
    return found;
  }
}

const isNewer = (one: RunLine, other: RunLine): boolean => runKeyOf(one.id) > runKeyOf(other.id);

function firstOf(
  lines: readonly RunLine[],
  meets: (line: RunLine) => boolean,
  limit: number,
): readonly RunLine[] {
  const found: RunLine[] = [];
  for (const line of lines) {
    if (found.length >= limit) break;
    if (meets(line)) found.push(line);
  }
  return found;
}

type Predicate = (line: RunLine) => boolean;

/** Returns the texts of a run that each filter key searches. */
const FILTER_TEXTS = {
  id: ({ id }) => [id],
  scenario: ({ scenario }) => [scenario],
  file: ({ source }) => [source],
  tag: ({ tags, scenarioTags = [] }) => [...tags, ...scenarioTags],
  verdict: ({ outcome }) => [outcome ?? 'not-judged'],
  state: ({ state }) => [state],
  mode: ({ mode }) => [mode],
  agent: ({ agent, attempt }) => [attempt?.agent ?? agent],
  variant: ({ variant }) => (variant === undefined ? [] : [variant]),
  // Its name in the list, and that in its file, which may be only a number.
  task: ({ attempt, scenario }) => [scenario, ...(attempt === undefined ? [] : [attempt.task])],
  model: ({ attempt }) => (attempt?.model === undefined ? [] : [attempt.model]),
  tool: ({ attempt }) => (attempt === undefined ? [] : [attempt.tool]),
  set: ({ attempt }) => (attempt?.setName === undefined ? [] : [attempt.setName]),
  benchmark: ({ attempt }) => (attempt?.benchmark === undefined ? [] : [attempt.benchmark]),
} as const satisfies Readonly<Record<string, (line: RunLine) => readonly string[]>>;

const FLAGS: Readonly<Record<string, Predicate>> = {
  baseline: ({ baseline }) => baseline,
  branch: ({ parent }) => parent !== undefined,
  regression: ({ regression }) => regression,
  crashed: (line) => runResult(line) === 'crashed',
  'timed-out': (line) => runResult(line) === 'timed-out',
  interrupted: (line) => runResult(line) === 'interrupted',
};

const NUMBERS = {
  seed: ({ seed }) => seed,
  events: ({ entries }) => entries,
  failures: ({ failures }) => failures,
  noise: ({ noise }) => noise,
  attempt: ({ attempt }) => attempt?.attempt ?? NaN,
  tokens: ({ attempt: { tokens: { input = NaN, output = 0 } = {} } = {} }) => input + output,
  cost: ({ attempt }) => attempt?.cost ?? NaN,
  errors: ({ attempt }) => attempt?.errors ?? NaN,
} as const satisfies Readonly<Record<string, (line: RunLine) => number>>;

const COMPARISONS: Readonly<
  Record<(RunTest & { kind: 'number' })['is'], (one: number, other: number) => boolean>
> = {
  '=': (one, other) => one === other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
};

function predicateOf(db: Database, { test, not }: RunTerm): Predicate {
  const holds = predicateOfTest(db, test);
  return not ? (line) => !holds(line) : holds;
}

function predicateOfTest(db: Database, test: RunTest): Predicate {
  switch (test.kind) {
    case 'number': {
      const [number, compare] = [NUMBERS[test.key], COMPARISONS[test.is]];
      return (line) => compare(number(line), test.value);
    }
    case 'note':
      return withNote(db, test.text);
    case 'text':
      return withText(test.text.toLowerCase());
    case 'word': {
      const holds = test.values.map((value) => ofWord(test.key, value, test.within));
      return (line) => holds.some((one) => one(line));
    }
  }
}

function ofWord(key: (RunTest & { kind: 'word' })['key'], value: string, within: boolean): Predicate {
  const word = value.toLowerCase();
  if (key === 'is') return getOwn(FLAGS, word) ?? (() => false);
  const pattern = within ? `*${word}*` : word;
  const matches = onceForEach((text) => matchesPattern(text.toLowerCase(), pattern));
  const texts = FILTER_TEXTS[key];
  return (line) => texts(line).some(matches);
}

function withText(text: string): Predicate {
  const contains = onceForEach((other) => other.toLowerCase().includes(text));
  return ({ id, scenario, source, agent, variant = '', tags, scenarioTags = [], shortfall = '', attempt }) =>
    id.includes(text) ||
    [scenario, source, agent, variant, shortfall].some(contains) ||
    [attempt?.task, attempt?.model, attempt?.agent, attempt?.setName, attempt?.benchmark].some(
      (one) => one !== undefined && contains(one),
    ) ||
    tags.some(contains) ||
    scenarioTags.some(contains);
}

/** `holds`, but called once per text, because many runs have the same texts. */
function onceForEach(holds: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) known.set(text, (answer = holds(text)));
    return answer;
  };
}

function withNote(db: Database, text: string): Predicate {
  const phrase = searchPhrase(text);
  // A text without words matches every note.
  if (phrase === undefined) return ({ notes }) => notes > 0;
  const found = db
    .prepare<[string], number>(
      'SELECT DISTINCT run FROM note WHERE id IN (SELECT rowid FROM note_text WHERE note_text MATCH ?)',
    )
    .pluck()
    .all(phrase);
  const runs = new Set<RunId>(found.map(runIdOf));
  return ({ id }) => runs.has(id);
}
