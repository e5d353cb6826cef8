import { expect, it } from 'vitest';
import { fromSeconds, NO_CLOCK, NO_TIMES } from '../../../../../engine/model/values/time.ts';
import {
  availableClock,
  groundDiffers,
  isPlayheadMovedByPerson,
  rulerDiffers,
  type Shown,
  trackDiffers,
  whyNoTime,
} from '../../../../../renderer/views/timeline/layout/track.ts';
import { rows } from '../../../rows.ts';

const SHOWN: Shown = {
  run: {} as Shown['run'],
  rows: rows(3),
  count: 3,
  at: 0,
  playing: false,
  following: false,
  results: [],
  resultCount: 0,
  edits: [],
  breakpointHits: [],
  notes: [],
  probes: [],
  costs: undefined,
  costLane: undefined,
  range: undefined,
  looping: false,
  text: 13,
  choices: { lanes: 'app', clock: 'simulated', skipGaps: true },
  hidden: [],
};

it('groundDiffers() ignores the playhead and the range', () => {
  expect(groundDiffers(SHOWN, { ...SHOWN, at: 2, playing: true })).toBe(false);
  expect(groundDiffers(SHOWN, { ...SHOWN, range: { from: 0, to: 1 }, looping: true })).toBe(false);
  expect(groundDiffers(SHOWN, { ...SHOWN, count: 4 })).toBe(true);
  expect(groundDiffers(SHOWN, { ...SHOWN, choices: { ...SHOWN.choices, lanes: 'kind' } })).toBe(true);
  expect(groundDiffers(SHOWN, { ...SHOWN, text: 18 })).toBe(true);
  expect(groundDiffers(undefined, SHOWN)).toBe(true);
});

it('trackDiffers() ignores search results, notes, probes and breakpoints', () => {
  const found = { ...SHOWN, results: [1], resultCount: 1, notes: [2], probes: [], breakpointHits: [0] };

  expect([groundDiffers(SHOWN, found), trackDiffers(SHOWN, found)]).toEqual([true, false]);
  expect(trackDiffers(SHOWN, { ...SHOWN, count: 4 })).toBe(true);
});

it('search results change the ruler alone', () => {
  const found = { ...SHOWN, results: [1], resultCount: 1 };

  expect([groundDiffers(SHOWN, found), rulerDiffers(SHOWN, found)]).toEqual([false, true]);
  expect(rulerDiffers(found, { ...found, resultCount: 2 })).toBe(true);
  expect(rulerDiffers(found, { ...found, at: 2 })).toBe(false);
});

it('isMovedByPerson() is true unless playback, the run or the first paint moved the playhead', () => {
  const next = { ...SHOWN, at: 1 };

  expect(isPlayheadMovedByPerson(SHOWN, next)).toBe(true);
  expect(isPlayheadMovedByPerson(SHOWN, { ...next, count: 4 })).toBe(true);
  expect(isPlayheadMovedByPerson(SHOWN, { ...next, playing: true })).toBe(false);
  expect(isPlayheadMovedByPerson(SHOWN, { ...next, following: true })).toBe(false);
  expect(isPlayheadMovedByPerson(SHOWN, { ...SHOWN, count: 4 })).toBe(false);
  expect(isPlayheadMovedByPerson(undefined, next)).toBe(false);
});

it('draws a recording without times along its entries, whichever clock is chosen', () => {
  const clockOf = (chosen: 'simulated' | 'wall' | 'entry', start = NO_TIMES) =>
    availableClock(chosen, { mode: 'trace', start }, undefined);

  expect([clockOf('simulated'), clockOf('wall'), clockOf('entry')]).toEqual(['entry', 'entry', 'entry']);
  expect([clockOf('simulated', NO_CLOCK), clockOf('wall', fromSeconds(5))]).toEqual([
    'simulated',
    'simulated',
  ]);
  expect([whyNoTime({ start: NO_TIMES }), whyNoTime({ start: NO_CLOCK })]).toEqual([
    'not recorded',
    undefined,
  ]);
});
