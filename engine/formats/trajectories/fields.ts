import {
  fromSeconds,
  isJsonObject,
  type Json,
  type JsonObject,
  parseInstant,
  readPythonLiteral,
  type SimTime,
  type TokenCount,
} from '../../model/index.ts';
import { parseDocument, untracked, whole } from './tracked-fields.ts';

// Files of other tools are read leniently: a field that is missing or of another type is read as empty.

/** `value` if it is an object; otherwise an empty object. */
export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isJsonObject(value) ? value : {};

/** The objects in the list `value`; none if it is not a list. */
export const objectsOf = (value: Json | readonly Json[] | undefined): readonly JsonObject[] =>
  listOf(value).filter(isJsonObject);

/** The objects in the lines of `document`: a document of one line is the line itself. */
export const linesOf = (document: Json): readonly JsonObject[] =>
  objectsOf(Array.isArray(document) ? document : [document]);

/** `value` if it is a list; otherwise an empty list. */
export const listOf = (value: Json | readonly Json[] | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** `value` if it is a text; otherwise an empty text. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** `value` if it is a text; otherwise its JSON. */
export const shown = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(whole(value ?? null));

/** `value` if it is a number; otherwise `undefined`. */
export const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

// A field counts as shown when it is read: those after the one that is found are not.

/** The value of the first of these fields that exists. */
export function firstField(object: JsonObject, ...names: readonly string[]): Json | undefined {
  for (const name of names) {
    const value = object[name];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The first of these fields that is a non-empty text. */
export function firstText(object: JsonObject, ...names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(object[name]);
    if (text !== '') return text;
  }
  return '';
}

/** A number of 53 bits for a text. Two texts among millions have the same number once in thousands of files. */
export function digest(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}

/** A field's name in snake case. */
export function snakeCase(name: string): string {
  const known = SNAKE_CASE.get(name);
  const snake = known ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (known === undefined) SNAKE_CASE.set(name, snake);
  return snake;
}

/** The names that readers ask for, which are in this program. */
const SNAKE_CASE = new Map<string, string>();

/**
 * Parses a time: ISO 8601, or a number of seconds, milliseconds, microseconds or nanoseconds since 1970, depending on its size.
 * Zero, which programs write for a missing time, is `undefined`.
 */
export function parseTime(value: Json | undefined): SimTime | undefined {
  try {
    if (typeof value === 'number') return timeOfNumber(value);
    if (typeof value !== 'string') return undefined;
    if (/^\d{10,19}(?:\.\d+)?$/.test(value)) return timeOfNumber(Number(value));
    const time = parseInstant(plainInstant(value));
    return time > 0 ? time : undefined;
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** A time as {@link parseTime} parses it, in milliseconds since 1970. */
export function parseMilliseconds(value: Json | undefined): number | undefined {
  const time = parseTime(value);
  return time === undefined ? undefined : Math.round(time / 1_000);
}

/** The earliest accepted time, in seconds since 1970. */
const EARLIEST = 1e9;

function timeOfNumber(value: number): SimTime | undefined {
  if (value < EARLIEST) return undefined;
  const unit = [1e9, 1e6, 1e3].find((one) => value > EARLIEST * one) ?? 1;
  return fromSeconds(value / unit);
}

/** A time in the form that `parseInstant` reads: with at most microseconds, and the time zone as an offset. */
const plainInstant = (text: string): string =>
  text
    .trim()
    .replace(/(\.\d{6})\d+/, '$1')
    .replace(/ ?(?:UTC|GMT)$/, 'Z')
    .replace(/ ?([+-]\d\d):?(\d\d)$/, '$1:$2');

/** The parsed object or list if `value` is a text that contains one; any other value unchanged. */
export const parseIfJson = (value: Json | undefined): Json | undefined =>
  typeof value === 'string' && /^\s*[{["]/.test(value) ? (parseDocument(value) ?? value) : value;

/** As {@link parseIfJson}, and the parsed object if `value` is a text that contains one as Python prints it. */
export function parseIfObject(value: Json | undefined): Json | undefined {
  const read = parseIfJson(value);
  return typeof read === 'string' && /^\s*\{/.test(read) ? (readPythonLiteral(read) ?? read) : read;
}

/** The tokens that a model read and wrote, as far as the file has them. */
export function readTokens(read: Json | undefined, written: Json | undefined): TokenCount {
  const [input, output] = [countOf(read), countOf(written)];
  return { ...(input === undefined ? {} : { input }), ...(output === undefined ? {} : { output }) };
}

/** The field names for input tokens in several services and programs. The next constants are for output and cached tokens. */
const INPUT = [
  'prompt_tokens',
  'input_tokens',
  'inputTokens',
  'promptTokens',
  'input',
  'prompt',
  'prompt_token_count',
  'promptTokenCount',
];
const OUTPUT = [
  'completion_tokens',
  'output_tokens',
  'outputTokens',
  'completionTokens',
  'output',
  'completion',
  'candidates_token_count',
  'candidatesTokenCount',
];
/** The fields of services that count cached tokens separately from input tokens. */
const CACHED_BESIDE_INPUT = [
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'input_tokens_cache_read',
  'input_tokens_cache_write',
  'cacheRead',
  'cacheWrite',
];
const CACHED = [
  'cache_read_input_tokens',
  'input_tokens_cache_read',
  'cacheRead',
  'cached_tokens',
  'cache_read_tokens',
  'cached_input_tokens',
  'input_cached_tokens',
  'input_cache_read',
  'cached',
  'cache_read',
  'cached_content_token_count',
  'cachedContentTokenCount',
];
const DETAILS = ['prompt_tokens_details', 'input_tokens_details', 'input_token_details', 'extra'];
const REASONING = [
  'reasoning_tokens',
  'reasoning_output_tokens',
  'reasoningTokens',
  'output_tokens_reasoning',
  'output_reasoning',
  'output_reasoning_tokens',
  'reasoning',
  'thoughts',
  'thoughts_token_count',
  'thoughtsTokenCount',
];
const OUTPUT_DETAILS = [
  'completion_tokens_details',
  'output_tokens_details',
  'output_token_details',
  'extra',
];
const COST = ['cost_usd', 'cost', 'total_cost', 'total'];

/** A number, which services with exact decimals may write as a text. */
export const countOf = (value: Json | undefined): number | undefined =>
  typeof value === 'string' && /^\d+(?:\.\d+)?(?:e-?\d+)?$/i.test(value) ? Number(value) : numberOf(value);

function firstNumber(object: JsonObject, names: readonly string[]): number | undefined {
  const plain = untracked(object) as JsonObject;
  for (const name of names) {
    if (plain[name] === undefined) continue;
    const number = countOf(object[name]);
    if (number !== undefined) return number;
  }
  return undefined;
}

/** The tokens in the answer of a model's service, or in what LangChain makes of it. */
export function usageOfAnswer(answer: Json | undefined): TokenCount {
  const {
    usage,
    usage_metadata: counted,
    usageMetadata: google,
    llm_output: llm,
  } = objectOf(parseIfJson(answer));
  return readUsage(usage ?? counted ?? google ?? objectOf(llm)['token_usage']);
}

/** The tokens and the price in a service's usage data. Cached tokens are included in the input. */
export function readUsage(value: Json | undefined): TokenCount {
  const usage = objectOf(value);
  // Most messages tell nothing.
  if (Object.values(untracked(usage) as JsonObject).every((one) => one === null)) return {};
  const details = DETAILS.map((name) => objectOf(usage[name]));
  const own = firstNumber(usage, INPUT);
  // Programs that translate the counts of one service into another's names keep both; then they are counted already.
  const isTranslated = typeof usage['prompt_tokens'] === 'number';
  const beside = isTranslated
    ? 0
    : CACHED_BESIDE_INPUT.reduce((sum, name) => sum + (countOf(usage[name]) ?? 0), 0);
  const output = firstNumber(usage, OUTPUT);
  const cached = [usage, ...details]
    .map((one) => firstNumber(one, CACHED))
    .find((count) => count !== undefined && count > 0);
  const reasoning = [usage, ...OUTPUT_DETAILS.map((name) => objectOf(usage[name]))]
    .map((one) => firstNumber(one, REASONING))
    .find((count) => count !== undefined && count > 0);
  const cost =
    countOf(usage['cost_usd']) ?? countOf(usage['cost']) ?? firstNumber(objectOf(usage['cost']), COST);
  return {
    ...(own === undefined ? {} : { input: own + beside }),
    ...(output === undefined ? {} : { output }),
    ...(cached === undefined ? {} : { cached }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(cost === undefined || cost === 0 ? {} : { cost }),
  };
}
