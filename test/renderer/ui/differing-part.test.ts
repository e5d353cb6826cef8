import { describe, expect, it } from 'vitest';
import { differingPart } from '../../../renderer/ui/differing-text.tsx';

const marked = (text: string, other: string): string => {
  const { before, own, after } = differingPart(text, other);
  return `${before}[${own}]${after}`;
};

describe('differingPart()', () => {
  it.each([
    ['soup at ten, please', 'soup at two, please', 'soup at [ten], please'],
    ['soup at twenty, please', 'soup at two, please', 'soup at [twenty], please'],
    ['soup, please', 'soup with salt, please', 'soup[], please'],
    ['soup with salt, please', 'soup, please', 'soup[ with salt], please'],
    ['09:02:29', '09:02:30', '09:02:[29]'],
    ['a cup of 🍵 tea', 'a cup of 🍶 tea', 'a cup of [🍵] tea'],
  ])('marks whole differing words in %j compared with %j', (text, other, expected) => {
    expect(marked(text, other)).toBe(expected);
  });

  it.each([
    ['soup', 'fish'],
    ['soup', ''],
    ['The soup is hot', 'Never'],
  ])('marks all of %j when it has nothing in common with %j', (text, other) => {
    expect(differingPart(text, other)).toEqual({ before: '', own: text, after: '' });
  });
});
