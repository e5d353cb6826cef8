import {
  getOwn,
  RUN_NUMBERS,
  RUN_WORDS,
  type RunTerm,
  type RunTest,
  type RunValues,
} from '../../../engine/model/index.ts';
import { isWordOperator, type Keys, type Token, tokensOf } from './complete.ts';
import type { QueryProblem } from './log-query.ts';

type WordKey = keyof typeof RUN_WORDS;

const WORDS = {
  'id:': 'run id, such as r12',
  'scenario:': 'part of the scenario’s name; scenario=… is the whole name',
  'file:': 'path of the scenario',
  'tag:': 'tag of the scenario or run',
  'verdict:': 'verdict',
  'state:': 'run state',
  'mode:': 'how it ran: oracle, plain (no agent) or trace',
  'is:': 'flags',
  'seed:': 'seed: seed:7, seed>100',
  'agent:': 'who played the agent: agent:oracle, agent:forwarder',
  'variant:': 'variant of the scenario',
  'task:': 'task of an imported run',
  'model:': 'model of an imported run',
  'tool:': 'tool that recorded an imported run',
  'set:': 'log, results file or folder of an imported run',
  'benchmark:': 'benchmark of an imported run',
  'attempt:': 'number of the attempt: attempt:2',
  'tokens:': 'tokens read and written: tokens>100000',
  'cost:': 'US dollars: cost>0.5',
  'errors:': 'failed calls of an imported run: errors>0',
  'failures:': 'share of tool calls that fail: failures>0.2',
  'noise:': 'noise events per minute: noise>0',
  'events:': 'number of entries: events>1000',
  'note:': 'text of a note',
} as const satisfies Record<`${WordKey | (typeof RUN_NUMBERS)[number] | 'note'}:`, string>;

/** The query keys for runs; free values are among `values`. */
export const keysOfRuns = (values: RunValues): Keys => ({
  words: WORDS,
  valuesOf: (key) =>
    (Object.hasOwn(RUN_WORDS, key) ? RUN_WORDS[key as WordKey] : undefined) ?? getOwn(values, key),
});

type NumberTest = RunTest & { readonly kind: 'number' };

/** All query keys for runs. */
const RUN_KEYS: readonly string[] = [...Object.keys(RUN_WORDS), ...RUN_NUMBERS, 'note'];

/** Parses a query for runs, such as `scenario:invoice -verdict:passed tag=paper events>1000 note:late soup`. */
export function parseRuns(text: string): readonly RunTerm[] | QueryProblem {
  const terms: RunTerm[] = [];
  for (const token of tokensOf(text)) {
    const test = testOf(token);
    if ('message' in test) return test;
    terms.push({ test, not: token.not !== (token.operator === '!=') });
  }
  return terms;
}

/** What a run must meet, in words: `scenario contains “soup”`. */
export function describeTerm({ test, not }: RunTerm): string {
  switch (test.kind) {
    case 'text':
      return `${not ? 'no' : 'a'} name, file, tag or verdict contains “${test.text}”`;
    case 'note':
      return `${not ? 'no' : 'a'} note contains “${test.text}”`;
    case 'number':
      return `${not ? 'not ' : ''}${test.key} ${test.is} ${test.value}`;
    case 'word': {
      const values = test.values.map((value) => `“${value}”`).join(' or ');
      return `${test.key} ${test.within ? (not ? 'does not contain' : 'contains') : not ? 'is not' : 'is'} ${values}`;
    }
  }
}

function testOf(token: Token): RunTest | QueryProblem {
  const { key, value, quoted } = token;
  if (key === undefined)
    return value === '' ? problemAt(token, 'Type text or a filter.') : { kind: 'text', text: value };
  if (value === '' && !quoted) return problemAt(token, `${key}: needs a value.`);
  if (key === 'note') return noteTest(token);
  if (isOneOf(RUN_NUMBERS, key)) return numberTest(token, key);
  if (Object.hasOwn(RUN_WORDS, key)) return wordTest(token, key as WordKey);
  return {
    message: `Unknown filter "${key}". Available: ${RUN_KEYS.join(', ')}. Put it in quotes to search for text.`,
    from: token.from,
    to: token.to,
  };
}

function noteTest(token: Token): RunTest | QueryProblem {
  const { operator, value } = token;
  if (!isWordOperator(operator)) return problemAt(token, `note takes a colon, not "${operator}".`);
  return { kind: 'note', text: value };
}

const NUMBER_TESTS: Readonly<Record<string, NumberTest['is']>> = {
  ':': '=',
  '=': '=',
  '!=': '=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

function numberTest(token: Token, key: NumberTest['key']): RunTest | QueryProblem {
  const is = NUMBER_TESTS[token.operator];
  if (is === undefined) return problemAt(token, `${key} takes : = != < <= > or >=, not "${token.operator}".`);
  const value = Number(token.value);
  if (!Number.isFinite(value)) return problemAt(token, `${key}: "${token.value}" is not a number.`);
  return { kind: 'number', key, is, value };
}

function wordTest(token: Token, key: WordKey): RunTest | QueryProblem {
  const { operator, value, quoted } = token;
  if (!isWordOperator(operator)) return problemAt(token, `${key} takes : = or !=, not "${operator}".`);
  const values = quoted ? [value] : value.split(',');
  const known: readonly string[] | undefined = RUN_WORDS[key];
  const unknown = values.find((one) => !one.includes('*') && known?.includes(one.toLowerCase()) === false);
  if (unknown !== undefined) return problemAt(token, `${key} is ${orOf(known!)}, not "${unknown}".`);
  return { kind: 'word', key, values, within: operator === ':' && known === undefined && key !== 'id' };
}

const isOneOf = <One extends string>(ones: readonly One[], text: string): text is One =>
  ones.includes(text as One);

const problemAt = (token: Token, message: string): QueryProblem => ({
  message,
  from: token.value === '' ? token.from : token.valueFrom,
  to: token.to,
});

const orOf = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;
