import vm from 'node:vm';
import type { Change } from '../../../engine/model/index.ts';
import type { ProbeValue } from '../../../preload/contract.ts';
import { createRealm, findWaiting, loadTypeScript, parse } from '../scenarios/index.ts';

const PATH =
  /^(?:apps|world)(?:\??\.[A-Za-z_$][\w$]*|(?:\?\.)?\[(?:\d+|"(?:[^"\\\n]|\\.)*")\]|\??\.find\(\((?<item>[A-Za-z_$][\w$]*)\) => \k<item>\.[A-Za-z_$][\w$]* === "(?:[^"\\\n]|\\.)*"\))*$/;

/** Whether `expression` is only a path into the apps' states. Reading a path runs no code, so it needs no trust. */
export const isPath = (expression: string): boolean => PATH.test(expression.trim());

/** The reason why `expression` is not valid; `undefined` if it is valid. */
export function expressionProblem(expression: string): string | undefined {
  // First without brackets, so that no message is about a bracket that nobody typed.
  for (const code of [`0,${expression}`, `(${expression}\n)`])
    try {
      new vm.Script(`'use strict';${code}`);
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      return `${expression}: not an expression such as apps.mail.folders (${uncapitalized(reason)})`;
    }
  return MAY_WAIT.test(expression) ? waitingIn(expression) : undefined;
}

/** Matches words without which an expression cannot be asynchronous, so that it need not be parsed with TypeScript. */
const MAY_WAIT = /\b(?:async|import)\b/;

function waitingIn(expression: string): string | undefined {
  const ts = loadTypeScript();
  const [problem] = findWaiting(ts, parse(ts, 'probe.js', `(${expression}\n)`));
  return problem === undefined ? undefined : `${expression}: ${problem.message}`;
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The value of a probe as JSON, or the reason why it has none. */
export function probeValueText(value: ProbeValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return 'gap' in value ? `no value: ${value.gap}` : value.json;
}

const MAX_LENGTH = 200; // characters of a text or of JSON

/** An expression with the states it is evaluated on. */
export interface ProbeEvaluator {
  /** The apps that the expression has read so far. */
  readonly appsRead: ReadonlySet<string>;
  /** Applies an entry's state changes, ignoring apps that are not in {@link appsRead}. */
  apply(changes: readonly Change[]): void;
  /** The current value, a `ProbeValue` as JSON; `undefined` if it has not changed since the last call. */
  evaluate(): string | undefined;
  /** Runs `work` within the time limit. @throws {TimedOutError} when it takes longer. */
  within<Answer>(work: () => Answer): Answer;
}

/** The functions that {@link EVALUATOR} returns. They take and return texts. */
interface EvaluatorTable {
  readonly begin: (names: string, missing: string, read: (app: string) => string, longest: number) => void;
  readonly write: (changes: string) => void;
  /** Sets the compiled expression, a function of the realm. */
  readonly ask: (expression: unknown) => void;
  readonly evaluate: () => string | undefined;
}

/**
 * Creates a realm for `expression`, which reads frozen states. `readState` returns the current state of one of the apps in `names`;
 * it is called once for each app that the expression reads.
 * @throws {SyntaxError} when `expression` is not valid.
 */
export function createEvaluator(
  expression: string,
  names: readonly string[],
  readState: (app: string) => unknown,
  limit: number,
): ProbeEvaluator {
  const nowhere = { ofBundle: () => undefined, ofMark: () => undefined };
  const limits = { time: limit, rounds: Infinity };
  const { table, valueOf, within } = createRealm<EvaluatorTable>(nowhere, EVALUATOR, {
    running: limits,
    planning: limits,
  });
  const seen = new Set<string>();
  let failedRead: { readonly thrown: unknown } | undefined;
  const read = (app: string): string => {
    seen.add(app);
    try {
      return JSON.stringify(readState(app));
    } catch (thrown) {
      // Rethrown after the evaluation: if it passed through the expression, it would become the probe's value.
      failedRead = { thrown };
      return 'null';
    }
  };
  table.begin(JSON.stringify(names), missingAppText(expression, names), read, MAX_LENGTH);
  within(() => {
    table.ask(valueOf(`(apps, world) => (${expression}\n)`));
  });
  return {
    appsRead: seen,
    apply: (changes) => {
      table.write(JSON.stringify(changes));
    },
    evaluate: () => {
      const answer = table.evaluate();
      if (failedRead !== undefined) throw failedRead.thrown;
      return answer;
    },
    within,
  };
}

/** The message for the first app in the expression that does not exist, which replaces the JavaScript error; empty if all exist. */
function missingAppText(expression: string, names: readonly string[]): string {
  const asked = Array.from(
    expression.matchAll(/(?<![\w$.])(?:apps|world)\??\.([A-Za-z_$][\w$]*)/g),
    ([, name]) => name!,
  );
  const missing = asked.find((name) => !names.includes(name));
  return missing === undefined ? '' : `this run has no app "${missing}"`;
}

/**
 * Holds the apps' states in a probe's realm and evaluates the expression on them. It is a text, because all it creates must
 * belong to the realm; what passes in and out is text too.
 *
 * States are deeply frozen. A change creates new objects along its path and keeps all others. A list, which may be long, is
 * copied at its first change only; later changes modify the copy and put a new read-only proxy in front of it.
 */
const EVALUATOR = `
const program = (kit) => {
const { parse, stringify } = JSON;
const { freeze, keys, defineProperty } = Object;
const { isArray } = Array;
const { isFinite } = Number;

const lists = new WeakMap();
const refuse = () => {
  throw new TypeError('a list of an app is read-only');
};
const READ_ONLY = {
  set: refuse, defineProperty: refuse, deleteProperty: refuse, preventExtensions: refuse, setPrototypeOf: refuse,
};
const readOnly = (list) => {
  const proxy = new Proxy(list, READ_ONLY);
  lists.set(proxy, list);
  return proxy;
};

const frozen = (value) => {
  if (typeof value !== 'object' || value === null) return value;
  for (const key of keys(value)) frozen(value[key]);
  return freeze(value);
};

const SOME = 10_000;
const splice = (list, { at, remove, insert }) => {
  list.splice(at, remove);
  // All at once would be more arguments than a call may have.
  for (let nth = 0; nth < insert.length; nth += SOME)
    list.splice(at + nth, 0, ...insert.slice(nth, nth + SOME).map(frozen));
};

const states = Object.create(null);
const apps = {};
let missing;
let longest;
const begin = (names, missingApp, readHost, length) => {
  missing = missingApp;
  longest = length;
  const read = kit.safely(readHost);
  for (const name of parse(names))
    defineProperty(apps, name, { enumerable: true, get: () => (states[name] ??= frozen(parse(read(name)))) });
  freeze(apps);
};

// Not assigned: in front of a frozen prototype, that is refused for names such as toString.
const put = (object, key, value) =>
  defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
const written = (place, change, depth) => {
  const { op, path } = change;
  const rest = path.length - depth;
  const list = isArray(place) ? (lists.get(place) ?? place.slice()) : undefined;
  const copy = list ?? { ...place };
  const key = path[depth];
  if (op === 'splice' && rest === 0) splice(list, change);
  else if (op === 'splice' || rest > 1) put(copy, key, written(copy[key], change, depth + 1));
  else if (op === 'set') put(copy, key, frozen(change.value));
  else delete copy[key];
  return list === undefined ? freeze(copy) : readOnly(list);
};

const cut = (text) => (text.length > longest ? text.slice(0, longest - 1) + '…' : text);
const gap = (reason, kind = reason) => ({ whole: '!' + kind, short: { gap: missing || cut(reason) } });
const WRITES = /read-only|read only property|only a getter|not extensible|cannot (?:delete|define|redefine) property/i;

const thrownText = (thrown) => {
  try {
    return String(thrown);
  } catch {
    return 'Error';
  }
};
const broken = (words) =>
  WRITES.test(words) ? gap('a probe may look, but not change anything (' + words + ')', 'write') : gap(words);

const answerOf = (value) => {
  switch (typeof value) {
    case 'boolean': return { whole: value, short: value };
    case 'number': return isFinite(value) ? { whole: value, short: value } : gap(String(value));
    case 'string': return { whole: '"' + value, short: cut(value) };
    case 'bigint': return { whole: value, short: { json: cut(String(value)) } };
    case 'object': {
      const whole = value === null ? null : stringify(value);
      return whole === undefined ? gap('undefined') : { whole, short: whole && { json: cut(whole) } };
    }
    case 'undefined': return gap('undefined');
    default: return gap('a ' + typeof value);
  }
};

const asking = (expression) => {
  let last;
  let before;
  return () => {
    let answer;
    try {
      const value = expression(apps, apps);
      if (before !== undefined && value === before) return undefined;
      before = typeof value === 'object' && value !== null ? value : undefined;
      answer = answerOf(value);
    } catch (thrown) {
      before = undefined;
      answer = broken(thrownText(thrown));
    }
    if (last !== undefined && answer.whole === last.whole && typeof answer.short === typeof last.short) return undefined;
    last = answer;
    return stringify(answer.short);
  };
};

const enter = kit.gate((what) => new Error(what));
let ask;
return {
  begin,
  write: (text) => {
    for (const change of parse(text))
      if (states[change.app] !== undefined) states[change.app] = written(states[change.app], change, 0);
  },
  ask: (expression) => {
    ask = asking(expression);
  },
  evaluate: () => enter(ask),
};
};
`;
