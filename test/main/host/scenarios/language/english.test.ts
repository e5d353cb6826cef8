import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { english } from '../../../../../main/host/scenarios/language/english.ts';

const { formatNumber, formatDate, compare, Intl: ours } = english(() => 0);
const locale = fc.constantFrom('en-US', 'en-GB');
const optional = <Value>(...values: readonly Value[]): fc.Arbitrary<Value | undefined> =>
  fc.constantFrom(undefined, ...values);
/** Machines with other versions of ICU put other spaces in front of AM. */
const plain = (text: string): string => text.replaceAll('\u202f', ' ');

describe('numbers', () => {
  const value = fc.oneof(
    fc.double(),
    fc.double({ min: -1e6, max: 1e6 }),
    fc.integer(),
    fc.bigInt(),
    fc.integer().map((cents) => cents / 1_000),
  );

  it('are written as by ICU', () => {
    const digits = fc.tuple(fc.nat(6), fc.nat(6)).map(([one, other]) => ({
      minimumFractionDigits: Math.min(one, other),
      maximumFractionDigits: Math.max(one, other),
    }));
    const options = fc.record(
      {
        style: optional('decimal', 'percent'),
        minimumIntegerDigits: optional(1, 2, 5),
        useGrouping: optional(true, false),
        maximumFractionDigits: optional(0, 1, 5),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, locale, fc.oneof(options, digits), (number, language, given) => {
        expect(formatNumber(number, language, given)).toBe(
          new Intl.NumberFormat(language, given as Intl.NumberFormatOptions).format(number),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('are written as money', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CAD', 'KWD', 'INR', 'SEK');
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        locale,
        currency,
        (number, language, code) => {
          const options = { style: 'currency', currency: code } as const;
          expect(formatNumber(number, language, options)).toBe(number.toLocaleString(language, options));
        },
      ),
    );
  });

  it.each([
    [{ notation: 'compact' }, /notation is "compact"/],
    [{ style: 'unit' }, /style is "unit"/],
    [{ maximumSignificantDigits: 2 }, /maximumSignificantDigits depends on the version/],
    [{ style: 'currency' }, /currency is not a code/],
  ])('are refused with %o', (options, message) => {
    expect(() => formatNumber(1, undefined, options)).toThrow(message);
  });
});

describe('dates', () => {
  const time = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

  it('are written as by ICU, in the forms that its versions agree on', () => {
    const date = fc.constantFrom<Intl.DateTimeFormatOptions[]>(
      {},
      { dateStyle: 'long' },
      { dateStyle: 'medium' },
      { dateStyle: 'short' },
      { timeStyle: 'medium' },
      { timeStyle: 'short' },
      { dateStyle: 'short', timeStyle: 'short' },
      { dateStyle: 'medium', timeStyle: 'medium' },
      { dateStyle: 'long', timeStyle: 'short' },
      { year: 'numeric', month: '2-digit', day: '2-digit' },
      { year: 'numeric', month: 'long', day: 'numeric' },
      { year: '2-digit', month: 'numeric', day: 'numeric' },
      { month: 'long', year: 'numeric' },
      { month: 'short', day: 'numeric' },
      { month: 'numeric', day: 'numeric' },
      { weekday: 'long' },
      { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
      { weekday: 'short', day: 'numeric' },
      { hour: '2-digit', minute: '2-digit' },
      { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h12' },
      { minute: '2-digit', second: '2-digit' },
      { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
      { month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    );
    fc.assert(
      fc.property(time, locale, date, (when, language, options) => {
        const icu = when.toLocaleString(language, { ...options, timeZone: 'UTC' });
        // Newer versions of ICU shorten it to four letters in British English.
        const told = plain(icu).replace(/\bSept\b/, 'Sep');
        expect(formatDate(when.getTime(), language, options, 'all')).toBe(told);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are written with the parts that the method is named for', () => {
    const nine = Date.UTC(2026, 0, 5, 9);
    expect([
      formatDate(nine, undefined, undefined, 'all'),
      formatDate(nine, undefined, { hour: 'numeric' }, 'date'),
      formatDate(nine, [], { weekday: 'long' }, 'time'),
      formatDate(nine, 'en-GB', { timeZoneName: 'short' }, 'either'),
      formatDate(nine, 'en', { timeStyle: 'full', timeZone: 'Etc/UTC' }, 'all'),
    ]).toEqual([
      '1/5/2026, 9:00:00 AM',
      '1/5/2026, 9 AM',
      'Monday, 9:00:00 AM',
      '05/01/2026, UTC',
      '9:00:00 AM Coordinated Universal Time',
    ]);
  });

  it.each([
    [{ timeZone: 'Europe/Berlin' }, /"Europe\/Berlin" depends on .* add the difference/],
    [{ calendar: 'hebrew' }, /calendar is "hebrew"/],
    [{ era: 'short' }, /era depends on the version/],
    [{ dateStyle: 'short', hour: 'numeric' }, /cannot be used together/],
  ])('are refused with %o', (options, message) => {
    expect(() => formatDate(0, undefined, options, 'all')).toThrow(message);
  });

  it('are refused in other languages', () => {
    expect(() => formatDate(0, 'de-DE', undefined, 'all')).toThrow(/"de-DE" depends on/);
  });
});

describe('order', () => {
  const character = fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    fc.constantFrom(...'äöüßéèêëàâçñåøæœÄÖÜÉÈÀÇÑÅØÆ\tłđ'.split('')),
  );
  const word = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''));

  it.each<Intl.CollatorOptions>([
    {},
    { sensitivity: 'base' },
    { sensitivity: 'accent' },
    { sensitivity: 'case' },
    { numeric: true },
  ])('of Latin texts is that of ICU: %o', (options) => {
    const collator = new Intl.Collator('en-US', options);
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(compare(one, other, undefined, options)).toBe(collator.compare(one, other));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is total for any texts', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const order = (one: string, other: string): number => compare(one, other, undefined, undefined);
        expect(order(a, b)).toBe(0 - order(b, a));
        const [first, second, third] = [a, b, c].sort(order) as [string, string, string];
        expect(
          [order(first, second), order(second, third), order(first, third)].every((one) => one <= 0),
        ).toBe(true);
      }),
    );
  });
});

describe('Intl', () => {
  const intl = ours as Pick<typeof Intl, 'Collator' | 'DateTimeFormat' | 'NumberFormat'>;

  it('has formats that are made with and without new', () => {
    expect([
      intl.NumberFormat('en-US').format(1_234.5),
      new intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(9),
      new intl.DateTimeFormat().format(new Date(0)),
      intl.DateTimeFormat().resolvedOptions().timeZone,
      ['b', 'C', 'a'].sort(new intl.Collator().compare),
    ]).toEqual(['1,234.5', '£9.00', '1/1/1970', 'UTC', ['a', 'b', 'C']]);
  });
});
