import { describe, expect, it } from 'vitest';
import { differingFiles } from '../../../../renderer/views/compare/source-diff.tsx';

const file = (path: string, text: string) => ({ path, text });

describe('differingFiles()', () => {
  it('compares the two scenario files even when their paths differ', () => {
    const [soup, fish] = [file('soup.ts', 'soup'), file('fish.ts', 'fish')];

    expect(differingFiles([soup], [fish], ['soup.ts', 'fish.ts'])).toEqual([soup, fish]);
  });

  it('returns the imported file that only one run has when the scenario is the same', () => {
    const dinner = file('dinner.ts', 'dinner');
    const stove = file('stove.ts', 'stove');

    expect(differingFiles([dinner], [dinner, stove], ['dinner.ts', 'dinner.ts'])).toEqual([
      file('stove.ts', ''),
      stove,
    ]);
    expect(differingFiles([dinner], [dinner], ['dinner.ts', 'dinner.ts'])).toEqual([dinner, dinner]);
  });
});
