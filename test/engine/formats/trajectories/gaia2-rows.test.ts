import { describe, expect, it } from 'vitest';
import { readRecordings } from '../../../../engine/index.ts';

describe('a set of Gaia2 with broken rows', () => {
  const result = (task: string): object => ({ scenario_id: task, score: 1, status: 'success' });
  const read = (...rows: readonly object[]): ReturnType<typeof readRecordings> =>
    readRecordings(rows.map((row) => JSON.stringify(row)).join('\n'), 'set.jsonl');

  it('has a run for each other row, and names the broken ones', () => {
    const [soup, salad, ...others] = read(
      result('soup'),
      { scenario_id: 'beet', data: '{"events": [' },
      { title: 'leek' },
      result('salad'),
    );

    expect([soup!.scenario, salad!.scenario, others]).toEqual(['soup', 'salad', []]);
    expect(soup!.notes).toEqual([
      'The row has no trace.',
      'Status: success.',
      expect.stringMatching(/^Row 2 is left out: .*beet/),
      'Row 3 is left out: set.jsonl: It has no scenario_id, or neither data nor a score.',
    ]);
    expect(salad!.notes).toEqual(['The row has no trace.', 'Status: success.']);
  });

  it('is refused for the first of them if there are no others', () => {
    expect(() => read({ scenario_id: 'beet', data: '{"events": [' })).toThrow(/beet/);
  });
});
