import * as z from 'zod';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findingsText, readJsonAs, thinkingTime } from '../../../engine/model/index.ts';
import {
  inChunks,
  isMissing,
  openRegularFile,
  ProblemError,
  VERSION,
  writeAtomically,
} from '../system/index.ts';
import { AT_ONCE, MAX_AT_ONCE, MAX_TIMEOUT_SECONDS } from './sweep-file.ts';
import { fileIn, realFolder } from './sweep-files.ts';

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
export const MAX_JOBS = 1_000_000;

/** The file of the plan, in the sweep's folder. */
export const MANIFEST = 'manifest.jsonl';

export async function writeManifest(
  folder: string,
  planned: SweepHeader,
  jobs: () => Iterable<Job>,
): Promise<void> {
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
        `${place}: ${field}: There is no number ${planned[field]} in the plan’s first line. Plan the sweep again.`,
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
