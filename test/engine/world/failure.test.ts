import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../engine/world/tool.ts';

const trap = (): never => {
  throw new Error('not to be looked at');
};

describe('failureOf()', () => {
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
  ])('describes a thrown value that %s', (_, thrown, words) => {
    const { type, message } = failureOf(thrown);

    expect(`${type}: ${message}`).toBe(words);
  });

  it('shortens a long message', () => {
    expect(failureOf(new Error('x'.repeat(5e6))).message).toBe(`${'x'.repeat(9_999)}…`);
  });

  it('shortens a long type, message and stack', () => {
    const long = 'x'.repeat(20_000);

    const { type, message, stack } = failureOf({ name: long, message: long, stack: long });

    expect([type, message, stack?.length]).toEqual([message, `${'x'.repeat(9_999)}…`, 10_000]);
  });

  it('leaves out a stack that is not text', () => {
    expect(failureOf({ name: 'Odd', message: 'too hot', stack: 5 })).toEqual({
      type: 'Odd',
      message: 'too hot',
    });
  });
});
