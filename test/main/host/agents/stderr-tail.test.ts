import { describe, expect, it } from 'vitest';
import { StderrTail } from '../../../../main/host/agents/agent-process.ts';

function heard(...pieces: readonly string[]): readonly string[] {
  const overheard = new StderrTail();
  for (const piece of pieces) overheard.add(piece);
  return overheard.lines;
}

describe('what is overheard', () => {
  it('is cut into lines, whatever pieces it comes in', () => {
    expect(heard('Load', 'ing\n10 %\r20', ' %\r\n\n', 'ready')).toEqual(['Loading', '10 %', '20 %', 'ready']);
  });

  it('has no colours', () => {
    expect(heard('\u001b[31mno GPU\u001b[0m\n')).toEqual(['no GPU']);
  });

  it('is no more than the last hundred lines, none of them longer than can be read', () => {
    const lines = heard(Array.from({ length: 150 }, (_, nth) => `line ${nth}\n`).join(''), 'x'.repeat(1e6));

    expect(lines).toHaveLength(100);
    expect(lines[0]).toBe('line 51');
    expect(lines.at(-1)).toHaveLength(2_000);
  });
});
