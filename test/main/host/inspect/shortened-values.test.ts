import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortenedValue } from '../../../../main/host/inspect/shortened-values.ts';
import type { Json } from '../../../../engine/model/index.ts';

describe('preview()', () => {
  it('keeps the beginning and the end of a long text, in whole lines', () => {
    const text = Array.from({ length: 1_000 }, (_, nth) => `line ${nth}`).join('\n');
    const shown = (shortenedValue(text) as string).split('\n');
    expect([shown[0], shown.at(-1)]).toEqual(['line 0', 'line 999']);
    expect(shown.find((line) => line.startsWith('…'))).toMatch(/^… 8\d\d more lines …$/);
  });

  it('leaves short values as they are', () => {
    const value = { a: [1, 'x', null, { b: true }] };
    expect(shortenedValue(value)).toEqual(value);
  });

  it('ends lists when the items before have enough text', () => {
    const email = { subject: 'Soup', content: 'x'.repeat(900) };
    const image = `data:image/png;base64,${'A'.repeat(10_000)}`;
    expect(shortenedValue({ emails: Array(5).fill(email), total: 5 })).toEqual({
      emails: [email, email, email, '… 2 more'],
      total: 5,
    });
    expect(shortenedValue([image, 'A soup'])).toEqual([image, 'A soup']);
  });

  it('bounds any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(JSON.stringify(shortenedValue(value as Json)).length).toBeLessThan(2_000_000);
      }),
    );
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, nth) => [`k${nth}`, nth]));
    expect(Object.keys(shortenedValue(wide) as object)).toHaveLength(13);
    let deep: Json = 'x';
    for (let depth = 0; depth < 1_000; depth += 1) deep = [deep];
    expect(JSON.stringify(shortenedValue(deep))).toBe('[[["[…]"]]]');
  });
});
