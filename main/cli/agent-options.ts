import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  modelLabel,
  type OutsideAgent,
  type RunMode,
  type ThinkingTime,
  DEFAULT_THINKING,
} from '../../engine/model/index.ts';
import { type AgentLimits, DEFAULT_AGENT_LIMITS } from '../host/agents/index.ts';
import { readScript } from '../host/runs/index.ts';
import { findInWorkspace } from './files.ts';
import { addModelOptions, type LimitOptions, limitsOf, modelOf, type ModelOptions } from './model-options.ts';
import { parseThinking, wholeNumberParser } from './options.ts';
import { UsageError } from './plain-command.ts';

/** Parses a number above 0, up to a million. */
function positive(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 1e6))
    throw new InvalidArgumentError('a number above 0, up to 1,000,000');
  return value;
}

/** Parses the command of a process, one of several. */
export function processCommand(text: string, before: readonly string[] = []): readonly string[] {
  if (text.trim() === '') throw new InvalidArgumentError('the command of a process');
  return [...before, text];
}

/** Options for an agent process or script. */
export interface AgentOptions extends Partial<AgentLimits>, ModelOptions, LimitOptions {
  /** The command of one process; for several runs, of several processes. */
  readonly agent?: readonly string[];
  /** The file of the agent's script. */
  readonly script?: string;
  readonly thinking?: ThinkingTime;
}

/** Adds the options for an agent to `command`. They exclude the option `other`, which selects the agent otherwise. */
export const addAgentOptions = (command: Command, other: string): Command =>
  addModelOptions(addAnswerOptions(command), [other, 'agent', 'script'])
    .addOption(
      new Option(
        '--agent <command>',
        'command of a process that plays the agent and exchanges lines of JSON; docs/agents.md describes them. For a run also oracle or nobody, and several times to compare agents',
      )
        .argParser(processCommand)
        .conflicts(other),
    )
    .addOption(
      new Option(
        '--script <file>',
        'file with calls for the agent to make: {"agent": [{"at": 12.5, "app": "mail", "tool": "send_email", "args": {…}}]}',
      ).conflicts([other, 'agent']),
    );

/** Adds the options for the answers of an agent process to `command`. */
export const addAnswerOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--thinking <time>',
        'simulated time that each answer of the process takes: frozen (none; the default), measured (as long as it really took), or a number of seconds',
      ).argParser(parseThinking),
    )
    .option(
      '--turns <n>',
      `turns after which the agent stops playing (default: ${DEFAULT_AGENT_LIMITS.turns})`,
      wholeNumberParser(1),
    )
    .option(
      '--agent-timeout <seconds>',
      `seconds to wait for each answer of the process (default: ${DEFAULT_AGENT_LIMITS.agentTimeout})`,
      positive,
    )
    .option(
      '--max-tokens <n>',
      'tokens of its model, read and written, after which the run ends',
      wholeNumberParser(1),
    )
    .option('--max-requests <n>', 'requests to its model after which the run ends', wholeNumberParser(0))
    .option('--max-minutes <n>', 'minutes of real time after which the run ends', positive)
    .option(
      '--max-cost <amount>',
      'cost of its models at the prices in prices.json after which the run ends',
      positive,
    );

/** The modes of runs without a process, by the names of their agents. Sweep files use the same names. */
const agentModes = { oracle: 'oracle', nobody: 'plain' } as const satisfies Readonly<Record<string, RunMode>>;

/** Whether `agent` is no command but the name of the oracle or of nobody. */
export const isNoProcess = (agent: string): agent is keyof typeof agentModes =>
  Object.hasOwn(agentModes, agent);

/** The mode that `--agent` names, unless it names a process. */
export const modeIn = ({ agent: [only = ''] = [] }: AgentOptions): RunMode | undefined =>
  isNoProcess(only) ? agentModes[only] : undefined;

/** Who plays the agent from outside. @throws {UsageError} for options about a process when there is none, or several. */
export async function agentOf({
  agent: [command, ...others] = [],
  thinking,
  turns,
  agentTimeout,
  ...options
}: AgentOptions): Promise<OutsideAgent | undefined> {
  const model = await modelOf(options);
  const limits = limitsOf(options);
  const beside = { thinking: thinking ?? DEFAULT_THINKING, ...(limits === undefined ? {} : { limits }) };
  if (model !== undefined) return { command: modelLabel(model), model, ...beside };
  if (others.length > 0) throw new UsageError('--agent: Name one agent. Only orrery run compares several.');
  if (command !== undefined && isNoProcess(command))
    throw new UsageError(`--agent: For ${command}, give --change "mode ${agentModes[command]}".`);
  if (command !== undefined) return { command, ...beside };
  const said = {
    '--max-tokens': options.maxTokens,
    '--max-requests': options.maxRequests,
    '--max-minutes': options.maxMinutes,
    '--max-cost': options.maxCost,
    '--thinking': thinking,
    '--turns': turns,
    '--agent-timeout': agentTimeout,
  };
  const [alone] = Object.entries(said).find(([, value]) => value !== undefined) ?? [];
  if (alone !== undefined) throw new UsageError(`${alone} needs a process in --agent`);
  return undefined;
}

/** An agent's script: its name among a run's files, and its text. */
export interface Script {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads the script `file` from the command line. Its name is its path in its workspace.
 *
 * @throws {UsageError} when it does not exist.
 * @throws {ProblemError} when it cannot be a script.
 */
export async function scriptFile(file: string): Promise<Script> {
  const { folder, path } = findInWorkspace(file, 'the script of an agent');
  return { name: path, text: await readScript(folder, path) };
}
