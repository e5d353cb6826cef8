import {
  type Asked,
  type ChangeAt,
  repeatedTurns,
  type SessionOptions,
  type Store,
  writeTrace,
} from '../../../engine/index.ts';
import {
  type BranchOrigin,
  changedModel,
  earlier,
  type Intervention,
  type ModelChoice,
  type ModelExchange,
  kindOfFile,
  modelLabel,
  type OutsideAgent,
  RECORDED_AGENT,
  type RunSummary,
  type SimTime,
  type Turn,
} from '../../../engine/model/index.ts';
import { DEFAULT_AGENT_LIMITS } from '../agents/index.ts';
import { compileStoredSources } from '../scenarios/index.ts';
import { ProblemError, requireTrustedCode } from '../system/index.ts';
import { changesAgent, scriptIntervention, withScript } from './agent-scripts.ts';
import { withPrice } from './model-prices.ts';
import {
  judgedBetweenTurns,
  LISTS_FILE,
  modeOf,
  type PreparedRun,
  prepareScenario,
  prepareTrace,
  type RunOptions,
} from './prepare-run.ts';
import { amendedExchange, type ReplayPolicy, requestsOf } from './run-exchanges.ts';

/** An agent process, its maximum number of turns, and the workspace folder with the prices of models. */
type Player = OutsideAgent & { readonly turns: number; readonly folder?: string | undefined };

/** The new agent of a branch. */
interface NewAgent {
  /** The text of the script that the intervention names. */
  readonly script?: string | undefined;
  /** The new agent. It replaces any other intervention. */
  readonly agent?: Player | undefined;
}

/**
 * Prepares a repetition of `run`, from its own files and with all recorded turns.
 * @throws {ProblemError} when the run was not run here.
 */
export function prepareRepetition(
  store: Store,
  run: RunSummary,
  living: Pick<SessionOptions, 'agent' | 'user'> = {},
): Promise<PreparedRun> {
  if (run.mode === 'trace')
    throw new ProblemError(
      'run-not-ours',
      `Run ${run.id} is a recorded trace: nothing of it ran here, so it cannot be run again`,
    );
  const { path, files } = sourceOf(store, run);
  const { interventions = [], recorded } = run.origin ?? {};
  return make(
    run,
    path,
    files,
    { record: store.turns(run.id), ...living },
    {
      parent: run.id,
      at: run.entries,
      interventions: [...scriptIntervention(run.choices), ...interventions],
      ...(recorded === undefined ? {} : { recorded }),
    },
  );
}

/**
 * Prepares a run that repeats the interrupted `run` and then continues: with `agent`, if an agent played it.
 * @throws {ProblemError} when it was not interrupted, or was not run here.
 */
export async function prepareResumption(
  store: Store,
  run: RunSummary,
  agent: Player | undefined,
): Promise<PreparedRun> {
  if (run.state !== 'interrupted')
    throw new ProblemError(
      'run-not-interrupted',
      `${run.id} is ${run.state}. Only an interrupted run can go on; branch others.`,
    );
  const choices = await withPrice(agent?.folder, {
    ...run.choices,
    ...(agent && { agent: storedAgent(agent) }),
  });
  const resumed = { ...run, ...(choices && { choices }) };
  const rest = unfinishedBranch(store, run);
  const living = livingFrom(resumed, agent, 0);
  if (rest === undefined) return prepareRepetition(store, resumed, living);
  const { path, files } = sourceOf(store, run);
  const { record, change, origin } = rest;
  const isOther = change?.act.kind === 'mode';
  const { agent: lives, user } = livingFrom(resumed, agent, isOther ? change.at : 0);
  return make(resumed, path, files, { record, change, user, agent: lives && { ...lives, isOther } }, origin);
}

/** The participants that answer after the recorded turns, from entry `from` on: the agent, and the user if a model plays it. */
function livingFrom(
  { choices }: Pick<RunSummary, 'choices'>,
  agent: Pick<Player, 'turns'> | undefined,
  from: number,
): Pick<SessionOptions, 'agent' | 'user'> {
  const { turns = DEFAULT_AGENT_LIMITS.turns } = agent ?? {};
  const playing = { from, turns, isOther: false };
  return { agent: agent && playing, user: choices?.user && playing };
}

/**
 * The turns and the change that the branch `run` had not completely repeated when it was interrupted, from its parent;
 * `undefined` if it had, or its parent is gone.
 * @throws {ProblemError} when it was interrupted before the request that it repeats.
 */
function unfinishedBranch(
  store: Store,
  { id, origin }: RunSummary,
):
  | { readonly record: readonly Turn[]; readonly change: ChangeAt | undefined; readonly origin: BranchOrigin }
  | undefined {
  if (origin === undefined) return undefined;
  const parent = store.run(origin.parent);
  if (parent === undefined) return undefined;
  const { at, interventions } = origin;
  const inherited = scriptIntervention(parent.choices).length + (parent.origin?.interventions.length ?? 0);
  const own = interventions.slice(inherited).at(-1);
  const record = store.turns(parent.id);
  const turns = store.turns(id);
  if (own?.kind === 'request') {
    if (turns.length >= (requestsOf(store, parent.id)[own.request]?.turn ?? 0)) return undefined;
    throw new ProblemError(
      'run-not-interrupted',
      `${id} was cut off before request ${own.request} of ${parent.id}. Branch ${parent.id} there again.`,
    );
  }
  // What a trace has is not repeated from turns.
  const change =
    own && (own.kind !== 'agent' || parent.mode !== 'trace') ? interventionAct(own, at) : undefined;
  const wanted = repeatedTurns(record, change);
  const count = (some: readonly Turn[], by: Turn['by']): number =>
    some.filter((turn) => turn.by === by).length;
  const isDone =
    count(turns, 'agent') >= count(wanted, 'agent') &&
    count(turns, 'user') >= count(wanted, 'user') &&
    count(turns, 'person') >= count(wanted, 'person') + (change === undefined ? 0 : 1) &&
    (change === undefined ||
      turns.some(
        ({ by, act, position }) => by === 'person' && position >= at && act.kind === change.act.kind,
      ));
  return isDone ? undefined : { record, change, origin };
}

/** A branch at a request to a model: the number of the request, and the change. */
export type RequestBranch = Pick<Intervention & { readonly kind: 'request' }, 'request' | 'change' | 'nth'>;

/** A branch at a request, and the answers that its agent gets first. */
interface PreparedAmendment {
  readonly run: PreparedRun;
  /** The participant that made the request. */
  readonly by: Asked;
  /** The model that plays the participant from there on. */
  readonly player: OutsideAgent & { readonly model: ModelChoice };
  readonly given: NonNullable<ReplayPolicy['given']>;
}

/**
 * The model that made request `nth` of `run`, its participant, and the requests of the run.
 * @throws {ProblemError} when there is no such request, or none of Orrery's models made it.
 */
export function requestToAmend(
  store: Store,
  run: RunSummary,
  nth: number,
): Pick<PreparedAmendment, 'by' | 'player'> & { readonly made: ReturnType<typeof requestsOf> } {
  const made = requestsOf(store, run.id);
  const asked = made[nth];
  const by = asked !== undefined && store.exchange(asked.number).by === 'user' ? 'user' : 'agent';
  const player = run.choices?.[by];
  if (player?.model !== undefined && asked !== undefined)
    return { by, player: { ...player, model: player.model }, made };
  throw new ProblemError(
    'no-request',
    player?.model === undefined
      ? `No model of Orrery’s plays the agent of ${run.id}.`
      : `There is no request ${nth} in ${run.id}: its requests are 0 to ${made.length - 1}.`,
  );
}

/**
 * Prepares a branch of `run` that repeats all turns before a request to its model. From there on the model is asked again, or its
 * answer is replaced.
 * @throws {ProblemError} when the run did not make the request, or no model played its agent.
 */
export async function prepareAmendment(
  store: Store,
  run: RunSummary,
  { request: nth, change, ...amendment }: RequestBranch,
  { turns, folder }: Pick<Player, 'turns' | 'folder'>,
): Promise<PreparedAmendment> {
  const { by, player, made } = requestToAmend(store, run, nth);
  const { turn, place, number } = made[nth]!;
  const all = store.turns(run.id);
  // A turn that was not answered any more has no row.
  const at = all[turn]?.position ?? run.entries;
  const changed = await changedAgent(player, change, folder);
  const choices = { ...run.choices, [by]: changed };
  const intervention = { kind: 'request', at, request: nth, change, ...amendment } as const;
  const { path, files } = sourceOf(store, run);
  const { interventions = [], recorded } = run.origin ?? {};
  const prepared = await make(
    { ...run, choices },
    path,
    files,
    {
      record: all.filter(({ by }, index) => by === 'person' || index < turn),
      ...livingFrom({ choices }, choices.agent && { turns }, 0),
    },
    {
      parent: run.id,
      at,
      interventions: [...scriptIntervention(run.choices), ...interventions, intervention],
      ...(recorded === undefined ? {} : { recorded }),
    },
  );
  const before = made.filter((one) => one.turn === turn && one.place < place).map((one) => one.number);
  return { run: prepared, by, player: changed, given: [...before, ...changedAnswer(store, number, change)] };
}

/** The agent with the changed model, and that model's price. */
async function changedAgent(
  { model, ...agent }: PreparedAmendment['player'],
  change: RequestBranch['change'],
  folder: string | undefined,
): Promise<PreparedAmendment['player']> {
  const changed = changedModel(model, change);
  const priced = await withPrice(folder, {
    agent: { ...agent, command: modelLabel(changed), model: changed },
  });
  return priced!.agent as PreparedAmendment['player'];
}

/** The exchange with a person's answer, if `change` changes the answer. */
function changedAnswer(
  store: Store,
  number: number,
  change: RequestBranch['change'],
): readonly ModelExchange[] {
  if (change?.kind !== 'answer') return [];
  const amended = amendedExchange(store.exchange(number), change.answer);
  // Nobody is asked: it takes nothing.
  return [{ ...amended, usage: {}, elapsed: 0, failed: [], askedAt: Date.now() }];
}

/**
 * Prepares a new run from the stored files of `run`; for a recorded trace, from its planned events.
 * @throws {ProblemError} when the files were not stored.
 * @throws {ScenarioError | TraceError} with all reasons why it cannot run.
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
 * Prepares a branch that repeats `run` up to entry `at` and then differs by one change. Unless another agent is given, the agent
 * acts as recorded.
 *
 * @throws {ProblemError} when the run cannot be branched there.
 * @throws {ScenarioError | TraceError} when the change does not fit the scenario, or a trace lacks information.
 */
export async function prepareBranch(
  store: Store,
  run: RunSummary,
  at: number,
  asked: Intervention | undefined,
  { script, agent }: NewAgent = {},
): Promise<PreparedRun> {
  const { path, files } = sourceOf(store, run);
  const turns = store.turns(run.id);
  // Turns off the oracle or the script, so that only the agent process acts.
  const given = agent === undefined ? asked : ({ kind: 'mode', at, mode: 'plain' } as const);
  const repeatsTurns = isRecordedAgent(given) && turns.some(({ by }) => by === 'agent');
  const intervention = repeatsTurns ? undefined : given;
  const anew = intervention !== undefined && changesAgent(intervention);
  const { recorded = run.mode === 'trace' ? at : undefined } = run.origin ?? {};
  if (recorded !== undefined) requireBranchable(run, at, recorded, intervention);
  const changes = [
    ...(run.mode === 'trace' && !anew ? [{ intervention: AS_RECORDED(at) }] : []),
    ...(intervention === undefined ? [] : [{ intervention: limitToLater(store, run, intervention), script }]),
  ].map((one) => withScript(store, run, one, files));

  const scripts = changes.flatMap(({ intervention, script }) =>
    intervention.kind === 'agent' && script !== undefined ? [[intervention.script, script] as const] : [],
  );
  const before = [...scriptIntervention(run.choices), ...(run.origin?.interventions ?? [])];
  const interventions = [
    ...(anew ? withoutScriptsFrom(before, store.entry(run.id, at)!.due) : before),
    ...changes.map(({ intervention }) => intervention),
  ];
  const origin = { parent: run.id, at, interventions, ...(recorded === undefined ? {} : { recorded }) };
  const choices = anew
    ? await withPrice(agent?.folder, { ...run.choices, agent: agent && storedAgent(agent) })
    : run.choices;
  return make(
    { ...run, ...(choices && { choices }) },
    path,
    new Map([...files, ...scripts]),
    {
      record: turns,
      change: intervention && interventionAct(intervention, at),
      ...(agent === undefined ? {} : withOtherAgent(livingFrom(run, agent, at))),
    },
    origin,
  );
}

/** The participants after a change to another agent. */
const withOtherAgent = ({ agent, user }: ReturnType<typeof livingFrom>): ReturnType<typeof livingFrom> => ({
  agent: agent && { ...agent, isOther: true },
  user,
});

const isRecordedAgent = (intervention: Intervention | undefined): boolean =>
  intervention?.kind === 'agent' && intervention.script === RECORDED_AGENT;

/** The parts of an agent that are stored with a run, without its process's folder and its maximum number of turns. */
const storedAgent = ({ command, model, client, thinking, limits }: OutsideAgent): OutsideAgent => ({
  command,
  thinking,
  ...(model && { model }),
  ...(client && { client }),
  ...(limits && { limits }),
});

/** The person's act for the intervention; `undefined` if it changes the plan instead. */
function interventionAct(intervention: Intervention, at: number): ChangeAt | undefined {
  switch (intervention.kind) {
    case 'act': {
      const { time, actor, action } = intervention;
      return { at, time, act: { kind: 'call', actor, action } };
    }
    case 'set': {
      const { app, path, value } = intervention;
      return { at, act: { kind: 'set', app, path, value } };
    }
    case 'mode':
      return { at, act: { kind: 'mode', mode: intervention.mode } };
    case 'agent':
      return { at, act: { kind: 'mode', mode: 'plain' } };
    case 'argument':
    case 'leave-out':
    case 'request':
      return undefined;
  }
}

/** `intervention` with its script limited to acts after the entries that the branch repeats, which it would change otherwise. */
function limitToLater(store: Store, { id }: RunSummary, intervention: Intervention): Intervention {
  if (intervention.kind !== 'agent' || isRecordedAgent(intervention) || intervention.at === 0)
    return intervention;
  return { ...intervention, since: store.entry(id, intervention.at - 1)!.time };
}

const AS_RECORDED = (at: number): Intervention => ({ kind: 'agent', at, script: RECORDED_AGENT });

/** @throws {ProblemError} when the branch would change recorded entries, or the oracle's actions of a branched trace, which are fixed. */
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

/** `interventions` without the calls of scripts from `till` on. */
const withoutScriptsFrom = (interventions: readonly Intervention[], till: SimTime): readonly Intervention[] =>
  interventions.map((one) =>
    one.kind === 'agent' ? { ...one, till: one.till === undefined ? till : earlier(one.till, till) } : one,
  );

/** The source files of `run`; for a recorded trace, the trace's file, generated from the store. */
function sourceOf(
  store: Store,
  run: RunSummary,
): { readonly path: string; readonly files: ReadonlyMap<string, string> } {
  if (run.mode === 'trace') {
    const path = kindOfFile(run.source) === 'trace' ? run.source : `${run.source}.json`;
    return { path, files: new Map([[path, [...writeTrace(store, run)].join('')]]) };
  }
  const source = store.source(run.id);
  if (source !== undefined) {
    requireTrustedCode(run.id, source.files);
    return source;
  }
  throw new ProblemError('run-not-ours', `The files of run ${run.id} were not kept: it was not run here`);
}

function make(
  { mode, seed, choices: own }: RunSummary,
  path: string,
  files: ReadonlyMap<string, string>,
  turns: RunOptions['turns'],
  origin: BranchOrigin,
): Promise<PreparedRun> {
  const scripts = new Map(
    origin.interventions.flatMap((one) =>
      one.kind === 'agent' ? [[one.script, files.get(one.script) ?? ''] as const] : [],
    ),
  );
  // A script's actions are already among the interventions.
  const choices = own && { ...own, script: undefined };
  const options = { seed, origin, choices, scripts, turns };
  return prepare(path, files, { ...options, mode: mode === 'trace' ? 'plain' : mode });
}

async function prepare(
  path: string,
  files: ReadonlyMap<string, string>,
  options: RunOptions,
): Promise<PreparedRun> {
  return judgedBetweenTurns(
    kindOfFile(path) === 'trace'
      ? prepareTrace(files.get(path)!, path, options)
      : prepareScenario(await compileStoredSources(files, path), {
          ...options,
          lists: files.get(LISTS_FILE),
        }),
  );
}
