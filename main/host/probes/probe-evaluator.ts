import type { Change } from '../../../engine/model/index.ts';
import { createRealm, ScenarioGate } from '../scenarios/index.ts';

const LONGEST = 200; // characters of a text or of JSON

/** An expression, and the states it is asked of. */
export interface ProbeEvaluator {
  /** The apps that it has looked at so far. */
  readonly appsRead: ReadonlySet<string>;
  /** Goes on by what an entry changed; what is of other apps than {@link appsRead} is passed over. */
  apply(changes: readonly Change[]): void;
  /** What the expression comes to by now, a `ProbeValue` as JSON; `undefined` where that is what it came to last. */
  evaluate(): string | undefined;
  /** Does `work`, which may take `limit`. @throws {TimedOutError} when it takes longer. */
  within<Answer>(work: () => Answer): Answer;
}

interface InRealm {
  readonly write: (changes: string) => void;
  readonly asking: (expression: unknown) => () => string | undefined;
}

/**
 * Makes a realm for `expression` alone, in which it is handed frozen states. Like every realm it guards against accidents,
 * not against intent. `stateOf` answers the state of one of the apps `names` as it is by now; it is called once for each
 * that is looked at.
 *
 * @throws {SyntaxError} when it is no expression.
 */
export function createEvaluator(
  expression: string,
  names: readonly string[],
  stateOf: (app: string) => unknown,
  limit: number,
): ProbeEvaluator {
  const nowhere = { ofBundle: () => undefined, ofMark: () => undefined };
  const timeless = { now: undefined, random: () => 0 };
  const realm = createRealm(nowhere, timeless);
  const limits = { time: limit, rounds: Infinity };
  const gate = new ScenarioGate(realm, { running: limits, planning: limits });
  const seen = new Set<string>();
  let trouble: { readonly thrown: unknown } | undefined;
  const read = (app: string): string => {
    seen.add(app);
    try {
      return JSON.stringify(stateOf(app));
    } catch (thrown) {
      // Not through the expression, which would make an answer of it.
      trouble = { thrown };
      return 'null';
    }
  };
  const { write, asking } = realm.evaluate(EVALUATOR_CODE, {
    names,
    missing: missingIn(expression, names),
    read,
    longest: LONGEST,
  }) as InRealm;
  const ask = asking(gate.enter(() => realm.valueOf(`(apps, world) => (${expression}\n)`)));
  return {
    appsRead: seen,
    apply: (changes) => {
      write(JSON.stringify(changes));
    },
    evaluate: () => {
      const answer = ask();
      if (trouble !== undefined) throw trouble.thrown;
      return answer;
    },
    within: (work) => gate.enter(work),
  };
}

/** What is said instead of what the language says of an app that is not there; nothing where all are. */
function missingIn(expression: string, names: readonly string[]): string {
  const asked = Array.from(
    expression.matchAll(/(?<![\w$.])(?:apps|world)\??\.([A-Za-z_$][\w$]*)/g),
    ([, name]) => name!,
  );
  const missing = asked.find((name) => !names.includes(name));
  return missing === undefined ? '' : `this run has no app "${missing}"`;
}

/**
 * What keeps the apps' states in the realm of a probe, and asks them. A text, because everything it makes must belong to
 * that realm: what goes in and out is text, too.
 *
 * States are frozen through and through. A change makes new objects along its path and leaves all others as they are. A list,
 * which may be long, is copied for its first change only: from there on it stays what it is, behind a proxy that lets nobody
 * write, and gets a new proxy.
 */
const EVALUATOR_CODE = `
const { names, missing, read, longest } = require('states');
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
for (const name of names)
  defineProperty(apps, name, { enumerable: true, get: () => (states[name] ??= frozen(parse(read(name)))) });
freeze(apps);

const written = (place, change, depth) => {
  const { op, path } = change;
  const rest = path.length - depth;
  const list = isArray(place) ? (lists.get(place) ?? place.slice()) : undefined;
  const copy = list ?? { ...place };
  const key = path[depth];
  if (op === 'splice' && rest === 0) splice(list, change);
  else if (op === 'splice' || rest > 1) copy[key] = written(copy[key], change, depth + 1);
  else if (op === 'set') copy[key] = frozen(change.value);
  else delete copy[key];
  return list === undefined ? freeze(copy) : readOnly(list);
};

const cut = (text) => (text.length > longest ? text.slice(0, longest - 1) + '…' : text);
const gap = (reason, kind = reason) => ({ whole: '!' + kind, short: { gap: missing || cut(reason) } });
const WRITES = /read-only|read only property|only a getter|not extensible|cannot (?:delete|define|redefine) property/i;

const inWords = (thrown) => {
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

module.exports = {
  write: (text) => {
    for (const change of parse(text))
      if (states[change.app] !== undefined) states[change.app] = written(states[change.app], change, 0);
  },
  asking: (expression) => {
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
        answer = broken(inWords(thrown));
      }
      if (last !== undefined && answer.whole === last.whole && typeof answer.short === typeof last.short) return undefined;
      last = answer;
      return stringify(answer.short);
    };
  },
};
`;
