import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base64Size,
  isBase64,
  textOfBase64,
  toBase64,
  utf8Size,
} from '../../../../engine/apps/files/state.ts';

describe('base64 functions', () => {
  it('encode text as Buffer does and decode it again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const base64 = toBase64(text);

        expect(base64).toBe(Buffer.from(text).toString('base64'));
        expect(textOfBase64(base64)).toBe(text.includes('\0') ? undefined : text);
        expect(utf8Size(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });

  it('return the size of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const base64 = Buffer.from(bytes).toString('base64');

        expect(isBase64(base64)).toBe(true);
        expect(base64Size(base64)).toBe(bytes.length);
      }),
    );
  });

  // Values recorded from an earlier implementation.
  it.each([
    ['', '', 0],
    ['abc', 'YWJj', 3],
    ['€', '4oKs', 3],
    ['😀', '8J+YgA==', 4],
    ['a\uD800b', 'Ye+/vWI=', 5],
    ['\uDC00', '77+9', 3],
    ['\uDE00\uD83D', '77+977+9', 6],
    ['\uFEFFx', '77u/eA==', 4],
    ['\0', 'AA==', 1],
    ['\uFFFF', '77+/', 3],
    ['\u{10FFFF}', '9I+/vw==', 4],
  ])('encode %j', (text, base64, size) => {
    expect(toBase64(text)).toBe(base64);
    expect(utf8Size(text)).toBe(size);
  });

  it.each([
    ['nothing', '', ''],
    ['bits after the last byte', 'YR==', 'a'],
    ['bits after the last two bytes', 'YWJ=', 'ab'],
    ['a byte order mark', '77u/eA==', '\uFEFFx'],
    ['the last code point', '9I+/vw==', '\u{10FFFF}'],
    ['a noncharacter', '77++', '\uFFFE'],
    ['an overlong zero', 'wIA=', undefined],
    ['an overlong slash', 'wK8=', undefined],
    ['a surrogate', '7aCA', undefined],
    ['a surrogate pair', '7aC97biA', undefined],
    ['a code point beyond the last', '9JCAgA==', undefined],
    ['a cut character', '4oI=', undefined],
    ['the rest of a character', 'gA==', undefined],
    ['a byte that UTF-8 does not have', '/w==', undefined],
    ['a form of five bytes', '+IiAgIA=', undefined],
    ['Latin-1', '6Q==', undefined],
  ])('decode valid UTF-8 and return no text otherwise: %s', (_what, base64, text) => {
    expect(isBase64(base64)).toBe(true);
    expect(textOfBase64(base64)).toBe(text);
  });

  it('replace an unpaired surrogate by a replacement character', () => {
    expect(textOfBase64(toBase64('a\uD800b'))).toBe('a\uFFFDb');
  });

  it.each([
    ['an image', 'iVBORw0KGgo='],
    ['bytes with a zero', 'AGE='],
    ['half a letter', 'ww=='],
  ])('return no text for %s', (_what, base64) => {
    expect(textOfBase64(base64)).toBeUndefined();
  });

  it.each(['a', 'ab=', 'ab==c', 'a b=', '====', 'YQ==YQ=='])('refuse "%s" as base64', (text) => {
    expect(isBase64(text)).toBe(false);
  });
});
