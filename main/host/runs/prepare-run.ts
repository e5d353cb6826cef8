import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type Asked,
  applyAgentScripts,
  applyInterventions,
  Environment,
  type EnvironmentOptions,
  hasJudge,
  JudgeError,
  oracleReference,
  type OracleReference,
  type OutsideServer,
  type Plan,
  planData,
  type PlanData,
  planTrace,
  readAgentScript,
  resumeTrace,
  ScenarioError,
  Session,
  type SessionOptions,
  TraceError,
  trajectoryFormat,
  type TracePlan,
  turnJudge,
  UnlistedError,
} from '../../../engine/index.ts';
import {
  type BranchOrigin,
  findingsText,
  type Intervention,
  type Json,
  type OutsideAgent,
  type OutsideTurn,
  type Problem,
  kindOfFile,
  readJson,
  type RunChoices,
  type RunId,
  type RunMode,
  USUAL_VERBOSITY,
  type Verbosity,
} from '../../../engine/model/index.ts';
import { readTraceFile } from '../import/index.ts';
import {
  type CheckTypes,
  type CompiledScenario,
  compileScenario,
  filesIn,
  openScenario,
  type RealmPool,
  type RealmRun,
  type Unsaved,
  watchPlanning,
  withPlace,
} from '../scenarios/index.ts';
import { ProblemError, sha256, trustOwnCode } from '../system/index.ts';
import { freeName, scriptIntervention } from './agent-scripts.ts';
import { fireEvents } from './live-run.ts';
import { withPrice } from './model-prices.ts';
import {
  planIn,
  RealmEnvironment,
  RealmSession,
  type RunEnvironment,
  type RunSession,
} from './realm-environment.ts';

/** A scenario to run, and the options of the run. */
export interface RunRequest extends RunOptions {
  /** The workspace folder. */
  readonly folder: string;
  /** The scenario's path within the workspace, with forward slashes. */
  readonly path: string;
  /** The compiled scenario, if the caller has it. */
  readonly compiled?: CompiledScenario | undefined;
}

/** An earlier run whose stored files are run again, and the options of the run. */
export interface StoredFilesRequest extends RunOptions {
  /** The workspace folder. */
  readonly folder: string;
  readonly of: RunId;
}

/** The options of a run. */
export interface RunOptions {
  readonly mode: RunMode;
  /** The seed; by default the scenario's own. */
  readonly seed?: number | undefined;
  readonly choices?: RunChoices | undefined;
  readonly origin?: BranchOrigin;
  /** The agent's scripts, by path. */
  readonly scripts?: ReadonlyMap<string, string>;
  /** The tool lists of servers as an earlier run stored them: the text of its file {@link LISTS_FILE}. By default, the servers are asked. */
  readonly lists?: string | undefined;
  /** The turns that are repeated, the change of a branch, and the agent and the user that answer after the repeated turns. */
  readonly turns?: Pick<SessionOptions, 'record' | 'change' | 'agent' | 'user'> | undefined;
}

/** A run's options in the terminal and in sweeps, besides mode and seed. */
export interface AskedChoices {
  readonly variant?: string | undefined;
  readonly toolFailures?: number | undefined;
  readonly noise?: number | undefined;
  readonly noiseSeed?: number | undefined;
  readonly verbosity?: Verbosity | undefined;
  /** The name of the agent's script. */
  readonly script?: string | undefined;
}

/** The options in the form in which they are stored with the run, with the processes of agent and user. */
export function storedChoices(
  { variant, toolFailures, noise, noiseSeed, verbosity, script }: AskedChoices,
  agent: OutsideAgent | undefined,
  user?: OutsideAgent,
): RunChoices {
  const isNoisy = noise !== undefined || noiseSeed !== undefined;
  const isAugmented = toolFailures !== undefined || isNoisy;
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(user === undefined ? {} : { user }),
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
  /** The texts of the scenario and its imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly mode: RunMode;
  readonly plan: PlanData;
  readonly environment: RunEnvironment;
  /** The run's session, in which agent, user and person act. */
  readonly session: RunSession;
  /** The workspace folder, if it is known. */
  readonly folder?: string;
  /** The servers that answer tool calls of the run's apps, by app name. */
  readonly outsideApps: Readonly<Record<string, OutsideServer>>;
  /** The run in its realm; only for scenarios. */
  readonly realm?: RealmRun;
  /** Runs many calls of scenario code under one timer. Wrap each batch of events in it. */
  readonly within: <Answer>(work: () => Answer) => Answer;
  /** Lines printed by the scenario's code so far. */
  readonly printed: readonly string[];
  /** Warnings, which do not keep the run from starting. */
  readonly problems: readonly Problem[];
  readonly origin: BranchOrigin | undefined;
  readonly choices: RunChoices;
  /** The participants that answer after the repeated turns. */
  readonly living: readonly Asked[];
  /** Prepares the oracle run of the same scenario, seed and variant. Servers' answers come from `answers`. */
  readonly oracle: (answers?: readonly OutsideTurn[]) => PreparedRun;
  /** The result of the oracle's run, if it was played to judge this run between its turns. */
  readonly reference?: OracleReference;
  /** Returns the realm to its pool, if it came from one. Call it when the run is over. */
  readonly release: () => void;
  /** The extras and notes of an ARE file, if the plan comes from one. */
  readonly imported?: Pick<TracePlan, 'extras' | 'notes'>;
}

/**
 * Prepares a run of a scenario or of an ARE file. Starts servers whose tool lists are unknown.
 * @throws {ScenarioError | TraceError} with all reasons why it cannot run.
 */
export async function prepareRun(request: RunRequest, checkTypes: CheckTypes): Promise<PreparedRun> {
  const { folder, path, compiled: given, ...asked } = request;
  const options = { ...asked, mode: modeOf(asked), choices: await withPrice(folder, asked.choices) };
  if (kindOfFile(path) === 'trace')
    return judgedBetweenTurns(await prepareTraceRun({ folder, path, ...options }));
  if (given === undefined) {
    const { compiling, checking } = compileAndCheck(folder, path, checkTypes);
    const compiled = await compiling;
    const warnings = warningsIn(await checking);
    trustOwnCode(compiled.files);
    const run = await judgedBetweenTurns(await listedScenario(compiled, options, folder));
    return { ...run, folder, problems: [...warnings, ...run.problems] };
  }
  trustOwnCode(given.files);
  // Prepared while its types are checked: 30 to 40 ms of a save to the new run.
  const checking = typeWarnings(folder, given.path, checkTypes);
  const preparing = asPromise(async () => judgedBetweenTurns(await listedScenario(given, options, folder)));
  preparing.catch(() => undefined);
  const warnings = await checking;
  const run = await preparing;
  return { ...run, folder, problems: [...warnings, ...run.problems] };
}

/** The path of a run's file with its servers' tool lists by app name, if no file of the scenario has them. */
export const LISTS_FILE = '.orrery/servers.json';

/**
 * Prepares a scenario, and first asks its servers for their tools if they are unknown.
 * @throws {ProblemError} when a server does not answer.
 */
export async function listedScenario(
  compiled: CompiledScenario,
  options: RunOptions,
  folder: string,
): Promise<PreparedRun> {
  try {
    return prepareScenario(compiled, options);
  } catch (thrown) {
    if (!UnlistedError.is(thrown)) throw thrown;
    const { listServers } = await import('../mcp/index.ts');
    return prepareScenario(compiled, { ...options, lists: await listServers(thrown.servers, folder) });
  }
}

/** A server that only knows its tools itself never ran in the workspace. */
export class UnknownServersError extends ProblemError {
  /** How to start the servers, as of {@link UnlistedError}. */
  readonly servers: string;

  constructor(message: string, servers: string) {
    super('servers-not-known', message);
    this.servers = servers;
  }
}

/**
 * What `prepare` prepares, with the tools that servers listed when they last ran in `folder`, if only they know them. Starts none.
 *
 * @throws {UnknownServersError} when one never ran there.
 */
export async function withKnownLists(
  folder: string,
  prepare: (lists: string | undefined) => PreparedRun,
): Promise<PreparedRun> {
  try {
    return prepare(undefined);
  } catch (thrown) {
    if (!UnlistedError.is(thrown)) throw thrown;
    const { knownLists, unlistedText } = await import('../mcp/index.ts');
    const lists = await knownLists(thrown.servers, folder);
    if (lists === undefined) throw new UnknownServersError(unlistedText(thrown.servers), thrown.servers);
    return prepare(lists);
  }
}

/** Whether a scenario may have apps with servers: its files contain the name of the function that creates them. */
export const namesServers = ({ files }: Pick<CompiledScenario, 'files'>): boolean =>
  [...files.values()].some((text) => text.includes('mcpApp'));

/** The result or the error of `work` as a promise. */
export const asPromise = <Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> =>
  Promise.resolve().then(work);

/** Compiles the scenario while its types are checked in another process. */
export function compileAndCheck(
  folder: string,
  path: string,
  checkTypes: CheckTypes,
  unsaved?: Unsaved,
): {
  /** Rejects with a {@link ScenarioError} that lists the compile errors. */
  readonly compiling: Promise<CompiledScenario>;
  /** The type errors and warnings. */
  readonly checking: Promise<readonly Problem[]>;
} {
  const check = async (): Promise<readonly Problem[]> => {
    const found = await filesIn(await realpath(folder)).find(path);
    const real = found.kind === 'file' ? found.path : unsaved?.has(path) === true ? path : undefined;
    return real === undefined ? [] : checkTypes(folder, real, unsaved);
  };
  const compiling = compileScenario(folder, path, unsaved);
  const checking = check();
  // A scenario that does not compile is reported without waiting for its check.
  checking.catch(() => undefined);
  return { compiling, checking };
}

/** The type warnings of a scenario. @throws {ScenarioError} with its type errors. */
export const typeWarnings = async (
  folder: string,
  path: string,
  checkTypes: CheckTypes,
): Promise<readonly Problem[]> => warningsIn(await checkTypes(folder, path));

/** The type warnings among `mistakes`. @throws {ScenarioError} with the errors among them. */
export function warningsIn(mistakes: readonly Problem[]): readonly Problem[] {
  const errors = mistakes.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new ScenarioError(errors);
  return mistakes;
}

/** The mode of a run. An agent process or a script replaces the oracle. */
export const modeOf = ({ mode, choices: { agent, script } = {} }: RunOptions): RunMode =>
  agent === undefined && script === undefined ? mode : 'plain';

/**
 * @throws {ScenarioError} when the scenario cannot run.
 * @throws {UnlistedError} when it has tools that are known only to a server.
 */
export function prepareScenario(
  compiled: CompiledScenario,
  options: RunOptions,
  realms?: RealmPool,
): PreparedRun {
  const { mode, seed, origin, lists } = options;
  const { path } = compiled;
  const { files, choices, interventions } = withScripts(compiled.files, options);
  const request = {
    planning: { ...choices, seed, ...(lists === undefined ? {} : { servers: parseLists(lists) }) },
    mode,
    notify: choices?.verbosity ?? USUAL_VERBOSITY,
    interventions,
    scripts: [...files].filter(([file]) => interventions.some((one) => isScript(one, file))),
    turns: options.turns ?? {},
  };
  // Not the scenario is wrong where a script is.
  for (const [file, text] of request.scripts) readAgentScript(text, file);
  const realm = withScenarioFile(path, () => openScenario(compiled, request, realms));
  const { within, printed, release } = realm;
  const environment = new RealmEnvironment(realm);
  requireChat(options, environment, path);
  const plan = planIn(realm, environment.apps);
  const settledOn = effectiveChoices(choices, plan);
  const { problems } = plan;
  return {
    path,
    files,
    mode,
    plan,
    environment,
    session: new RealmSession(realm),
    outsideApps: realm.call('outsideApps') as Readonly<Record<string, OutsideServer>>,
    realm,
    within,
    printed,
    problems,
    origin,
    release,
    choices: settledOn,
    living: livingIn(options),
    oracle: (answers = []) =>
      prepareScenario(compiled, { ...oracleOptions(plan), lists, turns: { record: answers } }, realms),
  };
}

/** Parses stored tool lists. @throws {ProblemError} when the text is not JSON. */
function parseLists(text: string): Json {
  const read = readJson(text);
  if ('value' in read) return read.value;
  throw new ProblemError('mcp-gone', `${LISTS_FILE}: ${findingsText(read.findings)}`);
}

/** @throws {ProblemError} when a model plays the user in a scenario whose user cannot write to the agent. */
function requireChat({ turns }: RunOptions, { apps }: RunEnvironment, path: string): void {
  if (turns?.user === undefined || apps.some((app) => app.class === 'AgentUserInterface')) return;
  throw new ProblemError(
    'no-chat',
    `${path}: No app is the chat of the user and the agent, so no model can play the user. Add agentUserInterface() to its apps.`,
  );
}

const livingIn = ({ turns }: RunOptions): readonly Asked[] =>
  (['agent', 'user'] as const).filter((by) => turns?.[by] !== undefined);

const isScript = (intervention: Intervention, file: string): boolean =>
  intervention.kind === 'agent' && intervention.script === file;

const oracleOptions = ({ seed, variant }: Pick<Plan, 'seed' | 'variant'>): RunOptions => ({
  mode: 'oracle',
  seed,
  choices: { variant },
});

/** Whether a run is identical to the run that {@link PreparedRun.oracle} prepares. */
export const isOracleRun = ({
  mode,
  origin,
  choices: { augmentation, verbosity },
}: Pick<PreparedRun, 'mode' | 'origin' | 'choices'>): boolean =>
  mode === 'oracle' && origin === undefined && augmentation === undefined && verbosity === USUAL_VERBOSITY;

/** Runs `work`, and adds the scenario's file to problems without a location. */
function withScenarioFile<Answer>(path: string, work: () => Answer): Answer {
  const isTooLong = watchPlanning();
  try {
    return work();
  } catch (thrown) {
    if (isTooLong())
      throw new ProblemError('plans-too-long', `${path}: planning takes too long for the main process.`);
    throw withPlace(thrown, path);
  }
}

/**
 * Prepares a run of the scenario in an ARE file, which has no code.
 * @throws {TraceError | ScenarioError} with all reasons why it cannot run.
 * @throws {ProblemError} when it cannot be read.
 */
export async function prepareTraceRun({ folder, path, ...options }: RunRequest): Promise<PreparedRun> {
  const root = await realpath(folder);
  const found = await filesIn(root).find(path);
  if (found.kind !== 'file')
    throw new ProblemError('no-such-file', `${path}: there is no such file in the workspace`);
  const bytes = await readTraceFile(join(root, found.path), root);
  return prepareTrace(bytes.toString('utf8'), found.path, options);
}

/** @throws {TraceError | ScenarioError} with all reasons why it cannot run. */
export function prepareTrace(text: string, path: string, options: RunOptions): PreparedRun {
  const { mode, origin } = options;
  const { files, choices, interventions } = withScripts(new Map([[path, text]]), options);
  const { plan: own, recording, ...imported } = planOfTrace(text, path, options);
  const plan = applyInterventions(applyAgentScripts(own, interventions, files), interventions);
  const settledOn = effectiveChoices(choices, plan);
  const environment = new Environment(plan, {
    mode,
    notify: settledOn.verbosity,
    ...(recording === undefined ? {} : { recording }),
  });
  requireChat(options, environment, path);
  return {
    path,
    files,
    mode,
    plan: planData(plan),
    environment,
    session: new Session(environment, plan, { ...options.turns, newHash: sha256 }),
    outsideApps: {},
    within: (work) => work(),
    printed: [],
    problems: plan.problems,
    origin,
    choices: settledOn,
    living: livingIn(options),
    oracle: () => prepareTrace(text, path, oracleOptions(plan)),
    release: () => undefined,
    imported,
  };
}

function planOfTrace(
  text: string,
  path: string,
  { seed, origin, choices }: RunOptions,
): TracePlan & Pick<EnvironmentOptions, 'recording'> {
  const planning = { ...choices, seed };
  const file = basename(path);
  try {
    if (origin?.recorded === undefined) return planTrace(text, file, planning);
    const oracle = origin.interventions.some((one) => one.kind === 'mode' && one.mode === 'oracle');
    return resumeTrace(text, file, { ...planning, at: origin.recorded, oracle });
  } catch (thrown) {
    const format = thrown instanceof TraceError ? trajectoryFormat(text) : undefined;
    if (format === undefined) throw thrown;
    const message = `A file in the format of ${format} can be imported, but not run: its tools are not here.`;
    throw new TraceError(file, [{ path: '', message }]);
  }
}

interface RunInput {
  /** The scenario's files and the scripts. */
  readonly files: ReadonlyMap<string, string>;
  readonly choices: RunChoices | undefined;
  readonly interventions: readonly Intervention[];
}

/** The input of a run whose scenario has the files `own`. Scripts get unused names among these files. */
function withScripts(
  own: ReadonlyMap<string, string>,
  { choices: asked, origin, scripts = new Map<string, string>(), lists }: RunOptions,
): RunInput {
  const named = [...scripts].map(([path, text]) => ({ path, name: freeName(own, path, text), text }));
  const script = named.find(({ path }) => path === asked?.script)?.name;
  const choices = script === undefined ? asked : { ...asked, script };
  return {
    files: new Map([
      ...own,
      ...named.map(({ name, text }) => [name, text] as const),
      ...(lists === undefined ? [] : [[LISTS_FILE, lists] as const]),
    ]),
    choices,
    interventions: [...scriptIntervention(choices), ...(origin?.interventions ?? [])],
  };
}

/** The choices of a run of `plan`, with defaults filled in, as they are stored. */
const effectiveChoices = (
  { verbosity = USUAL_VERBOSITY, ...asked }: RunChoices = {},
  { variant }: Pick<Plan, 'variant'>,
): RunChoices & { readonly verbosity: Verbosity } => ({
  ...asked,
  verbosity,
  ...(variant === undefined ? {} : { variant }),
});

/** The duration of the slices in which the oracle's run fires events, in milliseconds, so that other runs can advance. */
const SLICE_MILLISECONDS = 8;

/**
 * Fires all events of an oracle run.
 * @throws {JudgeError} when it is cancelled, or makes a call to a server that the record does not answer.
 */
export async function playOracleRun(oracle: PreparedRun, isCancelled?: () => boolean): Promise<void> {
  for (let isOver = false; !isOver;) {
    if (isCancelled?.() === true) throw new JudgeError('Judging was cancelled.');
    const until = performance.now() + SLICE_MILLISECONDS;
    try {
      isOver = fireEvents(oracle, [], () => performance.now() < until);
    } catch (thrown) {
      // The oracle asks no server: what it does there would be real.
      if (!(thrown instanceof ProblemError) || thrown.code !== 'outside-not-recorded') throw thrown;
      throw new JudgeError(`The oracle was not played, because it calls a server. ${thrown.message}`);
    }
    await setImmediate();
  }
}

/**
 * Sets a judge that decides after each turn of the agent, if the scenario has several turns; the first failed turn ends the run.
 * A run whose oracle cannot play continues without a judge.
 */
export async function judgedBetweenTurns(run: PreparedRun): Promise<PreparedRun> {
  const { environment, oracle } = run;
  if (!environment.hasTurns || !hasJudge(run)) return run;
  try {
    const played = oracle();
    await playOracleRun(played);
    const reference = oracleReference(played.plan, played.environment);
    const judge = turnJudge(reference, environment.apps);
    played.release();
    if (judge !== undefined) environment.judgeTurns(judge);
    return { ...run, reference };
  } catch (thrown) {
    // The verdict will say why nothing was judged.
    if (!(thrown instanceof JudgeError)) throw thrown;
  }
  return run;
}
