import { types } from 'node:util';
import { isScenario, ScenarioError, variantsOf } from '../../../engine/index.ts';
import {
  freezeShared,
  type ScenarioHost,
  type SourceLocation,
  TimedOutError,
} from '../../../engine/model/index.ts';
import * as orrery from '../../../engine/scenario/orrery.ts';
import { type CompiledScenario } from './compile.ts';
import { ScenarioGate, type ScenarioLimits } from './gate.ts';
import { createRealm, thrownText, type Realm, type RunClock } from './realm.ts';

// All scenarios of this process get the same.
for (const given of Object.values(orrery)) freezeShared(given);

/** A scenario that can be planned and run once. */
export interface LoadedScenario<Scenario> {
  readonly scenario: Scenario;
  /** The engine's access to scenario code: how to enter it, its clock, the calling line, the place of an error. */
  readonly host: ScenarioHost;
  /** Runs many calls of scenario code under one timer; see {@link ScenarioGate.within}. */
  readonly within: <Answer>(work: () => Answer) => Answer;
  /** Lines printed by the scenario's code so far, at most a thousand. */
  readonly printed: readonly string[];
  /** Gives its realm back to the pool it came from, after the run. */
  readonly release: () => void;
}

/** A realm with its gate and clock. One run at a time uses it. */
interface RunRealm {
  readonly clock: RunClock;
  readonly realm: Realm;
  readonly gate: ScenarioGate;
}

/**
 * Realms that run after run of the same scenarios can use, as sweeps do: to create a realm takes as long as hundreds
 * of entries. Nothing of one run is left for the next.
 */
export class RealmPool {
  readonly #idle = new WeakMap<CompiledScenario, RunRealm>();
  readonly #limits: ScenarioLimits | undefined;

  constructor(limits?: ScenarioLimits) {
    this.#limits = limits;
  }

  /** A realm that is as new. */
  take(scenario: CompiledScenario): RunRealm {
    const idle = this.#idle.get(scenario);
    this.#idle.delete(scenario);
    return idle ?? runRealm(scenario, this.#limits);
  }

  giveBack(scenario: CompiledScenario, used: RunRealm): void {
    used.clock.now = undefined;
    used.realm.reset();
    this.#idle.set(scenario, used);
  }
}

function runRealm({ places }: CompiledScenario, limits: ScenarioLimits | undefined): RunRealm {
  const clock: RunClock = { now: undefined, random: () => 0 };
  const realm = createRealm(places, clock);
  return { clock, realm, gate: new ScenarioGate(realm, limits) };
}

/** What a scenario's module may require, and the test for its export. */
export interface LoadOptions<Scenario> {
  /** The module that authors import as 'orrery'. */
  readonly orrery: object;
  readonly isScenario: (value: unknown) => value is Scenario;
  readonly limits?: ScenarioLimits;
  /** Where it takes its realm from; without it, it makes one. */
  readonly realms?: RealmPool | undefined;
}

/**
 * Evaluates a compiled scenario in a realm that no other run uses.
 *
 * @throws {ScenarioError} when its code throws, times out, or exports no scenario.
 */
export function loadScenario<Scenario>(
  compiled: CompiledScenario,
  { orrery, isScenario, limits, realms }: LoadOptions<Scenario>,
): LoadedScenario<Scenario> {
  const { path, code } = compiled;
  const used = realms?.take(compiled) ?? runRealm(compiled, limits);
  const { clock, realm, gate } = used;
  const { enter } = gate;
  const host = {
    enter,
    clock,
    callSite: realm.callSite,
    note: realm.print,
    isNative: realm.isNative,
    placeOf: (thrown: unknown) => placeIn(gate, realm, thrown),
  };

  const exported = evaluated(() => enter(() => defaultOf(realm.evaluate(code, orrery)), 'planning'), host);
  if (!isScenario(exported)) {
    const found =
      exported === undefined
        ? 'no default export'
        : `a default export that is ${enter(() => kindOf(exported))}`;
    throw scenarioError(`${found}: a scenario file says export default scenario({…})`, {
      file: path,
      line: 1,
      column: 1,
    });
  }
  return {
    scenario: exported,
    host,
    within: (work) => gate.within(work),
    printed: realm.printed,
    release: () => realms?.giveBack(compiled, used),
  };
}

function evaluated(evaluate: () => unknown, host: ScenarioHost): unknown {
  try {
    return evaluate();
  } catch (thrown) {
    if (TimedOutError.is(thrown)) throw scenarioError(thrown.message, thrown.place);
    throw scenarioError(textOf(thrown, host.enter), host.placeOf(thrown));
  }
}

function textOf(thrown: unknown, enter: ScenarioHost['enter']): string {
  try {
    return enter(() => thrownText(thrown));
  } catch {
    return 'Error';
  }
}

/** The place where `thrown` was thrown. Reading its stack may run scenario code. */
function placeIn(gate: ScenarioGate, realm: Realm, thrown: unknown): SourceLocation | undefined {
  try {
    return gate.enter(() => realm.placeOf(thrown));
  } catch {
    return undefined;
  }
}

const scenarioError = (message: string, place: SourceLocation | undefined): ScenarioError =>
  new ScenarioError([{ severity: 'error', message, place }]);

function defaultOf(exported: unknown): unknown {
  return typeof exported === 'object' && exported !== null && 'default' in exported
    ? exported.default
    : undefined;
}

/** A revoked proxy throws even on `Array.isArray`. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (types.isProxy(value)) return 'a proxy';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** The names of the variants of `compiled`; empty if it has none. @throws {ScenarioError} when it cannot be loaded. */
export function variantsIn(compiled: CompiledScenario): readonly string[] {
  const { scenario } = loadScenario(compiled, { orrery, isScenario });
  return [...(variantsOf(scenario)?.keys() ?? [])];
}
