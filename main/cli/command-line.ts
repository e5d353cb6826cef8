import { CommanderError } from 'commander';
import { failureOf, OrreryError } from '../../engine/index.ts';
import { typeChecks } from '../host/scenarios/index.ts';
import { UsageError } from './plain-command.ts';
import { type CommandOutput, withOutput, printNote } from './print.ts';
import { programFor } from './program.ts';
import { isOfTheSystem, systemMessage } from './system-error.ts';

export const EXIT_FAILED = 1;
const BAD_USAGE = 2;

/** One type checker for all commands of this process. It starts nothing before the first check. */
const { check: checkTypes } = typeChecks();

/** Runs the command line `args` to its end and returns its exit code. One process runs one command line at a time. */
export async function runCommandLine(
  args: readonly string[],
  output: CommandOutput = process,
): Promise<number> {
  return withOutput(output, async () => {
    let code = 0;
    const ended = (well: boolean): void => {
      if (!well) code = EXIT_FAILED;
    };
    try {
      const program = await programFor(args[0], { checkTypes, ended });
      // Under Electron's program, too, which commander would take for one that is packaged.
      await program.parseAsync(args, { from: 'user' });
      return code;
    } catch (thrown) {
      return exitCodeOf(thrown);
    }
  });
}

/** Prints the error, unless that was already done, and returns the exit code for it. */
function exitCodeOf(thrown: unknown): number {
  // Commander has printed its message already. It also throws for requested help, with code 0.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : BAD_USAGE;
  printError(thrown);
  return thrown instanceof UsageError ? BAD_USAGE : EXIT_FAILED;
}

/** Reports what ended the command: for a bug of Orrery a sentence for the person, and a stack for developers. */
export function printError(thrown: unknown): void {
  if (isOfTheSystem(thrown)) printNote(systemMessage(thrown));
  else if (thrown instanceof OrreryError) printNote(thrown.message);
  else printBug(thrown);
}

function printBug(thrown: unknown): void {
  const { type, message } = failureOf(thrown);
  printNote(`This is a bug of Orrery: ${type}: ${message}`);
  if (process.env['ORRERY_STACK'] === undefined) printNote('Set ORRERY_STACK=1 to see where it happened.');
  else if (thrown instanceof Error) printNote(thrown.stack ?? '');
}
