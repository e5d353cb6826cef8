import * as z from 'zod';
import { findingsText, readJsonAs } from '../../../engine/model/index.ts';
import { ProblemError, readText } from '../system/index.ts';

const name = z
  .string()
  .regex(/^[\w .()+-]{1,80}$/, 'a name of letters, digits, spaces and . _ - + ( ), at most 80');

/** Runs at the same time that ask one server. Each has processes of its own. */
export const AT_ONCE = 4;
export const MAX_AT_ONCE = 64;

/** The longest time for an answer or a job. Timers take no more than 24 days. */
export const MAX_SECONDS = 1_000_000;

const thinking = z.union(
  [z.enum(['frozen', 'measured']), z.number().min(0).max(MAX_SECONDS)],
  'frozen, measured or seconds per turn',
);

const modelAt = z
  .string()
  .regex(
    /^(?:https?:\/\/|unix:\/)\S+#.+$|\.gguf$/,
    'an address and a name, such as http://127.0.0.1:8080/v1#qwen3, or a GGUF file',
  );

/** How a model is asked. */
const asked = {
  api: z.enum(['chat-completions', 'messages']).default('chat-completions'),
  /** Parameters of each request. */
  set: z.record(z.string(), z.json()).default({}),
  /** The file of the system prompt. */
  prompt: z.string().optional(),
  /** A host that is not this machine. */
  host: z.string().optional(),
};

/** A model that plays the user: the address of its server and its name, or the path of its file. */
const user = z.strictObject({ model: modelAt, ...asked, thinking: thinking.default('frozen') });

/** How a process plays the agent, with the files that it has: paths in the workspace; a folder stands for all files in it. */
const playing = {
  name,
  files: z.array(z.string()).min(1),
  thinking: thinking.default('frozen'),
  turns: z.int().min(1).default(200),
  agentTimeout: z.number().positive().max(MAX_SECONDS).default(600),
  user: user.optional(),
};

/** The agent in some of a sweep's runs. */
const agent = z.union(
  [
    z.enum(['oracle', 'nobody']),
    z.strictObject({ name, script: z.string() }),
    /** A program in `agents/` of the workspace, by its path. */
    z.strictObject({ ...playing, program: z.string(), files: playing.files.default(['agents']) }),
    /** A model: the address of its server and its name, or the path of its file. */
    z.strictObject({
      name,
      model: modelAt,
      calls: z.enum(['native', 'react']).default('native'),
      ...asked,
      thinking: playing.thinking,
      turns: playing.turns,
      agentTimeout: playing.agentTimeout,
      user: playing.user,
    }),
    /** Such as `node agents/solver.mjs`, started in a folder with only `files`. */
    z.strictObject({ ...playing, command: z.string().min(1) }),
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
  /** Jobs that match all fields of one of these are left out. */
  exclude: z.array(exclude).default([]),
  limits: z
    .strictObject({
      /** Wall-clock limit of one job. */
      seconds: z.number().positive().max(MAX_SECONDS).default(600),
      /** Memory of one worker, in MB. */
      memory: z.int().min(128).default(1_024),
      /** Runs at the same time that ask one server. */
      atOnce: z.int().min(1).max(MAX_AT_ONCE).default(AT_ONCE),
      /** What the models of all jobs may use. */
      tokens: z.int().min(1).optional(),
      requests: z.int().min(1).optional(),
      /** Real time of the sweep, each time that it is run. */
      minutes: z.number().positive().optional(),
    })
    .default({ seconds: 600, memory: 1_024, atOnce: AT_ONCE }),
});

/** A sweep: every combination of scenario, variant, seed, agent and settings that is not excluded. */
export type SweepFile = z.infer<typeof sweepFile>;
type AgentInFile = SweepFile['agents'][number];
export type UserInFile = z.infer<typeof user>;
/** On the command line, an agent can also be a script with its text, or a process with its folder. */
export type AgentChoice =
  | AgentInFile
  | { readonly name: string; readonly script: string; readonly text: string }
  | (Omit<Extract<AgentInFile, { command: string }>, 'files'> & { readonly folder: string });

/** A sweep file, or the same settings from the command line. */
export type SweepRequest = Omit<SweepFile, 'agents'> & { readonly agents: readonly AgentChoice[] };

/** Larger than any file written by hand. */
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

/** How many seeds {@link seedsOf} returns, at most. */
export function seedCount({ seeds: given }: Pick<SweepFile, 'seeds'>): number {
  if (given === 'own') return 1;
  if (typeof given !== 'string') return given.length;
  const [from = 0, to = 0] = given.split('..').map(Number);
  return Math.max(0, to - from + 1);
}
