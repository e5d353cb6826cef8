import { describe, expect, it } from 'vitest';
import { plainNumbers } from '../../../engine/model/json-reader.ts';

describe('plainNumbers', () => {
  it('writes null for the numbers that only Python writes, and counts them', () => {
    expect(plainNumbers('{"a": NaN, "b": [-Infinity, Infinity, 1e5], "c": -3}')).toEqual({
      text: '{"a": null, "b": [null, null, 1e5], "c": -3}',
      notes: ['3 numbers that JSON has not (NaN, Infinity): null here.'],
    });
  });

  it('leaves texts alone, whatever stands in them', () => {
    const text = '{"NaN": "say \\"NaN\\", -Infinity, 12345678901234567890", "b": 1}';

    expect(plainNumbers(text)).toEqual({ text, notes: [] });
  });

  it('counts whole numbers that cannot be kept exactly', () => {
    const text =
      '[12345678901234567890123, 9007199254740991, -9007199254740993, 0.30000000000000004, 1000000000000000000000]';

    expect(plainNumbers(text)).toEqual({
      text,
      notes: ['2 whole numbers of too many digits: rounded here.'],
    });
  });

  it.each(['{"a": "NaN', '[NaN, "', 'NaNaN Infinity', '-'])('comes to an end in %s', (text) => {
    expect(() => JSON.parse(plainNumbers(text).text) as unknown).toThrow(SyntaxError);
  });
});
