import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** After so many turns the agent finishes. */
export const TURNS = 12;

/** The turn at which the agent says nothing more while the workspace has the file `hold.txt`. */
export const HELD = 6;

/**
 * An agent that notes the number of each question in `asked.txt`. Its earlier turns tell it where it is. Every
 * fourth call is one of an unknown tool.
 */
export const NOTING_AGENT = `
  import { appendFileSync, existsSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  let turn = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const { kind, turns = [] } = JSON.parse(line);
    if (kind === 'start') {
      turn = turns.length;
      console.log('{"do":"ready"}');
    }
    if (kind !== 'turn') continue;
    turn += 1;
    appendFileSync('asked.txt', turn + '\\n');
    if (turn === ${HELD} && existsSync('hold.txt')) continue;
    const call = { do: 'call', tool: turn % 4 === 0 ? 'mail__sing' : 'mail__list_emails', args: {}, thought: 'turn ' + turn };
    const wait = { do: 'wait', seconds: 9 };
    console.log(JSON.stringify(turn > ${TURNS} ? { do: 'finish' } : turn % 3 === 0 ? wait : call));
  }`;

/** The numbers of the questions that {@link NOTING_AGENT} got in the workspace `folder`, in their order. */
export function askedIn(folder: string): readonly number[] {
  const file = join(folder, 'asked.txt');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // It is empty between its creation and the first number.
  return (text.match(/\d+/g) ?? []).map(Number);
}
