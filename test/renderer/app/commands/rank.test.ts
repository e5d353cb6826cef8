import { describe, expect, it } from 'vitest';
import { fit, ranked } from '../../../../renderer/app/commands/palette-items.ts';

const bestOf = (typed: string, ...texts: string[]): string | undefined =>
  ranked(typed, texts, (text) => text)[0];

describe('what is typed', () => {
  it('fits what has its characters in order', () => {
    expect(fit('stp', 'Stop the run')).toBeDefined();
    expect(fit('pts', 'Stop the run')).toBeUndefined();
  });

  it('fits best where words begin, and where characters stand together', () => {
    expect(bestOf('ftl', 'After the lull', 'Find in the log')).toBe('Find in the log');
    expect(bestOf('log', 'Leave only green', 'Find in the log')).toBe('Find in the log');
    expect(bestOf('invo', 'in view only', 'invoice-by-noon.ts')).toBe('invoice-by-noon.ts');
  });

  it('prefers the shorter of two that fit as well', () => {
    expect(bestOf('run', 'run to the end', 'stop the run', 'run')).toBe('run');
  });

  it('leaves the order alone while nothing is typed', () => {
    expect(ranked(' ', ['b', 'a'], (text) => text)).toEqual(['b', 'a']);
  });
});
