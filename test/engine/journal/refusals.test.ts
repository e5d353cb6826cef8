import { describe, expect, it } from 'vitest';
import { kitchen, namesIn, type Dish } from './kitchen.ts';

class Waiter {
  name = 'Jo';
}

const ring: { self?: object } = {};
ring.self = ring;

describe('a draft refuses what JSON cannot hold:', () => {
  const write = (value: unknown): void => {
    (kitchen().draft.orders as Record<string, unknown>)['table 1'] = value;
  };

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'a value of type undefined'],
    ['no number', Number.NaN, 'NaN'],
    ['endless numbers', Infinity, 'Infinity'],
    ['dates', new Date(0), 'a Date'],
    ['maps', new Map(), 'a Map'],
    ['sets', new Set(), 'a Set'],
    ['instances of classes', new Waiter(), 'a Waiter'],
    ['functions', () => 1, 'a value of type function'],
    ['big integers', 1n, 'a value of type bigint'],
    ['symbols', Symbol('x'), 'a value of type symbol'],
    ['rings', ring, 'something more than 200 levels deep, or within itself'],
  ])('%s', (_what, value, found) => {
    expect(() => {
      write(value);
    }).toThrow(TypeError);
    expect(() => {
      write(value);
    }).toThrow(`found ${found}, wanted what JSON can hold`);
  });

  it('what is wrong deep within, with its place', () => {
    expect(() => {
      write({ sides: [{ price: 1 }, { price: Number.NaN }] });
    }).toThrow('kitchen.orders.table 1.sides[1].price: found NaN');
  });

  it('a list with a hole in it', () => {
    expect(() => {
      write(Array(3));
    }).toThrow('[0]: found a value of type undefined');
  });

  it('a field named __proto__', () => {
    expect(() => {
      write(JSON.parse('{"__proto__": 1}'));
    }).toThrow('a field named __proto__');
    expect(() => {
      (kitchen().draft as never as Record<string, unknown>)['__proto__'] = {};
    }).toThrow('a field named __proto__');
  });

  it('what all objects share', () => {
    const { draft } = kitchen();

    expect((draft as never as Record<string, unknown>)['__proto__']).toBeUndefined();
    expect((draft.dishes as never as Record<string, unknown>)['__proto__']).toBeUndefined();
  });

  it.each<[string, (dishes: Dish[]) => unknown]>([
    ['an item beyond the end', (dishes) => (dishes[5] = { name: 'pie' })],
    ['an item before the beginning', (dishes) => (dishes[-1] = { name: 'pie' })],
    ['a field of a list', (dishes) => Object.assign(dishes, { chef: 'Jo' })],
    ['a length beyond the end', (dishes) => (dishes.length = 9)],
    ['a length that is no length', (dishes) => (dishes.length = -1)],
    ['a hole by delete', (dishes) => Reflect.deleteProperty(dishes, 0)],
    ['a defined property', (dishes) => Object.defineProperty(dishes[0], 'name', { value: 'pie' })],
    ['another prototype', (dishes) => Object.setPrototypeOf(dishes[0], null) as unknown],
    ['a frozen object', (dishes) => Object.freeze(dishes[0])],
  ])('%s', (_what, write) => {
    const recorder = kitchen();

    expect(() => write(recorder.draft.dishes)).toThrow(/^found .*wanted what JSON can hold/);
    expect(recorder.take()).toEqual([]);
    expect(namesIn(recorder)).toEqual(['soup', 'roast', 'tart']);
  });

  it('and writes nothing of a list of items when one of them is refused', () => {
    const recorder = kitchen();

    expect(() => recorder.draft.dishes.push({ name: 'pie' }, undefined as never)).toThrow();

    expect(namesIn(recorder)).toEqual(['soup', 'roast', 'tart']);
  });

  it('and leaves out fields that are undefined, as JSON does', () => {
    const recorder = kitchen([]);

    recorder.draft.dishes.push({ name: 'pie', price: undefined as never });

    expect(JSON.stringify(recorder.state)).toContain('[{"name":"pie"}]');
  });
});
