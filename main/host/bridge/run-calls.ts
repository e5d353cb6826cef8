import { isDeepStrictEqual } from 'node:util';
import type { ChosenAgent, Parsed } from '../../../preload/contract.ts';
import { exportRunFile, exportRunFiles, fileNameOf } from '../export/index.ts';
import { hasOwnApps, describeApps, toolsOfStoredRun } from '../inspect/index.ts';
import {
  changedModel,
  modelLabel,
  type Intervention,
  kindOfFile,
  type OutsideAgent,
  RECORDED_AGENT,
  type RunChoices,
  type RunId,
  type RunSummary,
  PRICES_FILE,
} from '../../../engine/model/index.ts';
import {
  LISTS_FILE,
  requestToAmend,
  firstDifferenceInWorker,
  prepareFromStoredFiles,
  prepareRun,
  firstRequest,
  findPrice,
  type IsolatedRuns,
  removeRuns,
  type RunOptions,
  scriptIn,
  type Runs,
  scriptsFor,
  type StartOptions,
  Verifications,
} from '../runs/index.ts';
import { filesIn, withUnsaved } from '../scenarios/index.ts';
import { ProblemError } from '../system/index.ts';
import { nextVersion, MCP_CLIENT, requireProgram, requireScript } from '../workspace/index.ts';
import { AskingAgain } from './asking-again.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { modelIn } from './model-calls.ts';
import { existingRun } from './run-database.ts';

/** The source of a run: a file of the workspace, or the files stored with another run. */
type RunSource = { readonly path: string } | { readonly of: RunId };

/** How a restarted run begins. */
type RestartOptions = Omit<Parsed<'run.restart'>, 'run'>;

/** Handlers for active and stored runs. */
export const runHandlers = (services: Services): HandlersOf<'run'> => ({
  ...beginningHandlers(services),
  ...controlHandlers(services),
  ...storedRunHandlers(services),
});

/** Handlers that begin a run: of a scenario, of an earlier run, or of a branch. */
function beginningHandlers(services: Services) {
  const { database } = services;
  const { folder } = services.workspace;
  /** The file of `run`'s scenario if the workspace still has it, otherwise the files stored with the run. */
  const sourceOf = async ({ id, source }: RunSummary): Promise<RunSource> =>
    (await services.workspace.has(source)) ? { path: source } : { of: id };

  const sourceIn = async (
    request: { readonly of: RunId } | { readonly scenario: string },
  ): Promise<RunSource> =>
    'of' in request
      ? sourceOf(existingRun(database, request.of))
      : { path: await services.workspace.requireScenario(request.scenario) };

  const asking = new AskingAgain(database, (progress) => {
    services.askingProgressed(progress);
  });

  const isActive = (id: RunId): boolean => database.runs.isActive(id) || database.isolated.isActive(id);

  /**
   * Begins a run of `scenario`, in a worker process if the caller or the scenario's setting requires it. A scenario whose
   * planning would block the window is set to run in a worker process.
   */
  const withDriverFor = async <Answer>(
    scenario: string,
    isolate: boolean | 'never',
    begin: (
      driver: Pick<Runs | IsolatedRuns, 'start' | 'branch' | 'amend' | 'resumeInterrupted'>,
    ) => Promise<Answer>,
  ): Promise<Answer> => {
    // A read-only database must refuse the run; a worker would write it to the temporary copy.
    if (isolate !== 'never' && (isolate || services.isolatedScenarios.has(scenario)) && !database.readOnly)
      return begin(database.isolated);
    try {
      return await services.isolatedScenarios.entering(scenario, () => begin(database.runs));
    } catch (thrown) {
      if (!(thrown instanceof ProblemError) || thrown.code !== 'plans-too-long' || database.readOnly)
        throw thrown;
      services.isolatedScenarios.set(scenario, true);
      services.workspaceChanged();
      return begin(database.isolated);
    }
  };

  const started = async (
    { choices, ...request }: RunSource & Pick<RunOptions, 'mode' | 'seed' | 'choices'>,
    { isolate = false, ...options }: StartOptions & { readonly isolate?: boolean | undefined },
  ): Promise<RunSummary> => {
    const kept = 'of' in request ? database.store.source(request.of)?.files : undefined;
    const scripts = await scriptsFor(folder, choices, kept);
    if ('of' in request) await services.code.allowRuns(database, [existingRun(database, request.of)]);
    const scenario = 'of' in request ? existingRun(database, request.of).source : request.path;
    const run = await withDriverFor(scenario, isolationFor(choices?.agent, isolate), (driver) =>
      driver.start({ folder, ...request, choices, scripts }, options),
    );
    const { instead } = options;
    if (instead !== undefined && isActive(instead))
      await database.controls(instead).control(instead, { kind: 'stop' });
    services.workspaceChanged();
    return run;
  };

  const restarted = async (run: RunSummary, beginning: RestartOptions): Promise<RunSummary> => {
    const { id, mode, seed, choices } = run;
    await requireOffered(services, run);
    if (mode === 'trace')
      throw new ProblemError(
        'run-not-ours',
        `${id} is a recorded trace. Start a run of its scenario instead.`,
      );
    const source = await sourceOf(run);
    const now = 'path' in source && choices !== undefined ? await withFilesNow(services, choices) : choices;
    return started({ ...source, mode, seed, choices: now }, { ...beginning, instead: id });
  };

  return {
    'run.start': async ({ seed, mode, choices, instead, ...request }) => {
      const source = await sourceIn(request);
      const kept = 'of' in request ? database.store.source(request.of)?.files : undefined;
      const chosen = choices && (await resolveOptions(services, choices, kept));
      return started({ ...source, mode, seed, choices: chosen }, { ...request, instead });
    },
    'run.firstRequest': async ({ seed, mode, choices, ...request }) => {
      const source = await sourceIn(request);
      const kept = 'of' in source ? database.store.source(source.of)?.files : undefined;
      const chosen = choices && (await resolveOptions(services, choices, kept));
      if (chosen?.agent?.model === undefined)
        throw new ProblemError('no-request', 'No model plays the agent. Choose one under Agent.');
      const scripts = await scriptsFor(folder, chosen, kept);
      const turns = { agent: { from: 0, turns: 1, isOther: false } };
      if ('of' in source) await services.code.allowRuns(database, [existingRun(database, source.of)]);
      const options = { folder, mode, seed, choices: chosen, scripts, turns };
      const prepared = await ('of' in source
        ? prepareFromStoredFiles(database.store, existingRun(database, source.of), options)
        : prepareRun({ ...source, ...options }, services.checkTypes));
      return JSON.stringify(await firstRequest(prepared, chosen.agent, folder));
    },
    'run.restart': ({ run, ...beginning }) => restarted(existingRun(database, run), beginning),
    'run.until': async ({ run: id, to, pace }) => {
      const run = existingRun(database, id);
      const isAhead = 'event' in to || to.entry >= run.entries;
      if (!isAhead || !isActive(id)) return restarted(run, { paused: false, pace, until: to });
      await database.controls(id).until(id, to);
      return existingRun(database, id);
    },
    'run.act': async ({ run, at, actor, action }) => {
      if (isActive(run))
        return { kind: 'called', entry: await database.controls(run).act(run, actor, action) };
      const original = existingRun(database, run);
      await services.code.allowRuns(database, [original]);
      const { source } = original;
      const change = { kind: 'act', at, actor, action } as const;
      const branch = await withDriverFor(source, false, (driver) =>
        driver.branch(run, at, change, { paused: false }),
      );
      services.workspaceChanged();
      return { kind: 'branched', run: branch };
    },
    'run.branch': async ({ run, at, intervention, paused, agent: asked }) => {
      const agent = asked && { ...(await agentIn(services, asked)), folder };
      await requireListedScript(folder, intervention);
      const script = await scriptIn(folder, intervention);
      const original = existingRun(database, run);
      await services.code.allowRuns(database, [original]);
      const { source } = original;
      const branch = await withDriverFor(source, isolationFor(agent, false), (driver) =>
        driver.branch(run, at, intervention, { paused, script, agent }),
      );
      services.workspaceChanged();
      return branch;
    },
    'run.amend': async ({ run: id, change, times = 1, ...amendment }) => {
      const original = existingRun(database, id);
      const { by, player } = requestToAmend(database.store, original, amendment.request);
      const model = changedModel(player.model, change);
      await requireOffered(services, { choices: { ...original.choices, [by]: { ...player, model } } });
      await services.code.allowRuns(database, [original]);
      const branch = async (nth?: number): Promise<RunSummary> => {
        const begun = await withDriverFor(original.source, false, (driver) =>
          driver.amend(id, { ...amendment, change, nth }, folder),
        );
        services.workspaceChanged();
        return begun;
      };
      return times === 1 ? branch() : asking.begin(id, times, branch);
    },
    'run.cancelAsking': async ({ run }) => {
      await asking.cancel(run);
      return null;
    },
    'run.resumeInterrupted': async ({ run: id }) => {
      const interrupted = existingRun(database, id);
      const agent = interrupted.choices?.agent;
      await requireOffered(services, interrupted);
      await services.code.allowRuns(database, [interrupted]);
      const run = await withDriverFor(interrupted.source, isolationFor(agent, false), (driver) =>
        driver.resumeInterrupted(id, agent && { ...agent, folder }),
      );
      services.workspaceChanged();
      return run;
    },
  } satisfies Partial<HandlersOf<'run'>>;
}

/**
 * The options of a run, with the program and the script that the page names. `kept` are the files of the run that is repeated.
 * @throws {ProblemError} when neither the workspace nor that run has them.
 */
async function resolveOptions(
  services: Services,
  { agent, user, script, ...choices }: NonNullable<Parsed<'run.start'>['choices']>,
  kept: ReadonlyMap<string, string> | undefined,
): Promise<RunChoices> {
  if (script !== undefined && kept?.has(script) !== true)
    await requireScript(services.workspace.folder, script);
  return {
    ...choices,
    script,
    agent: agent && (await agentIn(services, agent)),
    user: user && (await agentIn(services, user)),
  };
}

/** `choices` with the prompts of models as they are now, and without their prices, which are read when the run begins. */
async function withFilesNow({ workspace }: Services, choices: RunChoices): Promise<RunChoices> {
  const refreshed = async (player: OutsideAgent | undefined): Promise<OutsideAgent | undefined> => {
    if (player?.model === undefined) return player;
    const { price: _before, prompt, ...model } = player.model;
    const now = prompt && (await workspace.readPrompt(prompt.path).catch(() => prompt.text));
    return { ...player, model: { ...model, ...(prompt && { prompt: { ...prompt, text: now! } }) } };
  };
  const [agent, user] = [await refreshed(choices.agent), await refreshed(choices.user)];
  return { ...choices, ...(agent && { agent }), ...(user && { user }) };
}

/**
 * Checks options that may come from a file: only commands of the workspace are run, and only machines that the person allowed are
 * used.
 * @throws {ProblemError} for others.
 */
async function requireOffered(
  { workspace, allowedModels }: Services,
  { choices: { agent, user } = {} }: Pick<RunSummary, 'choices'>,
): Promise<void> {
  if (user?.model !== undefined) await allowedModels.require(user.model.url);
  if (agent?.model !== undefined) await allowedModels.require(agent.model.url);
  else if (agent !== undefined && agent.client === undefined)
    await requireProgram(workspace.folder, { command: agent.command });
}

async function agentIn(services: Services, chosen: ChosenAgent): Promise<OutsideAgent> {
  const { thinking } = chosen;
  if ('program' in chosen && chosen.program === MCP_CLIENT)
    return { command: MCP_CLIENT, client: {}, thinking };
  if ('program' in chosen) {
    const { command } = await requireProgram(services.workspace.folder, { path: chosen.program });
    return { command, thinking };
  }
  const model = await modelIn(services, chosen.model);
  const limits = 'limits' in chosen && chosen.limits !== undefined ? { limits: chosen.limits } : {};
  return { command: modelLabel(model), model, thinking, ...limits };
}

/** Whether a run may use a worker process. Clients connect to the window's process, so their runs may not. */
const isolationFor = (agent: OutsideAgent | undefined, isolate: boolean): boolean | 'never' =>
  agent?.client === undefined ? isolate : 'never';

/** @throws {ProblemError} when `intervention` names a script that is not in the workspace. */
async function requireListedScript(folder: string, intervention: Intervention | undefined): Promise<void> {
  if (intervention?.kind === 'agent' && intervention.script !== RECORDED_AGENT)
    await requireScript(folder, intervention.script);
}

/** Handlers that control active runs. */
const controlHandlers = ({ database, trust }: Services) =>
  ({
    'run.control': async ({ run, control }) => {
      if (['resume', 'step', 'answer'].includes(control.kind)) trust.require();
      await database.controls(run).control(run, control);
      return null;
    },
    'run.held': async ({ run }) => {
      const held = await database.controls(run).held(run);
      return held === undefined ? null : JSON.stringify(held);
    },
    'run.time': async ({ run }) => database.controls(run).time(run),
    'run.client': ({ run }) => database.runs.client(existingRun(database, run).id) ?? null,
    'run.cancelWaiting': () => {
      database.runs.cancelWaiting();
      database.isolated.cancelWaiting();
      return null;
    },
  }) satisfies Partial<HandlersOf<'run'>>;

/** Handlers that read, check, export and delete runs. */
function storedRunHandlers(services: Services) {
  const { database } = services;
  const verifications = new Verifications((run, same) => {
    services.verifyProgressed({ run: run.id, share: same / Math.max(1, run.entries) });
  });
  return {
    'run.tools': async ({ run }) => {
      const live = database.runs.appsOf(run);
      if (live !== undefined) return describeApps(live);
      const summary = existingRun(database, run);
      if (hasOwnApps(summary)) services.trust.require();
      return toolsOfStoredRun({ file: database.file, run: summary });
    },
    'run.nextVersion': async ({ run }) => {
      const { workspace, trust, checkTypes, code } = services;
      const { folder } = workspace;
      const summary = existingRun(database, run);
      const saved = await nextVersion(database.store, workspace, summary);
      services.workspaceChanged();
      if (!trust.given) return saved;
      const { path } = saved;
      const compare = async (): Promise<string | null> => {
        await code.allowRuns(database, [summary]);
        const wrong = kindOfFile(path) === 'scenario' ? await checkTypes(folder, path) : [];
        if (wrong.length > 0) return `It does not compile: ${wrong[0]!.message}`;
        return firstDifferenceInWorker({ file: database.file, run: summary, folder, path });
      };
      // The version is saved, whatever its run comes to.
      const difference = await compare().catch((thrown: unknown) =>
        thrown instanceof Error ? thrown.message : String(thrown),
      );
      return { ...saved, difference };
    },
    'run.changes': async ({ run, unsaved: texts }) => {
      const { workspace } = services;
      const { id, mode, source, choices } = existingRun(database, run);
      // Without its file nothing can be run again with changes.
      if (mode === 'trace' || !(await workspace.has(source))) return [];
      const unsaved = await workspace.unsavedTexts(texts);
      const files = withUnsaved(filesIn(workspace.folder), unsaved);
      const changed: string[] = [];
      for (const [path, text] of database.store.source(id)?.files ?? [])
        if (path !== LISTS_FILE && (await files.read(path).catch(() => undefined)) !== text)
          changed.push(path);
      for (const player of [choices?.agent, choices?.user]) {
        if (player?.model === undefined) continue;
        const { name, price, prompt } = player.model;
        const priceNow = await findPrice(workspace.folder, name).catch(() => null);
        if (!isDeepStrictEqual(priceNow, price)) changed.push(PRICES_FILE);
        if (prompt === undefined) continue;
        const now = await workspace.readPrompt(prompt.path).catch(() => undefined);
        if (now !== prompt.text) changed.push(prompt.path);
      }
      return [...new Set(changed)];
    },
    'run.verify': async ({ run: id }) => {
      const run = existingRun(database, id);
      await services.code.allowRuns(database, [run]);
      return verifications.verify(database.file, run);
    },
    'run.cancelVerify': ({ run }) => {
      verifications.cancel(run);
      return null;
    },
    'run.delete': async ({ runs }) => {
      await removeRuns(database.runs, runs);
      services.workspaceChanged();
      return null;
    },
    'run.source': ({ run }) =>
      Array.from(database.store.source(existingRun(database, run).id)?.files ?? [], ([path, text]) => ({
        path,
        text,
      })),
    'run.export': async ({ runs: ids, format }) => {
      const [run, ...others] = ids.map((id) => existingRun(database, id));
      if (run === undefined) return null;
      const file =
        others.length === 0
          ? await services.pickTarget(fileNameOf(run, format, database.store), format)
          : await services.pickExportFolder();
      if (file === undefined) return null;
      const notes =
        others.length === 0
          ? await exportRunFile(database.store, run, file, format, { database: database.file })
          : await exportRunFiles(database.store, [run, ...others], file, format, { database: database.file });
      services.written.add(file);
      services.workspaceChanged();
      return { file, notes };
    },
  } satisfies Partial<HandlersOf<'run'>>;
}

/** The handler with which a person trusts the code of a run. */
export const codeHandlers = ({ code, database }: Services): HandlersOf<'code'> => ({
  'code.trust': async ({ run }) => {
    await code.allowRuns(database, [existingRun(database, run)]);
    return null;
  },
});
