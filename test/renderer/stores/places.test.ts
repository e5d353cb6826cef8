import { describe, expect, it } from 'vitest';
import { seconds } from '../../../engine/model/time.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import { syncPlaces, placeOf } from '../../../renderer/stores/plan.ts';
import { fakeBridge, no, yes } from '../fake-bridge.ts';
import { kitchen, START } from '../kitchen.ts';

it('the place of an event is found by its name', () => {
  const place = { file: 'scenarios/breakfast.ts', line: 6, column: 3 };

  expect(placeOf([{ event: 'egg', place }], 'egg')).toBe(place);
  expect(placeOf([{ event: 'egg', place }], 'tea')).toBeUndefined();
});

const FILE = 'scenarios/breakfast.ts';

describe('what a scenario is to do', () => {
  it('is read when it is opened, before any run, and again when it is saved', async () => {
    const plan = { start: START, duration: undefined, tick: seconds(1), events: [] };
    const bridge = fakeBridge({
      'scenario.plan': ({ path }) => (path === FILE ? yes(plan) : no('a mistake')),
    });
    const stores = createAppStores(bridge);
    const stop = syncPlaces(stores);
    const texts = (saved: string) => ({ [FILE]: { saved, text: saved } });
    stores.workspace.setState({ view: kitchen() });

    stores.documents.setState({ open: FILE });
    await Promise.resolve();
    stores.documents.setState({ texts: texts('one') });
    stores.documents.setState({ texts: texts('two') });
    await new Promise((resolve) => setTimeout(resolve));
    expect(stores.places.getState()).toMatchObject({ path: FILE, plan });
    expect(bridge.asked).toHaveLength(2);

    stores.documents.setState({ open: 'scenarios/supper.ts' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(stores.places.getState()).toMatchObject({ plan: undefined, refusal: { message: 'a mistake' } });
    stop();
  });
});
