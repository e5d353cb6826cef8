import { describe, expect, it } from 'vitest';
import { LineReader } from '../../../../main/host/agents/agent-process.ts';

const never = new Promise<'aborted'>(() => undefined);

async function linesIn(pieces: readonly string[], longest = 10): Promise<readonly string[]> {
  const reader = new LineReader(comingIn(pieces), longest);
  const lines: string[] = [];
  for (;;) {
    const line = await reader.next(never);
    if (line === undefined || line === 'aborted') return lines;
    lines.push(`${reader.count} ${line.text}`);
  }
}

// oxlint-disable-next-line typescript/require-await -- a stream of pieces that are there
async function* comingIn(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces;
}

describe('LineReader', () => {
  it.each([
    [
      ['one\ntw', 'o', '\n\nthr', 'ee\n'],
      ['1 one', '2 two', '4 three'],
    ],
    [['one\ntwo'], ['1 one', '2 two']],
    [[' one \r\n\t\n'], ['1 one']],
    [['', '\n'], []],
    [[], []],
  ])('joins the chunks %j into lines and skips empty lines', async (pieces, lines) => {
    expect(await linesIn(pieces)).toEqual(lines);
  });

  it.each([[['one\n1234567890', '1']], [['one\n12345678901\n']], [['one\n', ' '.repeat(11)]]])(
    'rejects a line that is too long and names its number: %j',
    async (pieces) => {
      await expect(linesIn(pieces)).rejects.toThrow(
        'agent, line 2: An answer is at most 10 characters long.',
      );
    },
  );

  it('rejects more than 1,000 empty lines in a row', async () => {
    await expect(linesIn(['\n'.repeat(1000), 'one\n'])).resolves.toEqual(['1001 one']);
    await expect(linesIn(['\n'.repeat(1001), 'one\n'])).rejects.toThrow(
      'agent, line 1001: More than 1,000 empty lines came before the answer.',
    );
  });

  it('completes a partial line after the read was aborted', async () => {
    let more: (line: string) => void = () => undefined;
    const later = new Promise<string>((resolve) => (more = resolve));
    async function* slowly(): AsyncGenerator<string> {
      yield 'on';
      yield await later;
    }
    const reader = new LineReader(slowly());

    expect(await reader.next(Promise.resolve('aborted' as const))).toBe('aborted');
    more('e\n');
    expect(await reader.next(never)).toEqual({ text: 'one' });
  });
});
