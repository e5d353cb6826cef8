import { describe, expect, it } from 'vitest';
import { appName } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { applyChange } from '../../../engine/state/apply.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import { Recorder } from '../../../engine/state/journal.ts';
import { type Dish, kitchen, namesIn } from './kitchen.ts';

describe('Recorder', () => {
  it('notes what is written and nothing that is read', () => {
    const recorder = kitchen();

    recorder.draft.open = recorder.draft.dishes.length === 0;

    expect(recorder.takeChanges()).toEqual([{ op: 'set', app: 'kitchen', path: ['open'], value: false }]);
    expect(recorder.takeChanges()).toEqual([]);
  });

  it('does not note what is there already', () => {
    const recorder = kitchen();
    const [soup] = recorder.draft.dishes;

    recorder.draft.open = true;
    recorder.draft.dishes[0] = soup!;
    recorder.draft.dishes.splice(1, 0);

    expect(recorder.takeChanges()).toEqual([]);
  });

  it('notes an insert at the front as one splice', () => {
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

  it('finds where a thing is when it is written, not when it was read', () => {
    const recorder = kitchen();
    const roast = recorder.draft.dishes[1]!;
    recorder.draft.dishes.unshift({ name: 'bread' });
    recorder.takeChanges();

    roast.price = 12;

    expect(recorder.takeChanges()).toMatchObject([{ op: 'set', path: ['dishes', 2, 'price'], value: 12 }]);
  });

  it('copies what is moved, and what is put in twice', () => {
    const recorder = kitchen();
    const [soup] = recorder.draft.dishes;
    const { orders } = recorder.draft;

    orders['table 1'] = soup!;
    orders['table 2'] = soup!;
    orders['table 1'].price = 4;

    expect(recorder.state).toMatchObject({
      dishes: [{ name: 'soup' }, {}, {}],
      orders: { 'table 1': { price: 4 }, 'table 2': { name: 'soup' } },
    });
    expect(recorder.draft.dishes[0]).toEqual({ name: 'soup' });
    expect(orders['table 2']).toEqual({ name: 'soup' });
  });

  it('shares nothing with what was put in', () => {
    const recorder = kitchen();
    const bread: Dish = { name: 'bread', sides: [] };

    recorder.draft.dishes.push(bread);
    bread.sides!.push({ name: 'oil' });

    expect(recorder.draft.dishes.at(-1)).toEqual({ name: 'bread', sides: [] });
  });

  it('keeps in the journal what was written then, whatever is written later', () => {
    const recorder = kitchen([]);

    recorder.draft.dishes.push({ name: 'soup' });
    recorder.draft.dishes[0]!.name = 'broth';

    expect(recorder.takeChanges()[0]).toMatchObject({ insert: [{ name: 'soup' }] });
  });

  it('notes nothing of what is written to a part that was taken out', () => {
    const recorder = kitchen();
    const [soup] = recorder.draft.dishes.splice(0, 1);
    recorder.takeChanges();

    soup!.price = 3;

    expect(soup).toEqual({ name: 'soup', price: 3 });
    expect(recorder.takeChanges()).toEqual([]);
  });

  it('takes back what is written to a part that was taken out', () => {
    const recorder = kitchen();

    const soup = recorder.draft.dishes.shift()!;
    soup.price = 3;
    recorder.undo();

    expect(recorder.draft.dishes[0]).toEqual({ name: 'soup' });
  });

  it('takes back to a savepoint, and what was written before stays', () => {
    const recorder = kitchen();
    recorder.draft.open = false;
    const { savepoint } = recorder;
    recorder.draft.dishes.pop();

    recorder.undo(savepoint);

    expect(namesIn(recorder)).toEqual(['soup', 'roast', 'tart']);
    expect(recorder.takeChanges()).toMatchObject([{ path: ['open'] }]);
  });

  it('puts a deleted key back where it was', () => {
    const recorder = new Recorder<Record<string, number>>(appName('menu'), { soup: 1, roast: 2, tart: 3 });

    delete recorder.draft['soup'];
    recorder.draft['bread'] = 4;
    delete recorder.draft['tart'];
    recorder.undo();

    expect(Object.keys(recorder.draft)).toEqual(['soup', 'roast', 'tart']);
  });

  it('behaves as an ordinary object', () => {
    const { draft } = kitchen();

    expect(JSON.stringify(draft.dishes)).toBe('[{"name":"soup"},{"name":"roast"},{"name":"tart"}]');
    expect('open' in draft).toBe(true);
    expect({ ...draft.dishes[0] }).toEqual({ name: 'soup' });
    expect(Array.isArray(draft.dishes)).toBe(true);
    expect(draft.dishes[0]).toBe(draft.dishes[0]);
    expect(draft.dishes.indexOf(draft.dishes[1]!)).toBe(1);
  });

  it('answers from lists what lists answer', () => {
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

  it('reads positions as lists do', () => {
    const recorder = kitchen();

    recorder.draft.dishes.splice(Number.NaN, 1.9);
    recorder.draft.dishes.splice(-9, 0, { name: 'bread' });

    expect(recorder.takeChanges()).toMatchObject([
      { at: 0, remove: 1 },
      { at: 0, remove: 0 },
    ]);
    expect(namesIn(recorder)).toEqual(['bread', 'roast', 'tart']);
  });

  it('sorts by what it is given', () => {
    const recorder = kitchen();

    recorder.draft.dishes.sort((one, other) => one.name.localeCompare(other.name));

    expect(namesIn(recorder)).toEqual(['roast', 'soup', 'tart']);
  });

  it('takes in, and back, twenty thousand items at once', () => {
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

describe('apply', () => {
  it('refuses a change of another state', () => {
    const state: Json = { dishes: [] };

    expect(() => {
      applyChange(state, { op: 'set', app: appName('kitchen'), path: ['dishes', 3, 'name'], value: 'pie' });
    }).toThrow('Cannot set kitchen.dishes[3].name: the change was made to another state.');
  });
});
