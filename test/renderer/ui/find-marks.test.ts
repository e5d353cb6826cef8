// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { findRanges } from '../../../renderer/ui/find-marks.ts';

const found = (html: string, words: string): readonly string[] => {
  const root = document.createElement('div');
  root.innerHTML = html;
  return findRanges(root, words).map((range) => range.toString());
};

describe('rangesOf()', () => {
  it('finds words in any case, each time', () => {
    expect(found('<p>Soup and soup</p><p>soUp</p>', 'soup')).toEqual(['Soup', 'soup', 'soUp']);
  });

  it('finds words across the elements of a paragraph, and not across paragraphs', () => {
    expect(found('<p>call <code>the <b>co</b></code>ok</p>', 'the cook')).toEqual(['the cook']);
    expect(found('<p>the co</p><p>ok</p>', 'cook')).toEqual([]);
  });

  it('finds nothing for no words', () => {
    expect(found('<p>x</p>', '')).toEqual([]);
  });
});
