import type {
  RealmFailure,
  RunHost,
  RunFunctions,
  ScenarioRequest,
  ScenarioFunctions,
} from '../../../engine/realm/index.ts';
import { type ReadBack, ScenarioError, UnlistedError } from '../../../engine/index.ts';
import { copyFromRealm, type LogEntry, TimedOutError, type TurnJudge } from '../../../engine/model/index.ts';
import { sha256 } from '../system/index.ts';
import type { CompiledScenario } from './compile.ts';
import { engineProgram } from './engine-program.ts';
import type { ScenarioLimits } from './gate.ts';
import { createRealm, type RealmProgram, type Realm } from './realm.ts';

/** The realm of a scenario. One run at a time uses it. */
type ScenarioRealm = Realm<ScenarioFunctions>;

/**
 * A pool of realms that successive runs of the same scenarios share, as in sweeps, because creating a realm takes as long as
 * hundreds of entries. Nothing of one run remains for the next.
 */
export class RealmPool {
  readonly #idle = new WeakMap<CompiledScenario, ScenarioRealm>();
  readonly #limits: ScenarioLimits | undefined;
  readonly #program: RealmProgram | undefined;

  /** By default with the usual limits, and with the engine as the realms' program. */
  constructor(limits?: ScenarioLimits, program?: RealmProgram) {
    this.#limits = limits;
    this.#program = program;
  }

  /** A realm in its initial state. */
  take(scenario: CompiledScenario): ScenarioRealm {
    const idle = this.#idle.get(scenario);
    this.#idle.delete(scenario);
    if (idle !== undefined) return idle;
    // Read at each call: who previews edits gives a scenario other texts.
    const places = {
      ofBundle: (line: number, column: number) => scenario.places.ofBundle(line, column),
      ofMark: (mark: number) => scenario.places.ofMark(mark),
    };
    return createRealm(places, this.#program ?? engineProgram(), this.#limits);
  }

  giveBack(scenario: CompiledScenario, used: ScenarioRealm): void {
    used.reset();
    this.#idle.set(scenario, used);
  }
}

/** Any function of a table. */
type TableFunction = (...given: never[]) => unknown;

/** A run in its scenario's realm, with the functions by which the host calls it. */
export interface RealmRun {
  /**
   * Calls a function of the run. Returns a copy of its result.
   * @throws the error that the engine threw there, converted to the host's.
   */
  readonly call: <Name extends keyof RunFunctions>(
    name: Name,
    ...given: Parameters<RunFunctions[Name]>
  ) => Exclude<ReturnType<RunFunctions[Name]>, { readonly failed: true }>;
  /** Functions of the host that the run may call. */
  readonly asked: { readBack?: ReadBack; judge?: TurnJudge };
  /** Runs many calls of scenario code under one timer. */
  readonly within: <Answer>(work: () => Answer) => Answer;
  /** Lines printed by the scenario's code so far, at most a thousand. */
  readonly printed: readonly string[];
  /** Returns the realm to its pool, after the run. */
  readonly release: () => void;
}

/**
 * Plans a run of a compiled scenario, in a realm that no other run uses.
 *
 * @throws {ScenarioError} when its code throws, times out, or exports no scenario, or the plan has mistakes.
 */
export function openScenario(
  compiled: CompiledScenario,
  request: ScenarioRequest,
  realms = new RealmPool(),
): RealmRun {
  const realm = realms.take(compiled);
  const caller = new TableCaller(realm);
  const { asked } = caller;
  const release = (): void => {
    realms.giveBack(compiled, realm);
  };
  const { table } = realm;
  let run: object;
  try {
    const module = realm.module(compiled.code);
    run = caller.call(table.open, module, JSON.stringify(request), caller.host) as object;
  } catch (thrown) {
    release();
    throw thrown;
  }
  return {
    call: (name, one?: unknown, two?: unknown) =>
      copyFromRealm(caller.call(table.run[name], run, one, two)) as Exclude<
        ReturnType<RunFunctions[typeof name]>,
        { readonly failed: true }
      >,
    asked,
    within: realm.within,
    printed: realm.printed,
    release,
  };
}

/** The names of the variants of `compiled`; empty if it has none. @throws {ScenarioError} when it cannot be loaded. */
export function variantsIn(compiled: CompiledScenario): readonly string[] {
  const realm = new RealmPool().take(compiled);
  const caller = new TableCaller(realm);
  const { path } = compiled;
  try {
    return copyFromRealm(caller.call(realm.table.variants, realm.module(compiled.code))) as string[];
  } catch (thrown) {
    throw withPlace(thrown, path);
  }
}

/** `thrown` with the scenario's file as the location of problems without one. */
export function withPlace(thrown: unknown, path: string): unknown {
  const place = { file: path, line: 1, column: 1 };
  if (TimedOutError.is(thrown))
    return new ScenarioError([{ severity: 'error', message: thrown.message, place: thrown.place ?? place }]);
  if (!(thrown instanceof ScenarioError)) return thrown;
  return new ScenarioError(thrown.problems.map((problem) => ({ ...problem, place: problem.place ?? place })));
}

/** Calls functions in a realm. Errors thrown on either side are converted to errors of the other side. */
class TableCaller {
  readonly #table: ScenarioFunctions;
  readonly asked: RealmRun['asked'] = {};
  /** An error of a host function that the realm called. */
  #thrown: { readonly error: unknown } | undefined;

  constructor({ table }: ScenarioRealm) {
    this.#table = table;
  }

  call(work: TableFunction, one?: unknown, two?: unknown, three?: unknown): unknown {
    const answer = (work as (one: unknown, two: unknown, three: unknown) => unknown)(one, two, three);
    const thrown = this.#thrown;
    this.#thrown = undefined;
    if (thrown !== undefined) throw thrown.error;
    if (answer !== this.#table.failed) return answer;
    throw errorFor(copyFromRealm(this.#table.takeFailure()) as unknown as RealmFailure);
  }

  readonly host: RunHost = {
    readBack: (from, limit) => this.#kept(() => JSON.stringify(this.asked.readBack!(from, limit))),
    judgeTurn: (log) =>
      this.#kept(() => {
        const { isRejected, results } = this.asked.judge!(JSON.parse(log) as LogEntry[]);
        return JSON.stringify({ isRejected, results: [...results] });
      }),
    hash: (text) => {
      const hash = sha256();
      hash.add(text);
      return hash.end();
    },
  };

  /** The result of `work`. An error is thrown when the realm has returned. */
  #kept(work: () => string): string | undefined {
    try {
      return work();
    } catch (error) {
      this.#thrown ??= { error };
      return undefined;
    }
  }
}

function errorFor(failure: RealmFailure): Error {
  switch (failure.kind) {
    case 'scenario':
      return new ScenarioError(failure.problems);
    case 'unlisted':
      return new UnlistedError(failure.servers);
    case 'timed-out':
      return new TimedOutError(failure.what, failure.place, failure.isBetweenCalls);
    case 'error':
      return Object.assign(new Error(failure.message), { name: failure.type });
  }
}
