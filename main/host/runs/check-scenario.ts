import { oracleProblems, OrreryError, ScenarioError, type ServerStart } from '../../../engine/index.ts';
import {
  type CheckedValues,
  instant,
  kindOfFile,
  type PlanOutline,
  type Problem,
  seconds,
} from '../../../engine/model/index.ts';
import {
  type CheckTypes,
  type CompiledData,
  compiledFrom,
  type CompiledScenario,
  compileScenario,
  dataOf,
  dependenciesIn,
  type FollowedRead,
  type HashedRead,
  serverReads,
  type Unsaved,
  variantsIn,
} from '../scenarios/index.ts';
import { problemsOf } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { fireEvents } from './live-run.ts';
import { readCheckedValues, type ValuesRequest } from './check-values.ts';
import {
  asPromise,
  compileAndCheck,
  namesServers,
  prepareRun,
  prepareScenario,
  type PreparedRun,
  UnknownServersError,
  warningsIn,
  withKnownLists,
} from './prepare-run.ts';

/** A scenario's plan as data, without its code. */
interface PlannedScenario {
  readonly outline: PlanOutline;
  readonly problems: readonly Problem[];
  /** The files by which its servers are known. */
  readonly servers: readonly FollowedRead[];
}

/** Runs the declarations of scenarios to plan them. */
export interface ScenarioPlanner {
  /** Plans the first variant, or the named one. Starts no servers: tool lists are those of servers that ran in `folder` before. */
  plan(compiled: CompiledScenario, variant: string | undefined, folder: string): Promise<PlannedScenario>;
  planTrace(folder: string, path: string): Promise<PlannedScenario>;
  variants(compiled: CompiledScenario): Promise<readonly string[]>;
  /** The files that the scenario at `path` depends on. Runs none of its code. */
  reads(folder: string, path: string): Promise<readonly HashedRead[]>;
  /** Repeats the check of an entry. Returns the values that the check read. */
  values(request: ValuesRequest): Promise<readonly CheckedValues[]>;
}

/** A planner that plans in this process. */
export const plannerHere: ScenarioPlanner = {
  plan: async (compiled, variant, folder) => {
    const place = { file: compiled.path, line: 1, column: 1 };
    try {
      const options = { mode: 'oracle', choices: { variant } } as const;
      const prepared = await withKnownLists(folder, (lists) =>
        prepareScenario(compiled, { ...options, lists }),
      );
      const { outline, problems } = plannedIn(prepared);
      const changes = canPlayAlone(prepared) ? [] : await changesOfServers(prepared, folder);
      const warnings = changes.map((message) => ({ severity: 'warning', message, place }) as const);
      return {
        outline,
        problems: [...problems, ...problemsOfOracle(prepared), ...warnings],
        servers: canPlayAlone(prepared)
          ? []
          : await readsOfServers(Object.values(prepared.outsideApps), folder),
      };
    } catch (thrown) {
      if (!(thrown instanceof UnknownServersError)) throw thrown;
      const { startsIn } = await import('../mcp/index.ts');
      return {
        outline: EMPTY_OUTLINE,
        problems: [{ severity: 'warning', message: thrown.message, place }],
        servers: await readsOfServers(Object.values(startsIn(thrown.servers)), folder),
      };
    }
  },
  planTrace: async (folder, path) => plannedIn(await prepareRun({ folder, path, mode: 'plain' }, NO_TYPES)),
  variants: (compiled) => asPromise(() => variantsIn(compiled)),
  reads: async (folder, path) => {
    await compileScenario(folder, path).catch(() => undefined);
    return dependenciesIn(folder).readsOf(path);
  },
  values: readCheckedValues,
};

const NO_TYPES = (): Promise<readonly Problem[]> => Promise.resolve([]);

const plannedIn = ({ plan, problems }: PreparedRun): PlannedScenario => ({
  outline: plan.outline,
  problems,
  servers: [],
});

const readsOfServers = async (
  servers: readonly ServerStart[],
  folder: string,
): Promise<readonly FollowedRead[]> =>
  serverReads(folder, (await import('../mcp/index.ts')).listFiles(servers, folder));

const changesOfServers = async ({ outsideApps }: PreparedRun, folder: string): Promise<readonly string[]> =>
  (await import('../mcp/index.ts')).serverChangeTexts(outsideApps, folder);

/** The outline when nothing can be planned because a scenario's servers are unknown. */
const EMPTY_OUTLINE: PlanOutline = { start: instant(0), duration: undefined, tick: seconds(1), events: [] };

const canPlayAlone = ({ outsideApps }: PreparedRun): boolean => Object.keys(outsideApps).length === 0;

/** The maximum duration of the oracle's run in a check, in milliseconds. A longer run is not judged. */
const ORACLE_TIME = 1_000;

/** Problems that keep the oracle from passing its own judge. Runs the oracle. */
function problemsOfOracle(prepared: PreparedRun): readonly Problem[] {
  const { plan, environment } = prepared;
  const until = performance.now() + ORACLE_TIME;
  // What a server would answer is not known: nothing is started to check a scenario.
  const isOver = canPlayAlone(prepared) && fireEvents(prepared, [], () => performance.now() < until);
  return isOver ? oracleProblems(plan, environment) : [];
}

type PlanRequest =
  | {
      readonly kind: 'plan';
      readonly compiled: CompiledData;
      readonly variant: string | undefined;
      readonly folder: string;
    }
  | { readonly kind: 'trace'; readonly folder: string; readonly path: string }
  | { readonly kind: 'variants'; readonly compiled: CompiledData }
  | { readonly kind: 'reads'; readonly folder: string; readonly path: string }
  | ({ readonly kind: 'values' } & ValuesRequest);

type PlanAnswer = PlannedScenario | readonly string[] | readonly CheckedValues[] | readonly HashedRead[];

/** The time limit of planning in milliseconds. Scenario code is stopped much earlier. */
const PLANNING_TIMEOUT = 60_000; // milliseconds
const MAX_MEMORY = 2_048; // MB

/** A planner that plans in a worker process, so that scenario code cannot block the window. */
export function plannerInWorker(): ScenarioPlanner {
  const worker = new WorkerProcess<PlanRequest, PlanAnswer>('plan', {
    memory: MAX_MEMORY,
  });
  const ask = async (request: PlanRequest, path: string): Promise<PlanAnswer> => {
    try {
      return await worker.ask(request, { time: PLANNING_TIMEOUT });
    } catch (thrown) {
      if (!(thrown instanceof WorkerError)) throw thrown;
      const place = { file: path, line: 1, column: 1 };
      throw new ScenarioError([{ severity: 'error', message: REASONS[thrown.why], place }]);
    }
  };
  return {
    plan: async (compiled, variant, folder) => {
      const asked = { kind: 'plan', compiled: dataOf(compiled), variant, folder } as const;
      return (await ask(asked, compiled.path)) as PlannedScenario;
    },
    planTrace: async (folder, path) => (await ask({ kind: 'trace', folder, path }, path)) as PlannedScenario,
    variants: async (compiled) =>
      (await ask({ kind: 'variants', compiled: dataOf(compiled) }, compiled.path)) as readonly string[],
    reads: async (folder, path) =>
      (await ask({ kind: 'reads', folder, path }, path)) as readonly HashedRead[],
    values: async (request) => (await ask({ kind: 'values', ...request }, '')) as readonly CheckedValues[],
  };
}

const REASONS = {
  memory: `Planning the scenario needed more than ${MAX_MEMORY.toLocaleString('en-US')} MB of memory and was ended. apps() or events() may have a loop that does not end.`,
  time: `Planning the scenario took longer than ${PLANNING_TIMEOUT / 1000} s and was ended. apps() or events() may have a loop that does not end.`,
  cancelled: 'Planning the scenario was cancelled.',
  ended: 'The process that planned the scenario ended before it was done.',
};

/** The worker process's side of {@link plannerInWorker}. */
export function planJob(request: PlanRequest): Promise<PlanAnswer> {
  switch (request.kind) {
    case 'plan':
      return plannerHere.plan(compiledFrom(request.compiled), request.variant, request.folder);
    case 'trace':
      return plannerHere.planTrace(request.folder, request.path);
    case 'variants':
      return plannerHere.variants(compiledFrom(request.compiled));
    case 'reads':
      return plannerHere.reads(request.folder, request.path);
    case 'values':
      return plannerHere.values(request);
  }
}

/** Plans by compiled scenario and variant. All checks share a plan; a run is planned in its own realm. */
const planned = new WeakMap<CompiledScenario, Map<string | undefined, Promise<PlannedScenario>>>();

/** The services needed to check a scenario. */
export interface ScenarioChecks {
  readonly checkTypes: CheckTypes;
  readonly planner: ScenarioPlanner;
  /** Unsaved texts, which replace those on disk. */
  readonly unsaved?: Unsaved | undefined;
}

/** All problems of the scenario at `path`, in its first variant or the named one. Runs only its declarations. */
export const checkScenario = (
  folder: string,
  path: string,
  checks: ScenarioChecks,
  variant?: string,
): Promise<readonly Problem[]> =>
  problemsIn(async () => (await planScenario(folder, path, checks, variant)).problems);

/** The plan of the scenario at `path`. @throws {OrreryError} when it cannot run. */
export const planOfScenario = async (
  folder: string,
  path: string,
  checks: ScenarioChecks,
): Promise<PlanOutline> => (await planScenario(folder, path, checks, undefined)).outline;

/**
 * The names of the variants of the scenario at `path` of the workspace `folder`; empty if it has none.
 *
 * @throws {OrreryError} when it cannot be loaded.
 */
export async function variantsOfScenario(
  folder: string,
  path: string,
  { planner, unsaved }: Pick<ScenarioChecks, 'planner' | 'unsaved'>,
): Promise<readonly string[]> {
  return kindOfFile(path) === 'trace' ? [] : planner.variants(await compileScenario(folder, path, unsaved));
}

async function planScenario(
  folder: string,
  path: string,
  { checkTypes, planner, unsaved }: ScenarioChecks,
  variant: string | undefined,
): Promise<PlannedScenario> {
  if (kindOfFile(path) === 'trace') return planner.planTrace(folder, path);
  const { compiling, checking } = compileAndCheck(folder, path, checkTypes, unsaved);
  const compiled = await compiling;
  const warnings = warningsIn(await checking);
  const variants = planned.get(compiled) ?? new Map<string | undefined, Promise<PlannedScenario>>();
  planned.set(compiled, variants);
  const known = variants.get(variant) ?? planner.plan(compiled, variant, folder);
  // What is known of servers may change while the scenario does not.
  if (!namesServers(compiled)) variants.set(variant, known);
  known.catch(() => variants.delete(variant));
  const { outline, problems, servers } = await known;
  dependenciesIn(folder).noteServers(compiled.path, servers);
  return { outline, problems: [...warnings, ...problems], servers };
}

/** The type errors of the scenario at `path`. Runs none of its code. */
export async function checkTypesOnly(
  folder: string,
  path: string,
  { checkTypes, unsaved }: Pick<ScenarioChecks, 'checkTypes' | 'unsaved'>,
): Promise<readonly Problem[]> {
  return problemsIn(async () =>
    checkTypes(folder, (await compileScenario(folder, path, unsaved)).path, unsaved),
  );
}

/** Finds the files that the scenarios at `paths` of `folder` depend on, one scenario after another. Runs none of their code. */
export async function followScenarios(
  folder: string,
  paths: readonly string[],
  planner: ScenarioPlanner,
): Promise<void> {
  const dependencies = dependenciesIn(folder);
  for (const path of paths) {
    if (dependencies.readsOf(path).length > 0) continue;
    const key = `${folder}\0${path}`;
    const reading = following.get(key) ?? planner.reads(folder, path).catch(() => []);
    following.set(key, reading);
    const read = await reading;
    following.delete(key);
    if (read.length > 0 && dependencies.readsOf(path).length === 0) dependencies.note(path, read);
  }
}

/** The dependencies of scenarios that are being read. */
const following = new Map<string, Promise<readonly HashedRead[]>>();

/** The problems that `work` finds, or for which it fails. */
export async function problemsIn(work: () => Promise<readonly Problem[]>): Promise<readonly Problem[]> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof OrreryError)) throw thrown;
    const problems = problemsOf(thrown);
    return problems.length > 0
      ? problems
      : [{ severity: 'error', message: thrown.message, place: undefined }];
  }
}
