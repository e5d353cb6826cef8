import { describe, expect, it } from 'vitest';
import { readRecordedValue } from '../../../engine/are/trace-values.ts';

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
