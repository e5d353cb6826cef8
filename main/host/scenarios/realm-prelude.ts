import { type ElementaryFunctions, elementaryFunctions } from '../../../engine/model/index.ts';
import { fixDates } from './language/dates.ts';
import { type English, english } from './language/english.ts';
import { GLOBALS, PROPERTIES } from './language/names.ts';

/** Given to a realm by its owner. Only numbers and texts come back into the realm. */
export interface PreludeHost {
  /** Milliseconds since 1970; `undefined` before the run starts. */
  readonly now: () => number | undefined;
  readonly random: () => number | undefined;
  readonly print: (values: readonly unknown[]) => void;
  readonly stackOf: (error: object, sites: readonly NodeJS.CallSite[]) => string;
  /** Whether the code that runs has used up its time. */
  readonly isOver: () => boolean;
  readonly overran: (isByRounds: boolean) => void;
  /** The most frames of a stack. */
  readonly frames: number;
  /** Name of the error that ends a loop. */
  readonly endless: string;
}

/** What a realm gives its owner. */
export interface Prelude {
  /** Called in every round of a loop. */
  readonly lap: () => void;
  /** Its only item is the number of the statement that ran last. */
  readonly at: Int32Array;
  readonly begin: (rounds: number) => void;
  readonly callers: (most: number) => readonly NodeJS.CallSite[];
  /** Called with every value that code catches, and returns it: the message of an error of V8's becomes one of ours. */
  readonly caught: (thrown: unknown) => unknown;
  /** Whether V8 itself threw `thrown`: its versions word the message differently. */
  readonly isNative: (thrown: unknown) => boolean;
  /** The language's global names, except those that cannot be parameters. */
  readonly names: readonly string[];
  /** Their values, for code that has a new global object of its own. */
  readonly newGlobals: () => readonly unknown[];
  /** Removes all others: Node lets code in a context assign functions to names that nobody declared. */
  readonly clearGlobals: () => void;
}

interface Parts {
  readonly globals: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly elementaryFunctions: () => ElementaryFunctions;
  readonly fixDates: (present: () => number) => DateConstructor;
  readonly english: (present: () => number) => English;
}

/**
 * Runs in a new realm. Changes the language there into one that neither waits nor depends on the machine, its versions or other
 * runs, and freezes it. The text of this function runs in the realm, so it uses the language and its parameters only.
 */
function prelude(parts: Parts): (host: PreludeHost) => Prelude {
  return ({ now, random, print, stackOf, isOver, overran, frames, endless }) => {
    const {
      apply,
      construct,
      defineProperty,
      deleteProperty,
      getOwnPropertyDescriptor,
      getPrototypeOf,
      ownKeys,
    } = Reflect;
    const put = (object: object, name: string, value: unknown): void => {
      defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });
    };
    /** The method `name` of `object`, to be called with Reflect.apply. */
    const methodOf = (object: object, name: string): ((...args: readonly unknown[]) => unknown) =>
      (object as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[name]!;
    const globals = new Map<string, unknown>();
    for (const name of parts.globals.trim().split(/\s+/))
      globals.set(name, (globalThis as Record<string, unknown>)[name]);

    // Stacks. V8 reads the two settings of the realm's own Error, which scenario code cannot reach.
    const RealError = Error;
    const captureStackTrace = methodOf(RealError, 'captureStackTrace');
    const mark = {};
    let sites: readonly NodeJS.CallSite[] = [];
    RealError.stackTraceLimit = frames;
    const prepareStackTrace = (error: object, found: readonly NodeJS.CallSite[]): string => {
      if (error !== mark) return stackOf(error, found);
      sites = found;
      return '';
    };
    defineProperty(RealError, 'prepareStackTrace', { value: prepareStackTrace });
    const callers = (most: number): readonly NodeJS.CallSite[] => {
      RealError.stackTraceLimit = most;
      captureStackTrace(mark, callers);
      RealError.stackTraceLimit = frames;
      void (mark as { stack?: unknown }).stack;
      return sites;
    };
    /** The errors that code has made; V8 makes the others. */
    const made = new WeakSet<object>();
    const errorKind = (name: string, parent: object): object => {
      const Real = globals.get(name) as { readonly length: number; readonly prototype: object };
      const Kind = function (this: unknown, ...args: readonly unknown[]): unknown {
        const target = (new.target as (() => object) | undefined) ?? Kind;
        const error = construct(Real as unknown as () => object, args, target) as object;
        made.add(error);
        return error;
      };
      defineProperty(Kind, 'length', { value: Real.length });
      defineProperty(Kind, 'name', { value: name });
      defineProperty(Kind, 'prototype', { value: Real.prototype, writable: false });
      put(Real.prototype, 'constructor', Kind);
      Object.setPrototypeOf(Kind, parent);
      globals.set(name, Kind);
      // Our own code in this realm throws them. Node looks for `prepareStackTrace` in the global Error.
      if (name !== 'Error') put(globalThis, name, Kind);
      return Kind;
    };
    const BaseError = errorKind('Error', Function.prototype);
    put(BaseError, 'captureStackTrace', captureStackTrace);
    // Some libraries set it.
    defineProperty(BaseError, 'stackTraceLimit', {
      get: () => frames,
      set: () => undefined,
      configurable: true,
    });
    for (const name of globals.keys()) if (/.Error$/.test(name)) errorKind(name, BaseError);

    const MESSAGES: Readonly<Record<string, string>> = {
      RangeError: 'A value is out of range.',
      ReferenceError: 'A name is not defined.',
      SyntaxError: 'A text cannot be parsed.',
      TypeError: 'A value does not have the type that is needed.',
      URIError: 'A text is not part of a valid URI.',
    };
    const textOfObject = methodOf(Object.prototype, 'toString');
    const isNative = (thrown: unknown): thrown is Error =>
      apply(textOfObject, thrown, []) === '[object Error]' && !made.has(thrown as Error);
    const caught = (thrown: unknown): unknown => {
      if (isNative(thrown)) {
        const value = MESSAGES[thrown.name] ?? 'The language does not allow it.';
        defineProperty(thrown, 'message', { value, writable: true, enumerable: false, configurable: true });
      }
      return thrown;
    };

    // Symbols: newer versions of V8 have some that cannot be removed from its own Symbol.
    const RunSymbol = (description?: string): symbol => Symbol(description);
    defineProperty(RunSymbol, 'name', { value: 'Symbol' });
    defineProperty(RunSymbol, 'prototype', { value: Symbol.prototype });
    for (const name of parts.properties['Symbol']!.trim().split(/\s+/))
      defineProperty(RunSymbol, name, getOwnPropertyDescriptor(Symbol, name)!);
    put(Symbol.prototype, 'constructor', RunSymbol);
    globals.set('Symbol', RunSymbol);

    // Loops
    class Endless extends (BaseError as ErrorConstructor) {}
    put(Endless.prototype, 'name', endless);
    const at = new Int32Array(1);
    let laps = 0;
    let budget = Infinity;
    let over = false;
    const begin = (rounds: number): void => {
      laps = 0;
      budget = rounds;
      over = false;
    };
    const lap = (): void => {
      // To ask for the time takes as long as ten rounds: where they are quick, it is asked seldom.
      if ((laps++ & (laps < 4096 ? 15 : 1023)) === 0 && isOver()) over = true;
      if (!over && laps <= budget) return;
      overran(!over);
      throw new Endless('Scenario code timed out.');
    };

    // Chance and time
    const started = (what: string, value: number | undefined): number => {
      if (value === undefined)
        throw new (BaseError as ErrorConstructor)(`there is no ${what} before the run starts`);
      return value;
    };
    const present = (): number => started('time', now());
    const RunDate = parts.fixDates(present);
    globals.set('Date', RunDate);
    put(Math, 'random', () => started('chance', random()));

    // Numbers
    /** A number as the language converts it: big integers and symbols are refused. */
    const number = (x: unknown): number => +(x as string);
    const { hypot, pow, ...ofOneOrTwo } = parts.elementaryFunctions();
    for (const [name, compute] of Object.entries(ofOneOrTwo)) {
      const computed: (x: number, y: number) => number = compute;
      const method =
        compute.length === 1
          ? { [name]: (x: unknown) => computed(number(x), 0) }
          : { [name]: (y: unknown, x: unknown) => computed(number(y), number(x)) };
      put(Math, name, method[name]);
    }
    put(
      Math,
      'hypot',
      {
        hypot: (...all: readonly unknown[]) => hypot(...all.map(number)),
      }.hypot,
    );
    // The operator `**` is compiled to a call of it, for big integers too.
    put(
      Math,
      'pow',
      {
        pow: (x: unknown, y: unknown) =>
          typeof x === 'bigint' && typeof y === 'bigint' ? x ** y : pow(number(x), number(y)),
      }.pow,
    );
    const { parse } = JSON;
    put(
      JSON,
      'parse',
      {
        // Newer versions of V8 give a reviver a third argument.
        parse: (text: string, reviver?: unknown): unknown =>
          typeof reviver === 'function'
            ? parse(text, function (this: unknown, key, value) {
                return apply(reviver, this, [key, value]) as unknown;
              })
            : parse(text),
      }.parse,
    );

    // Language: English only
    const { formatNumber, formatDate, compare, locale, Intl: RunIntl } = parts.english(present);
    globals.set('Intl', RunIntl);
    const says = (
      object: object,
      name: string,
      say: (self: unknown, ...given: readonly unknown[]) => unknown,
    ): void => {
      const method = {
        [name](this: unknown, first?: unknown, second?: unknown, third?: unknown): unknown {
          return say(this, first, second, third);
        },
      };
      put(object, name, method[name]);
    };
    for (const { prototype } of [Number, BigInt]) {
      const valueIn = methodOf(prototype, 'valueOf');
      says(prototype, 'toLocaleString', (self, locales, options) =>
        formatNumber(apply(valueIn, self, []) as number | bigint, locales, options),
      );
    }
    const getTime = methodOf(RunDate.prototype, 'getTime');
    for (const [name, needs] of [
      ['toLocaleString', 'all'],
      ['toLocaleDateString', 'date'],
      ['toLocaleTimeString', 'time'],
    ] as const)
      says(RunDate.prototype, name, (self, locales, options) => {
        const time = apply(getTime, self, []) as number;
        return Number.isNaN(time) ? 'Invalid Date' : formatDate(time, locales, options, needs);
      });
    for (const [name, usual] of [
      ['toLocaleLowerCase', 'toLowerCase'],
      ['toLocaleUpperCase', 'toUpperCase'],
    ] as const) {
      const change = methodOf(String.prototype, usual);
      says(String.prototype, name, (self, locales) => {
        locale(locales);
        return apply(change, self, []);
      });
    }
    const concat = methodOf(String.prototype, 'concat');
    says(String.prototype, 'localeCompare', (self, other, locales, options) => {
      // Unlike String(), it refuses null and undefined.
      const text = apply(concat, self, []) as string;
      return compare(text, `${other as number}`, locales, options);
    });

    // What authors print
    const console: Record<string, unknown> = {};
    for (const level of parts.properties['console']!.split(' '))
      console[level] = (...values: readonly unknown[]) => {
        print(values);
      };
    globals.set('console', console);

    // The language has exactly the properties that are listed, and is frozen.
    const roots = new Map<string, unknown>([...globals, ['Endless', Endless]]);
    roots.delete('globalThis');
    const arrayIterator = getPrototypeOf([].values())!;
    roots.set('%Iterator%', getPrototypeOf(arrayIterator));
    roots.set('%ArrayIterator%', arrayIterator);
    roots.set('%StringIterator%', getPrototypeOf(''[Symbol.iterator]()));
    roots.set('%RegExpStringIterator%', getPrototypeOf(''.matchAll(/a/g)));
    roots.set('%MapIterator%', getPrototypeOf(new Map().keys()));
    roots.set('%SetIterator%', getPrototypeOf(new Set().keys()));
    roots.set('%TypedArray%', getPrototypeOf(Int8Array));
    roots.set(
      '%GeneratorFunction%',
      getPrototypeOf(function* () {}),
    );
    const keyOf = (name: string): PropertyKey =>
      name.startsWith('@@') ? Symbol[name.slice(2) as 'iterator'] : name;
    const objectAt = (path: string): unknown => {
      const [root, ...keys] = path.split('.');
      return keys.reduce(
        (object, key) => (object as Record<PropertyKey, unknown>)[keyOf(key)],
        roots.get(root!),
      );
    };
    const listed = new Map<unknown, readonly PropertyKey[]>();
    for (const [path, names] of Object.entries(parts.properties))
      listed.set(objectAt(path), names.trim().split(/\s+/).map(keyOf));
    const removeOthers = (
      object: object,
      found: readonly PropertyKey[],
      keys: readonly PropertyKey[],
    ): void => {
      const isFunction = typeof object === 'function';
      const kept = found.filter((key) => {
        if (keys.includes(key)) return true;
        if (!isFunction || (key !== 'length' && key !== 'name' && key !== 'prototype'))
          deleteProperty(object, key);
        return false;
      });
      const first = kept.findIndex((key, index) => key !== keys[index]);
      if (first === -1) return;
      for (const key of keys.slice(first)) {
        const descriptor = getOwnPropertyDescriptor(object, key);
        // Symbols come last in any case, and iterating over lists becomes slow when that of their prototype is put anew.
        if (typeof key === 'symbol' || descriptor === undefined) continue;
        deleteProperty(object, key);
        defineProperty(object, key, descriptor);
      }
    };
    /** Lets objects that inherit `key` from the frozen `object` be given their own by an assignment. */
    const letOverride = (object: object, key: PropertyKey): void => {
      const { value } = getOwnPropertyDescriptor(object, key) as { readonly value?: unknown };
      if (value === undefined) return;
      defineProperty(object, key, {
        get: () => value,
        set(this: object, given: unknown) {
          if (this === object)
            throw new TypeError(`The language is frozen: ${String(key)} cannot be assigned.`);
          Object.defineProperty(this, key, {
            value: given,
            writable: true,
            enumerable: true,
            configurable: true,
          });
        },
        enumerable: false,
        configurable: true,
      });
    };
    for (const path of Object.keys(parts.properties))
      if (path === 'Object.prototype' || path.endsWith('Error.prototype')) {
        const prototype = objectAt(path) as object;
        for (const key of listed.get(prototype)!) letOverride(prototype, key);
      }
    for (const { prototype } of [Array, RunDate, Function]) letOverride(prototype, 'toString');
    const done = new Set<unknown>();
    const freezeAll = (object: unknown): void => {
      if ((typeof object !== 'object' || object === null) && typeof object !== 'function') return;
      if (done.has(object)) return;
      done.add(object);
      const keys = ownKeys(object);
      // Of 600 objects, 500 are functions with a length and a name only.
      if (typeof object !== 'function' || keys.length > 2) {
        removeOthers(object, keys, listed.get(object) ?? []);
        for (const key of ownKeys(object)) {
          const descriptor = getOwnPropertyDescriptor(object, key)!;
          freezeAll(descriptor.value);
          freezeAll(descriptor.get);
          freezeAll(descriptor.set);
        }
        freezeAll(getPrototypeOf(object));
      }
      Object.freeze(object);
    };
    // V8 marks a prototype that it freezes by its short way as one with fixed elements: then it discards the compiled code of
    // each `[...list, item]` and compiles it again, without end, which takes a third of a run. With one property that differs it
    // takes the long way, without the mark.
    defineProperty(Array.prototype, 'at', { writable: false });
    for (const object of roots.values()) freezeAll(object);
    // In newer versions of V8 all errors share the getter and setter of their stacks.
    for (const part of Object.values(getOwnPropertyDescriptor(new RealError(), 'stack') ?? {}))
      freezeAll(part);
    // A list made from the prototype ends its slow mode.
    Object.create(Array.prototype);

    const clearGlobals = (): void => {
      for (const name of ownKeys(globalThis))
        if (!globals.has(name as string)) deleteProperty(globalThis, name);
    };
    clearGlobals();
    // The others cannot be names of parameters.
    const names = [...globals.keys()].filter((name) => !/^(?:undefined|NaN|Infinity|eval)$/.test(name));
    const newGlobals = (): readonly unknown[] => {
      const made: Record<string, unknown> = {};
      for (const [name, value] of globals) put(made, name, value);
      put(made, 'globalThis', made);
      return names.map((name) => made[name]);
    };
    return { lap, at, begin, callers, caught, isNative, names, newGlobals, clearGlobals };
  };
}

/**
 * The first script in a scenario's realm: a function of the realm's {@link PreludeHost} that returns its {@link Prelude}. It is a
 * text, because all it creates must belong to the realm.
 */
export const PRELUDE = `'use strict';
(${prelude.toString()})({
  globals: ${JSON.stringify(GLOBALS)},
  properties: ${JSON.stringify(PROPERTIES)},
  elementaryFunctions: ${elementaryFunctions.toString()},
  fixDates: ${fixDates.toString()},
  english: ${english.toString()},
})`;
