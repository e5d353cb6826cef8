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
import { judgedBetweenTurns } from './judge-turns.ts';
import { prepareScenario, prepareTrace, type RunOptions, modeOf, type PreparedRun } from './prepare-run.ts';

/** Who else does the agent's part of a branch from there on. */
interface NewAgent {
  /** The text of the script that the intervention names. */
  readonly script?: string | undefined;
  /** From outside: that is then what is otherwise. */
  readonly agent?: OutsideAgent | undefined;
}

/**
 * Makes `run` ready to happen again, from the files it was made of and with all that was done in it by hand.
 *
 * @throws {ProblemError} when it was not run here.
 */
export function prepareRerun(store: Store, run: RunSummary): Promise<PreparedRun> {
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
 * Makes a run ready of the files that `run` was made of, from its beginning; of a recorded trace, of what it planned.
 *
 * @throws {ProblemError} when none of them were kept.
 * @throws {ScenarioError | TraceError} with all that keeps it from running.
 */
export function prepareFromRun(store: Store, run: RunSummary, manner: RunOptions): Promise<PreparedRun> {
  const { path, files } = sourceOf(store, run);
  return prepare(path, files, { ...manner, mode: modeOf(manner) });
}

/**
 * Makes a run ready that shares its past with `run` up to entry `at`, and in which one thing is otherwise. Of a recorded
 * trace its agent goes on as it did, unless another is asked for.
 *
 * @throws {ProblemError} when that past cannot be had.
 * @throws {ScenarioError | TraceError} when the change fits nothing in its scenario, or a trace does not say enough.
 */
export function prepareBranch(
  store: Store,
  run: RunSummary,
  at: number,
  asked: Intervention | undefined,
  { script, agent }: NewAgent = {},
): Promise<PreparedRun> {
  const { path, files } = sourceOf(store, run);
  // What else would do its part leaves it to the agent.
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

/** What is recorded cannot be other than it is, and what the oracle does then was decided where the recording ends. */
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

/** `interventions` without what the agent does from entry `at`, due at `till`, on. */
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

/** The files that `run` was made of. A recorded trace is the file it came from, made again. */
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
  // What a script says is among the interventions.
  const choices = own && { ...own, script: undefined };
  return prepare(path, files, { mode: mode === 'trace' ? 'plain' : mode, seed, origin, choices, scripts });
}

async function prepare(
  path: string,
  files: ReadonlyMap<string, string>,
  manner: RunOptions,
): Promise<PreparedRun> {
  return judgedBetweenTurns(
    path.endsWith('.json')
      ? prepareTrace(files.get(path)!, path, manner)
      : prepareScenario(await compileTexts(files, path), manner),
  );
}

const plannedInterventions = ({ origin, choices }: RunSummary): readonly Intervention[] => [
  ...scriptIntervention(choices),
  ...(origin?.interventions.filter((one) => one.kind !== 'act' && one.kind !== 'set') ?? []),
];

/** What was called and set between the events of `run`: its log has it all. */
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
