import { createContext, Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json, JsonObject } from '../../../engine/model/values/json.ts';
import { applyChange } from '../../../engine/state/apply.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import { Recorder } from '../../../engine/state/journal.ts';
import { type Dish, kitchen, namesIn } from './kitchen.ts';

describe('Recorder', () => {
  it('records writes and no reads', () => {
    const recorder = kitchen();

    recorder.draft.open = recorder.draft.dishes.length === 0;

    expect(recorder.takeChanges()).toEqual([{ op: 'set', app: 'kitchen', path: ['open'], value: false }]);
    expect(recorder.takeChanges()).toEqual([]);
  });

  it('records no write that changes nothing', () => {
    const recorder = kitchen();
    const [soup] = recorder.draft.dishes;

    recorder.draft.open = true;
    recorder.draft.dishes[0] = soup!;
    recorder.draft.dishes.splice(1, 0);

    expect(recorder.takeChanges()).toEqual([]);
  });

  it('records an insert at the front as one splice', () => {
    const recorder = kitchen();

    recorder.draft.dishes.unshift({ name: 'bread' }, { name: 'oil' });

    expect(recorder.takeChanges()).toEqual([
      {
        op: 'splice',
        app: 'kitchen',
        path: ['dishes'],
        at: 0,
        remove: 0,
        insert: [{ name: 'bread' }, { name: 'oil' }],
      },
    ]);
  });

  it('records the path of an object at the time of the write, not of the read', () => {
    const recorder = kitchen();
    const roast = recorder.draft.dishes[1]!;
    recorder.draft.dishes.unshift({ name: 'bread' });
    recorder.takeChanges();

    roast.price = 12;

    expect(recorder.takeChanges()).toMatchObject([{ op: 'set', path: ['dishes', 2, 'price'], value: 12 }]);
  });

  it('has one object in several places until the call ends, and then a copy in each', () => {
    const recorder = kitchen();
    const [soup] = recorder.draft.dishes;
    const { orders } = recorder.draft;

    orders['table 1'] = soup!;
    orders['table 2'] = soup!;
    orders['table 1'].price = 4;
    expect(orders['table 2']).toBe(soup);
    recorder.takeChanges();
    orders['table 1'].price = 5;

    expect(recorder.state).toMatchObject({
      dishes: [{ name: 'soup', price: 4 }, {}, {}],
      orders: { 'table 1': { price: 5 }, 'table 2': { price: 4 } },
    });
  });

  it('freezes an inserted object, so that no later write to it is lost', () => {
    const recorder = kitchen();
    const bread: Dish = { name: 'bread', sides: [] };

    recorder.draft.dishes.push(bread);

    expect(() => bread.sides!.push({ name: 'oil' })).toThrow(TypeError);
    expect(() => (bread.name = 'roll')).toThrow(TypeError);
    recorder.draft.dishes.at(-1)!.name = 'roll';
    expect(copyJson({ bread })).toEqual({ bread: { name: 'roll', sides: [] } });
    expect(recorder.draft.dishes.indexOf(bread)).toBe(3);
  });

  it.each<[string, (dishes: Dish[]) => void]>([
    ['sort', (dishes) => dishes.sort((one, other) => (one.name < other.name ? -1 : 1))],
    ['reverse', (dishes) => dishes.reverse()],
    ['unshift', (dishes) => dishes.unshift(dishes.pop()!)],
    ['splice', (dishes) => dishes.splice(1, 0, ...dishes.splice(0, 1))],
    ['copyWithin', (dishes) => dishes.copyWithin(1, 0, 1)],
    ['swapping', (dishes) => ([dishes[0], dishes[2]] = [dishes[2]!, dishes[0]!])],
  ])('keeps what is held across %s connected, in this call and the next', (_, move) => {
    const recorder = kitchen(['tart', 'soup']);
    recorder.draft.dishes.push({ name: 'roast' });
    recorder.takeChanges();
    const replayed = copyJson(recorder.state);
    const held = recorder.draft.dishes[0]!;

    move(recorder.draft.dishes);
    held.price = 3;
    for (const change of recorder.takeChanges()) applyChange(replayed, change);
    expect(recorder.draft.dishes.find(({ name }) => name === 'tart')).toMatchObject({ price: 3 });
    held.price = 4;
    for (const change of recorder.takeChanges()) applyChange(replayed, change);

    expect(recorder.draft.dishes.find(({ name }) => name === 'tart')).toMatchObject({ price: 4 });
    expect(replayed).toEqual(recorder.state);
  });

  it('keeps the items of a list that is replaced by a part of it', () => {
    const recorder = kitchen();
    const [soup, roast] = recorder.draft.dishes;

    recorder.draft.dishes = recorder.draft.dishes.filter((dish) => dish !== soup);
    roast!.price = 9;
    recorder.takeChanges();
    roast!.price = 10;

    expect(recorder.draft.dishes).toEqual([{ name: 'roast', price: 10 }, { name: 'tart' }]);
    expect(() => (soup!.price = 3)).toThrow(
      'This part of kitchen is no longer in the state: an earlier call removed, moved or replaced it.',
    );
  });

  it('keeps the inserted value in a recorded change when the value is changed later', () => {
    const recorder = kitchen([]);

    recorder.draft.dishes.push({ name: 'soup' });
    recorder.draft.dishes[0]!.name = 'broth';

    expect(recorder.takeChanges()[0]).toMatchObject({ insert: [{ name: 'soup' }] });
  });

  it('lets a call write to what it removed, which is not in the state, and refuses it later', () => {
    const recorder = kitchen();
    const [soup] = recorder.draft.dishes.splice(0, 1);

    soup!.price = 3;

    expect(recorder.takeChanges()).toHaveLength(1);
    expect(soup).toEqual({ name: 'soup', price: 3 });
    expect(() => (soup!.price = 3)).toThrow('Read it from the state again.');
    expect(() => delete soup!.price).toThrow('Read it from the state again.');
    recorder.draft.dishes.push(soup!);
    soup!.price = 5;
    expect(recorder.takeChanges()).toMatchObject([{ insert: [{ name: 'soup', price: 5 }] }]);
  });

  it('undoes writes to an object that was removed from the state', () => {
    const recorder = kitchen();

    const soup = recorder.draft.dishes.shift()!;
    soup.price = 3;
    recorder.undo();

    expect(recorder.draft.dishes[0]).toEqual({ name: 'soup' });
  });

  it('undoes writes back to a savepoint and keeps earlier writes', () => {
    const recorder = kitchen();
    recorder.draft.open = false;
    const { savepoint } = recorder;
    recorder.draft.dishes.pop();

    recorder.undo(savepoint);

    expect(namesIn(recorder)).toEqual(['soup', 'roast', 'tart']);
    expect(recorder.takeChanges()).toMatchObject([{ path: ['open'] }]);
  });

  it('restores a deleted key at its previous position', () => {
    const recorder = new Recorder<Record<string, number>>(appName('menu'), { soup: 1, roast: 2, tart: 3 });

    delete recorder.draft['soup'];
    recorder.draft['bread'] = 4;
    delete recorder.draft['tart'];
    recorder.undo();

    expect(Object.keys(recorder.draft)).toEqual(['soup', 'roast', 'tart']);
  });

  it('provides a draft that behaves like an ordinary object', () => {
    const { draft } = kitchen();

    expect(JSON.stringify(draft.dishes)).toBe('[{"name":"soup"},{"name":"roast"},{"name":"tart"}]');
    expect('open' in draft).toBe(true);
    expect({ ...draft.dishes[0] }).toEqual({ name: 'soup' });
    expect(Array.isArray(draft.dishes)).toBe(true);
    expect(draft.dishes[0]).toBe(draft.dishes[0]);
    expect(draft.dishes.indexOf(draft.dishes[1]!)).toBe(1);
  });

  it('provides list methods with the return values of Array methods', () => {
    const { draft } = kitchen();

    expect(draft.dishes.push({ name: 'bread' })).toBe(4);
    expect(draft.dishes.unshift({ name: 'oil' })).toBe(5);
    expect(draft.dishes.pop()).toEqual({ name: 'bread' });
    expect(draft.dishes.shift()).toEqual({ name: 'oil' });
    expect(draft.dishes.splice(-2, 1)).toEqual([{ name: 'roast' }]);
    expect(draft.dishes.splice(1)).toEqual([{ name: 'tart' }]);
    expect(draft.dishes.reverse()).toBe(draft.dishes);
    draft.dishes.length = 0;
    expect([draft.dishes.pop(), draft.dishes.shift()]).toEqual([undefined, undefined]);
  });

  it('interprets splice positions like Array.splice()', () => {
    const recorder = kitchen();

    recorder.draft.dishes.splice(Number.NaN, 1.9);
    recorder.draft.dishes.splice(-9, 0, { name: 'bread' });

    expect(recorder.takeChanges()).toMatchObject([
      { at: 0, remove: 1 },
      { at: 0, remove: 0 },
    ]);
    expect(namesIn(recorder)).toEqual(['bread', 'roast', 'tart']);
  });

  it('sorts a list with the given comparison', () => {
    const recorder = kitchen();

    recorder.draft.dishes.sort((one, other) => one.name.localeCompare(other.name));

    expect(namesIn(recorder)).toEqual(['roast', 'soup', 'tart']);
  });

  it('inserts, removes and restores 20,000 items at once', () => {
    const recorder = kitchen();
    const before = copyJson(recorder.state);
    const many = Array.from({ length: 20_000 }, (_, at) => ({ name: `dish ${at}` }));

    recorder.draft.dishes.splice(1, 1, ...many);
    const replayed = before;
    for (const change of recorder.takeChanges()) applyChange(replayed, change);
    expect(replayed).toEqual(recorder.state);
    expect(recorder.draft.dishes).toHaveLength(20_002);

    recorder.draft.dishes.splice(0, 20_001);
    expect(namesIn(recorder)).toEqual(['tart']);
    recorder.undo();
    expect(recorder.state).toEqual(replayed);
  });
});

describe('Recorder.undo()', () => {
  it('restores thousands of deleted keys in their order', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `key ${at}`);
    const fields = (): Record<string, number> => Object.fromEntries(names.map((name, at) => [name, at]));
    const recorder = new Recorder(appName('store'), { one: fields(), other: fields(), moved: {} });
    const { one, other, moved } = recorder.draft as Record<string, Record<string, number>>;

    for (const [at, name] of names.entries())
      if (at % 10 !== 0) {
        Reflect.deleteProperty(one!, name);
        Reflect.deleteProperty(other!, name);
        moved![name] = at;
      }
    one!['key 1'] = 2;
    recorder.undo();

    expect(JSON.stringify(recorder.state)).toBe(
      JSON.stringify({ one: fields(), other: fields(), moved: {} }),
    );
  });

  it('undoes nothing of what was done to a list that a splice returned', () => {
    const recorder = kitchen();
    const before = copyJson(recorder.state);

    const removed = recorder.draft.dishes.splice(0, 0, { name: 'salad' });
    removed.push({ name: 'stone' });
    recorder.undo();

    expect(recorder.state).toEqual(before);
  });

  it.each([
    ['removes and adds items', 'for (;;) { dishes.pop(); dishes.unshift("pie"); }'],
    ['deletes fields', 'for (;;) for (const key in prices) delete prices[key];'],
    ['undoes', 'for (;;) { for (let at = 0; at < 50; at++) delete prices["dish " + at]; undo(); }'],
  ])('undoes all that code did that was stopped while it %s', (_, code) => {
    const script = new Script(code);
    for (let time = 0; time < 20; time++) {
      const dishes = Array.from({ length: 5000 }, (_, at) => `dish ${at}`);
      const prices = Object.fromEntries(dishes.map((name, at) => [name, at]));
      // Deep in the state, each write takes long, so that it is often the write that is stopped.
      const state = Array.from({ length: 100 }).reduce<Json>((inner) => ({ inner }), { dishes, prices });
      const recorder = new Recorder(appName('kitchen'), state as JsonObject);
      const given = `let it = state; while (it.inner) it = it.inner; const { dishes, prices } = it;`;
      const undo = (): void => {
        recorder.undo();
      };
      const context = createContext({ state: recorder.draft, undo });
      new Script(given).runInContext(context);

      expect(() => void script.runInContext(context, { timeout: 5 })).toThrow('timed out');
      recorder.undo();

      expect(JSON.stringify(recorder.state)).toBe(JSON.stringify(state));
      expect(recorder.takeChanges()).toEqual([]);
    }
  });
});

describe('applyChange()', () => {
  it('refuses a change that was made to another state', () => {
    const state: Json = { dishes: [] };

    expect(() => {
      applyChange(state, { op: 'set', app: appName('kitchen'), path: ['dishes', 3, 'name'], value: 'pie' });
    }).toThrow('Cannot set kitchen.dishes[3].name: the change was made to another state.');
  });
});
