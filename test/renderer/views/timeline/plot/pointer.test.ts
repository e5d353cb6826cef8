// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { heightsAt } from '../../../../../renderer/views/timeline/layout/lanes.ts';
import { sceneOf } from '../../../../../renderer/views/timeline/layout/scene.ts';
import type { Shown } from '../../../../../renderer/views/timeline/layout/track.ts';
import { wholeOf } from '../../../../../renderer/views/timeline/layout/view.ts';
import { PointerController, type Hovered } from '../../../../../renderer/views/timeline/plot/pointer.ts';
import { row } from '../../../rows.ts';
import { trackOfRows } from '../tracks.ts';

const heights = heightsAt(13);
const { columns, axis } = trackOfRows(
  Array.from({ length: 3 }, (_, index) => row(index, { app: undefined })),
);
const shown = {
  run: { apps: [] } as unknown as Shown['run'],
  breakpointHits: [],
  notes: [],
  hidden: [],
  costs: undefined,
};
const scene = sceneOf(shown, columns, axis, wholeOf(axis), { width: 300, height: 200, heights });
const [first] = scene.glyphs.values();

/** The hover result at the first entry with the lanes scrolled by `scrollTop`; 100 CSS px are visible. */
function toldAt(scrollTop: number): Hovered | undefined {
  const body = document.createElement('div');
  const frame = document.createElement('div');
  body.append(frame);
  Object.defineProperty(body, 'clientHeight', { value: 100 });
  body.scrollTop = scrollTop;
  let told: Hovered | undefined;
  const none = (): void => undefined;
  const plot = {
    scene,
    shown: undefined,
    width: 300,
    playhead: -100,
    band: undefined,
    pan: none,
    zoom: none,
  };
  const hover = (hovered: Hovered | undefined): void => {
    told = hovered;
  };
  new PointerController(plot, frame, { seek: none, pick: none, hover }).hover({ x: first!.x, y: first!.y });
  return told;
}

it('hovers a mark unless the ruler covers it', () => {
  expect(toldAt(0)).toMatchObject({ mark: { index: 0 }, right: false });
  expect(toldAt(first!.y - heights.ruler - 1)).toMatchObject({ mark: { index: 0 } });
  expect(toldAt(first!.y - heights.ruler)).toBeUndefined();
});

it('puts the tooltip in the half of the view opposite to the mark', () => {
  expect(toldAt(first!.y - 51)).toMatchObject({ low: true });
  expect(toldAt(first!.y - 49)).toMatchObject({ low: false });
});
