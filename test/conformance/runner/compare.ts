import { isJsonObject, type Json, type JsonObject } from '../../../engine/model/values/json.ts';

/** Where a result first differs from what was expected. */
export interface Difference {
  readonly field: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/** Error types whose messages come from Python itself. */
const pythonWords = new Set(['TypeError', 'AttributeError', 'LoopGuard']);

/** The first difference, in the order of the fields of `expected`. Other fields of `actual` do not matter. */
export function firstDifference(
  expected: JsonObject,
  actual: Readonly<Record<string, Json | undefined>>,
): Difference | undefined {
  for (const [field, wanted] of Object.entries(expected)) {
    const found = differ(wanted, actual[field], field);
    if (found !== undefined) return found;
  }
  return undefined;
}

function differ(expected: Json | undefined, actual: Json | undefined, field: string): Difference | undefined {
  const different = { field, expected, actual };
  if (typeof expected === 'string' && typeof actual === 'string')
    return matches(expected, actual) ? undefined : different;
  if (typeof expected !== 'object' || expected === null) return expected === actual ? undefined : different;
  if (typeof actual !== 'object' || actual === null || Array.isArray(expected) !== Array.isArray(actual))
    return different;

  if (isError(expected) && isError(actual) && isSameError(expected, actual)) return undefined;
  const named = pairedKeys(expected, actual);
  const taken = new Set(named.values());
  const others = Object.keys(actual).filter((key) => !taken.has(key));
  for (const key of [...named.keys(), ...others]) {
    const found = differ(
      at(expected, key),
      at(actual, named.get(key) ?? key),
      Array.isArray(expected) ? `${field}[${key}]` : `${field}.${key}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Pairs the keys of both objects. A key with a generated identifier pairs with the first one that matches. */
function pairedKeys(expected: object, actual: object): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  const left = new Set(Object.keys(actual));
  for (const key of Object.keys(expected)) {
    const own = key.includes('<uuid>') ? ([...left].find((other) => matches(key, other)) ?? key) : key;
    left.delete(own);
    pairs.set(key, own);
  }
  return pairs;
}

const at = (value: object, key: string): Json | undefined => (value as Record<string, Json | undefined>)[key];

interface CaseError {
  readonly type: string;
  readonly message: string;
}

/** Python writes `8.0` for a float without a fraction. */
const isSameError = (expected: CaseError, actual: CaseError): boolean =>
  expected.type === actual.type &&
  (wordsArePython(expected) || matches(expected.message.replace(/(\d)\.0\b/g, '$1'), actual.message));

/** Messages that only Python can produce. */
const wordsArePython = ({ type, message }: CaseError): boolean =>
  pythonWords.has(type) ||
  message.startsWith('Error converting ') ||
  message === 'list.remove(x): x not in list';

const isError = (value: object): value is CaseError =>
  'type' in value && 'message' in value && Object.keys(value).length === 2;

/** `<uuid>` stands for any generated identifier. */
function matches(expected: string, actual: string): boolean {
  if (expected === actual) return true;
  if (!expected.includes('<uuid>')) return false;
  const pattern = expected.split('<uuid>').map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('(?:<uuid>|[0-9a-fA-F-]+)')}$`).test(actual);
}

/** `case: field: expected …, got …`, without the case. */
export const differenceInWords = ({ field, expected, actual }: Difference): string =>
  `${field}: expected ${short(expected)}, got ${short(actual)}`;

function short(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

/**
 * Separates the stop messages of a result. The reference sends one for each reason to stop and one at the end; ours sends
 * one. So only the first is compared: its presence, its time and the state in its text.
 */
export function withoutStops(result: Readonly<Record<string, Json | undefined>>): {
  rest: Record<string, Json | undefined>;
  stops: readonly JsonObject[];
} {
  const stops: JsonObject[] = [];
  const strip = (value: Json | undefined): Json | undefined => {
    if (Array.isArray(value))
      return (value as readonly Json[])
        .filter((item) => {
          const isStop = isJsonObject(item) && item['type'] === 'ENVIRONMENT_STOP';
          if (isStop) stops.push(item);
          return !isStop;
        })
        .map((item) => strip(item) ?? null);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, strip(field) ?? null]));
  };
  const steps = strip(result['steps']);
  const notifications = strip(result['notifications']);
  return {
    rest: {
      ...result,
      ...(steps === undefined ? {} : { steps }),
      ...(notifications === undefined ? {} : { notifications }),
    },
    stops,
  };
}

/** Compares the first stop message with the first expected one. */
export function stopDifference(
  expected: readonly JsonObject[],
  actual: readonly JsonObject[],
  state: Json | undefined,
): Difference | undefined {
  const [wanted] = expected;
  const [found] = actual;
  const field = 'notifications (stop)';
  if (wanted === undefined || found === undefined)
    return wanted === found ? undefined : { field, expected: wanted, actual: found };
  if (wanted['time'] !== found['time'])
    return { field: `${field}.time`, expected: wanted['time'], actual: found['time'] };
  const { message } = found;
  return typeof message === 'string' && typeof state === 'string' && message.includes(state)
    ? undefined
    : { field: `${field}.message`, expected: state, actual: message };
}
