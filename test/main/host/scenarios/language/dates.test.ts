import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixDates } from '../../../../../main/host/scenarios/language/dates.ts';

const NOW = Date.UTC(2026, 0, 5, 9);
/** In a context of its own, because it changes the methods of its `Date`. */
const RunDate = vm.runInNewContext(`(${fixDates.toString()})`, {}) as typeof fixDates;
const Ours = RunDate(() => NOW);

describe('Date.parse()', () => {
  const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });

  it('reads whatever Date writes', () => {
    fc.assert(
      fc.property(time, (when) => {
        const date = new Ours(when.getTime());
        const seconds = Math.floor(when.getTime() / 1_000) * 1_000;
        expect(Ours.parse(date.toISOString())).toBe(when.getTime());
        expect(Ours.parse(date.toString())).toBe(seconds);
        expect(Ours.parse(date.toUTCString())).toBe(seconds);
        expect(date.toUTCString()).toBe(when.toUTCString());
      }),
    );
  });

  it.each([
    ['2026', '2026-01-01T00:00:00.000Z'],
    ['2026-01-05', '2026-01-05T00:00:00.000Z'],
    ['2026-1-5', '2026-01-05T00:00:00.000Z'],
    ['2026-01-05T09:30', '2026-01-05T09:30:00.000Z'],
    ['2026-01-05 09:30:15', '2026-01-05T09:30:15.000Z'],
    ['2026-01-05 09:00 (comment)', '2026-01-05T09:00:00.000Z'],
    ['2026-01-05T09:30:15.123456+02:00', '2026-01-05T07:30:15.123Z'],
    ['2026-01-05T09:30z', '2026-01-05T09:30:00.000Z'],
    ['2026-01-05T24:00', '2026-01-06T00:00:00.000Z'],
    ['+002026-01-05T00:00Z', '2026-01-05T00:00:00.000Z'],
    ['Jan 5, 2026', '2026-01-05T00:00:00.000Z'],
    ['January 5, 2026 9:30 PM', '2026-01-05T21:30:00.000Z'],
    ['5 January 2026, 12:15 am', '2026-01-05T00:15:00.000Z'],
    ['Mon, 05 Jan 2026 09:00:00 +0100', '2026-01-05T08:00:00.000Z'],
    ['Mon Jan 05 2026 09:00', '2026-01-05T09:00:00.000Z'],
    ['Mon Jan 05 2026 09:00:00 GMT+1300 (New Zealand Daylight Time)', '2026-01-04T20:00:00.000Z'],
    ['1/5/2026', '2026-01-05T00:00:00.000Z'],
    ['1/5/2026, 9:00:00 AM', '2026-01-05T09:00:00.000Z'],
    ['1/5/2026 9:00 PST', '2026-01-05T17:00:00.000Z'],
    ['1/5/26 9:00 EDT', '2026-01-05T13:00:00.000Z'],
    ['2026/1/5', '2026-01-05T00:00:00.000Z'],
  ])('reads %s', (text, iso) => {
    expect(new Ours(text).toISOString()).toBe(iso);
  });

  it.each([
    '',
    'soon',
    '12 est',
    '01 Jan 2026 A',
    '2026-13-01',
    '2026-01-32',
    '2026-01-05T25:00',
    '13:00 PM',
  ])('does not read %o', (text) => {
    expect([Ours.parse(text), String(new Ours(text))]).toEqual([NaN, 'Invalid Date']);
  });

  it('does not read very long texts', () => {
    expect(Ours.parse(`1/5/2026${' '.repeat(1_000_000)}`)).toBe(NaN);
  });
});

describe('new Date()', () => {
  it('reads objects as their texts or numbers, in UTC', () => {
    const made = [
      new String('2026-01-05T09:00'),
      ['2026-01-05T09:00'],
      { toString: () => '2026-01-05T09:00' },
      { [Symbol.toPrimitive]: () => NOW },
      { valueOf: () => NOW },
      new Ours(NOW),
    ].map((value) => new Ours(value as Date).getTime());
    expect(new Set(made)).toEqual(new Set([NOW]));
  });

  it('can be extended, and constructed by Reflect', () => {
    class Later extends Ours {
      later(): number {
        return this.getTime() + 1;
      }
    }
    const reflected = Reflect.construct(Ours, [2026, 0, 5, 9], Later) as Later;
    expect([new Later().later(), reflected.later(), reflected instanceof Ours]).toEqual([
      NOW + 1,
      NOW + 1,
      true,
    ]);
    expect([Ours.length, Ours.name, Ours.prototype.constructor === Ours]).toEqual([7, 'Date', true]);
  });

  it('has parts, setters and texts in UTC', () => {
    const date = new Ours(2026, 0, 5, 9, 30);
    date.setHours(23);
    expect([date.getDate(), date.getHours(), date.getTimezoneOffset(), String(date), Ours()]).toEqual([
      5,
      23,
      0,
      'Mon Jan 05 2026 23:30:00 GMT+0000 (Coordinated Universal Time)',
      'Mon Jan 05 2026 09:00:00 GMT+0000 (Coordinated Universal Time)',
    ]);
  });
});
