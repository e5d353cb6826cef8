import { Option, type Command } from 'commander';
import type { OutsideAgent } from '../../engine/model/index.ts';
import { USUAL_PATIENCE, type Patience } from '../agents/play-process.ts';
import { commandLine, positive, thinkingTime, wholeNumber } from './option-values.ts';
import { UsageError } from './usage-error.ts';

/** A process that does the agent's part, as the command line names it. */
export interface AgentOptions extends Partial<Patience> {
  readonly agent?: string;
  /** The file of the script that the agent follows. */
  readonly script?: string;
  readonly thinking?: OutsideAgent['thinking'];
}

/** Lets `command` be given an agent, in the place of what `other` says of who does its part. */
export const addAgentOptions = (command: Command, other: string): Command =>
  command
    .addOption(
      new Option(
        '--agent <command>',
        "let a process do the agent's part: it is told and answers lines of JSON (docs/agents.md)",
      )
        .argParser(commandLine)
        .conflicts(other),
    )
    .addOption(
      new Option(
        '--script <file>',
        'let the agent make the calls of a script: {"agent": [{"at": 12.5, "app": "mail", "tool": "send_email", "args": {…}}]}',
      ).conflicts([other, 'agent']),
    )
    .addOption(
      new Option(
        '--thinking <time>',
        'what its thinking costs in simulated time: frozen (nothing; so when left out), measured, or so many seconds a turn',
      ).argParser(thinkingTime),
    )
    .option(
      '--turns <n>',
      `how many turns it has at most; ${USUAL_PATIENCE.turns} when left out`,
      wholeNumber(1),
    )
    .option(
      '--agent-timeout <seconds>',
      `how long it may take to answer; ${USUAL_PATIENCE.agentTimeout} when left out`,
      positive,
    );

/** The agent that is asked for. @throws {UsageError} for what is said of one that is not: it is not to pass in silence. */
export function agentOf({
  agent: command,
  thinking,
  turns,
  agentTimeout,
}: AgentOptions): OutsideAgent | undefined {
  if (command !== undefined) return { command, thinking: thinking ?? 'frozen' };
  const said = { '--thinking': thinking, '--turns': turns, '--agent-timeout': agentTimeout };
  const [alone] = Object.entries(said).find(([, value]) => value !== undefined) ?? [];
  if (alone !== undefined)
    throw new UsageError(`${alone}: found no --agent, wanted the process that it is said of`);
  return undefined;
}
