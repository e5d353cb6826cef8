import { describe, expect, it } from 'vitest';
import { StderrTail } from '../../../../main/host/agents/agent-process.ts';

function heard(...pieces: readonly string[]): readonly string[] {
  const overheard = new StderrTail();
  for (const piece of pieces) overheard.add(piece);
  return overheard.lines;
}

describe('StderrTail', () => {
  it('splits the text into lines across chunks', () => {
    expect(heard('Load', 'ing\n10 %\r20', ' %\r\n\n', 'ready')).toEqual(['Loading', '10 %', '20 %', 'ready']);
  });

  it('removes ANSI colour codes', () => {
    expect(heard('\u001b[31mno GPU\u001b[0m\n')).toEqual(['no GPU']);
  });

  it('replaces control characters and direction marks, which could disguise a line', () => {
    expect(heard('a\u0000b\u202egnp.exe\u2066c\t.\n')).toEqual(['a\ufffdb\ufffdgnp.exe\ufffdc\t.']);
  });

  it('keeps the last 100 lines, each cut to 2,000 characters', () => {
    const lines = heard(Array.from({ length: 150 }, (_, nth) => `line ${nth}\n`).join(''), 'x'.repeat(1e6));

    expect(lines).toHaveLength(100);
    expect(lines[0]).toBe('line 51');
    expect(lines.at(-1)).toHaveLength(2_000);
  });
});
