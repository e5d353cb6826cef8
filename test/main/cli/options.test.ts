import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseThinking } from '../../../main/cli/options.ts';

describe('parseThinking()', () => {
  it.each([
    ['frozen', 'frozen'],
    ['measured', 'measured'],
    ['0', 0],
    ['2.5', 2.5],
    ['1000000', 1_000_000],
  ])('reads %s', (text, thinking) => {
    expect(parseThinking(text)).toBe(thinking);
  });

  it.each(['', ' ', 'fast', '-1', '1000001', 'Infinity', 'NaN'])('refuses "%s"', (text) => {
    expect(() => parseThinking(text)).toThrow(InvalidArgumentError);
  });
});
