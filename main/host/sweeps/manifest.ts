import { createHash } from 'node:crypto';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { type FileHandle, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import {
  findingsText,
  kindOfFile,
  matchesPattern,
  modelAddress,
  type ModelChoice,
  modelLabel,
  type Problem,
  readJsonAs,
  thinkingTime,
} from '../../../engine/model/index.ts';
import { plannerHere, pricedModel, readScript, typeWarnings, variantsOfScenario } from '../runs/index.ts';
import {
  type CheckTypes,
  compileScenario,
  filesIn,
  isWithin,
  type ScenarioFiles,
} from '../scenarios/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import {
  codeHash,
  foreignHost,
  inChunks,
  isMissing,
  makeFolder,
  openRegularFile,
  pathWithin,
  ProblemError,
  readText,
  requireFolder,
  sha256Of,
  trustCode,
  VERSION,
  writeAtomically,
} from '../system/index.ts';
import { requireProgram } from '../workspace/index.ts';
import {
  type AgentChoice,
  type UserInFile,
  AT_ONCE,
  MAX_AT_ONCE,
  MAX_TIMEOUT_SECONDS,
  seedCount,
  seedsOf,
  type SweepRequest,
} from './sweep-file.ts';
import { withServers } from './swept-servers.ts';

/** The hash of a folder of files, which is also its name in `bundles/` of the sweep's folder. */
const bundle = z.string().regex(/^[0-9a-f]{64}$/);

const positiveNumber = z.number().min(0);

const modelChoice = z.strictObject({
  url: z.string(),
  name: z.string(),
  wire: z.enum(['chat-completions', 'messages', 'gguf']),
  calls: z.enum(['native', 'react']),
  parameters: z.record(z.string(), z.json()),
  prompt: z.strictObject({ path: z.string(), text: z.string() }).optional(),
  price: z
    .strictObject({
      input: positiveNumber,
      cached: positiveNumber.optional(),
      output: positiveNumber,
      currency: z.string(),
    })
    .optional(),
});

const agent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('oracle'), name: z.string() }),
  z.strictObject({ kind: z.literal('nobody'), name: z.string() }),
  z.strictObject({ kind: z.literal('script'), name: z.string(), script: z.string(), bundle }),
  z.strictObject({
    kind: z.literal('program'),
    name: z.string(),
    command: z.string(),
    thinking: thinkingTime,
    turns: z.int(),
    agentTimeout: z.number().positive().max(MAX_TIMEOUT_SECONDS),
    bundle: bundle.optional(),
    /** The folder in which the agent starts, instead of a folder with the files of its bundle. */
    folder: z.string().optional(),
    model: modelChoice.optional(),
    user: z.strictObject({ command: z.string(), thinking: thinkingTime, model: modelChoice }).optional(),
  }),
]);

const header = z.strictObject({
  format: z.literal(1),
  name: z.string(),
  /** The version of Orrery that planned the sweep. Other versions refuse to run its jobs. */
  engine: z.string(),
  scenarios: z.array(
    z.strictObject({
      path: z.string(),
      bundle,
      /** The workspace folder, where servers of the scenario's apps start; missing if it has no servers. */
      folder: z.string().optional(),
    }),
  ),
  agents: z.array(agent),
  settings: z.array(
    z.strictObject({
      name: z.string(),
      verbosity: z.enum(['low', 'medium', 'high']).optional(),
      toolFailures: z.number().optional(),
      noise: z.number().optional(),
      noiseSeed: z.int().optional(),
    }),
  ),
  limits: z.strictObject({
    seconds: z.number().positive().max(MAX_TIMEOUT_SECONDS),
    memory: z.int(),
    atOnce: z.int().min(1).max(MAX_AT_ONCE).default(AT_ONCE),
    tokens: z.int().optional(),
    requests: z.int().optional(),
    minutes: z.number().optional(),
    cost: z.number().optional(),
  }),
  jobs: z.int(),
});

/** The data that all jobs of a sweep share. Jobs refer to scenarios, agents and settings by their index in these lists. */
export type SweepHeader = z.infer<typeof header>;
export type PlannedAgent = SweepHeader['agents'][number];

const job = z.strictObject({
  id: z.string(),
  scenario: z.int(),
  variant: z.string().optional(),
  /** The seed; by default the scenario's own. */
  seed: z.int().optional(),
  agent: z.int(),
  settings: z.int(),
  repeat: z.int(),
});

/** One run of a sweep. Its id is a hash of all that determines the run. */
export type Job = z.infer<typeof job>;

/** A planned sweep: the data that its jobs share, and the jobs in order. */
export interface Manifest {
  readonly header: SweepHeader;
  readonly jobs: readonly Job[];
}

/** The maximum number of jobs, whose results a process can hold at once. */
const MAX_JOBS = 1_000_000;

/** The file of the plan, in the sweep's folder. */
export const MANIFEST = 'manifest.jsonl';
const bundleFolder = (folder: string, hash: string): string => join(folder, 'bundles', hash);

/** The real path of the sweep's folder, which may have been given as a link. */
export const realFolder = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder);

/** The file at `path` of the sweep's folder. @throws {ProblemError} when a link leads out, or it is no regular file. */
export function fileIn(folder: string, path: string): string {
  const real = realFolder(folder);
  return existsSync(real) ? pathWithin(real, join(real, path)) : join(real, path);
}

/** The names in `parts/` of the sweep's folder. @throws {ProblemError} when that is no folder, or a link leads out. */
export function namesInParts(folder: string): readonly string[] {
  const real = realFolder(folder);
  const parts = join(real, 'parts');
  if (!existsSync(parts)) return [];
  requireFolder(real, parts);
  return readdirSync(parts);
}

/** The real path of the folder with the files of the bundle `hash`. @throws {ProblemError} when it is missing, or elsewhere. */
export function bundleIn(folder: string, hash: string): string {
  const place = bundleFolder(folder, hash);
  if (existsSync(place)) {
    const real = realFolder(folder);
    requireFolder(real, bundleFolder(real, hash));
    return realpathSync(place);
  }
  throw new ProblemError(
    'no-such-file',
    `${place}: The files of this job are missing. Copy the sweep with its whole folder, or plan it again.`,
  );
}

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
  const other = foreignHost(url);
  if (other !== undefined && other !== host)
    throw new ProblemError(
      'bad-sweep',
      `${name}: The model is on another machine. To send the scenarios' data there, add "host": "${other}".`,
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
    if (!isWithin(workspace, join(workspace, path)))
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

const sortedFiles = (files: Iterable<readonly [string, string]>): readonly (readonly [string, string])[] =>
  [...files].sort(([one], [other]) => (one < other ? -1 : 1));

const bundleHash = (sorted: ReturnType<typeof sortedFiles>): string => sha256Of(JSON.stringify(sorted));

/** Writes `files` to a folder named by their hash. Returns the hash. */
async function writeBundle(folder: string, files: ReadonlyMap<string, string>): Promise<string> {
  const sorted = sortedFiles(files);
  const hash = bundleHash(sorted);
  makeFolder(folder);
  const within = realFolder(folder);
  const place = bundleFolder(within, hash);
  if (existsSync(place)) return hash;
  const unfinished = `${place}.${process.pid}`;
  for (const [path, text] of sorted)
    await writeAtomically(join(unfinished, path), text, { within, isDurable: false });
  await rename(unfinished, place);
  return hash;
}

/** The files of the bundle `hash`, by path. @throws {ProblemError} when they do not match the hash. */
async function readBundle(folder: string, hash: string): Promise<ReadonlyMap<string, string>> {
  const place = bundleIn(folder, hash);
  const changed = new ProblemError(
    'bad-sweep',
    `${place}: The files are not those that were planned. Plan the sweep again.`,
  );
  const files = new Map<string, string>();
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    // A link would lead to other files when the sweep runs.
    if (!entry.isFile()) throw changed;
    const file = join(entry.parentPath, entry.name);
    files.set(
      relative(place, file).split(sep).join('/'),
      await readText(file, { most: LIMITS.importBytes, within: realFolder(folder) }),
    );
  }
  if (bundleHash(sortedFiles(files)) !== hash) throw changed;
  return files;
}

/** The code that a planned sweep runs. */
export interface SweepCode {
  /** Hashes of the scenarios' code, and of the agents' commands with their files. */
  readonly hashes: readonly string[];
  readonly scenarios: readonly string[];
  readonly commands: readonly string[];
}

/** The code of the sweep in `folder`. @throws {ProblemError} when its files differ from the planned ones. */
export async function codeOfSweep(folder: string): Promise<SweepCode> {
  const { scenarios, agents } = await readHeader(folder);
  const hashes = new Set<string>();
  for (const { bundle: files, folder: where } of scenarios) {
    const hash = codeHash(await readBundle(folder, files));
    if (hash !== undefined) hashes.add(hash);
    // The same command starts another program elsewhere.
    if (where !== undefined) hashes.add(sha256Of(JSON.stringify([files, where])));
  }
  const programs = agents.filter((one) => one.kind === 'program');
  for (const { command, bundle: files, folder: where } of programs) {
    if (files !== undefined) await readBundle(folder, files);
    hashes.add(sha256Of(JSON.stringify([command, files ?? null, where ?? null])));
  }
  return {
    hashes: [...hashes],
    scenarios: scenarios.map(({ path }) => path),
    commands: programs.map(({ command }) => command),
  };
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

async function writeManifest(folder: string, planned: SweepHeader, jobs: () => Iterable<Job>): Promise<void> {
  const lines = function* (limits = planned.limits): Generator<string> {
    yield `${JSON.stringify({ ...planned, limits })}\n`;
    for (const one of jobs()) yield `${JSON.stringify(one)}\n`;
  };
  const file = fileIn(folder, MANIFEST);
  if (existsSync(file)) {
    const wanted = createHash('sha256');
    // Limits are no part of the runs: a sweep that was ended at one goes on with a higher one.
    const { limits } = await readHeader(folder).catch(() => planned);
    for (const chunk of inChunks(lines(limits))) wanted.update(chunk);
    if ((await planHash(folder)) !== wanted.digest('hex'))
      throw new ProblemError(
        'file-exists',
        `${folder}: The folder holds the plan of another sweep, or of other files. Choose a new folder with --out.`,
      );
  }
  await writeAtomically(file, inChunks(lines()), { within: realFolder(folder) });
}

/** The maximum size of a plan in bytes: about a million lines of 200 bytes need less. */
const MAX_MANIFEST = 1_000_000_000; // bytes
const MAX_LINE = 50_000_000; // characters

/** The manifest in `folder`. @throws {ProblemError} when there is none. */
async function openManifest(folder: string): Promise<FileHandle> {
  const within = realFolder(folder);
  const file = join(within, MANIFEST);
  try {
    return await openRegularFile(file, { most: MAX_MANIFEST, within });
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
    throw new ProblemError(
      'no-such-file',
      `${folder}: There is no sweep here. Plan one with orrery sweep plan.`,
    );
  }
}

/** A hash that identifies the plan in `folder`, wherever the folder is. @throws {ProblemError} when there is none. */
export async function planHash(folder: string): Promise<string> {
  const hash = createHash('sha256');
  await using opened = await openManifest(folder);
  for await (const chunk of opened.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads the shared data of the sweep in `folder`. @throws {ProblemError} as {@link readManifest}. */
export async function readHeader(folder: string): Promise<SweepHeader> {
  for await (const { line, place } of manifestLines(folder)) return parsed(header, line, place);
  throw new ProblemError('bad-sweep', `${folder}: The plan is empty. Plan the sweep again.`);
}

/** @throws {ProblemError} when the sweep in `folder` was planned by another version of Orrery. */
export function requireVersion(folder: string, { engine }: SweepHeader): void {
  if (engine !== VERSION)
    throw new ProblemError(
      'bad-sweep',
      `${folder}: The sweep was planned by Orrery ${engine}; this is ${VERSION}. Run it with the version that planned it, or plan it again.`,
    );
}

/** Reads the planned sweep in `folder`. @throws {ProblemError} when there is none, or it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest> {
  let shared: SweepHeader | undefined;
  const jobs: Job[] = [];
  for await (const { line, place } of manifestLines(folder)) {
    if (shared === undefined) shared = parsed(header, line, place);
    else jobs.push(requireKnown(parsed(job, line, place), shared, place));
  }
  if (shared?.jobs !== jobs.length)
    throw new ProblemError(
      'bad-sweep',
      `${join(folder, MANIFEST)}: The file is cut off. Plan the sweep again.`,
    );
  return { header: shared, jobs };
}

/** `planned`, checked for references to data that the plan does not have. @throws {ProblemError} if there are any. */
function requireKnown(planned: Job, shared: SweepHeader, place: string): Job {
  for (const [field, list] of [
    ['scenario', shared.scenarios],
    ['agent', shared.agents],
    ['settings', shared.settings],
  ] as const)
    if (list[planned[field]] === undefined)
      throw new ProblemError(
        'bad-sweep',
        `${place}: ${field}: There is no number ${planned[field]} in the plan's first line. Plan the sweep again.`,
      );
  return planned;
}

/** The lines of the manifest in `folder`, each with its location. @throws {ProblemError} when there is none. */
async function* manifestLines(
  folder: string,
): AsyncGenerator<{ readonly line: string; readonly place: string }> {
  await using opened = await openManifest(folder);
  let number = 0;
  const placed = (line: string): { readonly line: string; readonly place: string } => {
    number += 1;
    return { line, place: `${basename(folder)}/${MANIFEST}, line ${number}` };
  };
  let rest = '';
  for await (const text of opened.createReadStream({
    autoClose: false,
    encoding: 'utf8',
    highWaterMark: 1_000_000,
  })) {
    const lines = (rest + (text as string)).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield placed(line);
    if (rest.length > MAX_LINE)
      throw new ProblemError(
        'bad-sweep',
        `${placed(rest).place}: The line is too long. Plan the sweep again.`,
      );
  }
  if (rest !== '') yield placed(rest);
}

function parsed<Shape extends z.ZodType>(shape: Shape, line: string, place: string): z.output<Shape> {
  const read = readJsonAs(shape, line);
  if ('findings' in read) throw new ProblemError('bad-sweep', `${place}: ${findingsText(read.findings)}`);
  return read.data;
}
