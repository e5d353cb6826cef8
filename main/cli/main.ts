import { CommanderError } from 'commander';
import { failureOf, OrreryError } from '../../engine/index.ts';
import { typeChecks } from '../host/scenarios/index.ts';
import { answerSupervisor } from '../host/workers/index.ts';
import { UsageError } from './plain-command.ts';
import { printNote } from './print.ts';
import { programFor } from './program.ts';

const FAILED = 1;
const BAD_USAGE = 2;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has closed the pipe, as `head` does.
  if (error.code === 'EPIPE') process.exit();
  printNote(`standard output: could not be written (${error.message})`);
  process.exit(FAILED);
});
// Lost messages are no reason to end a run.
process.stderr.on('error', () => undefined);

// Errors end with a message instead of a stack. Everything the run has reported is on disk.
process.on('uncaughtException', (thrown) => {
  printBug(thrown);
  process.exit(FAILED);
});
process.on('unhandledRejection', (reason) => {
  // Promises of scenario code belong to another realm, so their errors are not `instanceof Error`.
  if (reason instanceof Error) throw reason;
  printNote(`A promise was rejected, and no code handles that: ${failureOf(reason).message}`);
});

answerSupervisor();

const args = process.argv.slice(2);
const ended = (well: boolean): void => {
  if (!well) process.exitCode ??= FAILED;
};

try {
  const program = await programFor(args[0], { checkTypes: typeChecks().check, ended });
  // Under Electron's program, too, which commander would take for one that is packaged.
  await program.parseAsync(args, { from: 'user' });
} catch (thrown) {
  // Also printed where a signal has set the exit code.
  const code = exitCodeOf(thrown);
  process.exitCode ??= code;
}

/** An error of the operating system, such as an unreadable file or a full disk. */
function isOfTheSystem(thrown: unknown): thrown is Error {
  return thrown instanceof Error && 'syscall' in thrown;
}

/** Prints the error, unless that was already done, and returns the exit code for it. */
function exitCodeOf(thrown: unknown): number {
  // Commander has printed its message already. It also throws for requested help, with code 0.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : BAD_USAGE;
  if (thrown instanceof OrreryError || isOfTheSystem(thrown)) printNote(thrown.message);
  else printBug(thrown);
  return thrown instanceof UsageError ? BAD_USAGE : FAILED;
}

/** Reports a bug of Orrery: a sentence for the person, and a stack for developers. */
function printBug(thrown: unknown): void {
  const { type, message } = failureOf(thrown);
  printNote(`This is a bug of Orrery: ${type}: ${message}`);
  if (process.env['ORRERY_STACK'] === undefined) printNote('Set ORRERY_STACK=1 to see where it happened.');
  else if (thrown instanceof Error) printNote(thrown.stack ?? '');
}
