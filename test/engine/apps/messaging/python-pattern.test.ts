import { describe, expect, it } from 'vitest';
import { translatePattern } from '../../../../engine/apps/messaging/python-pattern.ts';
import { ToolError } from '../../../../engine/world/tool.ts';

// Recorded with Python 3.11: re.compile(pattern, re.IGNORECASE).search(text).
const matches: readonly (readonly [pattern: string, yes: readonly string[], no: readonly string[]])[] = [
  ['\\bcafé\\b', ['Café Noir', 'CAFÉ'], ['cafés', 'xcafé']],
  ['caf\\w$', ['café', 'cafe', 'café\n'], ['caf-']],
  ['\\w+', ['日本', 'é', '_'], ['-', '\u0301']],
  ['^\\W$', ['-', '😀'], ['é']],
  ['\\d', ['٣', '3'], ['³', 'x']],
  ['\\s', ['\u00a0', '\u001c', '\u0085'], ['\ufeff', 'x']],
  ['\\Atea\\Z', ['tea'], ['tea\n', 'a tea']],
  ['tea$', ['tea', 'tea\n'], ['tea\n\n']],
  ['^tea', ['tea'], ['a\ntea']],
  ['(?m)^tea$', ['a\ntea\nb'], ['tea b']],
  ['^a{,2}$', ['', 'aa'], ['aaa']],
  ['a{2', ['a{2'], ['aa']],
  ['^x{}$', ['x{}'], ['x']],
  ['(?P<word>te)-(?P=word)', ['te-te', 'te-TE'], ['te-ta']],
  ['(t)\\1', ['tT'], ['ta']],
  ['(?i)TEA', ['tea'], []],
  ['(?-i:Tea)', ['Tea'], ['tea']],
  ['(?s)a.b', ['a\nb'], []],
  ['a.b', ['a\rb', 'a😀b'], ['a\nb']],
  ['(?x) t e a # drink', ['tea'], ['t e a']],
  ['(?a)é\\w', ['ée'], ['éé']],
  ['(?a:\\w)', ['e'], ['é']],
  ['te(?#a drink)a', ['tea'], []],
  ['^a++ab', [], ['aaab']],
  ['^a*+b', ['aab'], []],
  ['^(?>a|ab)c', ['ac'], ['abc']],
  ['(?<=te)a', ['tea'], ['a']],
  ['(?<!te)a', ['a'], ['tea']],
  ['[]a]', [']', 'a'], ['x']],
  ['[^]a]', ['x'], [']']],
  ['[a-]', ['-'], ['b']],
  ['[\\w-]', ['é', '-'], ['.']],
  ['[^\\W\\d]', ['é'], ['1', '-']],
  ['[a&&b]', ['&'], ['c']],
  ['[[a]', ['['], ['b']],
  ['k', ['K', 'K'], []],
  ['s', ['ſ'], []],
  ['i', ['İ', 'ı', 'I'], []],
  ['σ', ['Σ', 'ς'], []],
  ['ß', ['ẞ'], ['ss']],
  ['é', ['É'], ['e\u0301']],
  ['[é-ž]', ['É', 'Ÿ'], ['z']],
  ['^.$', ['😀'], ['ab']],
  ['\\x41\\u00e9\\101', ['aÉA'], []],
  ['\\0', ['\u0000'], ['0']],
  ['\\/', ['/'], []],
  ['\\B', ['ab'], ['', 'a']],
  ['(?=a)*b', ['b'], []],
  ['()*', ['x'], []],
  ['a|', ['b'], []],
];

const mistakes: readonly (readonly [pattern: string, message: string])[] = [
  ['(', 'missing ), unterminated subpattern at position 0'],
  ['tea)', 'unbalanced parenthesis at position 3'],
  ['*tea', 'nothing to repeat at position 0'],
  ['a**', 'multiple repeat at position 2'],
  ['^*', 'nothing to repeat at position 1'],
  ['(?<word>tea)', 'unknown extension ?<w at position 1'],
  ['[a', 'unterminated character set at position 0'],
  ['[z-a]', 'bad character range z-a at position 1'],
  ['[a-\\d]', 'bad character range a-\\d at position 1'],
  ['\\q', 'bad escape \\q at position 0'],
  ['\\x4', 'incomplete escape \\x4 at position 0'],
  ['\\U00110000', 'bad escape \\U00110000 at position 0'],
  ['[\\400]', 'octal escape value \\400 outside of range 0-0o377 at position 1'],
  ['(?P<1>a)', "bad character in group name '1' at position 4"],
  ['(?P<a>b)(?P<a>c)', "redefinition of group name 'a' as group 2; was group 1 at position 12"],
  ['(?P=a)', "unknown group name 'a' at position 4"],
  ['\\1', 'invalid group reference 1 at position 1'],
  ['(a\\1)', 'cannot refer to an open group at position 2'],
  ['(?P<a', 'missing >, unterminated name at position 4'],
  ['(?P<>a)', 'missing group name at position 4'],
  ['a(?i)b', 'global flags not at the start of the expression at position 1'],
  ['(?L)a', "bad inline flags: cannot use 'L' flag with a str pattern at position 3"],
  ['(?q)', 'unknown extension ?q at position 1'],
  ['(?i-i:a)', 'bad inline flags: flag turned on and off at position 5'],
  ['(?au:a)', "bad inline flags: flags 'a', 'u' and 'L' are incompatible at position 4"],
  ['(?-a:b)', "bad inline flags: cannot turn off flags 'a', 'u' and 'L' at position 4"],
  ['(?i', 'missing -, : or ) at position 3'],
  ['(?-', 'missing flag at position 3'],
  ['(?#a', 'missing ), unterminated comment at position 0'],
  ['a{2,1}', 'min repeat greater than max repeat at position 2'],
  ['(?<=a*)b', 'look-behind requires fixed-width pattern'],
  ['(?', 'unexpected end of pattern at position 2'],
  ['(?P', 'unexpected end of pattern at position 3'],
  ['(?Px)', 'unknown extension ?Px at position 1'],
  ['(?<a', 'unknown extension ?<a at position 1'],
  ['a\\', 'bad escape (end of pattern) at position 1'],
];

describe('translatePattern()', () => {
  it.each(matches)('finds with %j what Python finds', (pattern, yes, no) => {
    const translated = translatePattern(pattern);

    expect(yes.filter((text) => !translated.test(text))).toEqual([]);
    expect(no.filter((text) => translated.test(text))).toEqual([]);
  });

  it.each(mistakes)('refuses %j as Python does', (pattern, message) => {
    expect(() => translatePattern(pattern)).toThrow(new ToolError('re.error', `query: ${message}`));
  });

  it.each([
    ['(?(1)a|b)', 'query: Groups with a condition, (?(…)…), are not supported.'],
    ['\\N{BULLET}', 'query: Names of characters, \\N{…}, are not supported.'],
  ])('refuses %s, which has no translation', (pattern, message) => {
    expect(() => translatePattern(pattern)).toThrow(message);
  });

  it('refuses numbers of repetitions that Python refuses', () => {
    expect(() => translatePattern('a{4294967295}')).toThrow(
      new ToolError('OverflowError', 'query: the repetition number is too large'),
    );
  });

  it('takes each letter and its other cases for the same, and nothing else', () => {
    const same = (one: string): string[] => {
      const translated = translatePattern(`^${one}$`);
      return ['a', 'A', 'k', 'K', '\u212a', 'i', 'I', 'İ', 'ı', 'µ', 'μ', 'Μ'].filter((text) =>
        translated.test(text),
      );
    };

    expect(same('A')).toEqual(['a', 'A']);
    expect(same('K')).toEqual(['k', 'K', '\u212a']);
    expect(same('ı')).toEqual(['i', 'I', 'İ', 'ı']);
    expect(same('μ')).toEqual(['µ', 'μ', 'Μ']);
  });
});
