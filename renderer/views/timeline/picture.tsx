import { type JSX, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { RunSummary } from '../../../engine/model/index.ts';
import { clearRange, selectRange, seek } from '../../stores/selection.ts';
import { useStores, useCount, usePosition, useRows } from '../../stores/use-stores.ts';
import { formatClock } from '../../ui/format/clock.ts';
import { entryTitle } from '../../ui/format/words.ts';
import { type Lanes, LANES_TOP, leastHeight, RULER_HEIGHT, SIGNS_HEIGHT } from './layout/lanes.ts';
import { PROBE_HEIGHT } from './layout/probes.ts';
import { availableClock, notedEntries, type Shown } from './layout/track.ts';
import { type OverviewParts, OverviewStrip } from './overview-strip.tsx';
import { Plot } from './plot/plot.ts';
import type { Hovered } from './plot/pointer.ts';
import { probeLanes, ProbeNames } from './probe-names.tsx';
import { Tooltip } from './tooltip.tsx';
import styles from './timeline.module.css';

const NO_HITS: readonly number[] = [];

/** What the timeline is to show: another object only where something of it is another. */
function useShown(run: RunSummary): Shown {
  const { selection, search, breakpoints, preferences, notes: store, probes: watched } = useStores();
  const rows = useRows();
  const count = useCount();
  const at = usePosition();
  const playing = useStore(selection, (head) => head.playing);
  const following = useStore(selection, (head) => head.following) && run.state === 'running';
  const range = useStore(selection, (head) => head.range);
  const looping = useStore(selection, (head) => head.looping);
  const hits = useStore(search, (state) => state.results) ?? NO_HITS;
  const found = useStore(search, (state) => state.count);
  const choices = useStore(preferences, ({ timeline }) => timeline);
  const past = useStore(breakpoints, (state) => state.past);
  const stops = useMemo(
    () => past.filter((hit) => hit.run === run.id).map(({ entry }) => entry),
    [past, run.id],
  );
  const written = useStore(store, (state) => state.notes);
  const notes = useMemo(() => notedEntries(written), [written]);
  const list = useStore(watched, (state) => state.list);
  const series = useStore(watched, (state) => state.series);
  const probes = useMemo(() => probeLanes(list, series), [list, series]);
  const same = useShallow((shown: Shown) => shown);
  return same({
    ...{ run, rows, count, at, playing, following, hits, found, notes, probes, range, looping, choices },
    breakpoints: stops,
  });
}

interface PictureProps {
  readonly run: RunSummary;
  readonly onPlot: (plot: Plot | undefined) => void;
  readonly onFitted: (fitted: boolean) => void;
}

/** The lanes with their names, and the overview above them. */
export function Picture({ run, onPlot, onFitted }: PictureProps): JSX.Element {
  const { log, selection } = useStores();
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
        seek(selection, to, log.getState().rows.length);
      },
      pick: (from, to) => {
        selectRange(selection, from, to);
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
  }, [log, selection, onPlot, onFitted]);

  useEffect(() => {
    plot?.show(shown);
  }, [plot, shown]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') clearRange(selection);
  };
  const row = rows[at];
  const wall = availableClock(choices.clock, run, rows[0]) === 'wall';
  const spoken =
    row === undefined
      ? 'before the first entry'
      : `entry #${at} of ${rows.length}, ${formatClock(row.time)}, ${entryTitle(row)}`;
  return (
    <div className={styles.timeline} onKeyDown={onKeyDown}>
      <OverviewStrip parts={overview} plot={plot} />
      <div className={styles.body}>
        <div className={styles.lanes} aria-hidden>
          <div className={styles.corner} style={{ height: RULER_HEIGHT }} />
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
          className={styles.plot}
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
          <div ref={ruler} className={styles.ruler} style={{ height: RULER_HEIGHT }}>
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
