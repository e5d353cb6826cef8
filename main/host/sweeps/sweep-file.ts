import * as z from 'zod';
import { findingsText, readJsonAs, thinkingTime, DEFAULT_THINKING } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { ProblemError, readText } from '../system/index.ts';

const name = z
  .string()
  .regex(/^[\w .()+-]{1,80}$/, 'a name of letters, digits, spaces and . _ - + ( ), at most 80');

/** The default number of runs that use one server at the same time. Each has processes of its own. */
export const AT_ONCE = 4;
export const MAX_AT_ONCE = LIMITS.sweepAtOnce;

/** The maximum time limit for an answer or a job. Timers allow up to 24 days. */
export const MAX_TIMEOUT_SECONDS = 1_000_000;

const modelAt = z
  .string()
  .regex(
    /^(?:https?:\/\/|unix:\/)\S+#.+$|\.gguf$/,
    'an address and a name, such as http://127.0.0.1:8080/v1#qwen3, or a GGUF file',
  );

/** Settings for requests to a model. */
const requestSettings = {
  api: z.enum(['chat-completions', 'messages']).default('chat-completions'),
  /** Parameters of each request. */
  set: z.record(z.string(), z.json()).default({}),
  /** The path of the file with the system prompt. */
  prompt: z.string().optional(),
  /** The host of the model's server, if it is not this machine. */
  host: z.string().optional(),
};

/** A model that plays the user: the address of its server and its name, or the path of its file. */
const user = z.strictObject({
  model: modelAt,
  ...requestSettings,
  thinking: thinkingTime.default(DEFAULT_THINKING),
});

/** A process that plays the agent, with its files: paths in the workspace; a folder stands for all files in it. */
const processSettings = {
  name,
  files: z.array(z.string()).min(1),
  thinking: thinkingTime.default(DEFAULT_THINKING),
  turns: z.int().min(1).default(200),
  agentTimeout: z.number().positive().max(MAX_TIMEOUT_SECONDS).default(600),
  user: user.optional(),
};

/** The agent in some of a sweep's runs. */
const agent = z.union(
  [
    z.enum(['oracle', 'nobody']),
    z.strictObject({ name, script: z.string() }),
    /** A program in `agents/` of the workspace, by its path. */
    z.strictObject({
      ...processSettings,
      program: z.string(),
      files: processSettings.files.default(['agents']),
    }),
    /** A model: the address of its server and its name, or the path of its file. */
    z.strictObject({
      name,
      model: modelAt,
      calls: z.enum(['native', 'react']).default('native'),
      ...requestSettings,
      thinking: processSettings.thinking,
      turns: processSettings.turns,
      agentTimeout: processSettings.agentTimeout,
      user: processSettings.user,
    }),
    /** Such as `node agents/solver.mjs`, started in a folder with only `files`. */
    z.strictObject({ ...processSettings, command: z.string().min(1) }),
  ],
  '"oracle", "nobody", {"name", "script"}, {"name", "program"}, {"name", "command", "files"} or {"name", "model"}',
);

const settings = z.strictObject({
  name,
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  toolFailures: z.number().min(0).max(1).optional(),
  noise: z.number().min(0).optional(),
  noiseSeed: z.int().min(0).optional(),
});

const seeds = z.union([
  z.literal('own'),
  z.array(z.int().min(0)).min(1),
  z.string().regex(/^\d{1,9}\.\.\d{1,9}$/, 'a list of whole numbers, a range such as "0..29" or "own"'),
]);

const exclude = z.strictObject({
  scenario: z.string().optional(),
  variant: z.string().optional(),
  seed: z.int().optional(),
  agent: z.string().optional(),
  settings: z.string().optional(),
});

const sweepFile = z.strictObject({
  name,
  /** Paths in the workspace; `*` stands for any characters of a file name. */
  scenarios: z.array(z.string().min(1)).min(1),
  /** The first variant of each scenario, all variants, or the named ones. */
  variants: z
    .union([z.enum(['first', 'all']), z.array(z.string()).min(1)], '"first", "all" or a list of names')
    .default('first'),
  seeds: seeds.default([0]),
  agents: z.array(agent).min(1).default(['oracle']),
  settings: z
    .array(settings)
    .min(1)
    .default([{ name: 'default' }]),
  repeats: z.int().min(1).max(1_000).default(1),
  /** Jobs that match all fields of one of these rules are left out. */
  exclude: z.array(exclude).default([]),
  limits: z
    .strictObject({
      /** The wall-clock limit of one job in seconds. */
      seconds: z.number().positive().max(MAX_TIMEOUT_SECONDS).default(600),
      /** The memory limit of one worker, in MB. */
      memory: z.int().min(128).default(1_024),
      /** The number of runs that use one server at the same time. */
      atOnce: z.int().min(1).max(MAX_AT_ONCE).default(AT_ONCE),
      /** The token limit for the models of all jobs together. */
      tokens: z.int().min(1).optional(),
      requests: z.int().min(1).optional(),
      /** The time limit of each execution of the sweep, in minutes. */
      minutes: z.number().positive().optional(),
      /** At the prices in prices.json. */
      cost: z.number().positive().optional(),
    })
    .default({ seconds: 600, memory: 1_024, atOnce: AT_ONCE }),
});

/** A sweep: every combination of scenario, variant, seed, agent and settings that is not excluded. */
export type SweepFile = z.infer<typeof sweepFile>;
type AgentInFile = SweepFile['agents'][number];
export type UserInFile = z.infer<typeof user>;
/** An agent in a sweep request. On the command line, an agent can also be a script with its text, or a process with its folder. */
export type AgentChoice =
  | AgentInFile
  | { readonly name: string; readonly script: string; readonly text: string }
  | (Omit<Extract<AgentInFile, { command: string }>, 'files'> & { readonly folder: string });

/** A sweep file, or the same settings from the command line. */
export type SweepRequest = Omit<SweepFile, 'agents'> & { readonly agents: readonly AgentChoice[] };

/** The maximum size of a sweep file in bytes. */
const MAX_FILE_SIZE = 5_000_000; // bytes

/** Reads a sweep file. @throws {ProblemError} that names each wrong value and what is expected. */
export async function readSweepFile(file: string): Promise<SweepFile> {
  const text = await readText(file, { most: 3 * MAX_FILE_SIZE });
  if (text.length > MAX_FILE_SIZE)
    throw new ProblemError('bad-sweep', `${file}: The file has more than ${MAX_FILE_SIZE} characters.`);
  const read = readJsonAs(sweepFile, text);
  if ('findings' in read) throw new ProblemError('bad-sweep', `${file}: ${findingsText(read.findings)}`);
  return read.data;
}

/** The distinct seeds of a sweep, in order; `undefined` stands for the scenario's own seed. */
export function seedsOf({ seeds: given }: Pick<SweepFile, 'seeds'>): readonly (number | undefined)[] {
  if (given === 'own') return [undefined];
  if (typeof given !== 'string') return [...new Set(given)].sort((one, other) => one - other);
  const [from = 0] = given.split('..').map(Number);
  return Array.from({ length: seedCount({ seeds: given }) }, (_, offset) => from + offset);
}

/** The maximum number of seeds that {@link seedsOf} returns. */
export function seedCount({ seeds: given }: Pick<SweepFile, 'seeds'>): number {
  if (given === 'own') return 1;
  if (typeof given !== 'string') return given.length;
  const [from = 0, to = 0] = given.split('..').map(Number);
  return Math.max(0, to - from + 1);
}
