import { format } from 'node:util';
import vm from 'node:vm';
import { formatLocation, type SimTime, type SourceLocation, TIMED_OUT } from '../../../engine/model/index.ts';
import { LAP } from './author-code.ts';
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
  /** Gives loops their whole budget again. */
  readonly enter: () => void;
  /** The innermost place of the author's code that is running now. */
  readonly callSite: () => SourceLocation | undefined;
  /** Where the author's code was when `thrown` was made, be it by that code or by what it called. */
  readonly placeOf: (thrown: unknown) => SourceLocation | undefined;
  /** What the author's code printed: the first thousand lines. */
  readonly printed: readonly string[];
}

/** The way from the script back to what its author wrote. */
type Places = Pick<SourcePositions, 'ofBundle'>;

interface Prelude {
  readonly lap: () => void;
  readonly begin: () => void;
  readonly callers: (most: number) => readonly NodeJS.CallSite[];
}

/** What the loops of a scenario may take per entry into its code. */
export interface LoopBudget {
  /** How often they may go round. */
  readonly laps: number;
  /** Milliseconds. Less than the watchdog's limit, which cannot tell where it tore code down. */
  readonly time: number;
}

/** Makes a realm for a script whose places are `places`, and ends its loops when they have used up `patience`. */
export function createRealm(places: Places, clock: RunClock, { laps, time }: LoopBudget): Realm {
  const printed: string[] = [];
  const thrownAt = new WeakMap<object, SourceLocation>();
  // Without a prototype, for everything the context's global inherits could be reached from inside.
  const context = vm.createContext(Object.create(null) as object, {
    codeGeneration: { strings: false, wasm: false },
  });
  const install = vm.runInContext(PRELUDE, context) as (host: object) => Prelude;

  const placeOf = (site: NodeJS.CallSite): SourceLocation | undefined =>
    site.getFileName() === SCRIPT
      ? places.ofBundle(site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0)
      : undefined;

  const { lap, begin, callers } = install({
    budget: laps,
    overrun: `a loop ran ${laps.toLocaleString('en-US')} times without end, wanted one that ends`,
    endless: TIMED_OUT,
    patience: patienceOf(time),
    overtime: `a loop ran for ${(time / 1000).toLocaleString('en-US')} seconds without end, wanted one that ends`,
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

  return {
    context,
    printed,
    enter: begin,
    evaluate(code, orrery) {
      // As parameters, the language's own names are found ten times as fast as through the context's global.
      const language = languageNames(context);
      const module = { exports: {} as unknown };
      const run = vm.compileFunction(
        `'use strict';{\n${code}\n}`,
        ['module', 'require', LAP, ...Object.keys(language)],
        {
          parsingContext: context,
          filename: SCRIPT,
          lineOffset: -1,
        },
      ) as (...values: unknown[]) => void;
      // The bundler let nothing but 'orrery' through.
      run(module, () => orrery, lap, ...Object.values(language));
      return module.exports;
    },
    callSite() {
      // A stack costs what it is deep, and is taken for every event: the author is hardly ever further away than this.
      for (const most of [NEAR, FRAMES])
        for (const site of callers(most)) {
          const place = placeOf(site);
          if (place !== undefined) return place;
        }
      return undefined;
    },
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

function languageNames(context: vm.Context): Readonly<Record<string, unknown>> {
  const all = vm.runInContext(
    'Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, globalThis[name]]))',
    context,
  ) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => /^[A-Z][a-zA-Z\d]*$/.test(name)));
}

const frame = (name: string | null, place: SourceLocation): string =>
  name === null || name === ''
    ? `    at ${formatLocation(place)}`
    : `    at ${name} (${formatLocation(place)})`;

/**
 * Runs out after `time` milliseconds, which must be the program's own too: on a machine that is busy with others, code that
 * is slow has not done much yet.
 */
function patienceOf(time: number): { begin(): void; isOver(): boolean } {
  let since = 0;
  let used = process.cpuUsage();
  return {
    begin: () => {
      since = performance.now();
      used = process.cpuUsage();
    },
    isOver: () => {
      if (performance.now() - since <= time) return false;
      const { user, system } = process.cpuUsage(used);
      return user + system > time * 1_000;
    },
  };
}
