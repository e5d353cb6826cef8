import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, readPythonJson } from '../../../engine/model/values/json-reader.ts';

/** The error messages for `text`, each with its path; `undefined` when `text` is read. */
function refusal(text: string): string | undefined {
  const read = readJson(text);
  return 'findings' in read
    ? read.findings.map(({ path, message }) => `${path}: ${message}`).join('\n')
    : undefined;
}

describe('readJson()', () => {
  it('returns the same value as JSON.parse, except for a field named __proto__', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const refused = text.includes('"__proto__":');
        expect(readJson(text)).toEqual(
          refused ? { findings: expect.anything() as unknown } : { value: JSON.parse(text) as unknown },
        );
      }),
    );
  });

  it.each([
    ['a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
    ['quotes and backslashes in texts', '{"a\\"b":"\\\\","c":"[{\\""}', { 'a"b': '\\', c: '[{"' }],
    ['the same field in different objects', '[{"a":1},{"a":{"a":2}}]', [{ a: 1 }, { a: { a: 2 } }]],
  ])('reads %s', (_what, text, value) => {
    expect(readJson(text)).toEqual({ value });
  });

  it.each([
    ['a field given twice', '{"a":1,"b":[0,{"c":1,"c":2}]}', 'b[1].c: The field is given twice.'],
    ['a field given twice in other letters', '{"a":1,"\\u0061":2}', 'a: The field is given twice.'],
    ['a field named __proto__', '{"a":{"__proto__":{}}}', 'a: A field is named __proto__.'],
    ['a number beyond all numbers', '[1,-1e999]', '[1]: The number is too large.'],
    ['a list that is too long', `{"a":[${'0,'.repeat(1e6)}0]}`, 'a: The list has more than 1000000 items.'],
    ['NaN', '[NaN]', expect.stringMatching(/^: The text is not valid JSON \(.+\)\.$/)],
    ['an unfinished text', '{"a": "b', expect.stringMatching(/^: The text is not valid JSON/)],
    ['two values', '{} {}', expect.stringMatching(/^: The text is not valid JSON/)],
  ])('refuses %s and names the path', (_what, text, message) => {
    expect(refusal(text)).toEqual(message);
  });

  it.each(['[', '{"a":'])('refuses values nested deeper than 200 levels: %s', (opening) => {
    const closing = opening === '[' ? ']' : '}';
    const nested = (depth: number): string => `${opening.repeat(depth)}1${closing.repeat(depth)}`;

    expect(refusal(nested(200))).toBeUndefined();
    for (const depth of [201, 100_000, 1_000_000])
      expect(refusal(nested(depth))).toContain('More than 200 levels of lists and objects.');
    expect(refusal(opening.repeat(100_000))).toContain('More than 200 levels');
  });
});

describe('readPythonJson()', () => {
  it('replaces NaN and infinite numbers by null, and says how many and where', () => {
    expect(readPythonJson('{"a": NaN, "b": [-Infinity, Infinity, 1e5], "c": -3}')).toEqual({
      value: { a: null, b: [null, null, 1e5], c: -3 },
      notes: ['3 NaN or infinite numbers replaced by null: a, b[0], b[1].'],
    });
  });

  it('leaves NaN and long numbers inside strings unchanged', () => {
    const text = '{"NaN": "say \\"NaN\\", -Infinity, 12345678901234567890", "b": 1}';

    expect(readPythonJson(text)).toEqual({ value: JSON.parse(text) as unknown, notes: [] });
  });

  it('says where negative zeros are, which become 0', () => {
    expect(readPythonJson('{"a": [0, -0, -0.0, -0e5, -1e-999, -0.5]}')).toStrictEqual({
      value: { a: [0, 0, 0, 0, 0, -0.5] },
      notes: ['4 negative zeros read as 0: a[1], a[2], a[3] and 1 more.'],
    });
  });

  it('says where integers are that are too long to keep exactly', () => {
    const text =
      '[12345678901234567890123, 9007199254740991, -9007199254740993, 0.30000000000000004, 1000000000000000000000]';

    expect(readPythonJson(text)).toEqual({
      value: JSON.parse(text) as unknown,
      notes: ['2 whole numbers of too many digits rounded: [0], [2].'],
    });
  });

  it.each(['{"a": "NaN', '[NaN, "', 'NaNaN Infinity', '-'])(
    'refuses invalid JSON without an infinite loop: %s',
    (text) => {
      expect(readPythonJson(text)).toHaveProperty('findings');
    },
  );
});
