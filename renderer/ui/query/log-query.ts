import {
  type EntryKind,
  formatInstant,
  getOwn,
  matchesPattern,
  type Note,
  parseInstant,
  type SimTime,
} from '../../../engine/model/index.ts';
import type { LogRow, LogSearch } from '../../../preload/contract.ts';
import { notesWith } from '../format/words.ts';
import { isWordOperator, type Keys, type Token, tokensOf } from './complete.ts';

type TimeTest = (time: SimTime, than: SimTime) => boolean;

/** Comparison operators for times. */
const TIME_TESTS: Readonly<Record<string, TimeTest | undefined>> = {
  '>': (time, than) => time > than,
  '>=': (time, than) => time >= than,
  '<': (time, than) => time < than,
  '<=': (time, than) => time <= than,
};

/** Microseconds in each unit. */
const UNITS = { ms: 1e3, s: 1e6, m: 60e6, min: 60e6, h: 3600e6, d: 86_400e6 } as const;

/** Parses `10:00` or `10:00:05` on the day the run starts, `2026-01-05T10:00`, or a time after the start: `+5m`, `+1.5h`. */
export function parseTime(text: string, start: SimTime): SimTime | undefined {
  const [, amount, unit] = /^\+(\d+(?:\.\d+)?)(ms|s|m|min|h|d)$/.exec(text) ?? [];
  if (amount !== undefined)
    return (start + Math.round(Number(amount) * UNITS[unit as keyof typeof UNITS])) as SimTime;
  if (/^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text))
    return instantOf(`${formatInstant(start).slice(0, 10)}T${text}`);
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?)?Z?$/.test(text) ? instantOf(text) : undefined;
}

function instantOf(text: string): SimTime | undefined {
  try {
    return parseInstant(text);
  } catch {
    // A date or time that does not exist, such as 30 February or 25:00.
    return undefined;
  }
}

/** A query key that is answered by the row alone. */
export interface RowKey {
  readonly words: string;
  /** The values of a row; `undefined` items are skipped. */
  readonly of: (row: LogRow) => readonly (string | undefined)[];
  /** All possible values, if they are few. */
  readonly values?: readonly string[];
}

const KINDS = {
  agent: 'agent',
  user: 'user',
  environment: 'environment',
  condition: 'condition',
  validation: 'validation',
  'agent-validation': 'agent-validation',
  stop: 'stop',
  wait: 'wait',
} as const satisfies Record<EntryKind, string>;

const flag = (name: string, holds: boolean): string | undefined => (holds ? name : undefined);

/** The query keys answered by the row alone. */
const ROW_KEYS: Readonly<Record<string, RowKey>> = {
  app: { words: 'the app that was called', of: ({ app }) => [app] },
  tool: { words: 'the tool that was called', of: ({ tool }) => [tool] },
  actor: {
    words: 'who acted',
    of: ({ kind, tool }) => [tool === undefined ? undefined : KINDS[kind]],
    values: ['agent', 'user', 'environment'],
  },
  kind: { words: 'the kind of event', of: ({ kind }) => [KINDS[kind]], values: Object.values(KINDS) },
  status: {
    words: 'outcome',
    of: ({ status, verdict }) => [status, verdict],
    values: ['done', 'failed', 'skipped', 'no-result', 'waiting', 'held', 'passed', 'timed-out', 'broken'],
  },
  event: { words: 'the event’s name', of: ({ event }) => [event] },
  is: {
    words: 'flags',
    of: ({ changed, oracle }) => [flag('changed', changed), flag('oracle', oracle)],
    values: ['changed', 'oracle'],
  },
};

/** All keys as typed, with their descriptions. */
const KEY_WORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ROW_KEYS).map(([key, { words }]) => [`${key}:`, words])),
  'note:': 'text or tag of a note',
  't>': 'after this time: 10:00, +5m',
  't<': 'before this time: 10:00, +5m',
  'arg.': 'an argument: arg.to:bob',
};

/** The query keys for `rows` and their `notes`. */
export const keysOfRows = (rows: readonly LogRow[], notes: readonly Note[]): Keys => ({
  words: KEY_WORDS,
  valuesOf: (key) => {
    if (key === 'note') return sortedOnce(notes.flatMap(({ tags }) => tags));
    const known = getOwn(ROW_KEYS, key);
    return known?.values ?? (known && sortedOnce(valuesIn(rows, known)));
  },
});

function* valuesIn(rows: readonly LogRow[], { of }: RowKey): Generator<string> {
  for (const row of rows) for (const searchTerms of of(row)) if (searchTerms !== undefined) yield searchTerms;
}

const sortedOnce = (values: Iterable<string>): readonly string[] => [...new Set(values)].sort();

/** An error in a query, at characters `from` to before `to`. */
export interface QueryProblem {
  readonly message: string;
  readonly from: number;
  readonly to: number;
}

/** A parsed query of the log. */
export interface Filter {
  /** The part of the query that is tested on the row. */
  readonly holds: (row: LogRow) => boolean;
  /** The part of the query that main has to search: words and arguments. */
  readonly said: LogSearch;
}

type Test = (row: LogRow) => boolean;
type Part = { readonly test: Test } | { readonly said: LogSearch[number] } | QueryProblem;

/** The data of a run that a query needs. */
export interface FilterContext {
  readonly start: SimTime;
  readonly notes: readonly Note[];
}

/** Parses a query such as `app:mail tool=send_email -status:done t>10:00 arg.to:bob note:odd plums`. */
export function parseFilter(text: string, run: FilterContext): Filter | QueryProblem {
  const tests: Test[] = [];
  const said: LogSearch[number][] = [];
  for (const token of tokensOf(text)) {
    const part = partOf(token, run);
    if ('message' in part) return part;
    if ('test' in part) tests.push(token.not ? (row) => !part.test(row) : part.test);
    else said.push(part.said);
  }
  return { holds: (row) => tests.every((test) => test(row)), said };
}

function partOf(token: Token, { start, notes }: FilterContext): Part {
  const { key, operator, value, not } = token;
  if (key === undefined)
    return value === ''
      ? problemAt(token, 'Type text or a filter.')
      : { said: { term: { kind: 'text', text: value }, not } };
  if (value === '' && !token.quoted) return problemAt(token, `${key}: needs a value.`);
  if (key === 't') return timePart(token, start);
  if (key === 'note') return notePart(token, notes);
  if (key.startsWith('arg.')) return argumentPart(token);
  const row = getOwn(ROW_KEYS, key);
  if (row === undefined)
    return problemAt(
      token,
      `Unknown filter "${key}". Available: ${[...Object.keys(ROW_KEYS), 'note', 't', 'arg.NAME'].join(', ')}. Put it in quotes to search for text.`,
      'key',
    );
  if (!isWordOperator(operator)) return problemAt(token, `${key} takes : = or !=, not "${operator}".`);
  const choices = token.quoted ? [value] : value.split(',');
  const unknown = choices.find((choice) => !choice.includes('*') && row.values?.includes(choice) === false);
  if (unknown !== undefined) return problemAt(token, `${key} is ${list(row.values!)}, not "${unknown}".`);
  const isPart = operator === ':' && row.values === undefined;
  const fits = choices.map((choice) => fitting(choice, isPart));
  const meets: Test = (it) => row.of(it).some((said) => said !== undefined && fits.some((fit) => fit(said)));
  return { test: operator === '!=' ? (it) => !meets(it) : meets };
}

function timePart(token: Token, start: SimTime): Part {
  const test = TIME_TESTS[token.operator];
  if (test === undefined) return problemAt(token, `t takes > >= < or <=, not "${token.operator}".`);
  const time = parseTime(token.value, start);
  if (time === undefined)
    return problemAt(token, `"${token.value}" is not a time such as 10:00, 2026-01-05T10:00 or +5m.`);
  return { test: (row) => test(row.time, time) };
}

function notePart(token: Token, notes: readonly Note[]): Part {
  const { operator, value } = token;
  if (!isWordOperator(operator)) return problemAt(token, `note takes a colon, not "${operator}".`);
  const ranges = notesWith(notes, value).flatMap(({ range }) => range ?? []);
  const test: Test = ({ index }) => ranges.some(({ from, to }) => from <= index && index <= to);
  return { test: operator === '!=' ? (row) => !test(row) : test };
}

function argumentPart(token: Token): Part {
  const { key, operator, value, not } = token;
  const name = key!.slice('arg.'.length);
  if (name === '') return problemAt(token, 'arg needs a name, such as arg.to:bob.');
  if (!isWordOperator(operator)) return problemAt(token, `${key!} takes : = or !=, not "${operator}".`);
  const test = operator === ':' ? 'has' : 'is';
  return { said: { term: { kind: 'argument', name, test, value }, not: not !== (operator === '!=') } };
}

/** Returns a test for a value: it is `wanted`, or a part of it is; `*` matches any text. Ignores case. */
function fitting(wanted: string, isPart: boolean): (said: string) => boolean {
  const lower = wanted.toLowerCase();
  const pattern = isPart ? `*${lower}*` : lower;
  return (said) => matchesPattern(said.toLowerCase(), pattern);
}

function problemAt(token: Token, message: string, part: 'key' | 'value' = 'value'): QueryProblem {
  const from = token.value === '' || part === 'key' ? token.from : token.valueFrom;
  return { message, from, to: token.to };
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;
