import { describe, expect, it } from 'vitest';
import { appName } from '../../../engine/model/values/ids.ts';
import { Recorder } from '../../../engine/state/journal.ts';
import { type Dish, kitchen, namesIn } from './kitchen.ts';

class Waiter {
  name = 'Jo';
}

/** What it inherits, and what that inherits, has no constructor. */
const instanceOfNothing = Object.create(Object.create(Object.create(null) as object) as object) as object;

const ring: { self?: object } = {};
ring.self = ring;

describe('writes to a draft', () => {
  const write = (value: unknown): void => {
    (kitchen().draft.orders as Record<string, unknown>)['table 1'] = value;
  };

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'is undefined'],
    ['no number', Number.NaN, 'is NaN'],
    ['endless numbers', Infinity, 'is Infinity'],
    ['dates', new Date(0), 'is a Date'],
    ['maps', new Map(), 'is a Map'],
    ['sets', new Set(), 'is a Set'],
    ['instances of classes', new Waiter(), 'is a Waiter'],
    ['instances of nothing', instanceOfNothing, 'is an object of a class'],
    ['functions', () => 1, 'is a function'],
    ['big integers', 1n, 'is a bigint'],
    ['symbols', Symbol('x'), 'is a symbol'],
    ['rings', ring, 'is more than 200 levels deep or contains itself'],
  ])('are refused for values that JSON cannot hold: %s', (_what, value, problem) => {
    expect(() => {
      write(value);
    }).toThrow(TypeError);
    expect(() => {
      write(value);
    }).toThrow(`${problem}, which JSON cannot hold.`);
  });

  it('are refused with the path of a value deep inside an object', () => {
    expect(() => {
      write({ sides: [{ price: 1 }, { price: Number.NaN }] });
    }).toThrow('kitchen.orders.table 1.sides[1].price is NaN');
  });

  it('keep -0 as 0, and say where it was: in the first three places of a value', () => {
    const places: string[] = [];
    const state: { today?: object } = {};
    const { draft } = new Recorder(appName('till'), state, (place) => places.push(place));

    draft.today = { tip: -0, lines: [1, -0, { tax: -0 }, -0] };

    expect(draft.today).toStrictEqual({ tip: 0, lines: [1, 0, { tax: 0 }, 0] });
    expect(places).toEqual(['till.today.tip', 'till.today.lines[1]', 'till.today.lines[2].tax']);
  });

  it('are refused for a list with holes', () => {
    expect(() => {
      write(Array(3));
    }).toThrow('[0] is undefined');
  });

  it('are refused for a field named __proto__', () => {
    expect(() => {
      write(JSON.parse('{"__proto__": 1}'));
    }).toThrow('a field named __proto__');
    expect(() => {
      (kitchen().draft as never as Record<string, unknown>)['__proto__'] = {};
    }).toThrow('a field named __proto__');
  });

  it('cannot reach the prototype, because __proto__ reads as undefined', () => {
    const { draft } = kitchen();

    expect((draft as never as Record<string, unknown>)['__proto__']).toBeUndefined();
    expect((draft.dishes as never as Record<string, unknown>)['__proto__']).toBeUndefined();
  });

  it.each<[string, (dishes: Dish[]) => unknown, string]>([
    [
      'an item beyond the end',
      (dishes) => (dishes[5] = { name: 'pie' }),
      'A list of 3 items has no place for an item 5.',
    ],
    ['an item before the beginning', (dishes) => (dishes[-1] = { name: 'pie' }), 'no place for an item -1'],
    ['a field of a list', (dishes) => Object.assign(dishes, { chef: 'Jo' }), 'no place for an item chef'],
    [
      'a length beyond the end',
      (dishes) => (dishes.length = 9),
      'A list of 3 items cannot have its length set to 9.',
    ],
    ['a length that is no length', (dishes) => (dishes.length = -1), 'length set to -1'],
    ['a hole by delete', (dishes) => Reflect.deleteProperty(dishes, 0), 'holes'],
    [
      'a defined property',
      (dishes) => Object.defineProperty(dishes[0], 'name', { value: 'pie' }),
      'Properties of a state cannot be defined. Assign them.',
    ],
    ['another prototype', (dishes) => Object.setPrototypeOf(dishes[0], null) as unknown, 'prototype'],
    ['a frozen object', (dishes) => Object.freeze(dishes[0]), 'frozen'],
  ])('are refused without a change: %s', (_what, write, message) => {
    const recorder = kitchen();

    expect(() => write(recorder.draft.dishes)).toThrow(message);
    expect(recorder.takeChanges()).toEqual([]);
    expect(namesIn(recorder)).toEqual(['soup', 'roast', 'tart']);
  });

  it('are refused when reading the value changes the state, which may take away its place', () => {
    const recorder = kitchen();
    const { dishes } = recorder.draft;

    expect(() =>
      dishes.push({
        get name() {
          dishes.length = 0;
          return 'pie';
        },
      }),
    ).toThrow('kitchen.dishes[3]: a value cannot change the state that it is put into.');
    expect(namesIn(recorder)).toEqual([]);
    expect(recorder.takeChanges()).toHaveLength(1);
  });

  it('read positions before the list, which reading them may change', () => {
    const recorder = kitchen();
    const { dishes } = recorder.draft;
    const position = {
      valueOf() {
        dishes.length = 0;
        return 2;
      },
    };

    dishes.splice(position as never, 1, { name: 'pie' });

    expect(namesIn(recorder)).toEqual(['pie']);
    expect(recorder.takeChanges()).toMatchObject([
      { at: 0, remove: 3 },
      { at: 0, remove: 0 },
    ]);
  });

  it('are refused as a whole when one of several items is refused', () => {
    const recorder = kitchen();

    expect(() => recorder.draft.dishes.push({ name: 'pie' }, undefined as never)).toThrow();

    expect(namesIn(recorder)).toEqual(['soup', 'roast', 'tart']);
  });

  it('leave out fields that are undefined, as JSON does', () => {
    const recorder = kitchen([]);

    recorder.draft.dishes.push({ name: 'pie', price: undefined as never });

    expect(JSON.stringify(recorder.state)).toContain('[{"name":"pie"}]');
  });
});
