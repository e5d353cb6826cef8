import { Fault } from '../fault.ts';

/**
 * The lines of a text that comes in pieces, without their ends, none of them read before it is asked for.
 *
 * @throws {Fault} when one is longer than `longest` characters.
 */
export async function* linesOf(pieces: AsyncIterable<string>, longest: number): AsyncGenerator<string, void> {
  let line = '';
  let number = 1;
  for await (const piece of pieces) {
    const [rest, ...begun] = piece.split('\n') as [string, ...string[]];
    line += rest;
    for (const next of begun) {
      yield line;
      line = next;
      number += 1;
    }
    if (line.length > longest)
      throw new Fault(
        'agent-rubbish',
        `agent, line ${number}: found more than ${longest.toLocaleString('en-US')} characters, wanted a line`,
      );
  }
  if (line !== '') yield line;
}
