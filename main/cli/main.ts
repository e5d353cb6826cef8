import { isOfTheSystem, systemMessage } from './system-error.ts';

// Many files at once, which a low limit of open files refuses.
const [{ failureOf }, { answerSupervisor }, { EXIT_FAILED, printError, runCommandLine }, { printNote }] =
  await Promise.all([
    import('../../engine/index.ts'),
    import('../host/workers/index.ts'),
    import('./command-line.ts'),
    import('./print.ts'),
  ]).catch((thrown: unknown) => {
    if (!isOfTheSystem(thrown)) throw thrown;
    process.stderr.write(`${systemMessage(thrown)}\n`);
    process.exit(1);
  });

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader has closed the pipe, as `head` does.
  if (error.code === 'EPIPE') process.exit();
  printNote(`standard output: could not be written (${error.message})`);
  process.exit(EXIT_FAILED);
});
// Lost messages are no reason to end a run.
process.stderr.on('error', () => undefined);

// Errors end with a message instead of a stack. Everything the run has reported is on disk.
process.on('uncaughtException', (thrown) => {
  printError(thrown);
  process.exit(EXIT_FAILED);
});
process.on('unhandledRejection', (reason) => {
  // Promises of scenario code belong to another realm, so their errors are not `instanceof Error`.
  if (reason instanceof Error) throw reason;
  printNote(`A promise was rejected, and no code handles that: ${failureOf(reason).message}`);
});

answerSupervisor();

// Scenario code is kept apart by changes of the language's objects, which could not be made.
if (Object.isFrozen(Function.prototype)) {
  printNote(
    'Orrery does not run with --frozen-intrinsics. Remove it from NODE_OPTIONS, or from the command.',
  );
  process.exit(EXIT_FAILED);
}

const code = await runCommandLine(process.argv.slice(2));
// Also after an interruption, which has set the exit code.
process.exitCode ??= code;
// All is written, and nothing may keep this process: a library can open a connection again while it closes.
for (const output of [process.stdout, process.stderr])
  await new Promise((written) => output.write('', written));
process.exit();
