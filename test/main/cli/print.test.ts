import { expect, it } from 'vitest';
import { visible } from '../../../main/cli/print.ts';

it('escapes terminal control characters, and escaped JSON parses to the same value', () => {
  const hostile = 'soup\u001b[2J\u001b]0;mine\u0007\r\u009b1A\n\tbread';

  expect(visible(hostile)).toBe('soup\\u001b[2J\\u001b]0;mine\\u0007\\u000d\\u009b1A\n\tbread');
  expect(JSON.parse(visible(JSON.stringify({ hostile })))).toEqual({ hostile });
});

it('escapes direction marks, which would show a text backwards', () => {
  expect(visible('soup\u202egnp.exe\u2066\u200f')).toBe('soup\\u202egnp.exe\\u2066\\u200f');
});

it('escapes characters that cannot be seen, and JSON with them parses to the same value', () => {
  const hidden = 'a\u200b\ufeff\u{e0041}.ts';

  expect(visible(hidden)).toBe('a\\u200b\\ufeff\\udb40\\udc41.ts');
  expect(JSON.parse(visible(JSON.stringify({ hidden })))).toEqual({ hidden });
});
