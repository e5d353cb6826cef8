import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { legible, type RunSummary } from '../../../engine/model/index.ts';
import { formatClock } from '../../ui/format/clock.ts';
import { entryTitle } from '../../ui/format/words.ts';
import { heightsAt, type Lanes, leastHeight } from './layout/lanes.ts';
import { heightAbove } from './layout/scene.ts';
import { availableClock, type Shown } from './layout/track.ts';
import { type OverviewParts, OverviewStrip } from './overview-strip.tsx';
import { Plot } from './plot/plot.ts';
import type { Hovered } from './plot/pointer.ts';
import { CostName, ProbeNames } from './probe-names.tsx';
import { Tooltip } from './tooltip.tsx';
import styles from './timeline.module.css';

interface PictureProps {
  readonly run: RunSummary;
  /** Keep the same object unless its content changed: each new one is drawn. */
  readonly shown: Shown;
  /** Must not change while the picture is shown: the plot is created with them. */
  readonly moves: PictureActions;
  /** Accessible name of the playhead. */
  readonly label?: string;
  /** Id of the plot's element, if there are several. */
  readonly id?: string;
  readonly onPlot: (plot: Plot | undefined) => void;
  readonly onFitted: (fitted: boolean) => void;
}

/** Actions of pointer and keys in the picture. */
export interface PictureActions {
  readonly seek: (entry: number) => void;
  readonly selectRange: (from: number, to: number) => void;
  readonly clearRange: () => void;
}

/** The lanes with their names, and the overview above them. */
export function Picture(props: PictureProps): JSX.Element {
  const { run, shown, moves, label = 'Playhead', id = 'timeline-plot', onPlot, onFitted } = props;
  const { rows, at, probes, costs, costLane, choices, text } = shown;
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const rulerGround = useRef<HTMLCanvasElement>(null);
  const rulerOverlay = useRef<HTMLCanvasElement>(null);
  const overview = useRef<OverviewParts>(null);
  const [plot, setPlot] = useState<Plot>();
  const heights = heightsAt(text);
  const [lanes, setLanes] = useState<Lanes>({ names: [], top: 0, height: 0, ofGroup: [], heights });
  const [hovered, setHovered] = useState<Hovered>();

  useEffect(() => {
    const parts = {
      frame: frame.current!,
      ground: ground.current!,
      overlay: overlay.current!,
      ruler: ruler.current!,
      rulerGround: rulerGround.current!,
      rulerOverlay: rulerOverlay.current!,
      overview: overview.current!,
    };
    const made = new Plot(parts, {
      seek: moves.seek,
      pick: moves.selectRange,
      hover: setHovered,
      lanes: setLanes,
      fitted: onFitted,
    });
    setPlot(made);
    onPlot(made);
    return () => {
      made.dispose();
      onPlot(undefined);
    };
  }, [moves, onPlot, onFitted]);

  useShow(plot, shown);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') moves.clearRange();
  };
  const row = rows[at];
  const wall = availableClock(choices.clock, run, rows[0]) === 'wall';
  const spoken =
    row === undefined
      ? 'before the first entry'
      : `entry #${at} of ${rows.length}, ${formatClock(row.time)}, ${entryTitle(row)}`;
  return (
    <div className={styles.timeline} onKeyDown={onKeyDown}>
      <OverviewStrip parts={overview} plot={plot} controls={id} />
      <div className={styles.body}>
        <div className={styles.lanes} aria-hidden>
          <div className={styles.corner} style={{ height: heights.ruler }} />
          {lanes.top > heights.ruler + heightAbove(shown, heights) ? (
            <div style={{ height: heights.signs }}>Marks</div>
          ) : null}
          {costLane === undefined ? null : <CostName lane={costLane} height={heights.probe} />}
          <ProbeNames probes={probes} height={heights.probe} />
          {lanes.names.map((name) => (
            <div key={name} style={{ height: lanes.height }} title={legible(name)}>
              {legible(name)}
            </div>
          ))}
        </div>
        <div
          ref={frame}
          id={id}
          className={styles.plot}
          style={{ minHeight: leastHeight(lanes) }}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-orientation="horizontal"
          aria-valuemin={-1}
          aria-valuemax={rows.length - 1}
          aria-valuenow={at}
          aria-valuetext={spoken}
        >
          <canvas ref={ground} data-testid="timeline" />
          <canvas ref={overlay} />
          <div ref={ruler} className={styles.ruler} style={{ height: heights.ruler }}>
            <canvas ref={rulerGround} />
            <canvas ref={rulerOverlay} />
          </div>
          {hovered === undefined ? null : (
            <Tooltip {...{ hovered, rows, costs, costLane }} wall={wall ? run : undefined} />
          )}
        </div>
      </div>
    </div>
  );
}

/** Shows `shown` in `plot`. As closures of one function share what they hold, the one that ends the plot would hold the first log. */
function useShow(plot: Plot | undefined, shown: Shown): void {
  useEffect(() => {
    plot?.show(shown);
  }, [plot, shown]);
}
