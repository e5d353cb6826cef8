/**
 * The first script in a scenario's realm. It removes whatever would wait, depend on the machine or outlive a call, and installs
 * the run's own time and random numbers. It is a text, because all it creates must belong to the realm.
 */
export const PRELUDE = `'use strict';
(({ now, random, print, stackOf, isOver, overran, endless, frames }) => {
  for (const name of ['Promise', 'AsyncDisposableStack', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef',
    'FinalizationRegistry', 'Temporal']) delete globalThis[name];
  delete Array.fromAsync;

  const put = (object, name, value) =>
    Object.defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });
  const { apply, construct } = Reflect;

  // Stacks
  const mark = {};
  let sites;
  Error.stackTraceLimit = frames;
  const prepareStackTrace = (error, found) => {
    if (error !== mark) return stackOf(error, found);
    sites = found;
    return '';
  };
  Object.defineProperty(Error, 'prepareStackTrace', { value: prepareStackTrace });
  const captureStackTrace = Error.captureStackTrace;
  const callers = (most) => {
    Error.stackTraceLimit = most;
    captureStackTrace(mark, callers);
    Error.stackTraceLimit = frames;
    void mark.stack;
    return sites;
  };

  // Loops
  class Endless extends Error {}
  put(Endless.prototype, 'name', endless);
  const at = new Int32Array(1);
  let laps = 0;
  let budget = Infinity;
  let over = false;
  const begin = (rounds) => { laps = 0; budget = rounds; over = false; };
  const lap = () => {
    // To ask for the time takes as long as ten rounds: where they are quick, it is asked seldom.
    if ((laps++ & (laps < 4096 ? 15 : 1023)) === 0 && isOver()) over = true;
    if (!over && laps <= budget) return;
    overran(!over);
    throw new Endless('Scenario code timed out.');
  };

  // Chance
  const started = (what, value) => {
    if (value === undefined) throw new Error('there is no ' + what + ' before the run starts');
    return value;
  };
  put(Math, 'random', () => started('chance', random()));

  // Time: the run's, and always in UTC
  const RealDate = Date;
  const time = RealDate.prototype;
  const present = () => started('time', now());
  const { parse, UTC } = RealDate;
  const zoned = /(?:z|gmt|utc?|[+-]\\d\\d:?\\d\\d|[ecmp][sd]t)\\s*(?:\\(.*\\))?$|^[+-]?\\d+(?:-\\d\\d){0,2}$/i;
  const read = (text) => {
    const written = String(text).trim();
    if (zoned.test(written)) return parse(written);
    const utc = parse(written + 'Z');
    return Number.isNaN(utc) ? parse(written + ' UTC') : utc;
  };
  const timeOf = (args) => {
    if (args.length === 0) return [present()];
    if (args.length > 1) return [UTC(...args)];
    return typeof args[0] === 'string' ? [read(args[0])] : args;
  };
  const RunDate = new Proxy(RealDate, {
    construct: (target, args, made) => construct(target, timeOf(args), made),
    apply: () => new RealDate(present()).toString(),
  });
  put(RealDate, 'now', present);
  put(RealDate, 'parse', read);
  put(time, 'constructor', RunDate);
  put(globalThis, 'Date', RunDate);
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    put(time, 'get' + part, time['getUTC' + part]);
    if (part !== 'Day') put(time, 'set' + part, time['setUTC' + part]);
  }
  put(time, 'getTimezoneOffset', function () { return this.getTime() * 0; });
  const inWords = (name, say) =>
    put(time, name, function () {
      return Number.isNaN(this.getTime()) ? 'Invalid Date' : say(this, this.toUTCString().split(/,? /));
    });
  inWords('toDateString', (_, [weekday, day, month, year]) => [weekday, month, day, year].join(' '));
  inWords('toTimeString', (_, [, , , , clock]) => clock + ' GMT+0000 (Coordinated Universal Time)');
  inWords('toString', (date) => date.toDateString() + ' ' + date.toTimeString());

  // Language: always US English
  const LOCALE = 'en-US';
  const localise = (object, name, at, adapt = (options) => options) => {
    const original = object[name];
    put(object, name, function (...args) {
      args[at] ??= LOCALE;
      const options = adapt(args[at + 1]);
      return apply(original, this, options === undefined ? args : Object.assign(args, { [at + 1]: options }));
    });
  };
  const inUtc = (options) => ({ timeZone: 'UTC', ...options });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) localise(time, name, 0, inUtc);
  for (const { prototype } of [Number, BigInt, Array]) localise(prototype, 'toLocaleString', 0);
  localise(String.prototype, 'localeCompare', 1);
  localise(String.prototype, 'toLocaleUpperCase', 0);
  localise(String.prototype, 'toLocaleLowerCase', 0);
  for (const name of Object.getOwnPropertyNames(Intl)) {
    const Real = Intl[name];
    if (typeof Real !== 'function' || !/^[A-Z]/.test(name)) continue;
    const withDefaults = ([locale = LOCALE, options, ...rest]) =>
      [locale, name === 'DateTimeFormat' ? inUtc(options) : options, ...rest];
    const Run = new Proxy(Real, {
      construct: (target, args, made) => construct(target, withDefaults(args), made),
      apply: (target, self, args) => apply(target, undefined, withDefaults(args)),
    });
    put(Real.prototype, 'constructor', Run);
    put(Intl, name, Run);
  }
  const dates = Intl.DateTimeFormat.prototype;
  const format = Object.getOwnPropertyDescriptor(dates, 'format').get;
  Object.defineProperty(dates, 'format', {
    get() {
      const bound = apply(format, this, []);
      return (date = present()) => bound(date);
    },
    configurable: false,
  });
  const formatToParts = dates.formatToParts;
  put(dates, 'formatToParts', function (date = present()) { return apply(formatToParts, this, [date]); });

  // What authors print
  const console = {};
  for (const level of ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir', 'table'])
    console[level] = (...values) => { print(values); };
  put(globalThis, 'console', Object.freeze(console));

  // Reuse by another run
  const { ownKeys, getPrototypeOf, getOwnPropertyDescriptor, isExtensible } = Reflect;
  const { is, keys: enumerableKeys } = Object;
  const language = [];
  const plainFunctions = [];
  const remember = () => {
    const found = new Set([globalThis]);
    const add = (value) => {
      if ((typeof value === 'object' && value !== null) || typeof value === 'function') found.add(value);
    };
    for (const iterator of [[].values(), ''.matchAll(/a/g), ''[Symbol.iterator](), new Map().keys(), new Set().keys(),
      (function* () {})(), async () => {}]) add(getPrototypeOf(iterator));
    for (const object of found) {
      const prototype = getPrototypeOf(object);
      add(prototype);
      const keys = ownKeys(object);
      // Of 600 objects, 500 are functions with a length and a name only.
      if (typeof object === 'function' && keys.length === 2) {
        plainFunctions.push(object);
        continue;
      }
      const [names, values, accessors] = [[], [], []];
      for (const key of keys) {
        const { value, get, set } = getOwnPropertyDescriptor(object, key);
        [value, get, set].forEach(add);
        if (get ?? set) accessors.push({ key, get, set });
        else {
          names.push(key);
          values.push(value);
        }
      }
      language.push({ object, prototype, extensible: isExtensible(object), count: keys.length, names, values, accessors });
    }
  };
  // Calls nothing that the code may have replaced, such as the iterator of lists.
  const isUnchanged = ({ object, prototype, extensible, count, names, values, accessors }) => {
    if (getPrototypeOf(object) !== prototype || isExtensible(object) !== extensible) return false;
    if (ownKeys(object).length !== count) return false;
    // Reading values takes a third of the time of reading descriptors.
    for (let at = 0; at < names.length; at++) if (!is(object[names[at]], values[at])) return false;
    for (let at = 0; at < accessors.length; at++) {
      const { key, get, set } = accessors[at];
      const now = getOwnPropertyDescriptor(object, key);
      if (now === undefined || now.get !== get || now.set !== set) return false;
    }
    return true;
  };
  const isLanguageIntact = () => {
    for (let nth = 0; nth < language.length; nth++) if (!isUnchanged(language[nth])) return false;
    // Of these only properties that code has added: their keys that are not enumerable take 50 times as long to read.
    for (let nth = 0; nth < plainFunctions.length; nth++)
      if (enumerableKeys(plainFunctions[nth]).length > 0) return false;
    return true;
  };
  const areGlobalsIntact = () => {
    /^/.test(''); // Resets RegExp.$1 and the like.
    return isUnchanged(language[0]);
  };

  // For code that must not change how other code in the realm works. Stacks need the one property of Error that is written to.
  const freezeLanguage = () => {
    remember();
    for (const object of [...language.map(({ object }) => object), ...plainFunctions])
      if (object !== globalThis && object !== Error) Object.freeze(object);
  };

  return { lap, at, begin, callers, remember, areGlobalsIntact, isLanguageIntact, freezeLanguage };
})`;
