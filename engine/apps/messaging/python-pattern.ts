import { PYTHON_SPACE, pythonLiteral } from '../../model/index.ts';
import { refuse } from '../../world/index.ts';

/**
 * Translates `pattern`, a regular expression of Python's `re`, into a JavaScript one that matches the same texts, ignoring case.
 * Groups keep their order but lose their names. Two features of Python have no equivalent in JavaScript: `(?(1)yes|no)` and
 * `\N{name}` are refused; a reference to a group that did not match matches the empty text.
 * @throws {ToolError} `re.error` with Python's message when `pattern` is not valid
 */
export function translatePattern(pattern: string): RegExp {
  const { source, hasReferences } = new PatternReader(pattern).read();
  try {
    const translated = new RegExp(source, hasReferences ? 'vi' : 'v');
    // V8 compiles a pattern when it is first used.
    translated.test('');
    return translated;
  } catch {
    return refuse('re.error', 'query: The pattern is too large.');
  }
}

/** The flags at the current position: `i`, `m`, `s`, `x` and `a`. */
type Flags = ReadonlySet<string>;

/** A translated part of a pattern: its source, and the minimum and maximum number of characters that it matches. */
interface Part {
  readonly source: string;
  readonly least: number;
  readonly most: number;
  /** The kind of the part. A `place`, such as `^`, `$` or `\b`, cannot be repeated. */
  readonly kind: 'place' | 'repetition' | 'other';
}

/** An item of a character class: one character, or a nested class such as `\d`. */
type ClassItem = { readonly character: number } | { readonly class: string };

/** The beginning of a group: `(`, `(?:`, `(?>` or `(?i:`. */
interface Opening {
  readonly name?: string;
  readonly captures: boolean;
  readonly isAtomic: boolean;
  readonly flags: Flags;
}

const MAX_REPEAT = 4_294_967_295;
const FLAG_LETTERS = 'aiLmsux';
const TYPE_FLAGS = 'auL';

const characterEscapes: Readonly<Record<string, number>> = {
  a: 7,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
};

const END = '(?![^])';
const START = '(?<![^])';

/** Parses a pattern from left to right, as `re.compile` does, and translates it. */
class PatternReader {
  readonly #text: readonly string[];
  #at = 0;
  #flags: Flags = new Set('i');
  /** The lengths of the groups by number; `undefined` for a group that is still open. */
  readonly #groups: (Pick<Part, 'least' | 'most'> | undefined)[] = [undefined];
  readonly #names = new Map<string, number>();
  /** Inside a look-behind: the number of groups at its beginning. */
  #groupsBeforeLookBehind: number | undefined;
  /** Whether a look-behind has no fixed length. Python reports this after all other errors. */
  #looksBehindFreely = false;
  #atomicGroups = 0;
  #hasReferences = false;

  constructor(pattern: string) {
    // By characters, as Python counts.
    this.#text = characters(pattern);
  }

  read(): { readonly source: string; readonly hasReferences: boolean } {
    const whole = this.#alternatives(this.#flags, 0);
    if (this.#next !== undefined) this.#fail('unbalanced parenthesis');
    if (this.#looksBehindFreely) refuse('re.error', 'query: look-behind requires fixed-width pattern');
    return { source: whole.source, hasReferences: this.#hasReferences };
  }

  get #next(): string | undefined {
    const character = this.#text[this.#at];
    return character === '\\' ? `\\${this.#text[this.#at + 1] ?? ''}` : character;
  }

  #get(): string | undefined {
    const next = this.#next;
    this.#at += next?.startsWith('\\') ? 2 : next === undefined ? 0 : 1;
    if (next === '\\') this.#fail('bad escape (end of pattern)', this.#text.length - 1);
    return next;
  }

  #skip(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at += 1;
    return true;
  }

  #getWhile(most: number, form: RegExp): string {
    let text = '';
    while (text.length < most && form.test(this.#next ?? '')) text += this.#get() ?? '';
    return text;
  }

  #getUntil(end: string, what: string): string {
    let text = '';
    for (;;) {
      const next = this.#get();
      if (next === undefined)
        return text === ''
          ? this.#fail(`missing ${what}`)
          : this.#fail(`missing ${end}, unterminated name`, this.#at - characters(text).length);
      if (next === end) return text === '' ? this.#fail(`missing ${what}`, this.#at - 1) : text;
      text += next;
    }
  }

  #fail(message: string, at = this.#at): never {
    return refuse('re.error', `query: ${message} at position ${at}`);
  }

  #alternatives(flags: Flags, depth: number): Part {
    const branches: Part[] = [];
    do branches.push(this.#sequence(depth === 0 ? this.#flags : flags, depth, branches.length === 0));
    while (this.#skip('|'));
    if (branches.length === 1) return branches[0]!;
    return {
      source: branches.map(({ source }) => source).join('|'),
      least: Math.min(...branches.map(({ least }) => least)),
      most: Math.max(...branches.map(({ most }) => most)),
      kind: 'other',
    };
  }

  #sequence(given: Flags, depth: number, isFirst: boolean): Part {
    let flags = given;
    const parts: Part[] = [];
    for (let next = this.#next; next !== undefined && next !== '|' && next !== ')'; next = this.#next) {
      const start = this.#at;
      this.#get();
      if (flags.has('x') && this.#skipBlank(next)) continue;
      if (next.startsWith('\\')) parts.push(this.#escape(next, start, flags));
      else if (next === '[') parts.push(this.#characterClass(start, flags));
      else if ('*+?{'.includes(next)) this.#repeat(next, start, parts, flags);
      else if (next === '.') parts.push(unit(flags.has('s') ? '[^]' : '[^\\n]'));
      else if (next === '^') parts.push(place(flags.has('m') ? '(?:^|(?<=\\n))' : '^'));
      else if (next === '$') parts.push(place(flags.has('m') ? '(?=\\n|$)' : '(?=\\n?$)'));
      else if (next === '(') {
        const part = this.#group(start, flags, depth, isFirst && depth === 0 && parts.length === 0);
        if (part === 'flags') flags = this.#flags;
        else if (part !== undefined) parts.push(part);
      } else parts.push(unit(literal(next, flags)));
    }
    return {
      source: parts.map(({ source }) => source).join(''),
      least: parts.reduce((sum, { least }) => sum + least, 0),
      most: parts.reduce((sum, { most }) => sum + most, 0),
      kind: 'other',
    };
  }

  /** In a verbose pattern: skips white space or a comment that begins with `next`. */
  #skipBlank(next: string): boolean {
    if (next === '#') {
      for (let one = this.#get(); one !== undefined && one !== '\n';) one = this.#get();
      return true;
    }
    return /^[ \t\n\r\v\f]$/.test(next);
  }

  #repeat(sign: string, start: number, parts: Part[], flags: Flags): void {
    let [least, most] = sign === '?' ? [0, 1] : [sign === '+' ? 1 : 0, Infinity];
    if (sign === '{') {
      const after = this.#at;
      const low = this.#getWhile(Infinity, /^\d$/);
      const high = this.#skip(',') ? this.#getWhile(Infinity, /^\d$/) : low;
      if (this.#at === after || !this.#skip('}')) {
        this.#at = after;
        parts.push(unit(literal(sign, flags)));
        return;
      }
      [least, most] = [Number(low), high === '' ? Infinity : Number(high)];
      if (least >= MAX_REPEAT || (most !== Infinity && most >= MAX_REPEAT))
        refuse('OverflowError', 'query: the repetition number is too large');
      if (most < least) this.#fail('min repeat greater than max repeat', start + 1);
    }
    const repeated = parts.pop();
    if (repeated === undefined || repeated.kind === 'place') return this.#fail('nothing to repeat', start);
    if (repeated.kind === 'repetition') this.#fail('multiple repeat', start);
    const bounds = most === Infinity ? `{${least},}` : `{${least},${most}}`;
    const mode = this.#skip('?') ? '?' : this.#skip('+') ? '+' : '';
    const source = `(?:${repeated.source})${bounds}${mode === '?' ? '?' : ''}`;
    parts.push({
      source: mode === '+' ? this.#atomic(source) : source,
      least: repeated.least * least,
      most: repeated.most === 0 ? 0 : repeated.most * most,
      kind: 'repetition',
    });
  }

  /** A group that is never matched in a second way. Inside a look-behind, all alternatives have the same length and match alike. */
  #atomic(source: string): string {
    if (this.#groupsBeforeLookBehind !== undefined) return `(?:${source})`;
    const name = `atomic${(this.#atomicGroups += 1)}`;
    return `(?:(?=(?<${name}>${source}))\\k<${name}>)`;
  }

  #group(start: number, flags: Flags, depth: number, isFirst: boolean): Part | 'flags' | undefined {
    let opening: Opening = { captures: true, isAtomic: false, flags };
    if (this.#skip('?')) {
      const sign = this.#get() ?? this.#fail('unexpected end of pattern');
      if (sign === '#') {
        this.#comment(start);
        return undefined;
      }
      if (sign === 'P') {
        const named = this.#named();
        if (typeof named === 'object') return named;
        opening = { ...opening, name: named };
      } else if (sign === '=' || sign === '!' || sign === '<') return this.#look(sign, start, flags, depth);
      else if (sign === '(')
        return refuse('re.error', 'query: Groups with a condition, (?(…)…), are not supported.');
      else if (sign === ':' || sign === '>')
        opening = { ...opening, captures: false, isAtomic: sign === '>' };
      else if (FLAG_LETTERS.includes(sign) || sign === '-') {
        const changed = this.#inlineFlags(sign, flags);
        if (changed === undefined) {
          if (!isFirst) this.#fail('global flags not at the start of the expression', start);
          return 'flags';
        }
        opening = { captures: false, isAtomic: false, flags: changed };
      } else this.#fail(`unknown extension ?${sign}`, this.#at - characters(sign).length - 1);
    }
    return this.#body(opening, start, depth);
  }

  #body({ name, captures, isAtomic, flags }: Opening, start: number, depth: number): Part {
    const number = captures ? this.#open(name) : 0;
    const inner = this.#alternatives(flags, depth + 1);
    this.#close(start);
    if (captures) this.#groups[number] = { least: inner.least, most: inner.most };
    const source = captures
      ? `(?<group${number}>${inner.source})`
      : isAtomic
        ? this.#atomic(inner.source)
        : `(?:${inner.source})`;
    return { ...inner, source, kind: 'other' };
  }

  #open(name: string | undefined): number {
    const number = this.#groups.push(undefined) - 1;
    if (name === undefined) return number;
    const before = this.#names.get(name);
    if (before !== undefined)
      this.#fail(
        `redefinition of group name ${pythonLiteral(name)} as group ${number}; was group ${before}`,
        this.#at - characters(name).length - 1,
      );
    this.#names.set(name, number);
    return number;
  }

  #close(start: number): void {
    if (!this.#skip(')')) this.#fail('missing ), unterminated subpattern', start);
  }

  #comment(start: number): void {
    for (let next = this.#next; next !== ')'; next = this.#next) {
      if (next === undefined) this.#fail('missing ), unterminated comment', start);
      this.#get();
    }
    this.#get();
  }

  /** Parses the text after `(?P`: the name of a group, or a reference to a group. */
  #named(): string | Part {
    if (this.#skip('<')) return this.#groupName('>');
    if (!this.#skip('=')) {
      const next = this.#get() ?? this.#fail('unexpected end of pattern');
      return this.#fail(`unknown extension ?P${next}`, this.#at - characters(next).length - 2);
    }
    const name = this.#groupName(')');
    const at = this.#at - characters(name).length - 1;
    const number = this.#names.get(name) ?? this.#fail(`unknown group name ${pythonLiteral(name)}`, at);
    return this.#reference(number, at);
  }

  #groupName(end: string): string {
    const name = this.#getUntil(end, 'group name');
    if (!/^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(name.normalize('NFKC')))
      this.#fail(
        `bad character in group name ${pythonLiteral(name)}`,
        this.#at - characters(name).length - 1,
      );
    return name;
  }

  #reference(number: number, at: number): Part {
    const lengths = this.#groups[number];
    if (lengths === undefined) return this.#fail('cannot refer to an open group', at);
    if (number >= (this.#groupsBeforeLookBehind ?? Infinity))
      this.#fail('cannot refer to group defined in the same lookbehind subpattern');
    this.#hasReferences = true;
    return { ...lengths, source: `\\k<group${number}>`, kind: 'other' };
  }

  #look(sign: string, start: number, flags: Flags, depth: number): Part {
    let direction = sign;
    const isBehind = sign === '<';
    if (isBehind) {
      direction = this.#get() ?? this.#fail('unexpected end of pattern');
      if (direction !== '=' && direction !== '!')
        this.#fail(`unknown extension ?<${direction}`, this.#at - characters(direction).length - 2);
    }
    const before = this.#groupsBeforeLookBehind;
    if (isBehind) this.#groupsBeforeLookBehind ??= this.#groups.length;
    const inner = this.#alternatives(flags, depth + 1);
    this.#groupsBeforeLookBehind = before;
    this.#close(start);
    if (isBehind && inner.least !== inner.most) this.#looksBehindFreely = true;
    return {
      source: `(?:(?${isBehind ? '<' : ''}${direction}${inner.source}))`,
      least: 0,
      most: 0,
      kind: 'other',
    };
  }

  /** Parses the flags in `(?i-s:…)`; `undefined` for `(?i)`, which sets the flags of the whole pattern. */
  #inlineFlags(first: string, flags: Flags): Flags | undefined {
    const added = new Set<string>();
    let next = first;
    if (next !== '-') {
      for (;;) {
        if (next === 'L') this.#fail("bad inline flags: cannot use 'L' flag with a str pattern");
        added.add(next);
        if (TYPE_FLAGS.includes(next) && [...added].some((one) => one !== next && TYPE_FLAGS.includes(one)))
          this.#fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible");
        next = this.#flagLetter('missing -, : or )', ')-:');
        if (')-:'.includes(next)) break;
      }
      if (next === ')') {
        this.#flags = withFlags(this.#flags, added, new Set());
        return undefined;
      }
    }
    const removed = new Set<string>();
    if (next === '-') {
      next = this.#flagLetter('missing flag', '');
      for (;;) {
        if (TYPE_FLAGS.includes(next)) this.#fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
        removed.add(next);
        next = this.#flagLetter('missing :', ':');
        if (next === ':') break;
      }
    }
    if ([...added].some((one) => removed.has(one)))
      this.#fail('bad inline flags: flag turned on and off', this.#at - 1);
    return withFlags(flags, added, removed);
  }

  #flagLetter(missing: string, ends: string): string {
    const next = this.#get() ?? this.#fail(missing);
    if (next.length === 1 && (FLAG_LETTERS.includes(next) || ends.includes(next))) return next;
    return this.#fail(/^\p{L}$/u.test(next) ? 'unknown flag' : missing, this.#at - characters(next).length);
  }

  /** Translates the escape sequence `escape` outside of a character class. */
  #escape(escape: string, start: number, flags: Flags): Part {
    const letter = characters(escape)[1]!;
    const words = flags.has('a') ? '[A-Za-z0-9_]' : WORD;
    switch (letter) {
      case 'A':
        return place(START);
      case 'Z':
        return place(END);
      case 'b':
        return place(`(?:(?<=${words})(?!${words})|(?<!${words})(?=${words}))`);
      case 'B':
        // Python finds no such place in an empty text.
        return place(`(?:(?!${START}${END})(?:(?<=${words})(?=${words})|(?<!${words})(?!${words})))`);
    }
    const shorthand = classOf(letter, flags);
    if (shorthand !== undefined) return unit(shorthand);
    if (/^[1-9]$/.test(letter)) return this.#numbered(letter, start, flags);
    return unit(classSource([this.#character(escape, start)], flags));
  }

  /** Translates a reference such as `\1`, or an octal number such as `\101`. */
  #numbered(first: string, start: number, flags: Flags): Part {
    const digits = first + this.#getWhile(1, /^\d$/);
    if (/^[0-7]{2}$/.test(digits) && /^[0-7]$/.test(this.#next ?? '')) {
      const octal = digits + (this.#get() ?? '');
      return unit(classSource([this.#octal(octal, start)], flags));
    }
    const number = Number(digits);
    if (number >= this.#groups.length) this.#fail(`invalid group reference ${number}`, start + 1);
    return this.#reference(number, start);
  }

  #octal(digits: string, start: number): ClassItem {
    const character = parseInt(digits, 8);
    if (character > 0o377) this.#fail(`octal escape value \\${digits} outside of range 0-0o377`, start);
    return { character };
  }

  /** Translates an escape sequence for a single character, inside or outside of a character class. */
  #character(escape: string, start: number): ClassItem {
    const letter = characters(escape)[1]!;
    if (Object.hasOwn(characterEscapes, letter)) return { character: characterEscapes[letter]! };
    const length = { x: 2, u: 4, U: 8 }[letter];
    if (length !== undefined) {
      const digits = this.#getWhile(length, /^[\da-f]$/i);
      if (digits.length !== length) this.#fail(`incomplete escape ${escape}${digits}`, start);
      const character = parseInt(digits, 16);
      if (character > 0x10_ff_ff) this.#fail(`bad escape ${escape}${digits}`, start);
      return { character };
    }
    if (letter === 'N') return refuse('re.error', 'query: Names of characters, \\N{…}, are not supported.');
    if (/^[0-7]$/.test(letter)) return this.#octal(letter + this.#getWhile(2, /^[0-7]$/), start);
    if (/^[\da-z]$/i.test(letter)) this.#fail(`bad escape ${escape}`, start);
    return { character: letter.codePointAt(0)! };
  }

  #characterClass(start: number, flags: Flags): Part {
    const isNegated = this.#skip('^');
    const items: (ClassItem | { readonly low: number; readonly high: number })[] = [];
    const get = (): string => this.#get() ?? this.#fail('unterminated character set', start);
    for (;;) {
      const at = this.#at;
      const next = get();
      if (next === ']' && items.length > 0) break;
      const item = this.#classItem(next, at, flags);
      if (!this.#skip('-')) {
        items.push(item);
        continue;
      }
      const from = this.#at;
      const end = get();
      if (end === ']') {
        items.push(item, { character: 45 });
        break;
      }
      const last = this.#classItem(end, from, flags);
      if (!('character' in item) || !('character' in last) || last.character < item.character)
        this.#fail(
          `bad character range ${next}-${end}`,
          this.#at - characters(next).length - 1 - characters(end).length,
        );
      else items.push({ low: item.character, high: last.character });
    }
    return unit(classSource(items, flags, isNegated));
  }

  #classItem(next: string, at: number, flags: Flags): ClassItem {
    if (!next.startsWith('\\')) return { character: next.codePointAt(0)! };
    const letter = characters(next)[1]!;
    if (letter === 'b') return { character: 8 };
    const shorthand = classOf(letter, flags);
    return shorthand === undefined ? this.#character(next, at) : { class: shorthand };
  }
}

/** The characters of a text as Python counts them. */
const characters = (text: string): readonly string[] => Array.from(text);

const unit = (source: string): Part => ({ source, least: 1, most: 1, kind: 'other' });

const place = (source: string): Part => ({ source, least: 0, most: 0, kind: 'place' });

const withFlags = (flags: Flags, added: Flags, removed: Flags): Flags =>
  new Set(
    [...flags, ...added].filter(
      (flag) => flag !== 'u' && !removed.has(flag) && !(flag === 'a' && added.has('u')),
    ),
  );

/** The characters of Python's `\w`. */
const WORD = '[\\p{L}\\p{N}_]';

const unicodeClasses: Readonly<Record<string, string>> = { d: '\\p{Nd}', s: PYTHON_SPACE, w: WORD };
const asciiClasses: Readonly<Record<string, string>> = {
  d: '[0-9]',
  s: '[\\t-\\r\\x20]',
  w: '[A-Za-z0-9_]',
};

/** The character class of `\d`, `\D` and so on; `undefined` for other letters. */
function classOf(letter: string, flags: Flags): string | undefined {
  const classes = flags.has('a') ? asciiClasses : unicodeClasses;
  const lower = letter.toLowerCase();
  if (!Object.hasOwn(classes, lower)) return undefined;
  return letter === lower ? classes[lower] : `[^${classes[lower]!}]`;
}

const literal = (character: string, flags: Flags): string =>
  classSource([{ character: character.codePointAt(0)! }], flags);

function classSource(
  items: readonly (ClassItem | { readonly low: number; readonly high: number })[],
  flags: Flags,
  isNegated = false,
): string {
  const sources = items.map((item) => {
    if ('class' in item) return item.class;
    const [low, high] = 'low' in item ? [item.low, item.high] : [item.character, item.character];
    const range = low === high ? escaped(low) : `${escaped(low)}-${escaped(high)}`;
    return flags.has('i') ? range + otherCases(low, high, flags.has('a')) : range;
  });
  return `[${isNegated ? '^' : ''}${sources.join('')}]`;
}

const escaped = (character: number): string => `\\u{${character.toString(16)}}`;

/** The upper-case and lower-case variants of the characters from `low` to `high`. */
function otherCases(low: number, high: number, isAscii: boolean): string {
  const known = isAscii ? asciiCases() : unicodeCases();
  const found = new Set(low === high ? known.get(low) : undefined);
  if (low !== high)
    for (const [character, others] of known)
      if (character >= low && character <= high) for (const other of others) found.add(other);
  found.delete(low);
  return [...found].map(escaped).join('');
}

type Cases = ReadonlyMap<number, readonly number[]>;

let cases: { readonly unicode: Cases; readonly ascii: Cases } | undefined;

const unicodeCases = (): Cases => (cases ??= allCases()).unicode;
const asciiCases = (): Cases => (cases ??= allCases()).ascii;

const LAST_LETTER_WITH_CASE = 0x1_e9_43;

/** All characters with an upper or lower case, each with all characters that Python treats as equal to it. */
function allCases(): { readonly unicode: Cases; readonly ascii: Cases } {
  const alike = new Map<string, number[]>();
  for (let character = 0; character <= LAST_LETTER_WITH_CASE; character++) {
    const text = String.fromCodePoint(character);
    const lower = text.toLowerCase();
    if (lower === text && text.toUpperCase() === text) continue;
    // Of a lower case of two characters, Python takes the first.
    const key = (text === 'İ' ? 'i' : lower).toUpperCase();
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [character]);
    else others.push(character);
  }
  const unicode = new Map([...alike.values()].flatMap((all) => all.map((one) => [one, all] as const)));
  const ascii = new Map(
    [...unicode].flatMap(([one, all]) =>
      one < 128 ? [[one, all.filter((other) => other < 128)] as const] : [],
    ),
  );
  return { unicode, ascii };
}
