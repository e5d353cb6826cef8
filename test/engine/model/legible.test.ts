import { expect, it } from 'vitest';
import { legible } from '../../../engine/model/index.ts';

it.each([
  ['a text that reads from its end', 'soup\u202egnp.exe', 'soup\\u202egnp.exe'],
  ['a part with a direction of its own', 'to \u2067ada\u2069', 'to \\u2067ada\\u2069'],
  ['a code for the terminal', '\u001b[2Jsoup\u0085', '\\u001b[2Jsoup\\u0085'],
  ['a space without width', 'a\u200b\u2060\ufeff.ts', 'a\\u200b\\u2060\\ufeff.ts'],
  ['a letter without a shape', 'a\u3164.ts', 'a\\u3164.ts'],
  ['a joiner that joins nothing', 'a\u200d.ts', 'a\\u200d.ts'],
  ['a selector of no other form', 'a\ufe0f.ts', 'a\\ufe0f.ts'],
  ['a text within selectors', '👍\u{e0100}\u{e0101}', '👍\u{e0100}\\udb40\\udd01'],
  ['a text within tags', 'hi\u{e0068}', 'hi\\udb40\\udc68'],
  ['a nothing', 'soup\u0000', 'soup\\u0000'],
])('shows %s', (_what, text, shown) => {
  expect(legible(text)).toBe(shown);
});

it('leaves lines, tabs, other scripts and their marks as they are', () => {
  const text = 'שלום\u200f, مرحبا\u061c, soup\r\n\t👩‍🍳 ❤️‍🔥 1️⃣ می‌روم क्‍ष 葛\u{e0100}';

  expect(legible(text)).toBe(text);
});
