import { describe, expect, it } from 'vitest';
import { matchScore, ranked } from '../../../../renderer/app/commands/palette-items.ts';

const bestOf = (typed: string, ...texts: string[]): string | undefined =>
  ranked(typed, texts, (text) => text)[0];

describe('ranking in the palette', () => {
  it('accepts a text that has the typed characters in order', () => {
    expect(matchScore('stp', 'Stop run')).toBeDefined();
    expect(matchScore('pts', 'Stop run')).toBeUndefined();
  });

  it('prefers word starts and adjacent characters', () => {
    expect(bestOf('fil', 'After in lull', 'Find in log')).toBe('Find in log');
    expect(bestOf('log', 'Leave only green', 'Find in log')).toBe('Find in log');
    expect(bestOf('invo', 'in view only', 'invoice-by-noon.ts')).toBe('invoice-by-noon.ts');
  });

  it('prefers the shorter of two equal matches', () => {
    expect(bestOf('run', 'run to the end', 'stop the run', 'run')).toBe('run');
  });

  it('prefers a run to newer ones whose ids begin with its own', () => {
    const ids = ['r10 soup', 'r1 soup', 'r19 soup'];

    expect(
      ranked(
        'r1',
        ids,
        (id) => id,
        (id) => id.length,
      )[0],
    ).toBe('r1 soup');
  });

  it('puts the newer of two equally matching runs first', () => {
    const runs = [
      { title: 'r9 breakfast', startedAt: 1 },
      { title: 'r10 breakfast', startedAt: 2 },
    ];

    const found = ranked(
      'breakfast',
      runs,
      ({ title }) => title,
      ({ startedAt }) => startedAt,
    );

    expect(found.map(({ title }) => title)).toEqual(['r10 breakfast', 'r9 breakfast']);
  });

  it('leaves out scattered letters beside a whole word, and shows them when there is nothing better', () => {
    const titles = ['Hide Hover', 'Show verdict', 'Move Selected Text Right', 'Next verdict'];

    expect(ranked('verd', titles, (text) => text)).toEqual(['Show verdict', 'Next verdict']);
    expect(ranked('hihv', titles, (text) => text)).toEqual(['Hide Hover']);
  });

  it('keeps the order when nothing is typed', () => {
    expect(ranked(' ', ['b', 'a'], (text) => text)).toEqual(['b', 'a']);
  });
});
