import { describe, expect, it } from 'vitest';
import type { ComparedRow, EntryDifference } from '../../../../engine/model/comparison.ts';
import { sideSummary, type SideName } from '../../../../renderer/views/compare/pair-row.tsx';
import { rows } from '../../rows.ts';

const [entry] = rows(1);
const log = { ...entry!, summary: 'recipients: ada, content: soup' };

const short = (differences: readonly EntryDifference[], side: SideName = 'a'): string =>
  sideSummary({ kind: 'changed', a: 0, b: 0, differences } satisfies ComparedRow, side, log);

describe('sideSummary()', () => {
  it('lists only the differing values, each cut to its difference', () => {
    const differences: readonly EntryDifference[] = [
      { aspect: 'argument', path: ['subject'], a: 'Apple', b: 'Pear' },
      {
        aspect: 'argument',
        path: ['content'],
        a: 'All of it is the same but soup',
        b: 'All of it is the same but fish',
      },
      { aspect: 'argument', path: ['cc', 0], b: 'bob' },
    ];

    expect(short(differences)).toBe('subject: Apple, content: …is the same but soup, cc[0]: nothing');
    expect(short(differences, 'b')).toBe('subject: Pear, content: …is the same but fish, cc[0]: bob');
  });

  it('cuts a long value', () => {
    const difference: EntryDifference = {
      aspect: 'argument',
      path: ['content'],
      a: 'x'.repeat(100_000),
      b: '',
    };

    expect(short([difference])).toBe(`content: ${'x'.repeat(120)}…`);
  });

  it('shows the time only when nothing else differs', () => {
    const time: EntryDifference = { aspect: 'time', path: [], a: 72_000_000, b: 52_000_000 };

    expect(short([time], 'b')).toBe('time: +52 s');
    expect(short([{ aspect: 'result', path: ['id'], a: 1, b: 2 }, time])).toBe('result.id: 1');
  });

  it('is the log’s summary when the outcome or nothing differs', () => {
    expect(short([{ aspect: 'outcome', path: [], a: 'done', b: 'failed' }])).toBe(log.summary);
    expect(sideSummary({ kind: 'only-a', a: 0, b: undefined, differences: [] }, 'a', log)).toBe(log.summary);
  });
});
