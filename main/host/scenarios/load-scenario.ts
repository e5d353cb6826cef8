import { isScenario, ScenarioError, variantsOf } from '../../../engine/index.ts';
import type { SourceLocation } from '../../../engine/model/index.ts';
import * as orrery from '../../../engine/scenario/orrery.ts';
import { compileScenario } from './compile-cache.ts';
import { type CompiledScenario } from './compile.ts';
import { createRealm, thrownText, type Realm, type RunClock } from './realm.ts';
import { watchdog } from './watchdog.ts';

/** A scenario that can be planned and run once. */
export interface LoadedScenario<Scenario> {
  readonly scenario: Scenario;
  /** For the engine: the clock it keeps right, the line that is calling, the start of each entry, the place of an error. */
  readonly host: Pick<Realm, 'callSite' | 'enter' | 'placeOf'> & { readonly clock: RunClock };
  /**
   * Does `work` under the watchdog. Every entry into scenario code belongs inside.
   *
   * @throws {WatchdogError} when it does not come back in time.
   */
  within<Answer>(work: () => Answer): Answer;
  /** What the scenario's code has printed so far, at most a thousand lines. */
  readonly printed: readonly string[];
}

/** What a scenario's module is given, and what is wanted of it. */
export interface LoadOptions<Scenario> {
  /** What authors import as 'orrery'. */
  readonly orrery: object;
  readonly isScenario: (value: unknown) => value is Scenario;
  /** How often the loops of a scenario may go round per entry into its code. */
  readonly laps?: number;
  /** How long they may take, in milliseconds: less than the limit, so that the loop is named. */
  readonly patience?: number;
  /** How long one entry may take, in milliseconds. */
  readonly limit?: number;
}

/**
 * Evaluates a compiled scenario in a realm of its own.
 *
 * @throws {ScenarioError} when its code throws, or exports no scenario.
 * @throws {WatchdogError} when its code does not come back.
 */
export function loadScenario<Scenario>(
  { path, code, places }: CompiledScenario,
  { orrery, isScenario, laps = 10_000_000, patience = 4_000, limit = 10_000 }: LoadOptions<Scenario>,
): LoadedScenario<Scenario> {
  const clock: RunClock = { now: undefined, random: () => 0 };
  const realm = createRealm(places, clock, { laps, time: patience });
  const within = watchdog(realm.context, limit);

  const exported = within(() => {
    try {
      return realm.evaluate(code, orrery);
    } catch (thrown) {
      throw scenarioError(thrownText(thrown), realm.placeOf(thrown));
    }
  });
  const scenario = defaultOf(exported);
  if (!isScenario(scenario)) {
    const found =
      scenario === undefined ? 'no default export' : `a default export that is ${kindOf(scenario)}`;
    throw scenarioError(`found ${found}, wanted export default scenario({…})`, {
      file: path,
      line: 1,
      column: 1,
    });
  }
  return {
    scenario,
    host: { clock, callSite: realm.callSite, enter: realm.enter, placeOf: realm.placeOf },
    within,
    printed: realm.printed,
  };
}

const scenarioError = (message: string, place: SourceLocation | undefined): ScenarioError =>
  new ScenarioError([{ severity: 'error', message, place }]);

function defaultOf(exported: unknown): unknown {
  return typeof exported === 'object' && exported !== null && 'default' in exported
    ? exported.default
    : undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * The names of the variants of the scenario at `path` of the workspace `folder`; none where it has no variants.
 *
 * @throws {ScenarioError | WatchdogError} when it cannot be loaded.
 */
export async function variantsIn(folder: string, path: string): Promise<readonly string[]> {
  if (path.endsWith('.json')) return [];
  const { scenario } = loadScenario(await compileScenario(folder, path), { orrery, isScenario });
  return [...(variantsOf(scenario)?.keys() ?? [])];
}
