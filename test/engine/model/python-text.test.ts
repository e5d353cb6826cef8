import { describe, expect, it } from 'vitest';
import { pythonText } from '../../../engine/model/values/python-text.ts';

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
