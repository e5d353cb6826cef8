import { describe, expect, it } from 'vitest';
import { seconds } from '../../../engine/model/values/time.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import { withToggledEvents } from '../../../renderer/stores/breakpoints.ts';
import { eventsAt, syncPlaces, eventLocation } from '../../../renderer/stores/plan.ts';
import { fakeBridge, no, yes } from '../fake-bridge.ts';
import { kitchen, START } from '../kitchen.ts';

it('placeOf() finds the place of an event by its id', () => {
  const place = { file: 'scenarios/breakfast.ts', line: 6, column: 3 };

  expect(eventLocation([{ event: 'egg', place }], 'egg')).toBe(place);
  expect(eventLocation([{ event: 'egg', place }], 'tea')).toBeUndefined();
});

const FILE = 'scenarios/breakfast.ts';

it('eventsAt() returns the events declared on a line, or on the nearest line above', () => {
  const at = (event: string, line: number) => ({ event, place: { file: FILE, line, column: 3 } });
  const places = [at('egg', 6), at('tea', 6), at('toast', 9)];

  expect(eventsAt(places, { file: FILE, line: 6 })).toEqual(['egg', 'tea']);
  expect(eventsAt(places, { file: FILE, line: 8 })).toEqual(['egg', 'tea']);
  expect(eventsAt(places, { file: FILE, line: 9 })).toEqual(['toast']);
  expect(eventsAt(places, { file: FILE, line: 5 })).toEqual([]);
  expect(eventsAt(places, { file: 'scenarios/lunch.ts', line: 9 })).toEqual([]);
});

it('withToggledEvents() adds or removes the breakpoints of a line together', () => {
  const egg = { condition: { on: 'event', event: 'egg' }, enabled: true } as const;
  const both = withToggledEvents([egg], ['egg', 'tea']);

  expect(both.map(({ condition }) => condition)).toEqual([
    { on: 'event', event: 'egg' },
    { on: 'event', event: 'tea' },
  ]);
  expect(withToggledEvents(both, ['egg', 'tea'])).toEqual([]);
});

describe('the plan of an open scenario', () => {
  it('is read when the scenario is opened and again when it was checked, and stays while there are errors', async () => {
    const plan = { start: START, tick: seconds(1), events: [] };
    const bridge = fakeBridge({
      'scenario.plan': ({ path, unsaved }) =>
        path === FILE && unsaved === undefined ? yes(JSON.stringify(plan)) : no('a mistake'),
    });
    const stores = createAppStores(bridge);
    const stop = syncPlaces(stores);
    const checked = async (revision: number): Promise<void> => {
      stores.problems.setState({ revisions: { [FILE]: revision } });
      await new Promise((resolve) => setTimeout(resolve));
    };
    stores.workspace.setState({ view: kitchen() });

    stores.documents.setState({ open: FILE });
    await checked(0);
    stores.documents.setState({ texts: { [FILE]: { saved: 'one', text: 'one' } } });
    await checked(1);
    expect(stores.places.getState()).toMatchObject({ path: FILE, plan, problem: undefined });
    expect(bridge.asked).toHaveLength(2);

    stores.documents.setState({ texts: { [FILE]: { saved: 'one', text: 'two' } } });
    await checked(2);
    expect(bridge.asked.at(-1)).toContain('"text":"two"');
    expect(stores.places.getState()).toMatchObject({ plan, problem: { message: 'a mistake' } });

    stores.documents.setState({ open: 'scenarios/supper.ts' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(stores.places.getState()).toMatchObject({ plan: undefined, problem: { message: 'a mistake' } });
    stop();
  });
});
