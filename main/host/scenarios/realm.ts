import { join } from 'node:path';
import { formatWithOptions } from 'node:util';
import vm from 'node:vm';
import { type SourceLocation, TIMED_OUT } from '../../../engine/model/index.ts';
import { CACHE, sha256Of } from '../system/index.ts';
import { AT_NAME, CAUGHT_NAME, ENTER_NAME, LAP_NAME } from './author-code.ts';
import { limitsNow, ScenarioGate, type ScenarioLimits } from './gate.ts';
import { KeptScript } from './kept-script.ts';
import {
  type Module,
  PRELUDE,
  type Prelude,
  type PreludeHost,
  type PreludeSettings,
} from './realm-prelude.ts';
import type { SourcePositions } from './source-positions.ts';

/** The maximum number of stack frames to search: enough to see past the engine's own. */
const MAX_FRAMES = 30;
const NEAR_FRAMES = 4;

/** The file names of the author's script and of Orrery's program in stacks. */
const SCRIPT = 'orrery:scenario';
const PROGRAM = 'orrery:program';

const MAX_LINES = 1_000;
const MAX_LINE_LENGTH = 2_000; // characters

/**
 * The global scope that scenario code runs in: the language without any access to the machine, and a program of ours that is
 * loaded there. The author's code can reach nothing of the host's: the program's functions, called with numbers and texts, are
 * the only way in, and the functions that the host gives the realm are known to our own code there only.
 */
export interface Realm<Table> {
  /** The functions that the realm's program returned. They take and return numbers and texts. */
  readonly table: Table;
  /** Runs many calls under one timer; see {@link ScenarioGate.within}. */
  readonly within: ScenarioGate['within'];
  /** Creates the script of a module from `code`. */
  readonly module: (code: string) => Module;
  /** Creates a function in the realm that returns the value of `expression`, which has access to the language only. */
  readonly valueOf: (expression: string) => unknown;
  /** The first thousand printed lines. */
  readonly printed: readonly string[];
  /** Prepares the realm for another run, which finds nothing of this one: the language is frozen, and the global object is new. */
  readonly reset: () => void;
}

/** Maps positions in the script to locations in the author's files. */
type Places = Pick<SourcePositions, 'ofBundle' | 'ofMark'>;

/** The script of a realm's program: its function `program` takes the realm's kit and returns the table of functions. */
export type RealmProgram = string;

/** Creates a realm, a JavaScript world apart from Orrery's own, that runs `program`. Errors in it are located by `places`. */
export function createRealm<Table>(
  places: Places,
  program: RealmProgram,
  limits: ScenarioLimits = limitsNow(),
): Realm<Table> {
  let printed: string[] = [];
  // Without a prototype: everything the context's global inherits could be reached from inside.
  const context = vm.createContext(Object.create(null) as object, {
    codeGeneration: { strings: false, wasm: false },
  });
  const gate = new ScenarioGate(context, limits.running.time);
  const install = keptScript(PRELUDE).runInContext(context) as (
    host: PreludeHost,
    settings: PreludeSettings,
  ) => Prelude;
  const prelude = install(
    {
      ...gate.host,
      print(values) {
        // Else their own functions would print them, and get functions of ours.
        const text = formatWithOptions({ customInspect: false }, ...values);
        // Node finds no class for plain objects, because their constructor is a getter: see `letOverride`.
        const line = text.replaceAll('Object <[Object: null prototype] {}> {', '{');
        if (printed.length < MAX_LINES) printed.push(line.slice(0, MAX_LINE_LENGTH));
      },
      placeAt: (line, column) => placeText(places.ofBundle(line, column)),
      placeOfMark: (mark) => placeText(places.ofMark(mark)),
    },
    {
      ...limits,
      frames: MAX_FRAMES,
      near: NEAR_FRAMES,
      script: SCRIPT,
      program: PROGRAM,
      endless: TIMED_OUT,
    },
  );
  gate.attach(prelude);
  const { kit, names, newGlobals, ownGlobals, clearGlobals } = prelude;
  const begin = programScript(program, names).runInContext(context) as (
    ...globals: readonly unknown[]
  ) => (given: Prelude['kit']) => Table;

  // Kept for other runs. Each call of the module has its own variables, but V8 keeps what it learned about the code.
  let module: { readonly code: string; readonly run: Module } | undefined;

  return {
    table: begin(...ownGlobals())(kit),
    within: (work) => gate.within(work),
    module(code) {
      if (module?.code !== code)
        module = { code, run: moduleScript(code, names).runInContext(context) as Module };
      return module.run;
    },
    valueOf: (expression) => {
      const options = { parsingContext: context, filename: SCRIPT, lineOffset: -1 };
      const compiled = vm.compileFunction(`'use strict';return (${expression}\n)`, [...names], options) as (
        ...values: readonly unknown[]
      ) => unknown;
      return compiled(...newGlobals());
    },
    get printed() {
      return printed;
    },
    reset: () => {
      printed = [];
      clearGlobals();
    },
  };
}

const placeText = (place: SourceLocation | undefined): string =>
  place === undefined ? '' : JSON.stringify(place);

const kept = new Map<string, KeptScript>();

/**
 * A script of Orrery. Compiling them takes a third of the time until the first event of a process, so V8's code is stored when
 * the first realm has planned a run.
 */
function keptScript(text: string, options: vm.ScriptOptions = {}): vm.Script {
  let known = kept.get(text);
  if (known === undefined) {
    known = new KeptScript(text, join(CACHE, 'realms'), sha256Of(text), options);
    kept.set(text, known);
    if (!known.isKept) setImmediate(() => void known?.keep());
  }
  return known.script;
}

/** The maximum number of scripts in memory. Dropped ones are compiled again. */
const MAX_SCRIPTS = 32;

const scripts = new Map<string, vm.Script>();

/** A compiled script, by its text. */
function script(text: string): vm.Script {
  const compiled = scripts.get(text) ?? new vm.Script(text, { filename: SCRIPT, lineOffset: -1 });
  scripts.delete(text);
  scripts.set(text, compiled);
  const [oldest] = scripts.keys();
  if (scripts.size > MAX_SCRIPTS && oldest !== undefined) scripts.delete(oldest);
  return compiled;
}

/**
 * `code` as a function of the module's parameters and the language's `names`. As parameters they are found ten times as fast as
 * through the context's global.
 */
const moduleScript = (code: string, names: readonly string[]): vm.Script =>
  script(
    `(function (${['module', 'require', LAP_NAME, AT_NAME, CAUGHT_NAME, ENTER_NAME, ...names].join()}) {'use strict';{\n${code}\n}})`,
  );

/** The script of `program` as a function of the language's `names` that returns the program. */
const programScript = (program: RealmProgram, names: readonly string[]): vm.Script =>
  keptScript(`(function (${names.join()}) {'use strict';\n${program}\nreturn program;})`, {
    filename: PROGRAM,
    lineOffset: -1,
  });
