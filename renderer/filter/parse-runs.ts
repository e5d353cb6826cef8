import { RUN_NUMBERS, RUN_WORDS, type RunTerm, type RunTest } from '../../engine/model/index.ts';
import type { Mistake } from './parse.ts';
import { tokensOf, type Token } from './tokens.ts';

type WordKey = keyof typeof RUN_WORDS;
type NumberTest = RunTest & { readonly kind: 'number' };

/** Every key that may be asked of runs. */
const RUN_KEYS: readonly string[] = [...Object.keys(RUN_WORDS), ...RUN_NUMBERS, 'note'];

/** Reads what is asked of runs, such as `scenario:invoice* -verdict:passed tag:paper events>1000 note:late soup`. */
export function parseRuns(text: string): readonly RunTerm[] | Mistake {
  const terms: RunTerm[] = [];
  for (const token of tokensOf(text)) {
    const test = testOf(token);
    if ('message' in test) return test;
    terms.push({ test, not: token.not !== (token.operator === '!=') });
  }
  return terms;
}

function testOf(token: Token): RunTest | Mistake {
  const { key, value, quoted } = token;
  if (key === undefined)
    return value === ''
      ? mistake(token, 'found nothing, wanted words or a key')
      : { kind: 'text', text: value };
  if (value === '' && !quoted) return mistake(token, `${key}: found nothing, wanted a value`);
  if (key === 'note') return noteTest(token);
  if (isOneOf(RUN_NUMBERS, key)) return numberTest(token, key);
  if (Object.hasOwn(RUN_WORDS, key)) return wordTest(token, key as WordKey);
  return {
    message: `found the key "${key}", wanted ${orOf(RUN_KEYS)}; quotes make it words`,
    from: token.from,
    to: token.to,
  };
}

function noteTest(token: Token): RunTest | Mistake {
  const { operator, value } = token;
  if (!/^(:|=|~|!=)$/.test(operator)) return mistake(token, `note: found "${operator}", wanted a colon`);
  return { kind: 'note', text: value };
}

const NUMBER_TESTS: Readonly<Record<string, NumberTest['is']>> = {
  ...{ ':': '=', '=': '=', '!=': '=' },
  ...{ '<': '<', '<=': '<=', '>': '>', '>=': '>=' },
};

function numberTest(token: Token, key: NumberTest['key']): RunTest | Mistake {
  const is = NUMBER_TESTS[token.operator];
  if (is === undefined)
    return mistake(token, `${key}: found "${token.operator}", wanted : = != < <= > or >=`);
  const value = Number(token.value);
  if (!Number.isFinite(value)) return mistake(token, `${key}: found "${token.value}", wanted a number`);
  return { kind: 'number', key, is, value };
}

function wordTest(token: Token, key: WordKey): RunTest | Mistake {
  const { operator, value, quoted } = token;
  if (!/^(:|=|~|!=)$/.test(operator))
    return mistake(token, `${key}: found "${operator}", wanted : = != or ~`);
  const values = quoted ? [value] : value.split(',');
  const known: readonly string[] | undefined = RUN_WORDS[key];
  const unknown = values.find((one) => !one.includes('*') && known?.includes(one.toLowerCase()) === false);
  if (unknown !== undefined && operator !== '~')
    return mistake(token, `${key}: found "${unknown}", wanted ${orOf(known!)}`);
  return { kind: 'word', key, values, within: operator === '~' };
}

const isOneOf = <One extends string>(ones: readonly One[], text: string): text is One =>
  ones.includes(text as One);

const mistake = (token: Token, message: string): Mistake => ({
  message,
  from: token.value === '' ? token.from : token.valueFrom,
  to: token.to,
});

const orOf = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)!}`;
