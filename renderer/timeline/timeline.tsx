import { useEffect, useRef, useState, type JSX } from 'react';
import { useStore } from 'zustand';
import { Telescope } from 'lucide-react';
import { Empty } from '../elements/empty.tsx';
import { Panel } from '../elements/panel.tsx';
import { formatClock } from '../format/clock.ts';
import { titleOf } from '../format/words.ts';
import { seek } from '../state/playhead.ts';
import { useBench, usePosition, useRows, useShownRun } from '../state/use-bench.ts';
import { leastHeight, RULER_HEIGHT, type Lanes } from './lanes.ts';
import { Plot, type Hovered } from './plot.ts';
import { Tooltip } from './tooltip.tsx';
import { Transport } from './transport.tsx';
import { ZoomTools } from './zoom-tools.tsx';
import './timeline.css';

/** The run as a picture over simulated time, and the playhead every other panel follows. */
export function Timeline(): JSX.Element {
  const run = useShownRun();
  const loading = useStore(useBench().log, (log) => log.loading && log.rows.length === 0);
  const [plot, setPlot] = useState<Plot>();
  const [fitted, setFitted] = useState(true);
  const head = (
    <>
      <span className="panel-title">Timeline</span>
      <Transport />
      <ZoomTools plot={plot} fitted={fitted} />
    </>
  );
  return (
    <Panel head={head} label="Timeline">
      {run === undefined ? (
        <Empty icon={Telescope} title="Nothing to look at yet">
          Run a scenario, or pick a run on the left.
        </Empty>
      ) : (
        <>
          <Picture onPlot={setPlot} onFitted={setFitted} />
          {run.entries === 0 && !loading ? (
            <p className="timeline-note">
              {run.state === 'paused' ? 'Paused before the first event. Step or resume.' : 'No entries yet.'}
            </p>
          ) : null}
        </>
      )}
    </Panel>
  );
}

interface PictureProps {
  readonly onPlot: (plot: Plot | undefined) => void;
  readonly onFitted: (fitted: boolean) => void;
}

const NO_HITS: readonly number[] = [];

function Picture({ onPlot, onFitted }: PictureProps): JSX.Element {
  const { log, playhead, hits: search } = useBench();
  const run = useShownRun();
  const rows = useRows();
  const at = usePosition();
  const hits = useStore(search, (state) => state.hits) ?? NO_HITS;
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const plot = useRef<Plot>(undefined);
  const [lanes, setLanes] = useState<Lanes>({ names: [], height: 0 });
  const [hovered, setHovered] = useState<Hovered>();

  useEffect(() => {
    const seekTo = (to: number): void => {
      seek(playhead, to, log.getState().rows.length);
    };
    const made = new Plot(frame.current!, ground.current!, overlay.current!, {
      seek: seekTo,
      hover: setHovered,
      lanes: setLanes,
      fitted: onFitted,
    });
    plot.current = made;
    onPlot(made);
    return () => {
      made.dispose();
      onPlot(undefined);
    };
  }, [log, playhead, onPlot, onFitted]);

  useEffect(() => {
    if (run !== undefined) plot.current?.show({ run, rows, at, hits });
  }, [run, rows, at, hits]);

  const row = rows[at];
  const spoken =
    row === undefined
      ? 'before the first entry'
      : `entry #${at} of ${rows.length}, ${formatClock(row.time)}, ${titleOf(row)}`;
  return (
    <div className="timeline">
      <div className="timeline-lanes" style={{ paddingTop: RULER_HEIGHT }} aria-hidden>
        {lanes.names.map((name) => (
          <div key={name} style={{ height: lanes.height }} title={name}>
            {name}
          </div>
        ))}
      </div>
      <div
        ref={frame}
        className="timeline-plot"
        style={{ minHeight: leastHeight(lanes.names.length) }}
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
        {hovered === undefined ? null : <Tooltip hovered={hovered} rows={rows} />}
      </div>
    </div>
  );
}
