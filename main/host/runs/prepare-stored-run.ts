import { headsOf, type Store, writeTrace } from '../../../engine/index.ts';
import {
  type ActionEntry,
  type BranchOrigin,
  earlier,
  type Intervention,
  manualStateChangeOf,
  type OutsideAgent,
  RECORDED_AGENT,
  type RunSummary,
  type SimTime,
} from '../../../engine/model/index.ts';
import { compileTexts } from '../scenarios/index.ts';
import { ProblemError } from '../system/index.ts';
import { changesAgent, scriptIntervention, withScript } from './agent-scripts.ts';
import {
  judgedBetweenTurns,
  modeOf,
  type PreparedRun,
  prepareScenario,
  prepareTrace,
  type RunOptions,
} from './prepare-run.ts';

/** The new agent of a branch. */
interface NewAgent {
  /** The text of the script that the intervention names. */
  readonly script?: string | undefined;
  /** An agent process, which replaces any other intervention. */
  readonly agent?: OutsideAgent | undefined;
}

/**
 * Prepares `run` to be repeated, from its own files and with all its manual calls.
 *
 * @throws {ProblemError} when it was not run here.
 */
export function prepareRepetition(store: Store, run: RunSummary): Promise<PreparedRun> {
  if (run.mode === 'trace')
    throw new ProblemError(
      'run-not-ours',
      `Run ${run.id} is a recorded trace: nothing of it ran here, so it cannot be run again`,
    );
  const { path, files } = sourceOf(store, run);
  const interventions = [...plannedInterventions(run), ...directCalls(store, run)];
  const { recorded } = run.origin ?? {};
  return make(run, path, files, {
    parent: run.id,
    at: run.entries,
    interventions,
    ...(recorded === undefined ? {} : { recorded }),
  });
}

/**
 * Prepares a new run from the files of `run`; for a recorded trace, from its planned events.
 *
 * @throws {ProblemError} when the files were not stored.
 * @throws {ScenarioError | TraceError} that lists why it cannot run.
 */
export function prepareFromStoredFiles(
  store: Store,
  run: RunSummary,
  options: RunOptions,
): Promise<PreparedRun> {
  const { path, files } = sourceOf(store, run);
  return prepare(path, files, { ...options, mode: modeOf(options) });
}

/**
 * Prepares a branch that repeats `run` up to entry `at` and then differs by one change. In a branch of a recorded trace the
 * agent acts as recorded, unless another agent is given.
 *
 * @throws {ProblemError} when the run cannot be branched there.
 * @throws {ScenarioError | TraceError} when the change does not fit the scenario, or a trace lacks information.
 */
export function prepareBranch(
  store: Store,
  run: RunSummary,
  at: number,
  asked: Intervention | undefined,
  { script, agent }: NewAgent = {},
): Promise<PreparedRun> {
  const { path, files } = sourceOf(store, run);
  // Turns off the oracle or the script, so that only the agent process acts.
  const intervention = agent === undefined ? asked : ({ kind: 'mode', at, mode: 'plain' } as const);
  const anew = intervention !== undefined && changesAgent(intervention);
  const { recorded = run.mode === 'trace' ? at : undefined } = run.origin ?? {};
  if (recorded !== undefined) requireBranchable(run, at, recorded, intervention);
  const changes = [
    ...(run.mode === 'trace' && !anew ? [{ intervention: AS_RECORDED(at) }] : []),
    ...(intervention === undefined ? [] : [{ intervention, script }]),
  ].map((one) => withScript(store, run, one, files));

  const scripts = changes.flatMap(({ intervention, script }) =>
    intervention.kind === 'agent' && script !== undefined ? [[intervention.script, script] as const] : [],
  );
  const before = [...plannedInterventions(run), ...directCalls(store, run)];
  const interventions = [
    ...(anew ? withoutAgentFrom(before, at, store.entry(run.id, at)!.due) : before),
    ...changes.map(({ intervention }) => intervention),
  ];
  const origin = { parent: run.id, at, interventions, ...(recorded === undefined ? {} : { recorded }) };
  const choices = anew ? { ...run.choices, agent } : run.choices;
  return make({ ...run, ...(choices && { choices }) }, path, new Map([...files, ...scripts]), origin);
}

const AS_RECORDED = (at: number): Intervention => ({ kind: 'agent', at, script: RECORDED_AGENT });

/** Recorded entries cannot be changed, and the oracle's actions after them were fixed when the trace was branched. */
function requireBranchable(
  { id, mode }: RunSummary,
  at: number,
  recorded: number,
  intervention: Intervention | undefined,
): void {
  if (at < recorded)
    throw new ProblemError(
      'entry-recorded',
      `Run ${id} can be branched from entry ${recorded} on: what is before was recorded. Branch the trace itself at entry ${at}.`,
    );
  if (mode !== 'trace' && intervention?.kind === 'mode' && intervention.mode === 'oracle')
    throw new ProblemError(
      'oracle-not-kept',
      `Run ${id} is a branch of a recorded trace: to let the oracle act, branch the trace itself`,
    );
}

/** `interventions` without the agent's actions from entry `at` on, which is due at `till`. */
const withoutAgentFrom = (
  interventions: readonly Intervention[],
  at: number,
  till: SimTime,
): readonly Intervention[] =>
  interventions
    .filter((one) => one.kind !== 'act' || one.actor !== 'agent' || one.at < at)
    .map((one) =>
      one.kind === 'agent' ? { ...one, till: one.till === undefined ? till : earlier(one.till, till) } : one,
    );

/** The source files of `run`; for a recorded trace, the trace's file, written again. */
function sourceOf(
  store: Store,
  run: RunSummary,
): { readonly path: string; readonly files: ReadonlyMap<string, string> } {
  if (run.mode === 'trace') {
    const path = run.source.endsWith('.json') ? run.source : `${run.source}.json`;
    return { path, files: new Map([[path, [...writeTrace(store, run)].join('')]]) };
  }
  const source = store.source(run.id);
  if (source !== undefined) return source;
  throw new ProblemError('run-not-ours', `The files of run ${run.id} were not kept: it was not run here`);
}

function make(
  { mode, seed, choices: own }: RunSummary,
  path: string,
  files: ReadonlyMap<string, string>,
  origin: BranchOrigin,
): Promise<PreparedRun> {
  const scripts = new Map(
    origin.interventions.flatMap((one) =>
      one.kind === 'agent' ? [[one.script, files.get(one.script) ?? ''] as const] : [],
    ),
  );
  // A script's actions are already among the interventions.
  const choices = own && { ...own, script: undefined };
  return prepare(path, files, { mode: mode === 'trace' ? 'plain' : mode, seed, origin, choices, scripts });
}

async function prepare(
  path: string,
  files: ReadonlyMap<string, string>,
  options: RunOptions,
): Promise<PreparedRun> {
  return judgedBetweenTurns(
    path.endsWith('.json')
      ? prepareTrace(files.get(path)!, path, options)
      : prepareScenario(await compileTexts(files, path), options),
  );
}

const plannedInterventions = ({ origin, choices }: RunSummary): readonly Intervention[] => [
  ...scriptIntervention(choices),
  ...(origin?.interventions.filter((one) => one.kind !== 'act' && one.kind !== 'set') ?? []),
];

/** The manual calls and state changes of `run`, from its log. */
function directCalls(store: Store, { id }: RunSummary): readonly Intervention[] {
  const done: Intervention[] = [];
  for (const entry of headsOf(store, id)) if ('direct' in entry) done.push(interventionOf(entry));
  return done;
}

function interventionOf(entry: Omit<ActionEntry, 'changes'>): Intervention {
  const { index: at, due: time, kind: actor, action } = entry;
  const setting = manualStateChangeOf(entry);
  if (setting !== undefined) return { kind: 'set', at, ...setting };
  const { app, tool, args } = action;
  return { kind: 'act', at, time, actor, action: { app, tool, args } };
}
