import { formatWithOptions } from 'node:util';
import vm from 'node:vm';
import { formatLocation, type SimTime, type SourceLocation, TIMED_OUT } from '../../../engine/model/index.ts';
import { AT, CAUGHT, LAP } from './author-code.ts';
import { PRELUDE, type Prelude, type PreludeHost } from './realm-prelude.ts';
import type { SourcePositions } from './source-positions.ts';

/** The most stack frames to search: enough to see past the engine's own. */
const FRAMES = 30;
const NEAR = 4;

/** File name of the script in stacks. */
const SCRIPT = 'orrery:scenario';
const FRAME_OF_SCRIPT = new RegExp(`${SCRIPT}:(\\d+):(\\d+)`, 'g');

const MAX_LINES = 1_000;
const MAX_LINE_LENGTH = 2_000; // characters

/** The only time and random numbers that scenario code can read. */
export interface RunClock {
  /** `undefined` before the run starts; reading the time or a random number then is an error. */
  now: SimTime | undefined;
  random: () => number;
}

/**
 * The global scope that scenario code runs in: the language without any access to the machine. It protects against accidents,
 * not attacks: malicious code can break out, so the window runs code of trusted folders only.
 */
export interface Realm {
  readonly context: vm.Context;
  /** Runs `code` as a module and returns its exports; every `require` returns `orrery`. */
  readonly evaluate: (code: string, orrery: object) => unknown;
  /** The value of `expression`, which has access to the language only. */
  readonly valueOf: (expression: string) => unknown;
  /** Resets the loops' budget: milliseconds of processor time, and rounds. */
  readonly begin: (time: number, rounds: number) => void;
  /** The loop that exceeded the budget, and how, if one did. */
  readonly overrun: () => Overrun | undefined;
  /** The statement that ran last since `begin`. */
  readonly lastPlace: () => SourceLocation | undefined;
  /** The innermost position of the author's code that is running now. */
  readonly callSite: () => SourceLocation | undefined;
  /** The author's position when `thrown` was created, by their code or by code it called. */
  readonly placeOf: (thrown: unknown) => SourceLocation | undefined;
  /** Whether V8 itself threw `thrown` in the realm. Reading `thrown` may run the author's code. */
  readonly isNative: (thrown: unknown) => boolean;
  /** Prints a line as the author's code does. */
  readonly print: (text: string) => void;
  /** The first thousand lines that were printed. */
  readonly printed: readonly string[];
  /** Prepares it for another run, which finds nothing of this one: the language is frozen, and its global object is new. */
  readonly reset: () => void;
}

export interface Overrun {
  readonly what: string;
  readonly place: SourceLocation | undefined;
}

/** Maps positions in the script to positions in the author's files. */
type Places = Pick<SourcePositions, 'ofBundle' | 'ofMark'>;

type Module = (...given: readonly unknown[]) => void;

/** Creates a realm for a script with the source positions `places`. */
export function createRealm(places: Places, clock: RunClock): Realm {
  let printed: string[] = [];
  const budget = processorBudget();
  let overrun: Overrun | undefined;
  let mostRounds = Infinity;
  const thrownAt = new WeakMap<object, SourceLocation>();
  // Without a prototype: everything the context's global inherits could be reached from inside.
  const context = vm.createContext(Object.create(null) as object, {
    codeGeneration: { strings: false, wasm: false },
  });
  const install = PRELUDE_SCRIPT.runInContext(context) as (host: PreludeHost) => Prelude;

  const placeOf = (site: NodeJS.CallSite): SourceLocation | undefined =>
    site.getFileName() === SCRIPT
      ? places.ofBundle(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0)
      : undefined;

  const { lap, at, begin, callers, caught, isNative, names, newGlobals, clearGlobals } = install({
    endless: TIMED_OUT,
    isOver: () => budget.isOver(),
    overran: (isByLaps: boolean) => {
      const what = isByLaps
        ? `it ran a loop ${mostRounds.toLocaleString('en-US')} times and`
        : `it took longer than ${budget.limit / 1000} s and`;
      overrun ??= { what, place: callSite() };
    },
    frames: FRAMES,
    now: () => (clock.now === undefined ? undefined : Math.floor(clock.now / 1000)),
    random: () => (clock.now === undefined ? undefined : clock.random()),
    print(values: readonly unknown[]) {
      // Else their own functions would print them, and get functions of ours.
      const text = formatWithOptions({ customInspect: false }, ...values);
      // Node finds no class for plain objects, because their constructor is a getter: see `letOverride`.
      print(text.replaceAll('Object <[Object: null prototype] {}> {', '{'));
    },
    stackOf(error: object, sites: readonly NodeJS.CallSite[]) {
      const frames = sites.flatMap((site) => {
        const place = placeOf(site);
        if (place === undefined) return [];
        if (!thrownAt.has(error)) thrownAt.set(error, place);
        return [frame(site.getFunctionName(), place)];
      });
      return [thrownText(error), ...frames].join('\n');
    },
  });

  function print(text: string): void {
    if (printed.length < MAX_LINES) printed.push(text.slice(0, MAX_LINE_LENGTH));
  }

  function callSite(): SourceLocation | undefined {
    // A stack costs time by its depth and is taken for every event; the author's frame is nearly always among the first few.
    for (const most of [NEAR, FRAMES])
      for (const site of callers(most)) {
        const place = placeOf(site);
        if (place !== undefined) return place;
      }
    return undefined;
  }

  // Kept for other runs. Each call of the module has its own variables, but V8 keeps what it learned about the code.
  let module: { readonly code: string; readonly run: Module } | undefined;

  return {
    context,
    print,
    get printed() {
      return printed;
    },
    reset: () => {
      printed = [];
      clearGlobals();
    },
    begin: (time, rounds) => {
      overrun = undefined;
      mostRounds = rounds;
      budget.begin(time);
      at[0] = 0;
      begin(rounds);
    },
    overrun: () => overrun,
    lastPlace: () => places.ofMark(at[0]!),
    evaluate(code, orrery) {
      if (module?.code !== code)
        module = { code, run: moduleScript(code, names).runInContext(context) as Module };
      const { run } = module;
      const own = { exports: {} as unknown };
      // The bundler lets only 'orrery' through.
      run(own, () => orrery, lap, at, caught, ...newGlobals());
      return own.exports;
    },
    valueOf: (expression) => {
      const options = { parsingContext: context, filename: SCRIPT, lineOffset: -1 };
      const compiled = vm.compileFunction(`'use strict';return (${expression}\n)`, [...names], options) as (
        ...values: readonly unknown[]
      ) => unknown;
      return compiled(...newGlobals());
    },
    callSite,
    // Errors of ours have other prototypes.
    isNative: (thrown) => isNative(thrown) && !(thrown instanceof Error),
    placeOf(thrown) {
      if (typeof thrown !== 'object' || thrown === null) return undefined;
      // The stack is created when it is read, which fills `thrownAt`.
      const stack = stackIn(thrown);
      return thrownAt.get(thrown) ?? placeInHostStack(stack, places);
    },
  };
}

/** The stack of a value thrown by the author's code; reading it may itself throw. */
function stackIn(thrown: object): string {
  try {
    return 'stack' in thrown ? String(thrown.stack) : '';
  } catch {
    return '';
  }
}

/** The place from a stack of the engine's own errors, whose frames of the script are not mapped yet. */
function placeInHostStack(stack: string, places: Places): SourceLocation | undefined {
  for (const [, line, column] of stack.matchAll(FRAME_OF_SCRIPT)) {
    const place = places.ofBundle(Number(line), Number(column));
    if (place !== undefined) return place;
  }
  return undefined;
}

/** `RangeError: …`. Converting a value thrown by the author's code to a text may itself throw. */
export function thrownText(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'Error';
  }
}

/**
 * Scenario code gets objects and functions of ours. Through them it could change what all our code has in common, such as
 * `state.list.constructor.prototype.push`, and reach the process: `seconds.constructor('return process')()`.
 */
function protectLanguage(): void {
  const refuse = (): never => {
    throw new EvalError('Code cannot be made from a text.');
  };
  for (const kind of [
    () => 0,
    function* () {},
    async () => await Promise.resolve(0),
    async function* () {},
  ]) {
    const prototype = Object.getPrototypeOf(kind) as { readonly constructor: object };
    const value = new Proxy(prototype.constructor, { apply: refuse, construct: refuse });
    Object.defineProperty(prototype, 'constructor', { value });
  }
  // Libraries assign functions their own toString.
  fixMethods(Function.prototype, ['toString']);
  const iterator = Object.getPrototypeOf([].values()) as object;
  for (const one of [Object, Function, Array, Function.prototype, iterator]) Object.freeze(one);
  freezeLists();
  Object.freeze(Object.getPrototypeOf(iterator));
  for (const { prototype } of [Object, ...ERRORS]) fixMethods(prototype);
  // Node calls it for the stack of every error.
  if (!Object.hasOwn(Error, 'prepareStackTrace'))
    Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set() {} });
  Object.defineProperty(Error, 'captureStackTrace', { writable: false });
  // `Error.stackTraceLimit` can still be set.
  for (const one of ERRORS) Object.seal(one);
  const done = new Set<unknown>(ERRORS);
  const sealed = new Set<unknown>([Object, ...ERRORS].map(({ prototype }) => prototype));
  const freezeAll = (object: unknown): void => {
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function') return;
    if (done.has(object)) return;
    done.add(object);
    // The classes of libraries begin with `prototype.constructor = …`, which a frozen prototype above would refuse.
    if (!sealed.has(object)) Object.freeze(object);
    for (const key of Reflect.ownKeys(object)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(object, key)!;
      freezeAll(descriptor.value);
      freezeAll(descriptor.get);
      freezeAll(descriptor.set);
    }
    freezeAll(Object.getPrototypeOf(object));
  };
  // In newer versions of V8 all errors share the getter and setter of their stacks.
  for (const part of Object.values(Object.getOwnPropertyDescriptor(new Error(), 'stack') ?? {}))
    freezeAll(part);
  for (const { prototype } of ERRORS) freezeAll(prototype);
  for (const one of [
    Object,
    Array,
    String,
    Number,
    Boolean,
    Symbol,
    BigInt,
    ''[Symbol.iterator](),
    ''.matchAll(/a/g),
  ])
    freezeAll(one);
}

/**
 * Freezes the prototype of lists so that lists stay fast. V8 marks a prototype that it freezes by its short way as one with fixed
 * elements: then it discards the compiled code of each `[...list, item]` and compiles it again, without end, which takes a third
 * of a run. If one property differs, V8 takes the long way, without the mark; a list made from the prototype ends its slow mode.
 */
function freezeLists(): void {
  Object.defineProperty(Array.prototype, 'at', { writable: false });
  Object.freeze(Array.prototype);
  Object.create(Array.prototype);
}

/** The errors that our code or the language throws where scenario code can catch them. */
const ERRORS = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError];

/**
 * Makes methods of `prototype` unchangeable. Unlike in front of a frozen object, an object that inherits them may still
 * be given its own by an assignment.
 */
function fixMethods(prototype: object, keys = Object.getOwnPropertyNames(prototype)): void {
  for (const key of keys) {
    const { value, writable } = Object.getOwnPropertyDescriptor(
      prototype,
      key,
    ) as TypedPropertyDescriptor<unknown>;
    // Node prints the class of an object by the value of its constructor.
    if (writable !== true || key === 'constructor') continue;
    Object.defineProperty(prototype, key, {
      get: () => value,
      set(this: object, given: unknown) {
        if (this === prototype) throw new TypeError(`Cannot assign to read only property '${key}'`);
        Object.defineProperty(this, key, {
          value: given,
          writable: true,
          enumerable: true,
          configurable: true,
        });
      },
      configurable: false,
    });
  }
  Object.seal(prototype);
}

protectLanguage();

// Compiled once instead of once per realm: a sweep makes thousands of realms.
const PRELUDE_SCRIPT = new vm.Script(PRELUDE);

/** Least recently used scripts are dropped and compiled again. */
const MAX_SCRIPTS = 32;

const scripts = new Map<string, vm.Script>();

/**
 * `code` as a function of the module's parameters and the language's `names`. As parameters they are found ten times as fast as
 * through the context's global.
 */
function moduleScript(code: string, names: readonly string[]): vm.Script {
  const parameters = ['module', 'require', LAP, AT, CAUGHT, ...names].join();
  const script =
    scripts.get(code) ??
    new vm.Script(`(function (${parameters}) {'use strict';{\n${code}\n}})`, {
      filename: SCRIPT,
      lineOffset: -1,
    });
  scripts.delete(code);
  scripts.set(code, script);
  const [oldest] = scripts.keys();
  if (scripts.size > MAX_SCRIPTS && oldest !== undefined) scripts.delete(oldest);
  return script;
}

const frame = (name: string | null, place: SourceLocation): string =>
  name === null || name === ''
    ? `    at ${formatLocation(place)}`
    : `    at ${name} (${formatLocation(place)})`;

/** A limit on processor time instead of real time, because on a busy machine slow code has not done much yet. */
function processorBudget(): { readonly limit: number; begin(limit: number): void; isOver(): boolean } {
  let limit = Infinity;
  let since: number | undefined;
  let used: NodeJS.CpuUsage | undefined;
  return {
    get limit() {
      return limit;
    },
    begin: (milliseconds) => {
      limit = milliseconds;
      since = undefined;
    },
    isOver: () => {
      // Starts with the first loop, because most calls have none.
      if (since === undefined) {
        since = performance.now();
        used = process.cpuUsage();
      }
      if (performance.now() - since <= limit) return false;
      const { user, system } = process.cpuUsage(used);
      return user + system > limit * 1_000;
    },
  };
}
