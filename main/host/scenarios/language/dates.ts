/**
 * Creates the realm's `Date`, which is always in UTC, whose current time is `present`, in milliseconds since 1970, and which
 * parses the same texts in every version of V8. The text of this function runs in the realm, so it uses only the language.
 */
export function fixDates(present: () => number): DateConstructor {
  const RealDate = Date;
  const { UTC, prototype } = RealDate;
  const methods = prototype as unknown as Record<string, (...args: readonly unknown[]) => unknown>;
  const put = (object: object, name: string, value: unknown): unknown =>
    Object.defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true });

  const LONGEST = 200;
  const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  const month = `(${MONTHS.join('|')})[a-z]*\\.?`;
  const zone = '(?: ?(z|utc?|gmt|[ecmp][sd]t)?(?:([+-])(\\d\\d):?(\\d\\d))?)';
  const clock = `(?: (\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)? ?(am|pm)?)?${zone}$`;
  const iso = new RegExp(`^([+-]\\d{6}|\\d{4})(?:-(\\d{1,2})(?:-(\\d{1,2}))?)?${clock}`, 'i');
  const weekday = '(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\\.? )?';
  const monthFirst = new RegExp(`^${weekday}${month} (\\d{1,2}) (\\d{1,6})${clock}`, 'i');
  const dayFirst = new RegExp(`^${weekday}(\\d{1,2})[ -]${month}[ -](\\d{1,6})${clock}`, 'i');
  const slashed = new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{1,6})${clock}`, 'i');
  const yearSlashed = new RegExp(`^(\\d{4})/(\\d{1,2})/(\\d{1,2})${clock}`, 'i');

  /** The milliseconds of a time of day; NaN if it does not exist. */
  const timeOfDay = (groups: readonly (string | undefined)[]): number => {
    const [
      hour = '0',
      minute = '0',
      second = '0',
      fraction = '',
      half = '',
      zoneName = '',
      sign,
      zoneHour,
      zoneMinute,
    ] = groups;
    let hours = Number(hour);
    if (half !== '') {
      if (hours < 1 || hours > 12) return NaN;
      hours = (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
    }
    const time =
      ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(`${fraction}000`.slice(0, 3));
    if (Number(minute) > 59 || Number(second) > 59 || time > 86_400_000) return NaN;
    let offset = 0;
    if (zoneName.length === 3 && zoneName[1]!.toLowerCase() !== 't' && zoneName.toLowerCase() !== 'gmt')
      offset =
        -60 * ('ecmp'.indexOf(zoneName[0]!.toLowerCase()) + (zoneName[1]!.toLowerCase() === 'd' ? 4 : 5));
    if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return NaN;
    if (sign !== undefined) offset += (sign === '-' ? -1 : 1) * (Number(zoneHour) * 60 + Number(zoneMinute));
    return time - offset * 60_000;
  };
  const timeAt = (
    year: number,
    monthNumber: number,
    day: number,
    clockGroups: readonly (string | undefined)[],
  ): number => {
    if (monthNumber < 1 || monthNumber > 12 || day < 1 || day > 31) return NaN;
    const date = new RealDate(0);
    date.setUTCFullYear(year, monthNumber - 1, day);
    return new RealDate(date.getTime() + timeOfDay(clockGroups)).getTime();
  };
  const yearOf = (text: string): number => {
    const year = Number(text);
    if (text.length > 2) return year;
    return year < 50 ? 2000 + year : 1900 + year;
  };
  const monthOf = (text: string): number => MONTHS.indexOf(text.toLowerCase()) + 1;
  const parse = (given: unknown): number => {
    const whole = String(given);
    if (whole.length > LONGEST) return NaN;
    const text = whole
      .replace(/\([^()]*\)?/g, ' ')
      .replace(/^(\S*\d)T(?=\d)/i, '$1 ')
      .replace(/,? +|,/g, ' ')
      .trim();
    let found = iso.exec(text);
    if (found !== null) {
      const [, year, monthNumber = '1', day = '1', ...rest] = found;
      return year === '-000000' ? NaN : timeAt(Number(year), Number(monthNumber), Number(day), rest);
    }
    found = monthFirst.exec(text);
    if (found !== null)
      return timeAt(yearOf(found[3]!), monthOf(found[1]!), Number(found[2]), found.slice(4));
    found = dayFirst.exec(text);
    if (found !== null)
      return timeAt(yearOf(found[3]!), monthOf(found[2]!), Number(found[1]), found.slice(4));
    found = slashed.exec(text);
    if (found !== null) return timeAt(yearOf(found[3]!), Number(found[1]), Number(found[2]), found.slice(4));
    found = yearSlashed.exec(text);
    if (found !== null) return timeAt(Number(found[1]), Number(found[2]), Number(found[3]), found.slice(4));
    return NaN;
  };

  /** Converts an argument of `new Date` to a primitive, as the language does. */
  const primitive = (value: unknown): unknown => {
    if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return value;
    const object = value as { [Symbol.toPrimitive]?: unknown; valueOf?: unknown; toString?: unknown };
    const convert = object[Symbol.toPrimitive];
    if (convert !== undefined && convert !== null)
      return Reflect.apply(convert as () => unknown, value, ['default']);
    for (const method of [object.valueOf, object.toString])
      if (typeof method === 'function') {
        const made: unknown = Reflect.apply(method, value, []);
        if ((typeof made !== 'object' || made === null) && typeof made !== 'function') return made;
      }
    throw new TypeError('new Date(…) was given an object that is neither a number nor a text.');
  };
  const { getTime, getUTCFullYear, setUTCFullYear } = methods;
  /** The time of `value`; `undefined` unless it is a date of any realm. */
  const timeOfDate = (value: unknown): unknown => {
    try {
      return Reflect.apply(getTime!, value, []);
    } catch {
      return undefined;
    }
  };
  const given = (args: readonly unknown[]): unknown => {
    if (args.length === 0) return present();
    if (args.length > 1) return UTC(...(args as Parameters<typeof UTC>));
    const value = timeOfDate(args[0]) ?? primitive(args[0]);
    return typeof value === 'string' ? parse(value) : value;
  };
  const RunDate = function Date(this: unknown, ...args: readonly unknown[]): unknown {
    if ((new.target as (() => object) | undefined) === undefined) return new RealDate(present()).toString();
    return Reflect.construct(RealDate, [given(args)], new.target);
  };
  Object.defineProperty(RunDate, 'length', { value: 7, configurable: true });
  Object.defineProperty(RunDate, 'prototype', { value: prototype, writable: false });
  put(RunDate, 'now', present);
  put(RunDate, 'parse', parse);
  put(RunDate, 'UTC', UTC);
  put(prototype, 'constructor', RunDate);

  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    put(prototype, `get${part}`, methods[`getUTC${part}`]);
    if (part !== 'Day') put(prototype, `set${part}`, methods[`setUTC${part}`]);
  }
  put(prototype, 'getTimezoneOffset', function getTimezoneOffset(this: Date) {
    return this.getTime() * 0;
  });
  put(prototype, 'getYear', function getYear(this: Date) {
    return Number(Reflect.apply(getUTCFullYear!, this, [])) - 1_900;
  });
  put(prototype, 'setYear', function setYear(this: Date, year: number) {
    const whole = Math.trunc(year);
    return Reflect.apply(setUTCFullYear!, this, [whole >= 0 && whole <= 99 ? whole + 1_900 : year]);
  });
  const inWords = (name: string, say: (date: Date, words: readonly string[]) => string): void => {
    put(prototype, name, function (this: Date) {
      return Number.isNaN(this.getTime()) ? 'Invalid Date' : say(this, this.toUTCString().split(/,? /));
    });
  };
  inWords('toDateString', (_, [weekdayName, day, monthName, year]) =>
    [weekdayName, monthName, day, year].join(' '),
  );
  inWords('toTimeString', (_, words) => `${words[4]} GMT+0000 (Coordinated Universal Time)`);
  inWords('toString', (date) => `${date.toDateString()} ${date.toTimeString()}`);
  return RunDate as unknown as DateConstructor;
}
