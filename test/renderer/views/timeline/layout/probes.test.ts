import { expect, it } from 'vitest';
import type { ProbeValue } from '../../../../../preload/contract.ts';
import { extentOf } from '../../../../../renderer/ui/format/probe-series.ts';
import { entryAxis } from '../../../../../renderer/views/timeline/layout/axis.ts';
import { Columns } from '../../../../../renderer/views/timeline/layout/columns.ts';
import { heightsAt } from '../../../../../renderer/views/timeline/layout/lanes.ts';
import { layOutProbes, probeAt } from '../../../../../renderer/views/timeline/layout/probes.ts';
import { scaleOf } from '../../../../../renderer/views/timeline/layout/view.ts';
import { rows } from '../../../rows.ts';

const heights = heightsAt(13);
const PROBE_HEIGHT = heights.probe;
const columns = new Columns('app');
columns.grow(rows(10));
const axis = entryAxis(columns);
// 10 px for each entry; the position before the first entry is at 0.
const ground = {
  columns,
  axis,
  x: scaleOf({ from: 0, to: 20 }, 200),
  first: 0,
  last: 9,
  lanes: { names: [], top: 2 * PROBE_HEIGHT, height: 20, ofGroup: [], heights },
};
const lane = (name: string, ...steps: readonly (readonly [number, ProbeValue])[]) => {
  const values = steps.map(([, one]) => one);
  const series = { entries: steps.map(([at]) => at), values, next: 10, problem: undefined };
  return { name, expression: name, series, extent: extentOf(series) };
};
const LANES = [lane('eggs', [-1, 0], [4, 10], [6, { gap: 'gone' }]), lane('cook', [-1, 'Ida'], [2, false])];

it('layOutProbes() draws numbers as steps within their range and other values as bands', () => {
  const [eggs, cook] = layOutProbes(LANES, ground);

  const [foot, head] = [PROBE_HEIGHT - 4, 4];
  expect(eggs).toMatchObject({
    y: 0,
    steps: [
      { x: 0, y: foot, low: foot, high: foot },
      { y: head, low: foot, high: head },
    ],
    bands: [],
    gaps: [{ x: 70 }],
  });
  expect(cook).toMatchObject({
    y: PROBE_HEIGHT,
    steps: [],
    bands: [
      { x: 0, width: 30, words: 'Ida' },
      { x: 30, words: 'false', tone: 'no' },
    ],
  });
});

it('probeAt() returns the probe and its value at a place', () => {
  expect(probeAt(LANES, ground, { x: 65, y: 3 })).toEqual({
    form: 'probe',
    name: 'eggs',
    value: 10,
    index: 4,
  });
  expect(probeAt(LANES, ground, { x: 5, y: PROBE_HEIGHT + 3 })).toMatchObject({ value: 'Ida', index: -1 });
  expect(probeAt(LANES, ground, { x: 5, y: 2 * PROBE_HEIGHT })).toBeUndefined();
});
