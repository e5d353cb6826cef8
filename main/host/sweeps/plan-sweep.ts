import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  kindOfFile,
  matchesPattern,
  modelAddress,
  type ModelChoice,
  modelLabel,
  type Problem,
} from '../../../engine/model/index.ts';
import { plannerHere, pricedModel, readScript, typeWarnings, variantsOfScenario } from '../runs/index.ts';
import {
  type CheckTypes,
  compileScenario,
  filesIn,
  isBelowFolder,
  type ScenarioFiles,
} from '../scenarios/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { remoteHost, ProblemError, readText, trustCode, VERSION } from '../system/index.ts';
import { requireProgram } from '../workspace/index.ts';
import { type AgentChoice, seedCount, seedsOf, type SweepRequest, type UserInFile } from './sweep-file.ts';
import { withServers } from './swept-servers.ts';
import { type Job, MAX_JOBS, type PlannedAgent, type SweepHeader, writeManifest } from './manifest.ts';
import { writeBundle } from './sweep-files.ts';
import { codeOfSweep } from './sweep-code.ts';

/**
 * Plans `sweep` of the workspace `workspace` into `folder`: the manifest, and every file that its runs need. The same sweep of
 * the same files gives the same bytes. Returns the shared data, and warnings about the scenarios' types.
 *
 * @throws {ScenarioError} when a scenario does not compile or has type errors.
 * @throws {ProblemError} when a file is missing, no job is left, or `folder` holds another sweep.
 */
export async function planSweep(
  workspace: string,
  sweep: SweepRequest,
  folder: string,
  checkTypes: CheckTypes,
): Promise<{ readonly header: SweepHeader; readonly warnings: readonly Problem[] }> {
  const warnings: Problem[] = [];
  const scenarios: (SweepHeader['scenarios'][number] & {
    readonly variants: readonly (string | undefined)[];
  })[] = [];
  for (const path of await scenariosOf(workspace, sweep)) {
    if (kindOfFile(path) === 'scenario') warnings.push(...(await typeWarnings(workspace, path, checkTypes)));
    const variants = await chosenVariants(workspace, path, sweep.variants);
    const { files, hasServers } = await scenarioFiles(workspace, path, variants);
    const bundle = await writeBundle(folder, files);
    scenarios.push({ path, bundle, ...(hasServers ? { folder: resolve(workspace) } : {}), variants });
  }
  const agents: PlannedAgent[] = [];
  for (const choice of sweep.agents) agents.push(await plannedAgent(workspace, choice, folder));
  requireDistinct('agents', agents);
  requireDistinct('settings', sweep.settings);
  const shared = {
    format: 1,
    name: sweep.name,
    engine: VERSION,
    scenarios: scenarios.map(({ path, bundle: hash, folder: where }) => ({
      path,
      bundle: hash,
      ...(where === undefined ? {} : { folder: where }),
    })),
    agents,
    settings: sweep.settings,
    limits: sweep.limits,
  } as const;
  const cells = scenarios.reduce((sum, { variants }) => sum + variants.length, 0) * agents.length;
  const combinations = cells * sweep.settings.length * seedCount(sweep) * sweep.repeats;
  if (combinations > MAX_JOBS)
    throw new ProblemError(
      'bad-sweep',
      `${sweep.name}: It has ${combinations.toLocaleString('en-US')} jobs, of ${MAX_JOBS.toLocaleString('en-US')} at most. Split it into several sweeps.`,
    );
  const jobs = (): Generator<Job> => jobsOf({ ...shared, scenarios }, sweep);
  let count = 0;
  for (const counted = jobs(); counted.next().done !== true;) count += 1;
  if (count === 0)
    throw new ProblemError('bad-sweep', `${sweep.name}: Every job is excluded. Leave at least one.`);
  const planned: SweepHeader = { ...shared, jobs: count };
  await writeManifest(folder, planned, jobs);
  trustCode((await codeOfSweep(folder)).hashes);
  return { header: planned, warnings };
}

function requireDistinct(what: string, named: readonly { readonly name: string }[]): void {
  const names = new Set<string>();
  const twice = named.find(({ name }) => {
    const isKnown = names.has(name);
    names.add(name);
    return isKnown;
  });
  if (twice !== undefined)
    throw new ProblemError(
      'bad-sweep',
      `${what}: Two have the name "${twice.name}". Give each its own name.`,
    );
}

async function scenariosOf(workspace: string, { scenarios }: SweepRequest): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const pattern of scenarios) {
    const matching = await pathsLike(workspace, pattern);
    if (matching.length === 0)
      throw new ProblemError('no-such-file', `${pattern}: No scenario in ${workspace} has this path.`);
    for (const path of matching) found.add(path);
  }
  return [...found].sort();
}

/** The scenario paths that match `pattern`; `*` stands for any characters of a file name. */
async function pathsLike(workspace: string, pattern: string): Promise<readonly string[]> {
  const files = filesIn(workspace);
  if (!pattern.includes('*')) {
    const found = await files.find(pattern);
    return found.kind === 'file' ? [found.path] : [];
  }
  const folder = dirname(pattern);
  const found = (await filesBelow(files, folder)) ?? [];
  return found.filter(
    (path) => dirname(path) === folder && matchesPattern(basename(path), basename(pattern)),
  );
}

/** The files in `folder` and below it; `undefined` when there is no such folder. @throws {ProblemError} when they are too many. */
const filesBelow = (files: ScenarioFiles, folder: string): Promise<readonly string[] | undefined> =>
  files.list(folder).catch((thrown: unknown) => {
    throw thrown instanceof RangeError
      ? new ProblemError(
          'bad-sweep',
          `${folder}: There are ${thrown.message}. Name fewer, or smaller folders.`,
        )
      : thrown;
  });

async function scenarioFiles(
  workspace: string,
  path: string,
  variants: readonly (string | undefined)[],
): ReturnType<typeof withServers> {
  if (kindOfFile(path) === 'scenario')
    return withServers(workspace, await compileScenario(workspace, path), variants);
  const readable = { most: LIMITS.importBytes, within: workspace };
  const files = new Map([[path, await readText(join(workspace, path), readable)]]);
  return { files, hasServers: false };
}

async function chosenVariants(
  workspace: string,
  path: string,
  wanted: SweepRequest['variants'],
): Promise<readonly (string | undefined)[]> {
  if (wanted === 'first') return [undefined];
  const known = await variantsOfScenario(workspace, path, { planner: plannerHere });
  if (wanted === 'all') return known.length === 0 ? [undefined] : known;
  const missing = wanted.find((variant) => !known.includes(variant));
  if (missing !== undefined)
    throw new ProblemError(
      'bad-sweep',
      `${path}: There is no variant "${missing}". Its variants are ${known.join(', ')}.`,
    );
  return wanted;
}

async function plannedAgent(workspace: string, choice: AgentChoice, folder: string): Promise<PlannedAgent> {
  if (typeof choice === 'string') return { kind: choice, name: choice };
  if ('script' in choice) {
    const { name, script } = choice;
    const text = 'text' in choice ? choice.text : await readScript(workspace, script);
    const files = new Map([[script, text]]);
    return { kind: 'script', name, script, bundle: await writeBundle(folder, files) };
  }
  const user = choice.user && { user: await plannedUser(workspace, choice.name, choice.user) };
  if ('folder' in choice) {
    const { user: _, ...own } = choice;
    return { kind: 'program', ...own, ...user };
  }
  if ('model' in choice) return { ...(await plannedModel(workspace, choice)), ...user };
  const { command } =
    'program' in choice ? await requireProgram(workspace, { path: choice.program }) : choice;
  const { name, files, thinking, turns, agentTimeout } = choice;
  const bundle = await writeBundle(folder, await agentFiles(workspace, files));
  return { kind: 'program', name, command, thinking, turns, agentTimeout, bundle, ...user };
}

async function plannedModel(
  workspace: string,
  choice: Extract<AgentChoice, { model: string }>,
): Promise<PlannedProgram> {
  const { name, thinking, turns, agentTimeout } = choice;
  const model = await askedModel(workspace, name, choice);
  const { command } = model;
  return { kind: 'program', name, thinking, turns, agentTimeout, command, model: model.model };
}

/** The model that plays the user for the agent `name`. */
async function plannedUser(
  workspace: string,
  name: string,
  { thinking, ...choice }: UserInFile,
): Promise<NonNullable<PlannedProgram['user']>> {
  return { ...(await askedModel(workspace, name, { ...choice, calls: 'native' })), thinking };
}

type PlannedProgram = Extract<PlannedAgent, { kind: 'program' }>;

async function askedModel(
  workspace: string,
  name: string,
  { model, api, calls, set, prompt, host }: Omit<UserInFile, 'thinking'> & Pick<ModelChoice, 'calls'>,
): Promise<{ readonly command: string; readonly model: NonNullable<PlannedProgram['model']> }> {
  const { isFile, url, name: modelName } = modelAddress(model)!;
  const other = remoteHost(url);
  if (other !== undefined && other !== host)
    throw new ProblemError(
      'bad-sweep',
      `${name}: The model is on another machine. To send the scenarios’ data there, add "host": "${other}".`,
    );
  const text = prompt && (await readText(join(workspace, prompt), { most: MAX_PROMPT, within: workspace }));
  const chosen: ModelChoice = {
    url: isFile ? resolve(workspace, url) : url,
    name: modelName,
    wire: isFile ? 'gguf' : api,
    calls,
    parameters: set,
    ...(prompt === undefined || text === undefined ? {} : { prompt: { path: prompt, text } }),
  };
  return {
    command: modelLabel(chosen),
    // JSON has more types for zod than for us.
    model: (await pricedModel(workspace, chosen)) as NonNullable<PlannedProgram['model']>,
  };
}

const MAX_PROMPT = 1_000_000; // bytes

/** The maximum size of an agent's file in bytes. Models are larger, and must be stored elsewhere. */
const MAX_AGENT_FILE = 100_000_000; // bytes

async function agentFiles(workspace: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const files = filesIn(workspace);
  const texts = new Map<string, string>();
  for (const path of paths) {
    if (!isBelowFolder(workspace, join(workspace, path)))
      throw new ProblemError(
        'no-such-file',
        `${path}: It is outside the workspace. Agents of a sweep get files of the workspace only.`,
      );
    for (const one of (await filesBelow(files, path)) ?? [path]) {
      const isFile = await stat(join(workspace, one)).then(
        (found) => found.isFile(),
        () => false,
      );
      if (!isFile) throw new ProblemError('no-such-file', `${one}: There is no such file in ${workspace}.`);
      texts.set(one, await readText(join(workspace, one), { most: MAX_AGENT_FILE, within: workspace }));
    }
  }
  return texts;
}

type Grid = Omit<SweepHeader, 'jobs' | 'scenarios'> & {
  readonly scenarios: readonly (SweepHeader['scenarios'][number] & {
    readonly variants: readonly (string | undefined)[];
  })[];
};

/** Every job of the grid that is not excluded, in order. */
function* jobsOf(grid: Grid, sweep: SweepRequest): Generator<Job> {
  const seeds = seedsOf(sweep);
  const isExcluded = exclusionBy(sweep.exclude);
  for (const [scenario, { path, bundle: hash, variants }] of grid.scenarios.entries())
    for (const variant of variants)
      for (const [agentAt, planned] of grid.agents.entries())
        for (const [settingsAt, settings] of grid.settings.entries()) {
          // Names of agents and settings do not determine a run.
          const common = [
            grid.engine,
            hash,
            path,
            variant ?? null,
            { ...planned, name: '' },
            { ...settings, name: '' },
          ];
          const prefix = createHash('sha256').update(JSON.stringify(common));
          for (const seed of seeds) {
            const cell = { scenario: path, variant, seed, agent: planned.name, settings: settings.name };
            if (isExcluded(cell)) continue;
            for (let repeat = 0; repeat < sweep.repeats; repeat++) {
              const id = `s-${prefix
                .copy()
                .update(` ${seed ?? 'own'} ${repeat}`)
                .digest('hex')
                .slice(0, 32)}`;
              yield {
                id,
                scenario,
                ...(variant === undefined ? {} : { variant }),
                ...(seed === undefined ? {} : { seed }),
                agent: agentAt,
                settings: settingsAt,
                repeat,
              };
            }
          }
        }
}

type Cell = Readonly<Record<keyof SweepRequest['exclude'][number], string | number | undefined>>;

/** Returns a function that tells whether one of `rules` excludes a cell. It looks up each set of fields once, not each rule. */
function exclusionBy(rules: SweepRequest['exclude']): (cell: Cell) => boolean {
  const byFields = new Map<
    string,
    { readonly fields: readonly (keyof Cell)[]; readonly values: Set<string> }
  >();
  for (const rule of rules) {
    const fields = (Object.keys(rule) as (keyof Cell)[]).sort();
    if (fields.length === 0) continue;
    const alike = byFields.get(fields.join()) ?? { fields, values: new Set() };
    byFields.set(fields.join(), alike);
    alike.values.add(valuesOf(rule as Cell, fields));
  }
  const sets = [...byFields.values()];
  return (cell) => sets.some(({ fields, values }) => values.has(valuesOf(cell, fields)));
}

const valuesOf = (cell: Cell, fields: readonly (keyof Cell)[]): string =>
  JSON.stringify(fields.map((field) => cell[field] ?? null));
