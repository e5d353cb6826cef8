import { select, zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from 'd3';
import type { RunSummary } from '../../engine/model/run.ts';
import type { LogRow } from '../../preload/contract.ts';
import { arrowsTo, pointOf } from './arrows.ts';
import { drawGround, drawMarks, drawMoment } from './draw.ts';
import { drawHits } from './draw-hits.ts';
import { markAt } from './hit.ts';
import { RULER_HEIGHT, laneNames, lanesIn, type Lanes } from './lanes.ts';
import { layOut, type Mark } from './lay-out.ts';
import { paletteOf, type Palette } from './palette.ts';
import { Redraw } from './redraw.ts';
import { baseScale, lastRowAt, wholeSpan, zoomTo, type TimeScale } from './view.ts';

/** What the picture shows. */
export interface Shown {
  readonly run: RunSummary;
  readonly rows: readonly LogRow[];
  readonly at: number;
  /** What was looked for and found, by index. */
  readonly hits: readonly number[];
}

/** What the pointer is over, CSS px from the plot's corner. */
export interface Hovered {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  /** In which half of the plot it is: what is said of it goes to the other. */
  readonly right: boolean;
  readonly low: boolean;
}

interface Listener {
  readonly seek: (at: number) => void;
  readonly hover: (hovered: Hovered | undefined) => void;
  readonly lanes: (lanes: Lanes) => void;
  /** Whether the whole run is in sight and stays so as it grows. */
  readonly fitted: (fitted: boolean) => void;
}

const GRIP = 6; // CSS px on either side of the playhead

/** The timeline's two canvases: one for the log, one over it for the playhead. Painted at most once a frame. */
export class Plot {
  readonly #frame: HTMLElement;
  readonly #ground: HTMLCanvasElement;
  readonly #overlay: HTMLCanvasElement;
  readonly #listener: Listener;
  readonly #redraw = new Redraw(() => {
    this.#paint();
  });
  readonly #zoom: ZoomBehavior<HTMLElement, unknown>;
  readonly #observer: ResizeObserver;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #palette: Palette | undefined;
  #shown: Shown | undefined;
  #lanes: Lanes = { names: [], height: 0 };
  #marks: readonly Mark[] = [];
  #transform: ZoomTransform = zoomIdentity;
  #fitted = true;
  #stale = true;
  #dragging = false;
  #corner = { left: 0, top: 0 };
  #width = 0;
  #height = 0;

  constructor(frame: HTMLElement, ground: HTMLCanvasElement, overlay: HTMLCanvasElement, listener: Listener) {
    this.#frame = frame;
    this.#ground = ground;
    this.#overlay = overlay;
    this.#listener = listener;
    this.#zoom = zoom<HTMLElement, unknown>()
      .scaleExtent([1e-7, 1e7])
      .filter((event: MouseEvent) => event.button === 0 && !this.#dragging)
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
        this.#zoomed(event.transform, event.sourceEvent !== null);
      });
    // Before D3 listens, so that a grip on the playhead is no pan.
    frame.addEventListener('pointerdown', this.#grip);
    frame.addEventListener('pointermove', this.#move);
    frame.addEventListener('pointerup', this.#release);
    frame.addEventListener('pointerleave', this.#leave);
    frame.addEventListener('click', this.#click);
    select(frame).call(this.#zoom).on('dblclick.zoom', null);
    this.#observer = new ResizeObserver(() => {
      this.#resize();
    });
    this.#observer.observe(frame);
    this.#dark.addEventListener('change', this.#recolour);
  }

  show(shown: Shown): void {
    const before = this.#shown;
    if (before?.run.id !== shown.run.id) this.#setFitted(true);
    if (before?.rows !== shown.rows || before.run !== shown.run || before.hits !== shown.hits)
      this.#stale = true;
    this.#shown = shown;
    this.#redraw.request();
  }

  /** Brings the whole run into sight, and keeps it there while it grows. */
  fit(): void {
    this.#setFitted(true);
    this.#stale = true;
    this.#redraw.request();
  }

  zoomBy(factor: number): void {
    this.#zoom.scaleBy(select(this.#frame), factor);
    this.#setFitted(false);
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#dark.removeEventListener('change', this.#recolour);
    this.#redraw.cancel();
    select(this.#frame).on('.zoom', null);
    this.#frame.removeEventListener('pointerdown', this.#grip);
    this.#frame.removeEventListener('pointermove', this.#move);
    this.#frame.removeEventListener('pointerup', this.#release);
    this.#frame.removeEventListener('pointerleave', this.#leave);
    this.#frame.removeEventListener('click', this.#click);
  }

  get #scale(): TimeScale | undefined {
    if (this.#shown === undefined) return undefined;
    return this.#transform.rescaleX(baseScale(this.#shown.run.start, this.#width));
  }

  #paint(): void {
    if (this.#shown === undefined || this.#width === 0) return;
    if (this.#stale) this.#paintGround(this.#shown);
    this.#stale = false;
    this.#paintMoment(this.#shown);
  }

  #paintGround(shown: Shown): void {
    this.#palette ??= paletteOf(this.#frame);
    const lanes = lanesIn(laneNames(shown.run.apps, shown.rows), this.#height - RULER_HEIGHT);
    if (lanes.height !== this.#lanes.height || lanes.names.join('\n') !== this.#lanes.names.join('\n'))
      this.#listener.lanes(lanes);
    this.#lanes = lanes;
    if (this.#fitted) {
      const base = baseScale(shown.run.start, this.#width);
      this.#transform = zoomTo(base, wholeSpan(shown.run, shown.rows));
      this.#zoom.transform(select(this.#frame), this.#transform);
    }
    const x = this.#scale!;
    this.#marks = layOut(shown.rows, x, lanes);
    const canvas = this.#cleared(this.#ground);
    drawGround(canvas, x, lanes, this.#palette, this.#height);
    drawMarks(canvas, this.#marks, this.#palette);
    drawHits(canvas, shown.hits, shown.rows, x, this.#palette);
  }

  #paintMoment({ run, rows, at }: Shown): void {
    const x = this.#scale!;
    const moment = {
      x: x(rows[at]?.time ?? run.start),
      selected: pointOf(rows, at, x, this.#lanes, this.#marks),
      arrows: arrowsTo(rows, at, x, this.#lanes, this.#marks),
    };
    drawMoment(this.#cleared(this.#overlay), moment, this.#palette!, this.#height);
  }

  #cleared(element: HTMLCanvasElement): CanvasRenderingContext2D {
    const canvas = element.getContext('2d')!;
    canvas.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    canvas.clearRect(0, 0, this.#width, this.#height);
    return canvas;
  }

  #resize(): void {
    this.#width = this.#frame.clientWidth;
    this.#height = this.#frame.clientHeight;
    for (const element of [this.#ground, this.#overlay]) {
      element.width = Math.round(this.#width * devicePixelRatio);
      element.height = Math.round(this.#height * devicePixelRatio);
    }
    this.#stale = true;
    // A resized canvas is blank: painted now, not a frame later, it never shows so.
    this.#paint();
  }

  #zoomed(transform: ZoomTransform, byHand: boolean): void {
    this.#transform = transform;
    if (byHand) this.#setFitted(false);
    this.#stale ||= byHand || !this.#fitted;
    this.#redraw.request();
  }

  #setFitted(fitted: boolean): void {
    if (fitted !== this.#fitted) this.#listener.fitted(fitted);
    this.#fitted = fitted;
  }

  readonly #recolour = (): void => {
    this.#palette = undefined;
    this.#stale = true;
    this.#redraw.request();
  };

  #place(event: MouseEvent): { x: number; y: number } {
    // Not measured anew while dragging: every panel has just changed, and the page would be laid out for it.
    if (!this.#dragging) this.#corner = this.#frame.getBoundingClientRect();
    return { x: event.clientX - this.#corner.left, y: event.clientY - this.#corner.top };
  }

  #overPlayhead(x: number): boolean {
    const { run, rows, at } = this.#shown!;
    return Math.abs(this.#scale!(rows[at]?.time ?? run.start) - x) <= GRIP;
  }

  #seekTo(x: number): void {
    this.#listener.seek(lastRowAt(this.#shown!.rows, this.#scale!.invert(x + 0.5)));
  }

  readonly #grip = (event: PointerEvent): void => {
    if (this.#shown === undefined || event.button !== 0) return;
    const { x, y } = this.#place(event);
    if (y > RULER_HEIGHT && !this.#overPlayhead(x)) return;
    this.#dragging = true;
    this.#frame.setPointerCapture(event.pointerId);
    if (y <= RULER_HEIGHT) this.#seekTo(x);
  };

  readonly #move = (event: PointerEvent): void => {
    if (this.#shown === undefined) return;
    const { x, y } = this.#place(event);
    if (this.#dragging) {
      this.#seekTo(x);
      return;
    }
    const mark = event.buttons === 0 ? markAt(this.#marks, this.#lanes, x, y) : undefined;
    const half = { right: x > this.#width / 2, low: y > this.#height / 2 };
    this.#listener.hover(mark === undefined ? undefined : { mark, x, y, ...half });
    this.#frame.style.cursor =
      mark !== undefined ? 'pointer' : y <= RULER_HEIGHT || this.#overPlayhead(x) ? 'ew-resize' : 'default';
  };

  readonly #release = (): void => {
    // The click that ends a drag comes after: it is no seek of its own.
    setTimeout(() => (this.#dragging = false));
  };

  readonly #leave = (): void => {
    this.#listener.hover(undefined);
  };

  readonly #click = (event: MouseEvent): void => {
    if (this.#shown === undefined || this.#dragging) return;
    const { x, y } = this.#place(event);
    const mark = markAt(this.#marks, this.#lanes, x, y);
    if (mark !== undefined) this.#listener.seek(mark.index);
    else this.#seekTo(x);
  };
}
