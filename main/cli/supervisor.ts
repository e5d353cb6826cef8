import { fork } from 'node:child_process';
import { constants } from 'node:os';
import { endedForMemory, PARENT_VARIABLE, TIMEOUT_SIGNAL } from '../host/workers/index.ts';
import { systemMessage } from './system-error.ts';

/** Commands that run scenario code, which may hang or use up the memory. */
const RUNS_CODE = new Set([
  'run',
  'branch',
  'ask-again',
  'resume',
  'verify',
  'judge',
  'check',
  'tools',
  'demo',
  'mcp',
]);

/** The built `main.ts`. */
const MAIN = new URL('cli-main.js', import.meta.url);

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A responsive process reacts to signals within a second. */
const SIGNAL_TIMEOUT = 900; // milliseconds

const MAX_MEMORY = 4_096; // MB

/** The start of V8's crash report, which is meant for V8's developers. */
const LAST_WORDS = /^#\s*$|<--- Last few GCs --->|# Fatal|FATAL ERROR:/m;

/** What V8 reports when the system refuses memory, and not when its heap has reached our limit. */
const MEMORY_REFUSED = /process out of memory|Fatal process OOM/;
const REPORT_LENGTH = 10_000; // characters

const KEPT = 'What was logged until then is kept.';

/**
 * Runs `program` with `args` in a child process, and passes on its output and exit code. Handles signals while the child is
 * blocked. The child ends itself when its code is stuck.
 */
function supervise(program: URL, args: readonly string[]): void {
  const child = fork(program, args, {
    env: { ...process.env, ORRERY_MEMORY: String(MAX_MEMORY), [PARENT_VARIABLE]: String(process.pid) },
    execArgv: [...process.execArgv, `--max-old-space-size=${MAX_MEMORY}`],
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  }).on('error', (error) => {
    process.stderr.write(`${systemMessage(error)}\n`);
    process.exitCode = 1;
  });
  // It has no streams where no file could be opened for them.
  if (child.pid === undefined) return;
  let lastBeat = performance.now();
  let signalled: NodeJS.Signals | undefined;
  let killedBecause: string | undefined;
  let isSilent = false;
  let report = '';

  const kill = (reason: string): void => {
    killedBecause ??= reason;
    child.kill('SIGKILL');
  };
  const resume = (): void => {
    child.stderr!.resume();
  };
  for (const signal of SIGNALS)
    process.on(signal, () => {
      signalled ??= signal;
      child.kill(signal);
      resume();
      const since = performance.now();
      setTimeout(() => {
        if (lastBeat < since)
          kill(`Interrupted by ${signal}. Scenario code did not answer and was ended. ${KEPT}`);
      }, SIGNAL_TIMEOUT).unref();
    });

  // Nobody may be reading any more, which is an error without a drain.
  process.stderr.on('error', resume).on('drain', resume);
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    const end = isSilent ? 0 : text.search(LAST_WORDS);
    isSilent ||= end >= 0;
    if (isSilent && report.length < REPORT_LENGTH) report += text;
    const isFull = !process.stderr.write(isSilent ? text.slice(0, Math.max(0, end)).trimStart() : text);
    // A flood waits in its pipe until it is read. After a signal nothing waits.
    if (isFull && signalled === undefined) child.stderr!.pause();
  });
  child
    .on('message', () => (lastBeat = performance.now()))
    .on('close', (code, signal) => {
      if (killedBecause !== undefined) process.stderr.write(`${killedBecause}\n`);
      else if (signal === TIMEOUT_SIGNAL)
        process.stderr.write(`Scenario code did not answer in its time and was ended. ${KEPT}\n`);
      else if (MEMORY_REFUSED.test(report))
        process.stderr.write(
          `The system gave Orrery no more memory, and the command was ended. Close other programs, or allow more with "ulimit -v unlimited". ${KEPT}\n`,
        );
      else if (endedForMemory(code, signal))
        process.stderr.write(
          `Scenario code needed more than ${MAX_MEMORY.toLocaleString('en-US')} MB of memory and was ended. ${KEPT}\n`,
        );
      const failed = signalled === undefined ? 1 : 128 + constants.signals[signalled];
      process.exitCode =
        signal === null && killedBecause === undefined && !endedForMemory(code, signal)
          ? (code ?? 1)
          : failed;
      if (signalled !== undefined) process.exit();
      // It ends when all is written, or at once by a signal.
      for (const one of SIGNALS) process.removeAllListeners(one);
    });
}

if (RUNS_CODE.has(process.argv[2] ?? '')) supervise(MAIN, process.argv.slice(2));
else await import(MAIN.href);
