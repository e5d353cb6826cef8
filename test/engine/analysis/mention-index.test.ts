import { describe, expect, it } from 'vitest';
import { MentionIndex } from '../../../engine/analysis/mention-index.ts';

function foundIn(text: string, ...ids: readonly string[]): readonly string[] {
  const mentions = new MentionIndex<string>();
  for (const id of ids) mentions.addId(id, id);
  const found = new Set<string>();
  mentions.findIds(text, found);
  return [...found];
}

describe('MentionIndex', () => {
  it('finds an id as a whole word, including an id of several parts', () => {
    expect(
      foundIn('See ada@example.org, or bob@example.org2.', 'ada@example.org', 'bob@example.org'),
    ).toEqual(['ada@example.org']);
  });

  it('finds a short id only when it is the whole text', () => {
    expect(foundIn('7', '7')).toEqual(['7']);
    expect(foundIn('7 of 9', '7')).toEqual([]);
  });

  it('finds a very long id only when it is the whole text', () => {
    const id = 'a '.repeat(200);

    expect(foundIn(id, id)).toEqual([id]);
    expect(foundIn(`a ${id}`, id)).toEqual([]);
  });
});
