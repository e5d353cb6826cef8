import { execFileSync } from 'node:child_process';

/**
 * Runs this program for one part, in a separate process so that no part inherits the state of another, and returns its output.
 */
export const inOwnProcess = <Answer>(...what: readonly (string | number)[]): Answer =>
  answerOf(process.execArgv, what);

/** The same as worker processes run, which have V8's own settings. */
export const inWorkerProcess = <Answer>(...what: readonly (string | number)[]): Answer => answerOf([], what);

/** The same with certain settings of V8. */
export function answerOf<Answer>(flags: readonly string[], what: readonly (string | number)[]): Answer {
  process.stderr.write(`bench: ${what.join(' ')}\n`);
  const args = [...flags, process.argv[1]!, ...what.map(String)];
  const answer = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(answer) as Answer;
}
