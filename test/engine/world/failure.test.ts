import { describe, expect, it } from 'vitest';
import { failureOf, ToolError } from '../../../engine/world/tool.ts';

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

  it('names the author’s line for an error of ours, but not when a tool refuses a call', () => {
    const known = {
      isNative: () => false,
      isOurs: () => true,
      placeOf: () => ({ file: 'supper.ts', line: 3, column: 5 }),
    };

    expect(failureOf(new TypeError('a is NaN'), undefined, known).stack).toBe(
      'TypeError: a is NaN\n    at supper.ts:3:5',
    );
    expect(failureOf(new ToolError('ValueError', 'no soup'), undefined, known)).toEqual({
      type: 'ValueError',
      message: 'no soup',
    });
  });

  it.each<[string, (dish: { name?: string; sides: string[] }) => unknown]>([
    ['sets a field', (dish) => (dish.name = 'pie')],
    ['adds a field', (dish) => Object.assign(dish, { price: 3 })],
    ['deletes a field', (dish) => delete dish.name],
    ['adds an item', (dish) => dish.sides.push('rice')],
    ['sorts', (dish) => dish.sides.sort()],
    ['removes an item', (dish) => dish.sides.pop()],
    ['defines a field', (dish) => Object.defineProperty(dish, 'name', { value: 'pie' })],
  ])('says what to do when code %s of a frozen value', (_, write) => {
    const dish = Object.freeze({ name: 'soup', sides: Object.freeze(['peas', 'bread']) as string[] });
    let thrown: unknown;
    try {
      write(dish);
    } catch (error) {
      thrown = error;
    }

    expect(failureOf(thrown).message).toMatch(
      /^Cannot .*\. If it was put into a state: read it from there and change that\.$/,
    );
  });
});
