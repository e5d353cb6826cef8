import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../main/host/agents/agent-process.ts';

async function linesIn(pieces: readonly string[], longest = 10): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(comingIn(pieces), longest)) lines.push(line);
  return lines;
}

// eslint-disable-next-line @typescript-eslint/require-await -- a stream of pieces that are there
async function* comingIn(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

describe('linesOf()', () => {
  it.each([
    [
      ['one\ntw', 'o', '\n\nthr', 'ee\n'],
      ['one', 'two', '', 'three'],
    ],
    [['one\ntwo'], ['one', 'two']],
    [['', '\n'], ['']],
    [[], []],
  ])('puts %j together', async (pieces, lines) => {
    expect(await linesIn(pieces)).toEqual(lines);
  });

  it('gives up on a line that is too long, and says which', async () => {
    await expect(linesIn(['one\n1234567890', '1'])).rejects.toThrow(
      'agent, line 2: found more than 10 characters, wanted a line',
    );
  });
});
