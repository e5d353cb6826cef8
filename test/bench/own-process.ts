import { execFileSync } from 'node:child_process';

/** What this program answers when it is asked for one part: in a process of its own, so that none starts with what another left. */
export function inOwnProcess<Answer>(...what: readonly (string | number)[]): Answer {
  process.stderr.write(`bench: ${what.join(' ')}\n`);
  const args = [...process.execArgv, process.argv[1]!, ...what.map(String)];
  const answer = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(answer) as Answer;
}
