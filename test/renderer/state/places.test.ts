import { expect, it } from 'vitest';
import { placeOf } from '../../../renderer/state/places.ts';

it('the place of an event is found by its name', () => {
  const place = { file: 'scenarios/breakfast.ts', line: 6, column: 3 };

  expect(placeOf([{ event: 'egg', place }], 'egg')).toBe(place);
  expect(placeOf([{ event: 'egg', place }], 'tea')).toBeUndefined();
});
