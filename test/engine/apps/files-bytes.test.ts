import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64Size, isBase64, textOf, toBase64, utf8Size } from '../../../engine/apps/files/content.ts';

describe('text in base64', () => {
  it('is what everybody else writes, and comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const base64 = toBase64(text);

        expect(base64).toBe(Buffer.from(text).toString('base64'));
        expect(textOf(base64)).toBe(text.includes('\0') ? undefined : text);
        expect(utf8Size(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });

  it('has its whole size, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');

        expect(isBase64(base64)).toBe(true);
        expect(base64Size(base64)).toBe(bytes.length);
      }),
    );
  });

  it('turns half a surrogate pair into a mark', () => {
    expect(textOf(toBase64('a\uD800b'))).toBe('a\uFFFDb');
  });

  it.each([
    ['an image', 'iVBORw0KGgo='],
    ['bytes with a zero', 'AGE='],
    ['half a letter', 'ww=='],
  ])('is not found in %s', (_what, base64) => {
    expect(textOf(base64)).toBeUndefined();
  });

  it.each(['a', 'ab=', 'ab==c', 'a b=', '====', 'YQ==YQ=='])('refuses %s', (text) => {
    expect(isBase64(text)).toBe(false);
  });
});
