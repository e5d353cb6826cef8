/** The parts that a date shows if its options name none; `either`: the date, unless there is a time. */
export type DateNeeds = 'all' | 'date' | 'time' | 'either';

/** Formatting of numbers and dates, and the order of texts, which V8 takes from its version of ICU. */
export interface English {
  readonly formatNumber: (value: number | bigint, locales: unknown, options: unknown) => string;
  readonly formatDate: (time: number, locales: unknown, options: unknown, needs: DateNeeds) => string;
  readonly compare: (one: string, other: string, locales: unknown, options: unknown) => number;
  /** The English locale in `locales`. Throws for other languages. */
  readonly locale: (locales: unknown) => 'en-US' | 'en-GB';
  readonly Intl: object;
}

/**
 * English formats of numbers and dates, and the order of texts, instead of ICU's, which differ between versions. Unsupported
 * options are refused with a sentence that says what to use. The text of this function runs in the realm, so it uses only the
 * language.
 */
export function english(present: () => number): English {
  type Options = Readonly<Record<string, unknown>>;
  const textOf = (value: unknown): string => `${value as number}`;

  const locale = (locales: unknown): 'en-US' | 'en-GB' => {
    const list: readonly unknown[] = Array.isArray(locales) ? locales : [locales];
    const [first] = list;
    if (first === undefined) return 'en-US';
    const name = textOf(first);
    if (/^en(?:-us)?(?:-u-.*)?$/i.test(name)) return 'en-US';
    if (/^en-gb(?:-u-.*)?$/i.test(name)) return 'en-GB';
    throw new RangeError(
      `The language "${name}" depends on the version of the machine's language data. Use "en-US" or "en-GB", or write the text yourself, such as with toFixed(2) or toISOString().`,
    );
  };
  /** `options`. Throws when an option outside `known` is given that would change the result. */
  const checked = (options: unknown, known: readonly string[], refused: readonly string[]): Options => {
    const given = (options ?? {}) as Options;
    for (const name of refused)
      if (given[name] !== undefined)
        throw new RangeError(
          `The option ${name} depends on the version of the machine's language data. Scenarios can use ${known.join(', ')}.`,
        );
    return given;
  };
  const oneOf = <Value extends string>(
    options: Options,
    name: string,
    values: readonly Value[],
  ): Value | undefined => {
    const value = options[name];
    if (value === undefined) return undefined;
    const found = values.find((one) => one === textOf(value));
    if (found === undefined)
      throw new RangeError(
        `The option ${name} is "${textOf(value)}". Scenarios can use ${values.join(', ')}.`,
      );
    return found;
  };

  // Numbers

  const NUMBER_OPTIONS = [
    'style',
    'currency',
    'minimumIntegerDigits',
    'minimumFractionDigits',
    'maximumFractionDigits',
    'useGrouping',
  ];
  const OTHER_NUMBER_OPTIONS = [
    'compactDisplay',
    'currencySign',
    'minimumSignificantDigits',
    'maximumSignificantDigits',
    'roundingIncrement',
    'roundingMode',
    'roundingPriority',
    'signDisplay',
    'trailingZeroDisplay',
    'unit',
    'unitDisplay',
  ];
  const SYMBOLS: Readonly<Record<string, string>> = {
    AUD: 'A$',
    BRL: 'R$',
    CAD: 'CA$',
    CNY: 'CN¥',
    EUR: '€',
    GBP: '£',
    HKD: 'HK$',
    ILS: '₪',
    INR: '₹',
    JPY: '¥',
    KRW: '₩',
    MXN: 'MX$',
    NZD: 'NZ$',
    PHP: '₱',
    TWD: 'NT$',
    USD: '$',
    VND: '₫',
    XAF: 'FCFA',
    XCD: 'EC$',
    XOF: 'F\u202fCFA',
    XPF: 'CFPF',
  };
  const BRITISH_SYMBOLS: Readonly<Record<string, string>> = { JPY: 'JP¥', USD: 'US$' };
  const WITHOUT_CENTS =
    'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER'.split(
      ' ',
    );
  const WITH_THOUSANDTHS = 'BHD JOD KWD LYD OMR TND'.split(' ');

  const digitOption = (options: Options, name: string, low: number): number | undefined => {
    const value = options[name];
    if (value === undefined) return undefined;
    const digits = Math.floor(Number(value));
    if (!(digits >= low && digits <= 100))
      throw new RangeError(`The option ${name} is not a number from ${low} to 100.`);
    return digits;
  };
  /** The decimal digits of `value`, and the number of digits before the point. */
  const digitsOf = (value: number | bigint): { readonly digits: string; readonly point: number } => {
    if (typeof value === 'bigint') {
      const digits = String(value).replace('-', '');
      return { digits, point: digits.length };
    }
    const [fraction, exponent] = Math.abs(value).toExponential().split('e') as [string, string];
    return { digits: fraction.replace('.', ''), point: Number(exponent) + 1 };
  };
  /** `digits` rounded to `most` digits after the point, halves away from zero. */
  const rounded = (
    { digits, point }: ReturnType<typeof digitsOf>,
    most: number,
  ): { whole: string; part: string } => {
    const kept = point + most;
    let all = kept < 0 ? '0' : `0${digits.slice(0, kept).padEnd(kept, '0')}`;
    if (kept >= 0 && (digits[kept] ?? '0') >= '5') all = String(BigInt(all) + 1n).padStart(all.length, '0');
    all = all.padStart(most + 1, '0');
    return {
      whole: all.slice(0, all.length - most).replace(/^0+(?=\d)/, ''),
      part: all.slice(all.length - most),
    };
  };
  const formatNumber: English['formatNumber'] = (value, locales, given) => {
    const language = locale(locales);
    const options = checked(given, NUMBER_OPTIONS, OTHER_NUMBER_OPTIONS);
    oneOf(options, 'notation', ['standard']);
    oneOf(options, 'numberingSystem', ['latn']);
    oneOf(options, 'currencyDisplay', ['symbol']);
    const style = oneOf(options, 'style', ['decimal', 'percent', 'currency']) ?? 'decimal';
    const currency = String(options['currency']).toUpperCase();
    if (style === 'currency' && !/^[A-Z]{3}$/.test(currency))
      throw new TypeError('The option currency is not a code of three letters, such as "USD".');
    let usual = style === 'decimal' ? 3 : 0;
    if (style === 'currency') {
      usual = 2;
      if (WITHOUT_CENTS.includes(currency)) usual = 0;
      if (WITH_THOUSANDTHS.includes(currency)) usual = 3;
    }
    const givenLeast = digitOption(options, 'minimumFractionDigits', 0);
    const givenMost = digitOption(options, 'maximumFractionDigits', 0);
    const usualLeast = style === 'currency' ? usual : 0;
    const least = givenLeast ?? Math.min(usualLeast, givenMost ?? usualLeast);
    const most = givenMost ?? Math.max(usual, least);
    if (least > most)
      throw new RangeError('The option maximumFractionDigits is less than minimumFractionDigits.');
    const integerDigits = digitOption(options, 'minimumIntegerDigits', 1) ?? 1;
    const grouping = options['useGrouping'];
    const isGrouped = grouping === undefined || (grouping !== false && grouping !== 'false');

    let text: string;
    if (typeof value === 'number' && !Number.isFinite(value)) text = Number.isNaN(value) ? 'NaN' : '∞';
    else {
      const { digits, point } = digitsOf(value);
      const { whole, part } = rounded({ digits, point: style === 'percent' ? point + 2 : point }, most);
      const padded = whole.padStart(integerDigits, '0');
      const grouped = isGrouped ? padded.replace(/\B(?=(?:\d{3})+$)/g, ',') : padded;
      let end = part.length;
      while (end > least && part[end - 1] === '0') end -= 1;
      text = end === 0 ? grouped : `${grouped}.${part.slice(0, end)}`;
    }
    if (style === 'percent') text += '%';
    if (style === 'currency') {
      const symbol =
        (language === 'en-GB' ? BRITISH_SYMBOLS[currency] : undefined) ?? SYMBOLS[currency] ?? currency;
      text = /[A-Z]$/.test(symbol) ? `${symbol}\u00a0${text}` : symbol + text;
    }
    return value < 0 || Object.is(value, -0) ? `-${text}` : text;
  };

  // Dates

  const DATE_OPTIONS = [
    'weekday',
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
    'fractionalSecondDigits',
    'hour12',
    'timeZone',
    'timeZoneName',
    'dateStyle',
    'timeStyle',
  ];
  const OTHER_DATE_OPTIONS = ['era', 'dayPeriod'];
  const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const MONTHS = [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ];
  const STYLES = ['full', 'long', 'medium', 'short'] as const;
  const NUMERIC = ['numeric', '2-digit'] as const;
  const WORDS = ['long', 'short', 'narrow'] as const;
  const two = (value: number): string => String(value).padStart(2, '0');
  const shortened = (name: string, form: string): string => {
    if (form === 'long') return name;
    return form === 'narrow' ? name.slice(0, 1) : name.slice(0, 3);
  };

  interface DateParts {
    readonly weekday?: (typeof WORDS)[number] | undefined;
    readonly year?: (typeof NUMERIC)[number] | undefined;
    readonly month?: (typeof NUMERIC)[number] | (typeof WORDS)[number] | undefined;
    readonly day?: (typeof NUMERIC)[number] | undefined;
    readonly hour?: (typeof NUMERIC)[number] | undefined;
    readonly minute?: (typeof NUMERIC)[number] | undefined;
    readonly second?: (typeof NUMERIC)[number] | undefined;
    readonly fraction?: number | undefined;
    readonly zone?: 'long' | 'short' | undefined;
    readonly isTwelve: boolean;
    readonly isBritish: boolean;
  }
  /** The date parts that `options` request. */
  const partsOf = (locales: unknown, given: unknown, needs: DateNeeds): DateParts => {
    const isBritish = locale(locales) === 'en-GB';
    const options = checked(given, DATE_OPTIONS, OTHER_DATE_OPTIONS);
    const zoneName = options['timeZone'];
    if (zoneName !== undefined && !/^(?:utc|gmt|etc\/(?:utc|gmt))$/i.test(textOf(zoneName)))
      throw new RangeError(
        `The time zone "${textOf(zoneName)}" depends on the version of the machine's time zones. Scenarios are in UTC: add the difference to the date.`,
      );
    oneOf(options, 'calendar', ['gregory']);
    oneOf(options, 'numberingSystem', ['latn']);
    const cycle = oneOf(options, 'hourCycle', ['h12', 'h23']);
    const hour12 = options['hour12'];
    const isTwelve =
      hour12 === undefined ? (cycle === undefined ? !isBritish : cycle === 'h12') : Boolean(hour12);
    const how = { isTwelve, isBritish };

    const dateStyle = oneOf(options, 'dateStyle', STYLES);
    const timeStyle = oneOf(options, 'timeStyle', STYLES);
    const fraction = digitOption(options, 'fractionalSecondDigits', 1);
    const parts: DateParts = {
      weekday: oneOf(options, 'weekday', WORDS),
      year: oneOf(options, 'year', NUMERIC),
      month: oneOf(options, 'month', [...NUMERIC, ...WORDS]),
      day: oneOf(options, 'day', NUMERIC),
      hour: oneOf(options, 'hour', NUMERIC),
      minute: oneOf(options, 'minute', NUMERIC),
      second: oneOf(options, 'second', NUMERIC),
      fraction: fraction === undefined ? undefined : Math.min(fraction, 3),
      zone: oneOf(options, 'timeZoneName', ['long', 'short']),
      ...how,
    };
    const { weekday, year, month, day, hour, minute, second } = parts;
    const hasDate = [weekday, year, month, day].some((part) => part !== undefined);
    const hasTime = [hour, minute, second, fraction].some((part) => part !== undefined);
    if (dateStyle !== undefined || timeStyle !== undefined) {
      if (hasDate || hasTime || parts.zone !== undefined)
        throw new TypeError('The options dateStyle and timeStyle cannot be used together with single parts.');
      if (needs === 'date' && timeStyle !== undefined) throw new TypeError('A date alone has no timeStyle.');
      if (needs === 'time' && dateStyle !== undefined) throw new TypeError('A time alone has no dateStyle.');
      return { ...partsOfDateStyle(dateStyle, isBritish), ...partsOfTimeStyle(timeStyle), ...how };
    }
    const isEmpty = !hasDate && !hasTime;
    const needsDate = needs === 'date' ? !hasDate : needs !== 'time' && isEmpty;
    const needsTime = needs === 'time' ? !hasTime : needs === 'all' && isEmpty;
    return {
      ...parts,
      ...(needsDate && { year: 'numeric', month: 'numeric', day: 'numeric' }),
      ...(needsTime && { hour: 'numeric', minute: '2-digit', second: '2-digit' }),
    };
  };
  const partsOfDateStyle = (
    style: (typeof STYLES)[number] | undefined,
    isBritish: boolean,
  ): Partial<DateParts> => {
    switch (style) {
      case 'full':
        return { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' };
      case 'long':
        return { year: 'numeric', month: 'long', day: 'numeric' };
      case 'medium':
        return { year: 'numeric', month: 'short', day: 'numeric' };
      case 'short':
        return { year: isBritish ? 'numeric' : '2-digit', month: 'numeric', day: 'numeric' };
      case undefined:
        return {};
    }
  };
  const partsOfTimeStyle = (style: (typeof STYLES)[number] | undefined): Partial<DateParts> => {
    if (style === undefined) return {};
    const zone = style === 'full' ? 'long' : style === 'long' ? 'short' : undefined;
    return { hour: 'numeric', minute: '2-digit', zone, ...(style !== 'short' && { second: '2-digit' }) };
  };
  const dateText = (date: Date, { weekday, year, month, day, isBritish }: DateParts): string => {
    const fullYear = date.getUTCFullYear();
    // Years before the first count down, as they do in ICU.
    const yearNumber = fullYear > 0 ? fullYear : 1 - fullYear;
    const yearText = year === '2-digit' ? two(yearNumber % 100) : String(yearNumber);
    const dayNumber = date.getUTCDate();
    const weekdayText = weekday && shortened(WEEKDAYS[date.getUTCDay()]!, weekday);
    const hasMany = [year, month, day].filter((part) => part !== undefined).length > 1;
    let text: string;
    if (month === undefined || month === 'numeric' || month === '2-digit') {
      if (month === undefined && year !== undefined && (day !== undefined || weekday !== undefined))
        throw new RangeError(
          "A date with a year and a day, but without a month, depends on the version of the machine's language data.",
        );
      const isPadded = isBritish && hasMany;
      const monthText =
        isPadded || month === '2-digit' ? two(date.getUTCMonth() + 1) : String(date.getUTCMonth() + 1);
      const dayText = isPadded || day === '2-digit' ? two(dayNumber) : String(dayNumber);
      const dayPart = day && dayText;
      const monthPart = month && monthText;
      text = [...(isBritish ? [dayPart, monthPart] : [monthPart, dayPart]), year && yearText]
        .filter((part) => part !== undefined)
        .join('/');
      if (month === undefined && day !== undefined && weekdayText !== undefined)
        return isBritish ? `${weekdayText} ${text}` : `${text} ${weekdayText}`;
    } else {
      if (day === undefined && weekday !== undefined)
        throw new RangeError(
          "A date with a weekday, but without a day, depends on the version of the machine's language data.",
        );
      const monthText = shortened(MONTHS[date.getUTCMonth()]!, month);
      const dayText = day === '2-digit' ? two(dayNumber) : String(dayNumber);
      if (day === undefined) text = year === undefined ? monthText : `${monthText} ${yearText}`;
      else if (isBritish) text = `${dayText} ${monthText}${year === undefined ? '' : ` ${yearText}`}`;
      else text = `${monthText} ${dayText}${year === undefined ? '' : `, ${yearText}`}`;
    }
    return [weekdayText, text].filter((part) => part !== undefined && part !== '').join(', ');
  };
  const timeText = (
    date: Date,
    { hour, minute, second, fraction, isTwelve, isBritish }: DateParts,
  ): string => {
    const hours = date.getUTCHours();
    const shown = isTwelve ? hours % 12 || 12 : hours;
    const numbers: string[] = [];
    if (hour !== undefined) numbers.push(hour === '2-digit' || !isTwelve ? two(shown) : String(shown));
    if (minute !== undefined)
      numbers.push(
        hour === undefined && second === undefined ? String(date.getUTCMinutes()) : two(date.getUTCMinutes()),
      );
    if (second !== undefined)
      numbers.push(minute === undefined ? String(date.getUTCSeconds()) : two(date.getUTCSeconds()));
    let text = numbers.join(':');
    if (fraction !== undefined) {
      const digits = String(date.getUTCMilliseconds()).padStart(3, '0').slice(0, fraction);
      text =
        second === undefined ? [text, digits].filter((part) => part !== '').join(' ') : `${text}.${digits}`;
    }
    if (hour !== undefined && isTwelve) {
      const half = hours < 12 ? 'AM' : 'PM';
      text += ` ${isBritish ? half.toLowerCase() : half}`;
    }
    return text;
  };
  const formatDate: English['formatDate'] = (time, locales, options, needs) => {
    const parts = partsOf(locales, options, needs);
    const date = new Date(time);
    const zone = parts.zone && (parts.zone === 'long' ? 'Coordinated Universal Time' : 'UTC');
    const texts = [dateText(date, parts), timeText(date, parts)].filter((text) => text !== '');
    const joined = texts.join(parts.month === 'long' ? ' at ' : ', ');
    if (zone === undefined) return joined;
    return parts.hour === undefined ? `${joined}, ${zone}` : `${joined} ${zone}`;
  };

  // Order

  /** Spaces, punctuation, symbols and digits, which sort before letters in this order. */
  const BEFORE_LETTERS = '\t\n\v\f\r\u0085\u2028\u2029 \u00a0_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789';
  const WEIGHTS = new Map(BEFORE_LETTERS.split('').map((character, index) => [character, index + 1]));
  const LETTERS: Readonly<Record<string, string>> = {
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o\u0338',
    đ: 'd\u0335',
    ð: 'd\u0335',
    ł: 'l\u0335',
    ı: 'i\u0335',
    þ: 'th',
  };
  const ACCENTS =
    '\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0335\u0327\u0328\u0304';
  const LIGATURE = 0x110;
  interface Element {
    readonly weight: number;
    accents: number[];
    readonly isUpper: boolean;
  }
  const elementsOf = (text: string, isNumeric: boolean): readonly Element[] => {
    const elements: Element[] = [];
    const add = (weight: number, isUpper: boolean): void => {
      elements.push({ weight, accents: [], isUpper });
    };
    const addCharacter = (character: string): void => {
      const lower = character.toLowerCase();
      const code = lower.codePointAt(0)!;
      if (code >= 0x300 && code < 0x370) {
        const rank = ACCENTS.indexOf(character);
        elements.at(-1)?.accents.push(rank === -1 ? code : rank + 1);
      } else if (WEIGHTS.has(character)) add(WEIGHTS.get(character)!, false);
      else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return;
      else if (LETTERS[lower] !== undefined) {
        const first = elements.length;
        for (const part of LETTERS[lower]) addCharacter(part);
        const last = elements.at(-1)!;
        // Two letters in one come after both with any accent.
        if (elements.length > first + 1) elements[first]!.accents.push(LIGATURE);
        else last.accents.push(1);
        elements[elements.length - 1] = { ...last, isUpper: lower !== character };
      } else add(code + 1_000, lower !== character);
    };
    const pieces = isNumeric ? text.match(/\d+|[^\d]+/g) : [text];
    for (const piece of pieces ?? [])
      if (isNumeric && /^\d/.test(piece)) {
        const digits = piece.replace(/^0+(?=\d)/, '');
        // Longer numbers are larger. Their weights stay below those of letters.
        add(BEFORE_LETTERS.length + Math.min(digits.length, 800), false);
        for (const digit of digits) add(WEIGHTS.get(digit)!, false);
      } else for (const character of piece.normalize('NFD')) addCharacter(character);
    return elements;
  };
  const compare: English['compare'] = (one, other, locales, given) => {
    locale(locales);
    const options = checked(given, ['sensitivity', 'numeric'], []);
    oneOf(options, 'usage', ['sort']);
    oneOf(options, 'caseFirst', ['false']);
    oneOf(options, 'ignorePunctuation', ['false']);
    const sensitivity = oneOf(options, 'sensitivity', ['base', 'accent', 'case', 'variant']) ?? 'variant';
    const isNumeric = Boolean(options['numeric']);
    if (one === other) return 0;
    const [left, right] = [elementsOf(one, isNumeric), elementsOf(other, isNumeric)];
    const difference = (of: (element: Element) => readonly number[]): number => {
      const [mine, theirs] = [left.flatMap(of), right.flatMap(of)];
      for (let index = 0; index < mine.length && index < theirs.length; index++)
        if (mine[index] !== theirs[index]) return mine[index]! < theirs[index]! ? -1 : 1;
      return Math.sign(mine.length - theirs.length);
    };
    const byBase = difference(({ weight }) => [weight]);
    if (byBase !== 0 || sensitivity === 'base') return byBase;
    const byAccent = sensitivity === 'case' ? 0 : difference(({ accents }) => [0, ...accents]);
    if (byAccent !== 0 || sensitivity === 'accent') return byAccent;
    return difference(({ isUpper }) => [isUpper ? 1 : 0]);
  };

  // The part of Intl that can be the same everywhere

  /** Creates a constructor of `Intl`, which also works without `new`. Its objects have the methods that `make` returns. */
  const kind = (
    name: string,
    make: (locales: unknown, options: Options) => Record<string, unknown>,
  ): unknown => {
    const Kind = function (this: unknown, locales?: unknown, options?: unknown): object {
      const object = Reflect.construct(
        Object,
        [],
        (new.target as (() => object) | undefined) ?? Kind,
      ) as object;
      const methods = make(locales, { ...(options as Options | undefined) });
      for (const [key, value] of Object.entries(methods)) Object.defineProperty(object, key, { value });
      return object;
    };
    Object.defineProperty(Kind, 'name', { value: name });
    Object.defineProperty(Kind, 'length', { value: 0 });
    return Kind;
  };
  const intl = {
    Collator: kind('Collator', (locales, options) => {
      compare('', '', locales, options);
      return {
        compare: (one: unknown, other: unknown) => compare(String(one), String(other), locales, options),
        resolvedOptions: () => ({
          locale: locale(locales),
          sensitivity: 'variant',
          numeric: false,
          ...options,
        }),
      };
    }),
    DateTimeFormat: kind('DateTimeFormat', (locales, options) => {
      formatDate(0, locales, options, 'either');
      return {
        format: (date?: unknown) => {
          const time = date === undefined ? present() : new Date(Number(date)).getTime();
          if (Number.isNaN(time)) throw new RangeError('Intl.DateTimeFormat was given an invalid date.');
          return formatDate(time, locales, options, 'either');
        },
        resolvedOptions: () => ({
          calendar: 'gregory',
          numberingSystem: 'latn',
          ...options,
          locale: locale(locales),
          timeZone: 'UTC',
        }),
      };
    }),
    NumberFormat: kind('NumberFormat', (locales, options) => {
      formatNumber(0, locales, options);
      return {
        format: (value: unknown) =>
          formatNumber(typeof value === 'bigint' ? value : Number(value), locales, options),
        resolvedOptions: () => ({
          numberingSystem: 'latn',
          style: 'decimal',
          ...options,
          locale: locale(locales),
        }),
      };
    }),
  };
  Object.defineProperty(intl, Symbol.toStringTag, { value: 'Intl', configurable: true });
  return { formatNumber, formatDate, compare, locale, Intl: intl };
}
