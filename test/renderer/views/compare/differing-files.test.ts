import { describe, expect, it } from 'vitest';
import { differingFiles } from '../../../../renderer/views/compare/source-diff.tsx';

const file = (path: string, text: string) => ({ path, text });

describe('differingFiles()', () => {
  it('sets the scenarios beside one another, whatever their paths', () => {
    const [soup, fish] = [file('soup.ts', 'soup'), file('fish.ts', 'fish')];

    expect(differingFiles([soup], [fish], ['soup.ts', 'fish.ts'])).toEqual([soup, fish]);
  });

  it('takes what they import where they are the same, on whichever side it is', () => {
    const dinner = file('dinner.ts', 'dinner');
    const stove = file('stove.ts', 'stove');

    expect(differingFiles([dinner], [dinner, stove], ['dinner.ts', 'dinner.ts'])).toEqual([
      file('stove.ts', ''),
      stove,
    ]);
    expect(differingFiles([dinner], [dinner], ['dinner.ts', 'dinner.ts'])).toEqual([dinner, dinner]);
  });
});
