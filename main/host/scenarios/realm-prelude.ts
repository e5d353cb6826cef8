import {
  type ElementaryFunctions,
  elementaryFunctions,
  type SourceLocation,
} from '../../../engine/model/index.ts';
import { fixDates } from './language/dates.ts';
import { type English, english } from './language/english.ts';
import { GLOBALS, PROPERTIES } from './language/names.ts';

/** The host's functions that a realm's first script calls. They take and return only numbers and texts. */
export interface PreludeHost {
  /** Receives the values that the author's code prints. It only reads them. */
  readonly print: (values: readonly unknown[]) => void;
  /** The author's location for a line and column of the script, as JSON; empty if there is none. */
  readonly placeAt: (line: number, column: number) => string;
  /** The author's location of a statement's number, as JSON. */
  readonly placeOfMark: (mark: number) => string;
  /** Begins to measure the processor time of a call that may take `time` milliseconds. */
  readonly begins: (time: number) => void;
  readonly ends: (hasOverrun: boolean) => void;
  /** Whether the running code has used up its time. */
  readonly isOver: () => boolean;
  /** Whether a call needs a timer and none is running. */
  readonly needsTimer: () => boolean;
  /** Calls {@link Prelude.work} under a timer of `time` milliseconds. */
  readonly watch: (time: number) => void;
}

/** Limits of one call of scenario code. */
export interface CallLimits {
  readonly time: number; // milliseconds of processor time
  /** The maximum number of rounds of all loops together. A loop that only counts stops at the same round on every machine. */
  readonly rounds: number;
}

/** The settings of a realm. */
export interface PreludeSettings {
  readonly running: CallLimits;
  readonly planning: CallLimits;
  /** The maximum number of stack frames. The next field is the number of frames that are searched first. */
  readonly frames: number;
  readonly near: number;
  /** The file names of the scenario's script and of Orrery's program. */
  readonly script: string;
  readonly program: string;
  /** The name of the error that ends a loop. */
  readonly endless: string;
}

/** The functions and objects that only the realm's own program gets. */
export interface RealmKit {
  /** The time and random numbers behind the author's `Date` and `Math.random`. */
  readonly clock: { now: number | undefined; random: () => number };
  /**
   * The only way into the author's code: calls `code` and returns its result. A nested call is part of the outer one. If the code
   * takes too long, the error of `timedOut` is thrown.
   */
  readonly gate: (
    timedOut: (what: string, place: SourceLocation | undefined, isBetweenCalls: boolean) => unknown,
  ) => <Answer>(code: () => Answer, stage?: 'planning') => Answer;
  /** The innermost location of the running author's code. */
  readonly callSite: () => SourceLocation | undefined;
  /**
   * The location in the author's code at which `thrown` was created, directly or by code that it called. Reading it may run the
   * author's code.
   */
  readonly placeOf: (thrown: unknown) => SourceLocation | undefined;
  /** Whether V8 itself threw `thrown`, whose message differs between versions. */
  readonly isNative: (thrown: unknown) => boolean;
  /** Whether the realm's program created `thrown`, or called the code that did. Reading it may run the author's code. */
  readonly isOurs: (thrown: unknown) => boolean;
  readonly print: (text: string) => void;
  /** Runs the script of a module with its own variables; every `require` returns `orrery`. Returns its exports. */
  readonly evaluate: (module: Module, orrery: object) => unknown;
  /** Wraps `call` of the host in a function whose errors belong to the realm. */
  readonly safely: <Given extends readonly unknown[], Answer>(
    call: (...given: Given) => Answer,
  ) => (...given: Given) => Answer;
}

/** The script of a module, as a function of its free variables. */
export type Module = (...given: readonly unknown[]) => void;

/** The functions of a realm that its owner calls, with numbers and texts only. */
export interface Prelude {
  readonly kit: RealmKit;
  /** Called by the timer's script: performs the work set by {@link setWork}. */
  readonly work: () => void;
  /** Sets the function that {@link work} calls. It must neither return a value nor throw. */
  readonly setWork: (hosts: () => void) => void;
  /** The reason why a timer stopped the work, as JSON: a sentence, the location, and whether it was between two calls. */
  readonly stopped: (time: number) => string;
  /** The language's global names, except those that cannot be parameters. */
  readonly names: readonly string[];
  /** The values of {@link names}, for code with a new global object. */
  readonly newGlobals: () => readonly unknown[];
  /** The values of {@link names} for Orrery's program, whose `Date` is the original one. */
  readonly ownGlobals: () => readonly unknown[];
  /** Removes all other global names: Node lets code in a context assign functions to undeclared names. */
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
 * Runs in a new realm. Changes the language there so that it neither waits nor depends on the machine, versions or other runs,
 * and freezes it. The text of this function runs in the realm, so it uses only the language and its parameters.
 */
function prelude(parts: Parts): (host: PreludeHost, settings: PreludeSettings) => Prelude {
  return (host, settings) => {
    const { frames, near, script, program, endless } = settings;
    const {
      apply,
      construct,
      defineProperty,
      deleteProperty,
      getOwnPropertyDescriptor,
      getPrototypeOf,
      ownKeys,
    } = Reflect;
    const { freeze, preventExtensions } = Object;
    const put = (object: object, name: string, value: unknown): void => {
      defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });
    };
    /** The method `name` of `object`, to be called with Reflect.apply. */
    const methodOf = (object: object, name: string): ((...args: readonly unknown[]) => unknown) =>
      (object as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>)[name]!;
    const globals = new Map<string, unknown>();
    for (const name of parts.globals.trim().split(/\s+/))
      globals.set(name, (globalThis as Record<string, unknown>)[name]);

    // The host. An error of its would lead to its objects: where the stack ends within a call, it is the host's that ends it.
    const safely: RealmKit['safely'] =
      (call) =>
      (...given) => {
        try {
          return apply(call, undefined, given);
        } catch {
          throw new (globals.get('RangeError') as ErrorConstructor)('The host could not answer.');
        }
      };
    const placeAt = safely(host.placeAt);
    const placeOfMark = safely(host.placeOfMark);
    const watch = safely(host.watch);
    const hostFails = (): never => {
      throw new (globals.get('RangeError') as ErrorConstructor)('The host could not answer.');
    };
    // As `safely` makes them, but each a function of its own: they are called for every event, and V8 compiles them better.
    const { begins: hostBegins, ends: hostEnds, isOver: hostIsOver, needsTimer: hostNeedsTimer } = host;
    const begins = (time: number): void => {
      try {
        hostBegins(time);
      } catch {
        hostFails();
      }
    };
    const ends = (hasOverrun: boolean): void => {
      try {
        hostEnds(hasOverrun);
      } catch {
        hostFails();
      }
    };
    const isOver = (): boolean => {
      try {
        return hostIsOver();
      } catch {
        return hostFails();
      }
    };
    const needsTimer = (): boolean => {
      try {
        return hostNeedsTimer();
      } catch {
        return hostFails();
      }
    };
    const print = safely(host.print);

    // Stacks. V8 reads the two settings of the realm's own Error, which scenario code cannot reach.
    const { parse } = JSON;
    const RealError = Error;
    const captureStack = methodOf(RealError, 'captureStackTrace');
    RealError.stackTraceLimit = frames;
    /** What V8 captured for an error, and the author's location found in it. */
    interface Captured {
      stack?: unknown;
      sites?: readonly NodeJS.CallSite[];
    }
    const captured = new WeakMap<object, Captured>();
    const places = new WeakMap<object, SourceLocation>();
    /** The errors that the program's code created. */
    const ours = new WeakSet<object>();
    const known = new Map<string, SourceLocation | undefined>();
    const placeIn = (text: string): SourceLocation | undefined =>
      text === '' ? undefined : (Object.freeze(parse(text)) as SourceLocation);
    const placeOfSite = (site: NodeJS.CallSite): SourceLocation | undefined => {
      if (site.getFileName() !== script) return undefined;
      const line = site.getLineNumber() ?? 0;
      const column = site.getColumnNumber() ?? 0;
      const key = `${line}:${column}`;
      if (!known.has(key)) known.set(key, placeIn(placeAt(line, column)));
      return known.get(key);
    };
    const formatPlace = ({ file, line, column }: SourceLocation): string => `${file}:${line}:${column}`;
    const textIn = globals.get('String') as (value: unknown) => string;
    /** The first line of an error's text. Converting a value thrown by the author's code may itself throw. */
    const headOf = (error: object): string => {
      try {
        return textIn(error);
      } catch {
        return 'Error';
      }
    };
    const stackText = (error: object, sites: readonly NodeJS.CallSite[]): string => {
      let text = headOf(error);
      const file = sites
        .map((site) => site.getFileName())
        .find((name) => name === script || name === program);
      if (file === program) ours.add(error);
      for (const site of sites) {
        const place = placeOfSite(site);
        if (place === undefined) continue;
        if (!places.has(error)) places.set(error, place);
        const name = site.getFunctionName() ?? '';
        text += name === '' ? `\n    at ${formatPlace(place)}` : `\n    at ${name} (${formatPlace(place)})`;
      }
      return text;
    };
    const captures = new WeakSet<object>();
    defineProperty(RealError, 'prepareStackTrace', {
      value: (error: object, sites: readonly NodeJS.CallSite[]): string => {
        if (!captures.has(error)) return stackText(error, sites);
        (error as Captured).sites = sites;
        return '';
      },
    });
    /** The stack frames in `holder`. Reading a stack calls the host, whose error is caught here if the stack overflows. */
    const sitesIn = (holder: Captured): readonly NodeJS.CallSite[] => {
      try {
        void holder.stack;
        return holder.sites ?? [];
      } catch {
        return [];
      }
    };
    const newCapture = (beyond: unknown): Captured => {
      const holder: Captured = {};
      captures.add(holder);
      captureStack(holder, beyond);
      return holder;
    };
    const mark: Captured = {};
    captures.add(mark);
    const callSite = (): SourceLocation | undefined => {
      // A stack costs time by its depth and is taken for every event; the author's frame is nearly always among the first few.
      for (const most of [near, frames]) {
        RealError.stackTraceLimit = most;
        captureStack(mark, callSite);
        RealError.stackTraceLimit = frames;
        for (const site of sitesIn(mark)) {
          const place = placeOfSite(site);
          if (place !== undefined) return place;
        }
      }
      return undefined;
    };
    const capturedIn = (error: object | null): object | undefined =>
      error === null || captured.has(error) ? (error ?? undefined) : capturedIn(getPrototypeOf(error));
    const stackOf = {
      get stack(): unknown {
        const error = capturedIn(this);
        if (error === undefined) return undefined;
        const text = stackText(error, sitesIn(captured.get(error)!));
        setStack(error, text);
        return text;
      },
      set stack(value: unknown) {
        setStack(this, value);
      },
    };
    const accessors = getOwnPropertyDescriptor(stackOf, 'stack')!;
    const setStack = (error: object, value: unknown): void => {
      defineProperty(error, 'stack', { value, writable: true, enumerable: false, configurable: true });
    };
    /** Runs `work`, which may call the host. Throws an error of the realm if the stack has no room for that. */
    const withRoom = (work: () => void): void => {
      try {
        work();
      } catch {
        throw new (globals.get('RangeError') as ErrorConstructor)('Maximum call stack size exceeded');
      }
    };
    /** Gives `error` a stack that is read without the host. */
    const giveStack = (error: object, beyond: unknown): void => {
      captured.set(error, newCapture(beyond));
      withRoom(() => defineProperty(error, 'stack', { ...accessors, enumerable: false }));
    };
    /** The errors that code has created; V8 created all others. */
    const made = new WeakSet<object>();
    const sealed = new WeakSet<object>();
    /** Reads the stack of an error that V8 created before the author's code can, because reading or defining it calls the host. */
    const seal = (thrown: unknown): void => {
      if ((typeof thrown !== 'object' && typeof thrown !== 'function') || thrown === null) return;
      if (sealed.has(thrown)) return;
      if (isNative(thrown))
        withRoom(() => {
          setStack(thrown, thrown.stack);
        });
      else if (!made.has(thrown)) return;
      sealed.add(thrown);
      for (const key of ['cause', 'error', 'suppressed'])
        seal((getOwnPropertyDescriptor(thrown, key) as { readonly value?: unknown } | undefined)?.value);
    };
    const errorKind = (name: string, parent: object): object => {
      const Real = globals.get(name) as { readonly length: number; readonly prototype: object };
      const Kind = function (this: unknown, ...args: readonly unknown[]): unknown {
        const target = (new.target as (() => object) | undefined) ?? Kind;
        // Not captured twice.
        (RealError as { stackTraceLimit?: unknown }).stackTraceLimit = undefined;
        let error;
        try {
          error = construct(Real as unknown as () => object, args, target) as object;
        } finally {
          RealError.stackTraceLimit = frames;
        }
        made.add(error);
        giveStack(error, Kind);
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
    put(
      BaseError,
      'captureStackTrace',
      {
        captureStackTrace: (target: object, beyond?: unknown): void => {
          giveStack(target, beyond ?? (BaseError as { captureStackTrace?: unknown }).captureStackTrace);
        },
      }.captureStackTrace,
    );
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
        seal(thrown);
        defineProperty(thrown, 'message', { value, writable: true, enumerable: false, configurable: true });
      } else seal(thrown);
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
    let limits = settings.running;
    let over = false;
    interface Overrun {
      what?: string;
      place?: SourceLocation | undefined;
    }
    let overrun: Overrun | undefined;
    const tooLong = (time: number): string => `it took longer than ${time / 1000} s`;
    const lap = (): void => {
      // To ask for the time takes as long as ten rounds: where they are quick, it is asked seldom.
      if ((laps++ & (laps < 4096 ? 15 : 1023)) === 0 && isOver()) over = true;
      if (!over && laps <= limits.rounds) return;
      overrun ??= {
        what: over
          ? `${tooLong(limits.time)} and`
          : `it ran a loop ${limits.rounds.toLocaleString('en-US')} times and`,
        place: callSite(),
      };
      throw new Endless('Scenario code timed out.');
    };

    // The gate
    /** Whether the author's code is running. */
    let isEntered = false;
    let pending: (() => void) | undefined;
    let hostsWork: (() => void) | undefined;
    const work = (): void => {
      const own = pending;
      pending = undefined;
      if (own === undefined) hostsWork?.();
      else own();
    };
    /** The reason for work that a timer stopped and that reported nothing. */
    const stoppedBy = (time: number): { what: string; place?: SourceLocation; isBetweenCalls: boolean } => {
      // Besides the code itself, the rollback of a loop that timed out may take this long, or the copying of large values.
      const isBetweenCalls = !isEntered && overrun === undefined;
      isEntered = false;
      pending = undefined;
      const what = tooLong(time);
      if (isBetweenCalls)
        return { what: `${what} to copy values that are too large, and`, isBetweenCalls: true };
      const place = placeIn(placeOfMark(at[0]!));
      return { what: `${what} and`, ...(place && { place }), isBetweenCalls: false };
    };
    const gate: RealmKit['gate'] = (timedOut) => {
      const enter = <Answer>(code: () => Answer, stage?: 'planning'): Answer => {
        if (isEntered) return code();
        const { [stage ?? 'running']: allowed } = settings;
        if (needsTimer()) return watched(() => enter(code, stage), allowed.time);
        isEntered = true;
        limits = allowed;
        laps = 0;
        over = false;
        overrun = undefined;
        at[0] = 0;
        RealError.stackTraceLimit = frames;
        begins(allowed.time);
        try {
          return code();
        } finally {
          // A loop that used up its time is an error even if its code caught that error.
          isEntered = false;
          const { what, place } = (overrun as Overrun | undefined) ?? {};
          ends(what !== undefined);
          // oxlint-disable-next-line no-unsafe-finally -- instead of what the code answered or threw
          if (what !== undefined) throw timedOut(what, place, false);
        }
      };
      const watched = <Answer>(code: () => Answer, time: number): Answer => {
        // Never inspects the thrown value: that may run scenario code.
        let end: { readonly answer: Answer } | { readonly thrown: unknown } | undefined;
        pending = () => {
          try {
            end = { answer: code() };
          } catch (thrown) {
            end = { thrown };
          }
        };
        watch(time);
        if (end === undefined) {
          const { what, place, isBetweenCalls } = stoppedBy(time);
          throw timedOut(what, place, isBetweenCalls);
        }
        if ('thrown' in end) throw end.thrown;
        return end.answer;
      };
      return enter;
    };

    // Chance and time
    const clock: RealmKit['clock'] = { now: undefined, random: () => 0 };
    const started = (what: string): number => {
      if (clock.now === undefined)
        throw new (BaseError as ErrorConstructor)(`there is no ${what} before the run starts`);
      return clock.now;
    };
    const present = (): number => Math.floor(started('time') / 1000);
    const RealDate = Date;
    const RunDate = parts.fixDates(present);
    globals.set('Date', RunDate);
    put(Math, 'random', () => {
      started('chance');
      return clock.random();
    });

    // Numbers
    /** Converts a value to a number as the language does. Big integers and symbols are refused. */
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
    /** Lets an assignment override `key` in objects that inherit it from the frozen `object`. */
    const letOverride = (object: object, key: PropertyKey): void => {
      const { value } = getOwnPropertyDescriptor(object, key) as { readonly value?: unknown };
      if (value === undefined) return;
      roots.set(`%${String(key)}%${roots.size}`, value);
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
      if (object === Array.prototype || object === Object.prototype) freezePrototype(object);
      else Object.freeze(object);
    };
    /**
     * V8 marks objects that it freezes by its short way as having fixed elements. If lists inherit from one, it discards the
     * compiled code of each `[...list, item]` and compiles it again, without end, which takes a third of a run. It takes the long
     * way for objects whose properties were just defined. But to define the constructor or the iterator of lists would end its
     * short way for `filter`, `map`, `slice` and each `...list` of the whole process, which takes half of a run.
     */
    const freezePrototype = (prototype: object): void => {
      const isOfLists = prototype === Array.prototype;
      for (const key of ownKeys(prototype)) {
        if (isOfLists && (key === 'constructor' || typeof key === 'symbol')) continue;
        const descriptor = getOwnPropertyDescriptor(prototype, key)!;
        if ('value' in descriptor) descriptor.writable = false;
        defineProperty(prototype, key, { ...descriptor, configurable: false });
      }
      // Nothing may read a property of the prototype between: V8 would take its short way again.
      (isOfLists ? freeze : preventExtensions)(prototype);
    };
    for (const object of roots.values()) freezeAll(object);
    // In newer versions of V8 all errors share the getter and setter of their stacks.
    for (const { get, set, value } of [getOwnPropertyDescriptor(new RealError(), 'stack')!, accessors])
      for (const part of [get, set, value]) freezeAll(part);
    // An object made from an object ends its slow mode.
    for (const object of done) Object.create(object as object);

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
    /** Whether `thrown` is an object. Reads its stack, because data about errors is collected when stacks are read. */
    const readsStack = (thrown: unknown): thrown is object => {
      if (typeof thrown !== 'object' || thrown === null) return false;
      try {
        void (thrown as { readonly stack?: unknown }).stack;
        return true;
      } catch {
        return false;
      }
    };
    const kit: RealmKit = {
      clock,
      gate,
      callSite,
      placeOf: (thrown) => (readsStack(thrown) ? places.get(thrown) : undefined),
      isNative,
      isOurs: (thrown) => readsStack(thrown) && ours.has(thrown),
      print: (text) => {
        print([text]);
      },
      evaluate: (module, orrery) => {
        const own = { exports: {} as unknown };
        // The bundler lets only 'orrery' through. The last parameter hides the name that the timer's script calls.
        module(own, () => orrery, lap, at, caught, undefined, ...newGlobals());
        return own.exports;
      },
      safely,
    };
    const ownGlobals = (): readonly unknown[] => {
      const values = newGlobals();
      return names.map((name, index) => (name === 'Date' ? RealDate : values[index]));
    };
    const setWork = (hosts: () => void): void => {
      hostsWork = safely(hosts);
    };
    const { stringify } = JSON;
    const stopped = (time: number): string => stringify(stoppedBy(time));
    return { kit, work, setWork, stopped, names, newGlobals, ownGlobals, clearGlobals };
  };
}

/**
 * The first script in a scenario's realm: a function of the host's functions that returns its {@link Prelude}. It is a text,
 * because everything it creates must belong to the realm.
 */
export const PRELUDE = `'use strict';
(${prelude.toString()})({
  globals: ${JSON.stringify(GLOBALS)},
  properties: ${JSON.stringify(PROPERTIES)},
  elementaryFunctions: ${elementaryFunctions.toString()},
  fixDates: ${fixDates.toString()},
  english: ${english.toString()},
})`;
