import { describe, expect, it } from 'vitest';
import { readArgument } from '../../../engine/are/trace-values.ts';

describe('readArgument()', () => {
  it.each([
    ['[1, 2]', 'list[int]', [1, 2]],
    ['[1, 2]', 'Optional[list[int]]', [1, 2]],
    ['{"a": null}', 'Optional[dict[str, int | None]]', { a: null }],
    ['', 'Optional[str]', null],
    ['True', 'Optional[bool]', true],
    ['5.5', 'int', '5.5'],
    ['x', null, 'x'],
  ])('reads %j of type %j', (text, type, value) => {
    expect(readArgument(text, type)).toEqual(value);
  });
});
