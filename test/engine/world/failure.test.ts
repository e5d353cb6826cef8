import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../engine/world/tool.ts';

const trap = (): never => {
  throw new Error('not to be looked at');
};

describe('what was thrown', () => {
  it.each<[string, unknown, string]>([
    ['is an error', new RangeError('too hot'), 'RangeError: too hot'],
    ['is a text', 'too hot', 'Error: too hot'],
    ['is nothing', undefined, 'Error: undefined'],
    ['cannot be read', Object.create(null), 'Error: The thrown value cannot be read.'],
    [
      'throws itself',
      new Proxy({}, { get: trap, getPrototypeOf: trap }),
      'Error: The thrown value cannot be read.',
    ],
  ])('is told where it %s', (_, thrown, words) => {
    const { type, message } = failureOf(thrown);

    expect(`${type}: ${message}`).toBe(words);
  });

  it('is cut where no one would read on', () => {
    expect(failureOf(new Error('x'.repeat(5e6))).message).toBe(`${'x'.repeat(9_999)}…`);
  });

  it('is cut in all that it says of itself', () => {
    const long = 'x'.repeat(20_000);

    const { type, message, stack } = failureOf({ name: long, message: long, stack: long });

    expect([type, message, stack?.length]).toEqual([message, `${'x'.repeat(9_999)}…`, 10_000]);
  });

  it('has frames where they are words', () => {
    expect(failureOf({ name: 'Odd', message: 'too hot', stack: 5 })).toEqual({
      type: 'Odd',
      message: 'too hot',
    });
  });
});
