import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  applyAgentScripts,
  applyInterventions,
  Environment,
  type EnvironmentOptions,
  isScenario,
  type Plan,
  planOf,
  planTrace,
  resumeTrace,
  ScenarioError,
  type TracePlan,
} from '../../../engine/index.ts';
import {
  type BranchOrigin,
  type Intervention,
  type OutsideAgent,
  type Problem,
  type RunChoices,
  type RunId,
  type RunMode,
  type ScenarioHost,
  TimedOutError,
  USUAL_VERBOSITY,
  type Verbosity,
} from '../../../engine/model/index.ts';
import * as orrery from '../../../engine/scenario/orrery.ts';
import { readTraceFile } from '../import/index.ts';
import {
  type CheckTypes,
  type CompiledScenario,
  compileScenario,
  filesIn,
  loadScenario,
} from '../scenarios/index.ts';
import { ProblemError } from '../system/index.ts';
import { freeName, scriptIntervention } from './agent-scripts.ts';
import { judgedBetweenTurns } from './judge-turns.ts';

/** Which scenario to run, and how. */
export interface RunRequest extends RunOptions {
  /** The workspace. */
  readonly folder: string;
  /** Within the workspace, with forward slashes. */
  readonly path: string;
  /** The scenario, where it is compiled already. */
  readonly compiled?: CompiledScenario | undefined;
}

/** Which run to begin once more, of the files that it was made of, and how. */
export interface RerunRequest extends RunOptions {
  /** The workspace. */
  readonly folder: string;
  readonly of: RunId;
}

/** How a scenario is run. */
export interface RunOptions {
  readonly mode: RunMode;
  /** The scenario's own when left out. */
  readonly seed?: number | undefined;
  readonly choices?: RunChoices | undefined;
  readonly origin?: BranchOrigin;
  /** The scripts that its agents follow, by path. */
  readonly scripts?: ReadonlyMap<string, string>;
}

/** What the terminal and sweeps ask of a run beside its mode and seed. */
export interface AskedChoices {
  readonly variant?: string | undefined;
  readonly toolFailures?: number | undefined;
  readonly noise?: number | undefined;
  readonly noiseSeed?: number | undefined;
  readonly verbosity?: Verbosity | undefined;
  /** The name of the script that the agent follows. */
  readonly script?: string | undefined;
}

/** The same as the run keeps it, with the process that plays the agent. */
export function choicesOf(
  { variant, toolFailures, noise, noiseSeed, verbosity, script }: AskedChoices,
  agent: OutsideAgent | undefined,
): RunChoices {
  const isNoisy = noise !== undefined || noiseSeed !== undefined;
  const isAugmented = toolFailures !== undefined || isNoisy;
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(script === undefined ? {} : { script }),
    ...(verbosity === undefined ? {} : { verbosity }),
    ...(variant === undefined ? {} : { variant }),
    ...(isAugmented
      ? {
          augmentation: {
            ...(toolFailures === undefined ? {} : { toolFailures }),
            ...(isNoisy ? { noise: { perMinute: noise, seed: noiseSeed } } : {}),
          },
        }
      : {}),
  };
}

/** A run that is ready for its first event. */
export interface PreparedRun {
  readonly path: string;
  /** The texts of the scenario and of what it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly mode: RunMode;
  readonly plan: Plan;
  readonly environment: Environment;
  /** Of a scenario: the way into its code, and the clock that its code reads. */
  readonly host?: ScenarioHost;
  /** Lets many entries into scenario code share a timer. What a run does at a stretch belongs inside. */
  readonly within: <Answer>(work: () => Answer) => Answer;
  /** What the scenario's code has printed so far. */
  readonly printed: readonly string[];
  /** Warnings: none of them keeps it from running. */
  readonly problems: readonly Problem[];
  readonly origin: BranchOrigin | undefined;
  readonly choices: RunChoices;
  /** Prepares the oracle's run of the same scenario, seed and variant. */
  readonly oracle: () => PreparedRun;
  /** What came with the plan, where a file of ARE's holds it. */
  readonly imported?: Pick<TracePlan, 'extras' | 'notes'>;
}

/**
 * Makes a run ready: of a scenario, or of what a file of ARE's holds.
 *
 * @throws {ScenarioError | TraceError} with all that keeps it from running.
 */
export async function prepareRun(request: RunRequest, checkTypes: CheckTypes): Promise<PreparedRun> {
  const { folder, path, compiled: given, ...asked } = request;
  const manner = { ...asked, mode: modeOf(asked) };
  if (path.endsWith('.json')) return judgedBetweenTurns(await prepareTraceRun({ folder, path, ...manner }));
  const compiled = given ?? (await compileScenario(folder, path));
  const mistakes = await typeWarnings(folder, compiled.path, checkTypes);
  const run = await judgedBetweenTurns(prepareScenario(compiled, manner));
  return { ...run, problems: [...mistakes, ...run.problems] };
}

/** What is odd with the types of a scenario. @throws {ScenarioError} with what is wrong with them. */
export async function typeWarnings(
  folder: string,
  path: string,
  checkTypes: CheckTypes,
): Promise<readonly Problem[]> {
  const mistakes = await checkTypes(folder, path);
  const errors = mistakes.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ScenarioError(errors);
  return mistakes;
}

/** An agent from outside, or one that follows a script, does what the oracle would. */
export const modeOf = ({ mode, choices: { agent, script } = {} }: RunOptions): RunMode =>
  agent === undefined && script === undefined ? mode : 'plain';

/** @throws {ScenarioError} */
export function prepareScenario(compiled: CompiledScenario, manner: RunOptions): PreparedRun {
  const { mode, seed, origin } = manner;
  const { path } = compiled;
  const { files, choices, interventions } = withScripts(compiled.files, manner);
  const loaded = withPlace(path, () => loadScenario(compiled, { orrery, isScenario }));
  const { scenario, host, printed } = loaded;
  const within = <Answer>(work: () => Answer): Answer => loaded.within(work);
  const own = withPlace(path, () => planOf(scenario, { ...choices, seed, host }));
  const plan = applyInterventions(applyAgentScripts(own, interventions, files), interventions);
  const settledOn = effectiveChoices(choices, plan);
  const { verbosity } = settledOn;
  const environment = withPlace(
    path,
    () => new Environment(plan, { mode, host, notify: verbosity, interventions }),
  );
  const { problems } = plan;
  return {
    ...{ path, files, mode, plan, environment, host, within, printed, problems, origin },
    choices: settledOn,
    oracle: () => prepareScenario(compiled, oracleOptions(plan)),
  };
}

const oracleOptions = ({ seed, variant }: Plan): RunOptions => ({
  mode: 'oracle',
  seed,
  choices: { variant },
});

/** Of what is wrong somewhere in the scenario, the file at least is known. */
function withPlace<Answer>(path: string, work: () => Answer): Answer {
  const place = { file: path, line: 1, column: 1 };
  try {
    return work();
  } catch (thrown) {
    if (TimedOutError.is(thrown))
      throw new ScenarioError([{ severity: 'error', message: thrown.message, place: thrown.place ?? place }]);
    if (!(thrown instanceof ScenarioError)) throw thrown;
    throw new ScenarioError(
      thrown.problems.map((problem) => ({ ...problem, place: problem.place ?? place })),
    );
  }
}

/**
 * Makes a run of the scenario ready that a file of ARE's holds. No code comes with it.
 *
 * @throws {TraceError | ScenarioError} with all that keeps it from running.
 * @throws {ProblemError} when it cannot be read.
 */
export async function prepareTraceRun({ folder, path, ...manner }: RunRequest): Promise<PreparedRun> {
  const root = await realpath(folder);
  const found = await filesIn(root).find(path);
  if (found.kind !== 'file')
    throw new ProblemError('no-such-file', `${path}: there is no such file in the workspace`);
  return prepareTrace(await readTraceFile(join(root, found.path)), found.path, manner);
}

/** @throws {TraceError | ScenarioError} */
export function prepareTrace(text: string, path: string, manner: RunOptions): PreparedRun {
  const { mode, origin } = manner;
  const { files, choices, interventions } = withScripts(new Map([[path, text]]), manner);
  const { plan: own, recording, ...imported } = planOfTrace(text, path, manner);
  const plan = applyInterventions(applyAgentScripts(own, interventions, files), interventions);
  const settledOn = effectiveChoices(choices, plan);
  return {
    path,
    files,
    mode,
    plan,
    environment: new Environment(plan, {
      mode,
      notify: settledOn.verbosity,
      interventions,
      ...(recording === undefined ? {} : { recording }),
    }),
    within: (work) => work(),
    printed: [],
    problems: plan.problems,
    origin,
    choices: settledOn,
    oracle: () => prepareTrace(text, path, oracleOptions(plan)),
    imported,
  };
}

function planOfTrace(
  text: string,
  path: string,
  { seed, origin, choices }: RunOptions,
): TracePlan & Pick<EnvironmentOptions, 'recording'> {
  const planning = { ...choices, seed };
  if (origin?.recorded === undefined) return planTrace(text, basename(path), planning);
  const oracle = origin.interventions.some((one) => one.kind === 'mode' && one.mode === 'oracle');
  return resumeTrace(text, basename(path), { ...planning, at: origin.recorded, oracle });
}

interface RunInput {
  /** The scripts among them. */
  readonly files: ReadonlyMap<string, string>;
  readonly choices: RunChoices | undefined;
  readonly interventions: readonly Intervention[];
}

/** What a run in a `manner` is made of, whose scenario is in the files `own`: no script takes the place of one of these. */
function withScripts(
  own: ReadonlyMap<string, string>,
  { choices: asked, origin, scripts = new Map<string, string>() }: RunOptions,
): RunInput {
  const named = [...scripts].map(([path, text]) => ({ path, name: freeName(own, path, text), text }));
  const script = named.find(({ path }) => path === asked?.script)?.name;
  const choices = script === undefined ? asked : { ...asked, script };
  return {
    files: new Map([...own, ...named.map(({ name, text }) => [name, text] as const)]),
    choices,
    interventions: [...scriptIntervention(choices), ...(origin?.interventions ?? [])],
  };
}

/** How a run of `plan` is done: what was not asked for is as usual, and is written down with the rest. */
const effectiveChoices = (
  { verbosity = USUAL_VERBOSITY, ...asked }: RunChoices = {},
  { variant }: Plan,
): RunChoices & { readonly verbosity: Verbosity } => ({
  ...asked,
  verbosity,
  ...(variant === undefined ? {} : { variant }),
});
