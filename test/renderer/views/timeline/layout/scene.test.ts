import { expect, it } from 'vitest';
import { instant } from '../../../../../engine/model/values/time.ts';
import { heightsAt } from '../../../../../renderer/views/timeline/layout/lanes.ts';
import { answerAt, costLane, layOutCosts } from '../../../../../renderer/views/timeline/layout/costs.ts';
import { spanAt } from '../../../../../renderer/views/timeline/layout/entries.ts';
import { arrowsAt, sceneOf } from '../../../../../renderer/views/timeline/layout/scene.ts';
import type { Shown } from '../../../../../renderer/views/timeline/layout/track.ts';
import { wholeOf } from '../../../../../renderer/views/timeline/layout/view.ts';
import { row } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

it('arrowsAt() draws an arrow from each cause, and of many causes only from the last', () => {
  const causes = (most: number): readonly number[] => Array.from({ length: most }, (_, cause) => cause);
  const list = Array.from({ length: 42 }, (_, index) =>
    row(index, { app: undefined, causes: index === 41 ? causes(40) : index === 40 ? causes(3) : [] }),
  );
  const { columns, axis } = trackOfRows(list);
  const shown = {
    run: { apps: [] } as unknown as Shown['run'],
    breakpointHits: [],
    notes: [],
    hidden: [],
    costs: undefined,
  };
  const size = { width: 900, height: 200, heights: heightsAt(13) };
  const scene = sceneOf(shown, columns, axis, wholeOf(axis), size);

  expect(arrowsAt(scene, list, 40)).toHaveLength(3);
  expect(arrowsAt(scene, list, 41)).toHaveLength(1);
});

it('sceneOf() draws a call from its start to its end, and what models cost above the lanes', () => {
  const list = [0, 1, 2, 10].map((second, index) =>
    row(index, { time: instant(second * 1_000_000), kind: 'agent', status: index === 1 ? 'failed' : 'done' }),
  );
  const { columns, axis } = trackOfRows(list);
  const answer = { input: 90, output: 10, cached: 0, cost: 0.5 };
  const costs = {
    answers: [
      { ...answer, position: 0, time: instant(500_000) },
      { ...answer, position: 2, time: instant(1_500_000), cost: 1 },
    ],
    calls: [
      { entry: 1, elapsed: 4_000 },
      { entry: 2, elapsed: 1 },
    ],
  };
  const heights = heightsAt(13);
  const shown = {
    run: { apps: [{ name: 'mail' }] } as unknown as Shown['run'],
    breakpointHits: [],
    notes: [],
    hidden: [],
    costs,
  };
  const size = { width: 1_000, height: 200, heights, free: heights.probe };
  const { ground, spans } = sceneOf(shown, columns, axis, wholeOf(axis), size);

  const second = ground.x(axis.placeAt(2_000_000)) - ground.x(axis.placeAt(1_000_000));
  expect(spans).toMatchObject([{ index: 1, kind: 'agent', failure: true }]);
  expect(spans[0]!.width).toBeCloseTo(4 * second);
  expect(spanAt(spans, spans[0]!.x + 2 * second, spans[0]!.y)?.index).toBe(1);
  expect(spanAt(spans, spans[0]!.x - 1, spans[0]!.y)).toBeUndefined();

  const lane = costLane(costs)!;
  const picture = layOutCosts(lane, ground, 0);
  expect(lane).toMatchObject({ sums: [0.5, 1.5], isPriced: true, most: 100 });
  expect(picture.bars.map(({ read, written }) => written / read)).toEqual([1 / 9, 1 / 9]);
  expect(picture.line.map(({ y }) => y)).toEqual(picture.line.map(({ y }) => y).toSorted((a, b) => b - a));
  expect(picture.y + picture.height).toBe(ground.lanes.top);
  expect(answerAt(lane, ground, 0, { x: picture.bars[1]!.x + 1, y: picture.y + 3 })).toEqual({
    form: 'answer',
    nth: 1,
  });
  expect(costLane({ answers: [], calls: [] })).toBeUndefined();
});
