import { useImperativeHandle, useRef, type JSX, type KeyboardEvent, type Ref } from 'react';
import type { OverviewParts } from './overview.ts';
import type { Plot } from './plot.ts';

interface OverviewStripProps {
  readonly parts: Ref<OverviewParts>;
  readonly plot: Plot | undefined;
}

const PAN_STEP = 0.1; // of what is on show
const ZOOM_STEP = 1.25;

/** The whole run in small, with a handle over the part that is on show below. */
export function OverviewStrip({ parts, plot }: OverviewStripProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const playhead = useRef<HTMLDivElement>(null);
  useImperativeHandle(parts, () => ({
    frame: frame.current!,
    canvas: canvas.current!,
    handle: handle.current!,
    playhead: playhead.current!,
  }));

  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => plot?.panBy(-PAN_STEP),
    ArrowRight: () => plot?.panBy(PAN_STEP),
    ArrowUp: () => plot?.zoomBy(ZOOM_STEP),
    ArrowDown: () => plot?.zoomBy(1 / ZOOM_STEP),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  };
  return (
    <div className="overview">
      <div className="overview-name" aria-hidden>
        Whole run
      </div>
      <div ref={frame} className="overview-frame">
        <canvas ref={canvas} />
        <div ref={playhead} className="overview-playhead" />
        <div
          ref={handle}
          className="overview-handle"
          role="scrollbar"
          tabIndex={0}
          aria-label="Part of the run on show"
          aria-controls="timeline-plot"
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={0}
          title="Drag to move, drag an edge to zoom"
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}
