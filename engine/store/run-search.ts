import {
  getOwn,
  matchesPattern,
  type RunId,
  type RunLine,
  runResult,
  type RunTerm,
  type RunTest,
} from '../model/index.ts';
import { runOf } from './column-values.ts';
import type { Database } from './database.ts';
import { phraseOf } from './entry-search.ts';
import type { RunLines } from './run-lines.ts';

/** The undamaged runs that meet all `terms`, newest first: all of them, or the newest `limit`. */
export function findRuns(
  db: Database,
  lines: RunLines,
  terms: readonly RunTerm[],
  limit = Infinity,
): readonly RunLine[] {
  if (terms.length === 0) return limit === Infinity ? lines.all() : lines.newest(limit);
  const predicates = terms.map((term) => predicateOf(db, term));
  const found: RunLine[] = [];
  for (const line of lines.all()) {
    if (!predicates.every((holds) => holds(line))) continue;
    found.push(line);
    if (found.length >= limit) break;
  }
  return found;
}

type Predicate = (line: RunLine) => boolean;

/** The texts of a run for each word of a query. */
const WORDS = {
  id: ({ id }) => [id],
  scenario: ({ scenario }) => [scenario],
  file: ({ source }) => [source],
  tag: ({ tags, scenarioTags = [] }) => [...tags, ...scenarioTags],
  verdict: ({ outcome }) => [outcome ?? 'not-judged'],
  state: ({ state }) => [state],
  mode: ({ mode }) => [mode],
  agent: ({ agent }) => [agent],
  variant: ({ variant }) => (variant === undefined ? [] : [variant]),
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
  // People search for a part of a command or a path.
  const pattern = within || key === 'agent' ? `*${word}*` : word;
  const matches = onceForEach((text) => matchesPattern(text.toLowerCase(), pattern));
  const texts = WORDS[key];
  return (line) => texts(line).some(matches);
}

function withText(text: string): Predicate {
  const contains = onceForEach((other) => other.toLowerCase().includes(text));
  return ({ id, scenario, source, agent, variant = '', tags, scenarioTags = [], shortfall = '' }) =>
    id.includes(text) ||
    [scenario, source, agent, variant, shortfall].some(contains) ||
    tags.some(contains) ||
    scenarioTags.some(contains);
}

/** `holds`, asked once for each text: many runs have the same ones. */
function onceForEach(holds: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    let answer = known.get(text);
    if (answer === undefined) known.set(text, (answer = holds(text)));
    return answer;
  };
}

function withNote(db: Database, text: string): Predicate {
  const phrase = phraseOf(text);
  // A text without words matches every note.
  if (phrase === undefined) return ({ notes }) => notes > 0;
  const found = db
    .prepare<[string], number>(
      'SELECT DISTINCT run FROM note WHERE id IN (SELECT rowid FROM note_text WHERE note_text MATCH ?)',
    )
    .pluck()
    .all(phrase);
  const runs = new Set<RunId>(found.map(runOf));
  return ({ id }) => runs.has(id);
}
