import { expect, it } from 'vitest';
import { legible } from '../../../engine/model/index.ts';

it.each([
  ['a text that reads from its end', 'soup\u202egnp.exe', 'soup\\u202egnp.exe'],
  ['a part with a direction of its own', 'to \u2067ada\u2069', 'to \\u2067ada\\u2069'],
  ['a code for the terminal', '\u001b[2Jsoup\u0085', '\\u001b[2Jsoup\\u0085'],
  ['a nothing', 'soup\u0000', 'soup\\u0000'],
])('shows %s', (_what, text, shown) => {
  expect(legible(text)).toBe(shown);
});

it('leaves lines, tabs, other scripts and their marks as they are', () => {
  const text = 'שלום\u200f, مرحبا\u061c, soup\r\n\t👩‍🍳';

  expect(legible(text)).toBe(text);
});
