import { describe, expect, it } from 'vitest';
import { sameLines } from '../../../../renderer/stores/documents.ts';

describe('two texts', () => {
  it.each([
    ['soup\nroast', 'soup\r\nroast', true],
    ['soup\r\nroast\n', 'soup\nroast\r\n', true],
    ['\uFEFFsoup', 'soup', true],
    ['soup\nroast', 'soup\n\nroast', false],
    ['soup', 'Soup', false],
  ])('%j and %j have the same lines: %s', (one, other, same) => {
    expect(sameLines(one, other)).toBe(same);
  });
});
