import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, legible, matchesPattern, plural } from '../../../engine/model/index.ts';

describe('legible()', () => {
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
});

it('plural() groups the digits of large counts, and keeps all digits of small ones', () => {
  expect(plural(1, 'match', 'matches')).toBe('1 match');
  expect(plural(12_000, 'file')).toBe('12,000 files');
  expect(plural(0.00001, 'minute')).toBe('0.00001 minutes');
  expect(plural(0, 'match', 'matches')).toBe('0 matches');
});

describe('matchesPattern()', () => {
  it.each([
    ['send_email', 'send_email', true],
    ['send_email', 'send', false],
    ['send_email', 'send*', true],
    ['send_email', '*email', true],
    ['send_email', 's*d*l', true],
    ['send_email', 's*x*l', false],
    ['send', '*send*', true],
    ['aba', 'ab*ba', false],
    ['a.c', 'a.*', true],
    ['abc', 'a.c', false],
    ['first\nsecond', 'first*second', true],
    ['', '*', true],
    ['', '', true],
    ['a', '', false],
  ])('answers for %j and %j: %j', (text, pattern, matches) => {
    expect(matchesPattern(text, pattern)).toBe(matches);
  });

  it('answers for hundreds of asterisks and a long text', () => {
    const pattern = '*a'.repeat(200);

    expect(matchesPattern('a'.repeat(100_000), pattern)).toBe(true);
    expect(matchesPattern(`${'a'.repeat(100_000)}b`, pattern)).toBe(false);
  });
});

describe('csvLine()', () => {
  it.each([
    '=1+1',
    '+cmd|x',
    '-2+3',
    '-x',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '=',
    '-',
    '--5',
  ])('writes %j as a text behind an apostrophe, or as it is', (text) => {
    const quoted = (cell: string): string => (/[\n\r]/.test(cell) ? `"${cell}"` : cell);

    expect(csvLine([text])).toBe(quoted(`'${text}`));
    expect(csvLine([text], 'raw')).toBe(quoted(text));
  });

  it('leaves numbers and other texts as they are', () => {
    const fields = [
      '-5',
      '+5',
      '-0.5',
      '-.5',
      '1e-7',
      '-1.5E+21',
      '',
      'soup',
      "'soup",
      '5-3',
      'a=b',
      'ada@example.org',
    ];

    expect(csvLine(fields)).toBe(fields.join(','));
  });

  it('keeps every text within its cell', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', '=', 'a', "'") }), { minLength: 1 }),
        (fields) => {
          const cells = Array.from(
            `${csvLine(fields, 'raw')},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\n\r]*)),/g),
            ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
          );

          expect(cells).toEqual(fields);
        },
      ),
    );
  });
});
