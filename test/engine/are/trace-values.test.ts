import { describe, expect, it } from 'vitest';
import { readRecordedValue, writeValue } from '../../../engine/are/trace-values.ts';

describe('readRecordedValue()', () => {
  it.each([
    [null, null, null],
    ['soup', 'str', 'soup'],
    ['7', 'str', '7'],
    ['7', null, '7'],
    ['7', 'int', 7],
    ['-7', 'int', -7],
    ['99999999999999999999', 'int', '99999999999999999999'],
    ['7.0', 'float', 7],
    ['1e-05', 'float', 0.00001],
    ['nan', 'float', 'nan'],
    ['', 'float', ''],
    ['True', 'bool', true],
    ['False', 'bool', false],
    ['perhaps', 'bool', 'perhaps'],
    ['None', 'NoneType', null],
    ['["plums", 3]', 'list', ['plums', 3]],
    ['{"plums": [1, null]}', 'dict', { plums: [1, null] }],
    ["['plums', 'pears']", 'list', ['plums', 'pears']],
    ["('plums', 2)", 'tuple', ['plums', 2]],
    [
      `{'it\\'s': "a \\"jar\\"", 'n': -1.5e3, 'ok': True, 'no': None,}`,
      'dict',
      { "it's": 'a "jar"', n: -1500, ok: true, no: null },
    ],
    ["['caf\\xe9\\n', 'p\\u00e8re', '\\U0001f35e']", 'list', ['café\n', 'père', '🍞']],
    ['{"plums": 1}', 'list', '{"plums": 1}'],
    ['[1]', 'dict', '[1]'],
    ["[<Jar 'plums'>]", 'list', "[<Jar 'plums'>]"],
    ['[1, 2', 'list', '[1, 2'],
    ['[1 2]', 'list', '[1 2]'],
    ["{'__proto__': 1}", 'dict', "{'__proto__': 1}"],
    ['{"__proto__": 1}', 'dict', '{"__proto__": 1}'],
    ['['.repeat(500), 'list', '['.repeat(500)],
    ['From: ada@example.org', 'Email', 'From: ada@example.org'],
  ])('reads %j of type %j', (text, type, value) => {
    expect(readRecordedValue(text, type)).toEqual(value);
  });
});

describe('writeValue()', () => {
  it.each([
    [20, 'float', '20.0', 'float'],
    [20, 'float | None', '20.0', 'float'],
    [1.5, 'float', '1.5', 'float'],
    [1e21, 'float', '1e+21', 'float'],
    [20, 'int', '20', 'int'],
    [20, 'int | float', '20', 'int'],
    [20, undefined, '20', 'int'],
    [{ SAVE: 10, MORE: 2.5 }, 'dict[str, float]', '{"SAVE":10.0,"MORE":2.5}', 'dict'],
    [[1, -2, null], 'list[float] | None', '[1.0,-2.0,null]', 'list'],
    [{ SAVE: 10 }, 'dict', '{"SAVE":10}', 'dict'],
    ['{{mail.id}}', 'float', '{{mail.id}}', 'str'],
    [null, 'float | None', null, null],
  ])('writes %j of the declared type %s', (value, declared, text, type) => {
    expect(writeValue(value, declared)).toEqual({ value: text, type });
    expect(readRecordedValue(text, type)).toEqual(value);
  });
});
