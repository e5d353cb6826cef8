import { describe, expect, it } from 'vitest';
import { pythonText, readPythonLiteral } from '../../../engine/model/values/python-text.ts';

describe('pythonText()', () => {
  it.each([
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-0.000012, '-1.2e-05'],
    [1e-7, '1e-07'],
    [1e21, '1e+21'],
    [5e-324, '5e-324'],
    [0, '0'],
    [{ a: [1e-7, 'x', null] }, "{'a': [1e-07, 'x', None]}"],
  ])('writes %j as Python does', (value, text) => {
    expect(pythonText(value)).toBe(text);
  });
});

describe('readPythonLiteral()', () => {
  it.each([
    ["{'a': True, 'b': None, 'c': \"it's\"}", { a: true, b: null, c: "it's" }],
    ["{'pots': [('soup', 1.5), ()], 'n': -2,}", { pots: [['soup', 1.5], []], n: -2 }],
    [String.raw`{'line': 'a\nb\x41\u00e9\U0001f96c\\'}`, { line: 'a\nbAé🥬\\' }],
    ['{}', {}],
  ])('reads %s', (text, value) => {
    expect(readPythonLiteral(text)).toEqual(value);
  });

  it.each([
    "{'a': 1} and more",
    "{'a': 1",
    "{'a' 1}",
    "{'a': open('x')}",
    "{'a': <Pot object at 0x7f>}",
    "{'a': b'x'}",
    "{'a', 'b'}",
    "{1: 'a'}",
    "{'a': 12345678901234567890}",
    "{'a': 1e999}",
    "{'__proto__': 1}",
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  ])('reads nothing in %s', (text) => {
    expect(readPythonLiteral(text)).toBeUndefined();
  });
});
