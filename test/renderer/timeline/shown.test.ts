import { expect, it } from 'vitest';
import { groundDiffers, type Shown } from '../../../renderer/timeline/shown.ts';
import { rows } from '../rows.ts';

const SHOWN: Shown = {
  run: {} as Shown['run'],
  rows: rows(3),
  count: 3,
  at: 0,
  playing: false,
  hits: [],
  found: 0,
  breakpoints: [],
  notes: [],
  probes: [],
  range: undefined,
  looping: false,
  choices: { lanes: 'app', clock: 'simulated', skipGaps: true },
};

it('the ground is not drawn anew for the playhead, nor for a range', () => {
  expect(groundDiffers(SHOWN, { ...SHOWN, at: 2, playing: true })).toBe(false);
  expect(groundDiffers(SHOWN, { ...SHOWN, range: { from: 0, to: 1 }, looping: true })).toBe(false);
  expect(groundDiffers(SHOWN, { ...SHOWN, count: 4 })).toBe(true);
  expect(groundDiffers(SHOWN, { ...SHOWN, choices: { ...SHOWN.choices, lanes: 'kind' } })).toBe(true);
  expect(groundDiffers(undefined, SHOWN)).toBe(true);
});
