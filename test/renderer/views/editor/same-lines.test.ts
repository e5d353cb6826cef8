import { describe, expect, it } from 'vitest';
import { sameLines } from '../../../../renderer/stores/documents.ts';

describe('sameLines()', () => {
  it.each([
    ['soup\nroast', 'soup\r\nroast', true],
    ['soup\r\nroast\n', 'soup\nroast\r\n', true],
    ['\uFEFFsoup', 'soup', true],
    ['soup\nroast', 'soup\n\nroast', false],
    ['soup', 'Soup', false],
  ])('of %j and %j returns %s', (one, other, same) => {
    expect(sameLines(one, other)).toBe(same);
  });
});
