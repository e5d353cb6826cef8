import { expect, it } from 'vitest';
import { heightsAt } from '../../../../../renderer/views/timeline/layout/lanes.ts';
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
  const shown = { run: { apps: [] } as unknown as Shown['run'], breakpointHits: [], notes: [], hidden: [] };
  const size = { width: 900, height: 200, heights: heightsAt(13) };
  const scene = sceneOf(shown, columns, axis, wholeOf(axis), size);

  expect(arrowsAt(scene, list, 40)).toHaveLength(3);
  expect(arrowsAt(scene, list, 41)).toHaveLength(1);
});
