import { useEffect, useMemo, useRef, useState, type JSX } from 'react';
import type { ReportedRun } from '../../preload/contract.ts';
import { formatEntries } from '../format/amount.ts';
import { arrowsAt, pointOf } from '../timeline/arrows.ts';
import { timeAxis } from '../timeline/axis.ts';
import { Columns } from '../timeline/columns.ts';
import { drawGround } from '../timeline/draw-ground.ts';
import { drawMoment } from '../timeline/draw-moment.ts';
import { drawHandles, drawRuler } from '../timeline/draw-ruler.ts';
import { markAt } from '../timeline/hit.ts';
import { LANES_TOP, RULER_HEIGHT, SIGNS_HEIGHT } from '../timeline/lanes.ts';
import { notedEntries } from '../timeline/noted-entries.ts';
import { paletteOf } from '../timeline/palette.ts';
import { sceneOf } from '../timeline/scene.ts';
import { wholeOf } from '../timeline/view.ts';
import { useDark, useWidth } from './use-screen.ts';

interface RunTimelineProps {
  readonly run: ReportedRun;
  readonly label: string;
  /** What the run goes by beside another. */
  readonly name?: string;
  /** How long the longer of two runs took, in microseconds: both are drawn to its scale, with nothing cut out. */
  readonly longest?: number;
  readonly at: number;
  readonly onSeek: (at: number) => void;
}

const LANE = 24; // CSS px
const NO_HITS: readonly number[] = [];

/** How long a run took, in microseconds. */
export const lengthOf = ({ summary: { start, now } }: ReportedRun): number => now - start;

/** All of a run on one axis; a click goes to the entry under it. The scrubber is its twin for keys. */
export function RunTimeline({ run, label, name, longest, at, onSeek }: RunTimelineProps): JSX.Element {
  const { summary, rows, notes } = run;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const width = useWidth(frame);
  const dark = useDark();
  const columns = useMemo(() => {
    const taken = new Columns('app');
    taken.grow(rows);
    return taken;
  }, [rows]);
  const height = LANES_TOP + Math.max(1, columns.groups.length) * LANE;
  const scene = useMemo(() => {
    const axis = timeAxis(columns, summary, longest === undefined);
    const shown = { run: summary, breakpoints: [], notes: notedEntries(notes) };
    return sceneOf(shown, columns, axis, wholeOf(axis, longest), { width, height });
  }, [columns, summary, notes, longest, width, height]);
  const { axis, lanes, x } = scene.ground;

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined || width === 0) return;
    element.width = width * devicePixelRatio;
    element.height = height * devicePixelRatio;
    context.scale(devicePixelRatio, devicePixelRatio);
    const palette = paletteOf(element);
    drawGround(context, scene, palette, height);
    const playhead = x(axis.placeOf(at));
    const moment = {
      x: playhead,
      selected: pointOf(scene, at),
      arrows: arrowsAt(scene, rows, at),
      band: undefined,
    };
    drawMoment(context, moment, palette, height);
    drawRuler(context, scene, NO_HITS, palette);
    drawHandles(context, { band: undefined, playhead }, palette);
  }, [scene, axis, x, rows, at, height, width, dark]);

  return (
    <section className="run-timeline" aria-label={label}>
      <ul className="lane-names" style={{ paddingTop: name === undefined ? RULER_HEIGHT : 0 }}>
        {name === undefined ? null : (
          <li className="run-name" style={{ height: RULER_HEIGHT }}>
            {name}
          </li>
        )}
        {lanes.top > RULER_HEIGHT ? <li style={{ height: SIGNS_HEIGHT }}>Marks</li> : null}
        {lanes.names.map((lane) => (
          <li key={lane} style={{ height: lanes.height }} title={lane}>
            <bdi>{lane}</bdi>
          </li>
        ))}
      </ul>
      <div ref={setFrame} className="lanes" style={{ height }}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${label}: ${formatEntries(rows.length)} in time`}
          onClick={({ nativeEvent: { offsetX, offsetY } }) => {
            const mark = markAt(scene.marks, offsetX, offsetY);
            if (mark !== undefined) onSeek(mark.index);
          }}
        />
      </div>
    </section>
  );
}
