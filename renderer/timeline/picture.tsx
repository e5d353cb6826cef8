import { useEffect, useRef, useState, type JSX, type KeyboardEvent } from 'react';
import type { RunSummary } from '../../engine/model/index.ts';
import { formatClock } from '../format/clock.ts';
import { titleOf } from '../format/words.ts';
import { dropRange, pickRange, seek } from '../state/playhead.ts';
import { useBench } from '../state/use-bench.ts';
import { keptClock } from './kept-clock.ts';
import { LANES_TOP, leastHeight, RULER_HEIGHT, SIGNS_HEIGHT, type Lanes } from './lanes.ts';
import { OverviewStrip } from './overview-strip.tsx';
import type { OverviewParts } from './overview.ts';
import type { Hovered } from './handling.ts';
import { PROBE_HEIGHT } from './lay-out-probes.ts';
import { Plot } from './plot.ts';
import { ProbeNames } from './probe-names.tsx';
import { Tooltip } from './tooltip.tsx';
import { useShown } from './use-shown.ts';

interface PictureProps {
  readonly run: RunSummary;
  readonly onPlot: (plot: Plot | undefined) => void;
  readonly onFitted: (fitted: boolean) => void;
}

/** The lanes with their names, and the overview above them. */
export function Picture({ run, onPlot, onFitted }: PictureProps): JSX.Element {
  const { log, playhead } = useBench();
  const shown = useShown(run);
  const { rows, at, probes, choices } = shown;
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const rulerGround = useRef<HTMLCanvasElement>(null);
  const rulerOverlay = useRef<HTMLCanvasElement>(null);
  const overview = useRef<OverviewParts>(null);
  const [plot, setPlot] = useState<Plot>();
  const [lanes, setLanes] = useState<Lanes>({ names: [], top: LANES_TOP, height: 0, ofGroup: [] });
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
      seek: (to) => {
        seek(playhead, to, log.getState().rows.length);
      },
      pick: (from, to) => {
        pickRange(playhead, from, to);
      },
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
  }, [log, playhead, onPlot, onFitted]);

  useEffect(() => {
    plot?.show(shown);
  }, [plot, shown]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') dropRange(playhead);
  };
  const row = rows[at];
  const wall = keptClock(choices.clock, run, rows[0]) === 'wall';
  const spoken =
    row === undefined
      ? 'before the first entry'
      : `entry #${at} of ${rows.length}, ${formatClock(row.time)}, ${titleOf(row)}`;
  return (
    <div className="timeline" onKeyDown={onKeyDown}>
      <OverviewStrip parts={overview} plot={plot} />
      <div className="timeline-body">
        <div className="timeline-lanes" aria-hidden>
          <div className="timeline-corner" style={{ height: RULER_HEIGHT }} />
          {lanes.top > RULER_HEIGHT + probes.length * PROBE_HEIGHT ? (
            <div style={{ height: SIGNS_HEIGHT }}>Marks</div>
          ) : null}
          <ProbeNames probes={probes} />
          {lanes.names.map((name) => (
            <div key={name} style={{ height: lanes.height }} title={name}>
              {name}
            </div>
          ))}
        </div>
        <div
          ref={frame}
          id="timeline-plot"
          className="timeline-plot"
          style={{ minHeight: leastHeight(lanes) }}
          role="slider"
          tabIndex={0}
          aria-label="Playhead"
          aria-orientation="horizontal"
          aria-valuemin={-1}
          aria-valuemax={rows.length - 1}
          aria-valuenow={at}
          aria-valuetext={spoken}
        >
          <canvas ref={ground} data-testid="timeline" />
          <canvas ref={overlay} />
          <div ref={ruler} className="timeline-ruler" style={{ height: RULER_HEIGHT }}>
            <canvas ref={rulerGround} />
            <canvas ref={rulerOverlay} />
          </div>
          {hovered === undefined ? null : (
            <Tooltip hovered={hovered} rows={rows} wall={wall ? run : undefined} />
          )}
        </div>
      </div>
    </div>
  );
}
