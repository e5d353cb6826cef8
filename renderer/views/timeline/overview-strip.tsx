import { type JSX, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { type Palette, CanvasLayers } from './draw/canvas.ts';
import type { Axis } from './layout/axis.ts';
import { densityOf } from './layout/bins.ts';
import type { Columns } from './layout/columns.ts';
import { panned, scaleOf, type View, wholeOf } from './layout/view.ts';
import type { Plot } from './plot/plot.ts';
import styles from './timeline.module.css';

export interface OverviewParts {
  readonly frame: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  /** Covers the visible part of the run; its edges can be dragged. */
  readonly handle: HTMLElement;
  readonly playhead: HTMLElement;
}

const EDGE = 6; // CSS px from an edge of the handle, within which a drag resizes it
const MIN_HANDLE_WIDTH = 10; // CSS px
const STRIP = 2; // CSS px
const PADDING = 3; // CSS px above and below

type Drag = { readonly does: 'move' | 'from' | 'to'; readonly x: number; readonly view: View };

/** Draws the density of the whole run and marks the visible part. */
export class Overview {
  readonly #parts: OverviewParts;
  readonly #look: (view: View) => void;
  readonly #stage: CanvasLayers;
  readonly #listening = new AbortController();
  #axis: Axis | undefined;
  #view: View = { from: 0, to: 1 };
  #drag: Drag | undefined;

  /** Calls `look` with the view the person picks, and `blank` when the canvas has to be redrawn. */
  constructor(parts: OverviewParts, look: (view: View) => void, blank: () => void) {
    this.#parts = parts;
    this.#look = look;
    this.#stage = new CanvasLayers(parts.frame, [parts.canvas], blank);
    const { signal } = this.#listening;
    parts.frame.addEventListener('pointerdown', this.#down, { signal });
    parts.frame.addEventListener('pointermove', this.#move, { signal });
    parts.frame.addEventListener('pointerup', this.#up, { signal });
    parts.frame.addEventListener('pointercancel', this.#up, { signal });
  }

  dispose(): void {
    this.#listening.abort();
    this.#stage.dispose();
  }

  /** Draws the run. Call it when the run has grown or the axis has changed. */
  draw(columns: Columns, axis: Axis): void {
    this.#axis = axis;
    const { palette, width, height } = this.#stage;
    const canvas = this.#stage.cleared(0);
    const density = densityOf(columns, axis, wholeOf(axis), Math.floor(width / STRIP));
    const unit = (height - 2 * PADDING) / Math.log2(1 + density.most);
    canvas.globalAlpha = 0.65; // handle and playhead should stand out
    for (const [strip, count] of density.counts.entries()) {
      if (count === 0) continue;
      const tall = Math.max(2, unit * Math.log2(1 + count));
      canvas.fillStyle = colourOf(density.failures[strip]!, palette);
      canvas.fillRect(strip * STRIP, height - PADDING - tall, STRIP, tall);
    }
  }

  /** Positions the handle and the playhead, without drawing. */
  place(view: View, at: number): void {
    this.#view = view;
    const { width } = this.#stage;
    if (this.#axis === undefined) return;
    const x = scaleOf(wholeOf(this.#axis), width);
    const wide = Math.max(MIN_HANDLE_WIDTH, x(view.to) - x(view.from));
    const left = Math.max(0, Math.min(width - wide, (x(view.from) + x(view.to) - wide) / 2));
    const { handle, playhead } = this.#parts;
    handle.toggleAttribute('data-whole', wide >= width);
    handle.style.width = `${wide}px`;
    handle.style.transform = `translateX(${left}px)`;
    playhead.style.transform = `translateX(${x(this.#axis.placeOf(at))}px)`;
    const free = width - wide;
    handle.setAttribute('aria-valuenow', String(free <= 0 ? 0 : Math.round((100 * left) / free)));
  }

  get #perPixel(): number {
    const { from, to } = wholeOf(this.#axis!);
    return (to - from) / this.#stage.width;
  }

  readonly #down = (event: PointerEvent): void => {
    if (event.button !== 0 || this.#axis === undefined) return;
    this.#parts.frame.setPointerCapture(event.pointerId);
    const handle = this.#parts.handle.getBoundingClientRect();
    const x = event.clientX;
    const reach = Math.min(EDGE, handle.width / 3);
    if (x < handle.left - reach || x > handle.right + reach)
      this.#look(panned(this.#view, (x - (handle.left + handle.right) / 2) * this.#perPixel));
    const does =
      Math.abs(x - handle.left) <= reach ? 'from' : Math.abs(x - handle.right) <= reach ? 'to' : 'move';
    this.#drag = { does, x, view: this.#view };
  };

  readonly #move = (event: PointerEvent): void => {
    if (this.#drag === undefined) return;
    const { does, x, view } = this.#drag;
    const by = (event.clientX - x) * this.#perPixel;
    if (does === 'move') this.#look(panned(view, by));
    else if (does === 'from') this.#look({ ...view, from: Math.min(view.from + by, view.to) });
    else this.#look({ ...view, to: Math.max(view.to + by, view.from) });
  };

  readonly #up = (): void => {
    this.#drag = undefined;
  };
}

const colourOf = (failures: number, palette: Palette): string =>
  failures > 0 ? palette.failure : palette.text;

interface OverviewStripProps {
  readonly parts: Ref<OverviewParts>;
  readonly plot: Plot | undefined;
  /** The id of the plot's element. */
  readonly controls: string;
}

const PAN_STEP = 0.1; // share of the visible part
const ZOOM_STEP = 1.25;

/** An overview of the whole run, with a handle over the part visible below. */
export function OverviewStrip({ parts, plot, controls }: OverviewStripProps): JSX.Element {
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
    <div className={styles.overview}>
      <div className={styles.overviewName} aria-hidden>
        Whole run
      </div>
      <div ref={frame} className={styles.overviewFrame}>
        <canvas ref={canvas} />
        <div ref={playhead} className={styles.overviewPlayhead} />
        <div
          ref={handle}
          className={styles.overviewHandle}
          role="scrollbar"
          tabIndex={0}
          aria-label="Visible part of the run"
          aria-controls={controls}
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
