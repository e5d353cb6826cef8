import { format } from 'node:util';
import vm from 'node:vm';
import { formatLocation, type SimTime, type SourceLocation, TIMED_OUT } from '../../../engine/model/index.ts';
import { AT, LAP } from './author-code.ts';
import { PRELUDE } from './realm-prelude.ts';
import type { SourcePositions } from './source-positions.ts';

/** How many frames of a stack are looked at: enough to see past the engine's own. */
const FRAMES = 30;
const NEAR = 6;

/** What the script goes by in stacks. */
const SCRIPT = 'orrery:scenario';
const FRAME_OF_SCRIPT = new RegExp(`${SCRIPT}:(\\d+):(\\d+)`, 'g');

const MOST_LINES = 1_000;
const LONGEST_LINE = 2_000; // characters

/** The only time and chance that a scenario's code can ask. */
export interface RunClock {
  /** Nothing before the run starts; asking for time or chance then is an error. */
  now: SimTime | undefined;
  random: () => number;
}

/**
 * The world a scenario's code runs in: the language, and nothing of the machine by name. It guards against accidents; code
 * that means harm can get out of it, which is why the window runs none but of trusted folders.
 */
export interface Realm {
  readonly context: vm.Context;
  /** Runs `code` as a module and answers what it exports; whatever it requires is `orrery`. */
  readonly evaluate: (code: string, orrery: object) => unknown;
  /** What `expression` comes to, which sees the language and nothing else. */
  readonly valueOf: (expression: string) => unknown;
  /** Gives loops their whole budget again: so many milliseconds of processor time, and so many rounds. */
  readonly begin: (time: number, rounds: number) => void;
  /** What a loop did to use it up and where, if one did. */
  readonly overrun: () => Overrun | undefined;
  /** The statement that ran last since then. */
  readonly lastPlace: () => SourceLocation | undefined;
  /** The innermost place of the author's code that is running now. */
  readonly callSite: () => SourceLocation | undefined;
  /** Where the author's code was when `thrown` was made, be it by that code or by what it called. */
  readonly placeOf: (thrown: unknown) => SourceLocation | undefined;
  /** What the author's code printed: the first thousand lines. */
  readonly printed: readonly string[];
}

export interface Overrun {
  readonly what: string;
  readonly place: SourceLocation | undefined;
}

/** The way from the script back to what its author wrote. */
type Places = Pick<SourcePositions, 'ofBundle' | 'ofMark'>;

interface Prelude {
  readonly lap: () => void;
  readonly at: Int32Array;
  readonly begin: (rounds: number) => void;
  readonly callers: (most: number) => readonly NodeJS.CallSite[];
}

/** Makes a realm for a script whose places are `places`. */
export function createRealm(places: Places, clock: RunClock): Realm {
  const printed: string[] = [];
  const patience = processorPatience();
  let overrun: Overrun | undefined;
  let mostRounds = Infinity;
  const thrownAt = new WeakMap<object, SourceLocation>();
  // Without a prototype, for everything the context's global inherits could be reached from inside.
  const context = vm.createContext(Object.create(null) as object, {
    codeGeneration: { strings: false, wasm: false },
  });
  const install = PRELUDE_SCRIPT.runInContext(context) as (host: object) => Prelude;

  const placeOf = (site: NodeJS.CallSite): SourceLocation | undefined =>
    site.getFileName() === SCRIPT
      ? places.ofBundle(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0)
      : undefined;

  const { lap, at, begin, callers } = install({
    endless: TIMED_OUT,
    isOver: () => patience.isOver(),
    overran: (isByLaps: boolean) => {
      const what = isByLaps
        ? `it ran a loop ${mostRounds.toLocaleString('en-US')} times and`
        : `it took longer than ${patience.limit / 1000} s and`;
      overrun ??= { what, place: callSite() };
    },
    frames: FRAMES,
    now: () => (clock.now === undefined ? undefined : Math.floor(clock.now / 1000)),
    random: () => (clock.now === undefined ? undefined : clock.random()),
    print(values: readonly unknown[]) {
      if (printed.length < MOST_LINES) printed.push(format(...values).slice(0, LONGEST_LINE));
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

  function callSite(): SourceLocation | undefined {
    // A stack costs what it is deep, and is taken for every event: the author is hardly ever further away than this.
    for (const most of [NEAR, FRAMES])
      for (const site of callers(most)) {
        const place = placeOf(site);
        if (place !== undefined) return place;
      }
    return undefined;
  }

  return {
    context,
    printed,
    begin: (time, rounds) => {
      overrun = undefined;
      mostRounds = rounds;
      patience.begin(time);
      at[0] = 0;
      begin(rounds);
    },
    overrun: () => overrun,
    lastPlace: () => places.ofMark(at[0]!),
    evaluate(code, orrery) {
      const module = { exports: {} as unknown };
      const names = languageNames(context);
      const run = moduleScript(code, Object.keys(names)).runInContext(context) as (
        ...given: unknown[]
      ) => void;
      // The bundler let nothing but 'orrery' through.
      run(module, () => orrery, lap, at, ...Object.values(names));
      return module.exports;
    },
    valueOf: (expression) => {
      const names = languageNames(context);
      const options = { parsingContext: context, filename: SCRIPT, lineOffset: -1 };
      const compiled = vm.compileFunction(
        `'use strict';return (${expression}\n)`,
        Object.keys(names),
        options,
      ) as (...values: unknown[]) => unknown;
      return compiled(...Object.values(names));
    },
    callSite,
    placeOf(thrown) {
      if (typeof thrown !== 'object' || thrown === null) return undefined;
      // Reading the stack is what has it made.
      const stack = stackIn(thrown);
      return thrownAt.get(thrown) ?? placeInHostStack(stack, places);
    },
  };
}

/** What the author's code throws may itself throw when it is looked at. */
function stackIn(thrown: object): string {
  try {
    return 'stack' in thrown ? String(thrown.stack) : '';
  } catch {
    return '';
  }
}

/** The engine's own errors carry frames of the script as it runs. */
function placeInHostStack(stack: string, places: Places): SourceLocation | undefined {
  for (const [, line, column] of stack.matchAll(FRAME_OF_SCRIPT)) {
    const place = places.ofBundle(Number(line), Number(column));
    if (place !== undefined) return place;
  }
  return undefined;
}

/** `RangeError: …`. What the author's code throws may itself throw when asked for words. */
export function thrownText(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'Error';
  }
}

// Compiled once and not for each realm: a sweep makes thousands.
const PRELUDE_SCRIPT = new vm.Script(PRELUDE);
const LANGUAGE_SCRIPT = new vm.Script(`
  Object.fromEntries(
    Object.getOwnPropertyNames(globalThis)
      .filter((name) => /^[A-Z][a-zA-Z\\d]*$/.test(name))
      .map((name) => [name, globalThis[name]]),
  )`);

/** The language's own names. Code that gets them as parameters finds them ten times as fast as through the context's global. */
const languageNames = (context: vm.Context): Readonly<Record<string, unknown>> =>
  LANGUAGE_SCRIPT.runInContext(context) as Readonly<Record<string, unknown>>;

/** Scripts that were run last; what is dropped is compiled again. */
const MOST_SCRIPTS = 32;

const scripts = new Map<string, vm.Script>();

/** `code` as a function of what a module is given and of the language's `names`. */
function moduleScript(code: string, names: readonly string[]): vm.Script {
  const parameters = ['module', 'require', LAP, AT, ...names].join();
  const script =
    scripts.get(code) ??
    new vm.Script(`(function (${parameters}) {'use strict';{\n${code}\n}})`, {
      filename: SCRIPT,
      lineOffset: -1,
    });
  scripts.delete(code);
  scripts.set(code, script);
  const [oldest] = scripts.keys();
  if (scripts.size > MOST_SCRIPTS && oldest !== undefined) scripts.delete(oldest);
  return script;
}

const frame = (name: string | null, place: SourceLocation): string =>
  name === null || name === ''
    ? `    at ${formatLocation(place)}`
    : `    at ${name} (${formatLocation(place)})`;

/** Runs out after so many milliseconds of processor time: where others are busy, too, slow code has not done much yet. */
function processorPatience(): { readonly limit: number; begin(limit: number): void; isOver(): boolean } {
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
      // It starts with the first loop: most calls have none.
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
