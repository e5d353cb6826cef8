import { describe, expect, it } from 'vitest';
import { appName } from '../../../../../engine/model/values/ids.ts';
import {
  heightsAt,
  type LaneChoice,
  lanesOf,
  leastHeight,
  possibleLanes,
  scrollTo,
  topOf,
} from '../../../../../renderer/views/timeline/layout/lanes.ts';
import { row } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

const APPS = ['calendar', 'mail', 'shop'].map((name) => ({ name: appName(name), class: 'App', known: true }));
const LOG = [
  row(0, { kind: 'user' }),
  row(1, { app: undefined, kind: 'condition' }),
  row(2, { app: 'calendar', kind: 'agent' }),
];

const HEIGHTS = heightsAt(13);
const LANES_TOP = HEIGHTS.ruler + HEIGHTS.signs;

const namesBy = (lanes: LaneChoice): readonly string[] =>
  lanesOf(trackOfRows(LOG, { lanes }).columns.groups, lanes, APPS, 200, HEIGHTS).names;

describe('the timeline’s lanes', () => {
  it('by app are the apps that did something, in the run’s order, and the checks', () => {
    expect(namesBy('app')).toEqual(['calendar', 'mail', 'Checks']);
  });

  it('by actor are the actors and the checks', () => {
    expect(namesBy('actor')).toEqual(['User', 'Agent', 'Checks']);
  });

  it('by kind are the kinds of event', () => {
    expect(namesBy('kind')).toEqual(['Agent', 'User', 'Condition']);
  });

  it('leave out hidden lanes', () => {
    const { groups } = trackOfRows(LOG).columns;
    const lanes = lanesOf(groups, 'app', APPS, 200, HEIGHTS, LANES_TOP, ['mail', '']);

    expect(lanes.names).toEqual(['calendar']);
    expect(possibleLanes('app', APPS).map(({ name }) => name)).toEqual([
      'calendar',
      'mail',
      'shop',
      'Checks',
    ]);
    expect(groups.map((_, nth) => lanes.ofGroup[nth])).toEqual([-1, -1, 0]);
  });

  it('shrink down to their minimum height', () => {
    const { columns } = trackOfRows(LOG);
    const least = lanesOf(columns.groups, 'app', APPS, 10, HEIGHTS);

    expect(LANES_TOP + 3 * least.height).toBe(leastHeight(least));
    expect(lanesOf(columns.groups, 'app', APPS, LANES_TOP + 90, HEIGHTS).height).toBe(30);
  });

  it('and the ruler are high enough for the text at any font size', () => {
    const { columns } = trackOfRows(LOG);
    for (const size of [11, 13, 15, 18]) {
      const heights = heightsAt(size);
      const { height } = lanesOf(columns.groups, 'app', APPS, 10, heights);

      for (const room of [height, heights.ruler, heights.signs]) expect(room).toBeGreaterThan(size);
      expect(heights.font).toBeLessThan(heights.ruler / 2);
    }
    expect(heightsAt(18).lowestLane).toBe(28);
  });

  it('start below the ruler when there are no signs', () => {
    const { columns } = trackOfRows(LOG);
    const lanes = lanesOf(columns.groups, 'app', APPS, HEIGHTS.ruler + 90, HEIGHTS, HEIGHTS.ruler);

    expect([topOf(lanes, 0), topOf(lanes, 1)]).toEqual([HEIGHTS.ruler, HEIGHTS.ruler + 30]);
  });

  it('scroll only as far as needed, and to the top when that suffices', () => {
    const lanes = { names: [], top: HEIGHTS.ruler, height: 20, ofGroup: [], heights: HEIGHTS };
    const from = (scrollTop: number, y: number): number =>
      scrollTo(y, lanes, { scrollTop, clientHeight: 100 });

    expect([from(40, 90), from(40, 130), from(40, 50 + HEIGHTS.ruler)]).toEqual([40, 40, 40]);
    expect(from(40, 150)).toBe(60);
    expect(from(140, 150)).toBe(150 - 10 - HEIGHTS.ruler);
    expect(from(140, 60)).toBe(0);
  });
});
