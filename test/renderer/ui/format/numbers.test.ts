import { describe, expect, it } from 'vitest';
import { formatDollars } from '../../../../renderer/ui/format/numbers.ts';

describe('formatDollars()', () => {
  it('has two decimals, and of small amounts three digits', () => {
    expect([12, 0.5, 0.1, 0.07, 0.0195, 0.000423, 0].map(formatDollars)).toEqual([
      ...['$12.00', '$0.50', '$0.10', '$0.07', '$0.0195', '$0.000423', '$0.00'],
    ]);
  });
});
