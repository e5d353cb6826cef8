import { fromRecorded, isSameClass } from '../apps/index.ts';
import { copyJson } from '../state/index.ts';
import { type AppInstance, checkApp } from '../world/index.ts';
import {
  type Capability,
  describeValue,
  formatLocation,
  hasNamedFields,
  isJsonObject,
  type Json,
  type JsonObject,
  type JudgeConfiguration,
  OrreryError,
  quotedList,
  refuseGiven,
  type TickPolicy,
  type Problem,
  seededRandom,
  type SimSpan,
  type Replacement,
  type VerdictRule,
} from '../model/index.ts';
import type { Authoring, CapturedApps } from './declaration.ts';
import type { Augmentation } from './augmentation.ts';

type AppsOf = Readonly<Record<string, AppInstance>>;

/** An app, or a path in its state such as `mail.folders.SENT`. */
type StatePlace<Apps> = (keyof Apps & string) | `${keyof Apps & string}.${string}`;

/** The parts of the final state that must equal the oracle's. Ids, the order of lists and write times are ignored. */
interface FinalStateOf<Apps> {
  /** Only these parts are compared: apps, or paths in their states such as `mail.folders.SENT`. */
  readonly only?: readonly StatePlace<Apps>[];
  /** These parts are ignored. `*` is any key or item: `mail.folders.*.emails.*.is_read`. */
  readonly except?: readonly StatePlace<Apps>[];
  /** Whether lists and records may have more items than after the oracle's run; they may not when left out. */
  readonly allowExtra?: boolean;
}

/** Any string. The type is written so that editors still suggest the capabilities. */
type OwnTag = string & Record<never, never>;

/** The definition of a scenario. */
export interface ScenarioDefinition<Apps extends AppsOf> {
  readonly name: string;
  /** A description of the scenario, for people. */
  readonly description?: string;
  /** The capabilities that the scenario tests, and tags of your own. Runs can be filtered by tags. */
  readonly tags?: readonly (Capability | OwnTag)[];
  /** Simulated time at the start, such as `2026-01-05T09:00:00Z`; the Unix epoch when left out. */
  readonly start?: string;
  /** The run ends this long after its start, at the latest. */
  readonly duration?: SimSpan;
  /** The seed of random numbers, unless a run asks for another; 0 when left out. */
  readonly seed?: number;
  /** The length of a tick, which is the shortest interval of conditions and validations. One second when left out. */
  readonly tick?: SimSpan;
  /** Whether time jumps from event to event (the default) or moves tick by tick. */
  readonly tickPolicy?: TickPolicy;
  /** Whether a run by ticks ends as soon as no more events are due; by default, only a run without a duration does. */
  readonly endsWhenIdle?: boolean;
  /** In a dialogue of turns: which of the agent's calls replace which oracle events. */
  readonly turns?: readonly Replacement[];
  /** Makes the world harder for the agent: tool calls that fail, renamed tools, and noise. */
  readonly augmentation?: Augmentation;
  /** The configuration of the judge, with the field names of ARE's judge; ARE's defaults when left out. */
  readonly judge?: JudgeConfiguration;
  /** Requires the final state of the oracle's run, of all apps or of parts of them. How the run reaches the state does not matter. */
  readonly finalState?: 'oracle' | FinalStateOf<Apps>;
  /** The rule that combines checks, judge and final state into the verdict; all of them must pass when left out. */
  readonly verdict?: VerdictRule;
  /** Creates the apps with their initial states, under the names that code, log and window use. */
  readonly apps: () => Apps;
  /** Declares the events. */
  readonly events: (apps: CapturedApps<Apps>, authoring: Authoring<Apps>) => void;
}

declare const scenarioBrand: unique symbol;

/** A scenario, with or without variants. */
export interface Scenario {
  readonly [scenarioBrand]: true;
}

/** The variants of a scenario by their names, each as a function that creates it. */
export type VariantTable = ReadonlyMap<string, () => Scenario>;

const declarations = new WeakMap<object, ScenarioDefinition<AppsOf> | VariantTable>();

/** Declares a scenario: the default export of a scenario file. */
export function scenario<Apps extends AppsOf>(definition: ScenarioDefinition<Apps>): Scenario {
  if (!hasNamedFields(definition))
    refuseGiven('scenario(definition)', definition, 'an object with name, apps and events');
  return scenarioOf(definition as unknown as ScenarioDefinition<AppsOf>);
}

/** Creates a scenario from a definition or from variants. */
function scenarioOf(declaration: ScenarioDefinition<AppsOf> | VariantTable): Scenario {
  const made = Object.freeze({}) as Scenario;
  declarations.set(made, declaration);
  return made;
}

/** The definition that {@link scenario} was called with; `undefined` for anything else. */
export function definitionOf(value: unknown): ScenarioDefinition<AppsOf> | undefined {
  const declaration = declarationOf(value);
  return declaration instanceof Map ? undefined : (declaration as ScenarioDefinition<AppsOf> | undefined);
}

/** The variants of `value`; `undefined` if it has none. */
export function variantsOf(value: unknown): VariantTable | undefined {
  const declaration = declarationOf(value);
  return declaration instanceof Map ? (declaration as VariantTable) : undefined;
}

const declarationOf = (value: unknown): ScenarioDefinition<AppsOf> | VariantTable | undefined =>
  typeof value === 'object' && value !== null ? declarations.get(value) : undefined;

/** Whether `value` was made by {@link scenario} or {@link variants}. */
export const isScenario = (value: unknown): value is Scenario => declarationOf(value) !== undefined;

/** The values that each parameter can have, by its name. */
type Parameters = Readonly<Record<string, readonly unknown[]>>;

/** One value for each parameter. */
type Values<Given extends Parameters> = { readonly [Name in keyof Given]: Given[Name][number] };

/** Selects the combinations that become variants. */
export interface Draw {
  /** The number of combinations to draw at random; all of them when left out. */
  readonly draw?: number;
  /** The seed of the draw; 0 when left out. */
  readonly seed?: number;
}

/** The maximum number of variants of a scenario. */
const MAX_VARIANTS = 10_000;

/** The maximum number of combinations: the random numbers that choose among them have 32 bits. */
const MAX_COMBINATIONS = 2 ** 32;

/**
 * Declares a scenario in variants: the default export of a scenario file. Each combination of `parameters` is a variant,
 * created by `make` and named by its values, such as `guests=2,weather=sun`.
 *
 * @throws {RangeError} when there are too many variants, none, or two with the same name.
 */
export function variants<const Given extends Parameters>(
  parameters: Given,
  make: (values: Values<Given>) => Scenario,
  options: Draw = {},
): Scenario {
  if (!hasNamedFields(parameters))
    refuseGiven('variants(parameters, make)', parameters, 'an object such as { guests: [2, 4] }');
  for (const [name, values] of Object.entries(parameters))
    if (!Array.isArray(values)) refuseGiven(`variants: ${name}`, values, 'a list of values');
  if (typeof make !== 'function') refuseGiven('variants(parameters, make)', make, 'a function');
  if (!hasNamedFields(options))
    refuseGiven('variants(parameters, make, options)', options, 'an object such as { draw: 10 }');
  const { draw, seed = 0 } = options;
  if (!Number.isSafeInteger(seed)) refuseGiven('variants: seed', seed, 'a whole number');
  const names = Object.keys(parameters);
  const count = names.reduce((product, name) => product * parameters[name]!.length, 1);
  if (count === 0 || names.length === 0 || count > MAX_COMBINATIONS)
    throw new RangeError(
      `variants: The parameters have ${names.length === 0 ? 0 : count} combinations. There must be 1 to ${MAX_COMBINATIONS}.`,
    );
  const wanted = draw ?? count;
  if (!Number.isSafeInteger(wanted) || wanted < 1 || wanted > Math.min(count, MAX_VARIANTS))
    throw new RangeError(
      `variants: Cannot draw ${describeValue(wanted)} of ${count} combinations. Set { draw: … } to 1 to ${Math.min(count, MAX_VARIANTS)}.`,
    );
  const table = new Map<string, () => Scenario>();
  for (const number of numbersBelow(count, wanted, seed)) {
    const chosen = combination(parameters, number);
    const name = chosen
      .map(([parameter, at]) => parameterName(parameter, parameters[parameter]![at], at))
      .join(',');
    if (table.has(name))
      throw new RangeError(`variants: Two combinations are named ${name}. Use values that differ as text.`);
    const values = chosen.map(([parameter, at]) => [parameter, parameters[parameter]![at]]);
    table.set(name, () => make(Object.fromEntries(values) as Values<Given>));
  }
  return scenarioOf(table satisfies VariantTable);
}

/** The values of the combination `number`, by parameter: the last parameter changes first. */
function combination(parameters: Parameters, number: number): readonly (readonly [string, number])[] {
  const chosen: [string, number][] = [];
  let rest = number;
  for (const [name, values] of Object.entries(parameters).reverse()) {
    chosen.unshift([name, rest % values.length]);
    rest = Math.floor(rest / values.length);
  }
  return chosen;
}

/** `wanted` different numbers below `count`, smallest first. */
function numbersBelow(count: number, wanted: number, seed: number): readonly number[] {
  const random = seededRandom(seed, 'variants');
  const numbers = new Set<number>();
  // Floyd's algorithm: a number that was drawn before is replaced by `last`, which cannot have been drawn.
  for (let last = count - wanted; last < count; last++) {
    const number = random.int(0, last);
    numbers.add(numbers.has(number) ? last : number);
  }
  return [...numbers].sort((one, other) => one - other);
}

/** The name of a parameter's value. Values without a short text are named by their index. */
const parameterName = (parameter: string, value: unknown, at: number): string =>
  `${parameter}=${typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : at + 1}`;

/** Creates an app with the state of the universe's app of the same class. `name` chooses if there are several. */
export type Universe = <App extends AppInstance>(make: () => App, name?: string) => App;

/**
 * Reads the states of apps that several scenarios share from `file`, which is JSON in the form of ARE's files: `{ "apps": [{
 * "name", "class_name", "app_state" }] }`. Exported runs and ARE's scenarios have this form, too.
 * @throws {TypeError} when the file does not have this form. The returned function throws when no app or several apps match.
 */
export function universe(file: object): Universe {
  const apps = appsIn(file as Json);
  return (make, name) => {
    if (typeof make !== 'function') refuseGiven('universe(file)(make)', make, 'a function that makes an app');
    if (name !== undefined && typeof name !== 'string')
      refuseGiven('universe(file)(make, name)', name, 'the name of an app');
    const app = make();
    checkApp('universe(file)(make)', app);
    const { state, className } = appOfClass(app.class, apps, name);
    const filled = fromRecorded(className, state)?.state ?? (copyJson(state) as object);
    return { ...app, state: filled };
  };
}

/** An app of a universe. */
interface UniverseApp {
  readonly name: string;
  readonly className: string;
  readonly state: Json;
}

function appsIn(file: Json): readonly UniverseApp[] {
  const apps = isJsonObject(file) ? file['apps'] : undefined;
  if (!Array.isArray(apps))
    throw new TypeError('universe: "apps" is not a list of { name, class_name, app_state }.');
  return apps.map((app: Json, index) => {
    if (!isJsonObject(app)) throw new TypeError(`universe: apps[${index}] is not an object.`);
    const name = textIn(app, 'name', index);
    return { name, className: textIn(app, 'class_name', index, name), state: app['app_state'] ?? {} };
  });
}

/** A text field of an app. ARE leaves out the class if it equals the name. */
function textIn(app: JsonObject, key: string, at: number, otherwise?: string): string {
  const text = app[key] ?? otherwise;
  if (typeof text === 'string' && text !== '') return text;
  throw new TypeError(`universe: apps[${at}].${key}: ${JSON.stringify(text ?? null)} is not a name.`);
}

function appOfClass(wanted: string, apps: readonly UniverseApp[], name: string | undefined): UniverseApp {
  const matching = apps.filter(
    (app) => isSameClass(app.className, wanted) && (name === undefined || app.name === name),
  );
  const [first, second] = matching;
  if (first !== undefined && second === undefined) return first;
  const problem =
    first === undefined
      ? `There is no ${wanted}${name === undefined ? '' : ` called "${name}"`}. Its apps are ${apps.map(({ className }) => className).join(', ')}.`
      : `There are ${matching.length} apps of class ${wanted}. Choose one by name: ${matching.map((app) => app.name).join(', ')}.`;
  throw new TypeError(`universe: ${problem}`);
}

/** Thrown when a scenario cannot run in its current form. */
export class ScenarioError extends OrreryError {
  // As of TimedOutError.
  static readonly #made = new WeakSet<object>();
  override readonly name = 'ScenarioError';
  readonly code = 'scenario-broken';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join('\n'));
    this.problems = problems;
    ScenarioError.#made.add(this);
  }

  /** Whether `thrown` is a ScenarioError. Runs no code of `thrown`. */
  static is(thrown: unknown): thrown is ScenarioError {
    return typeof thrown === 'object' && thrown !== null && ScenarioError.#made.has(thrown);
  }
}

/**
 * Thrown when a scenario has apps whose tools are known only to their servers. Ask the servers, and plan again with the lists in
 * {@link Planning.servers}.
 */
export class UnlistedError extends OrreryError {
  // As of TimedOutError.
  static readonly #made = new WeakSet<object>();
  override readonly name = 'UnlistedError';
  readonly code = 'servers-not-listed';
  /** The start commands of the servers, by app name, as JSON. */
  readonly servers: string;

  constructor(servers: string) {
    const apps = Object.keys(JSON.parse(servers) as object);
    super(
      `The tools of ${quotedList(apps, MAX_UNLISTED)} are those that the server lists when a run starts. Freeze the list with orrery mcp types to know them before.`,
    );
    this.servers = servers;
    UnlistedError.#made.add(this);
  }

  /** Whether `thrown` is an UnlistedError. Runs no code of `thrown`. */
  static is(thrown: unknown): thrown is UnlistedError {
    return typeof thrown === 'object' && thrown !== null && UnlistedError.#made.has(thrown);
  }
}

/** The most apps that an error names. */
const MAX_UNLISTED = 10;

const problemText = ({ place, message }: Problem): string =>
  place === undefined ? message : `${formatLocation(place)}: ${message}`;
