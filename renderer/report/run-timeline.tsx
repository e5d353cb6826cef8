import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { type JSX, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReportedRun } from '../../preload/contract.ts';
import { Button } from '../ui/button.tsx';
import { formatEntries } from '../ui/format/numbers.ts';
import { useDark, useWidth } from '../ui/screen.ts';
import { paletteOf } from '../views/timeline/draw/canvas.ts';
import { drawGround } from '../views/timeline/draw/draw-ground.ts';
import { drawMoment } from '../views/timeline/draw/draw-overlay.ts';
import { drawHandles, drawRuler } from '../views/timeline/draw/draw-ruler.ts';
import { timeAxis } from '../views/timeline/layout/axis.ts';
import { Columns } from '../views/timeline/layout/columns.ts';
import { markAt } from '../views/timeline/layout/entries.ts';
import { LANES_TOP, RULER_HEIGHT, SIGNS_HEIGHT } from '../views/timeline/layout/lanes.ts';
import { arrowsAt, pointOf, sceneOf } from '../views/timeline/layout/scene.ts';
import { notedEntries } from '../views/timeline/layout/track.ts';
import { wholeOf } from '../views/timeline/layout/view.ts';
import styles from './report.module.css';

const MILLISECONDS = 125; // between entries while it plays

/** Where a reader stands among `count` places, −1 being before the first, and the ways to move. */
export interface Playhead {
  readonly at: number;
  readonly count: number;
  readonly playing: boolean;
  readonly seek: (at: number) => void;
  readonly toggle: () => void;
}

/** Keys that move the playhead, by how far. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  'Shift+ArrowLeft': -10,
  'Shift+ArrowRight': 10,
  Home: -Infinity,
  End: Infinity,
};

/** A playhead that the keys of the page move, unless something that takes them has the focus. */
export function usePlayhead(count: number, first: number): Playhead {
  const [at, setAt] = useState(first);
  const [playing, setPlaying] = useState(false);
  const seek = (to: number): void => {
    setPlaying(false);
    setAt(Math.max(-1, Math.min(count - 1, to)));
  };
  const toggle = (): void => {
    if (!playing && at >= count - 1) setAt(-1);
    setPlaying(!playing);
  };

  const onTick = useEffectEvent(() => {
    setAt(Math.min(count - 1, at + 1));
    if (at + 1 >= count - 1) setPlaying(false);
  });
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      onTick();
    }, MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, [playing]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest('input, [role=tablist]') !== null) return;
    const onButton = event.target instanceof Element && event.target.closest('button') !== null;
    const step = STEPS[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
    if (event.key === ' ' && !onButton) toggle();
    else if (step !== undefined) seek(at + step);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      onKey(event);
    };
    window.addEventListener('keydown', listener);
    return () => {
      window.removeEventListener('keydown', listener);
    };
  }, []);

  return { at, count, playing, seek, toggle };
}

interface ScrubberProps {
  readonly playhead: Playhead;
  /** What stands at the playhead, in words. */
  readonly words: string;
}

/** Plays, steps and scrubs. */
export function Scrubber({ playhead, words }: ScrubberProps): JSX.Element {
  const { at, count, playing, seek, toggle } = playhead;
  const button = (label: string, keys: string, icon: typeof Play, onClick: () => void): JSX.Element => (
    <Button bare label={label} keys={keys} icon={icon} onClick={onClick} disabled={count === 0} />
  );
  return (
    <div className={styles.scrubber}>
      {button('To the start', 'Home', SkipBack, () => {
        seek(-1);
      })}
      {button('One back', 'ArrowLeft', ChevronLeft, () => {
        seek(at - 1);
      })}
      {button(playing ? 'Pause' : 'Play', 'Space', playing ? Pause : Play, toggle)}
      {button('One on', 'ArrowRight', ChevronRight, () => {
        seek(at + 1);
      })}
      {button('To the end', 'End', SkipForward, () => {
        seek(count - 1);
      })}
      <input
        type="range"
        aria-label="Playhead"
        aria-valuetext={words}
        min={-1}
        max={Math.max(-1, count - 1)}
        value={at}
        onChange={(event) => {
          seek(Number(event.target.value));
        }}
      />
      <output className="number" aria-live="off">
        {words}
      </output>
    </div>
  );
}

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
    <section className={styles.runTimeline} aria-label={label}>
      <ul className={styles.laneNames} style={{ paddingTop: name === undefined ? RULER_HEIGHT : 0 }}>
        {name === undefined ? null : (
          <li className={styles.runName} style={{ height: RULER_HEIGHT }}>
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
      <div ref={setFrame} className={styles.lanes} style={{ height }}>
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
