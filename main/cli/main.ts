import { CommanderError } from 'commander';
import { failureOf, OrreryError } from '../../engine/index.ts';
import { typeChecks } from '../host/scenarios/index.ts';
import { answerSupervisor } from '../host/workers/index.ts';
import { UsageError } from './plain-command.ts';
import { printNote } from './print.ts';
import { programWith } from './program.ts';

const FAILED = 1;
const BAD_USAGE = 2;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads our output may have had enough of it, as `head` has.
  if (error.code === 'EPIPE') process.exit();
  printNote(`standard output: could not be written (${error.message})`);
  process.exit(FAILED);
});
// Words that nobody hears are no reason to end a run.
process.stderr.on('error', () => undefined);

// Neither ends with a stack, and the run with neither: what was told of is on disk.
process.on('uncaughtException', (thrown) => {
  printBug(thrown);
  process.exit(FAILED);
});
process.on('unhandledRejection', (reason) => {
  // A promise of a scenario is of another realm.
  if (reason instanceof Error) throw reason;
  printNote(`A promise was rejected, and no code handles that: ${failureOf(reason).message}`);
});

answerSupervisor();

const program = programWith(typeChecks().check, (well) => {
  if (!well) process.exitCode ??= FAILED;
});

try {
  await program.parseAsync();
} catch (thrown) {
  process.exitCode ??= exitCodeOf(thrown);
}

/** A file that must not be read, a disk that is full: nothing that our code could mend. */
function isOfTheSystem(thrown: unknown): thrown is Error {
  return thrown instanceof Error && 'syscall' in thrown;
}

/** Says what went wrong, if nobody has. */
function exitCodeOf(thrown: unknown): number {
  // It has printed its message already. Help that was asked for is an error to it, with code 0.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : BAD_USAGE;
  if (thrown instanceof OrreryError || isOfTheSystem(thrown)) printNote(thrown.message);
  else printBug(thrown);
  return thrown instanceof UsageError ? BAD_USAGE : FAILED;
}

/** A mistake of ours: a sentence for the person, and the stack for whoever mends it. */
function printBug(thrown: unknown): void {
  const { type, message } = failureOf(thrown);
  printNote(`This is a bug of Orrery: ${type}: ${message}`);
  if (process.env['ORRERY_STACK'] === undefined) printNote('Set ORRERY_STACK=1 to see where it happened.');
  else if (thrown instanceof Error) printNote(thrown.stack ?? '');
}
