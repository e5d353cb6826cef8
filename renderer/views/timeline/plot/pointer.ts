import { answerAt, type AnswerSpot } from '../layout/costs.ts';
import { type EntryMark, markAt, type Span, spanAt } from '../layout/entries.ts';
import { probeAt, type ProbeSpot } from '../layout/probes.ts';
import type { Scene } from '../layout/scene.ts';
import type { SignMark } from '../layout/signs.ts';
import type { DragTarget, GestureTarget, PointerPosition } from './gestures.ts';
import type { Plot } from './plot.ts';

/** The mark under the pointer, CSS px from the plot's corner. */
export interface Hovered extends PointerPosition {
  readonly mark: EntryMark | Span | SignMark | ProbeSpot | AnswerSpot;
  /** The half of the plot that the mark is in; the tooltip goes to the other half. */
  readonly right: boolean;
  readonly low: boolean;
}

export interface PointerListener {
  readonly seek: (at: number) => void;
  /** Picks a range of entries, both ends included. */
  readonly pick: (from: number, to: number) => void;
  readonly hover: (hovered: Hovered | undefined) => void;
}

/** The parts of the plot that the pointer acts on. */
type PlotView = Pick<Plot, 'shown' | 'scene' | 'width' | 'playhead' | 'band' | 'pan' | 'zoom'>;

const GRIP = 6; // CSS px on either side of a drag target

/** Handles the pointer over a plot: moves the playhead, picks the range, pans and zooms. */
export class PointerController implements GestureTarget {
  readonly #plot: PlotView;
  readonly #frame: HTMLElement;
  readonly #listener: PointerListener;

  constructor(plot: PlotView, frame: HTMLElement, listener: PointerListener) {
    this.#plot = plot;
    this.#frame = frame;
    this.#listener = listener;
  }

  gripAt({ x, y }: PointerPosition): DragTarget {
    const { band, playhead } = this.#plot;
    if (Math.abs(x - playhead) <= GRIP) return 'playhead';
    if (band !== undefined && Math.abs(x - band.from) <= GRIP) return 'range-from';
    if (band !== undefined && Math.abs(x - band.to) <= GRIP) return 'range-to';
    return this.isRuler({ x, y }) ? 'playhead' : 'range';
  }

  isRuler({ y }: PointerPosition): boolean {
    return this.#inSight(y) <= (this.#plot.scene?.ground.lanes.heights.ruler ?? 0);
  }

  scrub(x: number): void {
    this.#listener.seek(this.#entryAt(x));
  }

  pick(from: number, to: number): void {
    const { scene } = this.#plot;
    if (scene === undefined) return;
    const { x, axis } = scene.ground;
    const first = axis.entryFrom(x.invert(Math.min(from, to)));
    const last = axis.entryAt(x.invert(Math.max(from, to)));
    if (first <= last) this.#listener.pick(first, last);
  }

  moveEnd(end: 'from' | 'to', x: number): void {
    const range = this.#plot.shown?.range;
    if (range === undefined) return;
    const at = Math.max(0, this.#entryAt(x));
    if (end === 'from') this.#listener.pick(Math.min(at, range.to), range.to);
    else this.#listener.pick(range.from, Math.max(at, range.from));
  }

  pan(pixels: number): void {
    this.#plot.pan(pixels);
  }

  zoom(x: number, factor: number): void {
    this.#plot.zoom(x, factor);
  }

  press(spot: PointerPosition): void {
    const mark = this.#markAt(spot);
    if (mark !== undefined && mark.form !== 'wait') this.#listener.seek(mark.index);
    else this.scrub(spot.x);
  }

  /** Index of the entry whose mark is at `spot`, else of the last entry before it. */
  entryUnder(spot: PointerPosition): number {
    const mark = this.#markAt(spot);
    return mark === undefined || mark.form === 'wait' ? this.#entryAt(spot.x) : mark.index;
  }

  hover(spot: PointerPosition | undefined): void {
    const mark = spot === undefined ? undefined : this.#markAt(spot);
    const found = spot === undefined ? undefined : (mark ?? this.#probeAt(spot) ?? this.#answerAt(spot));
    if (spot === undefined || found === undefined) this.#listener.hover(undefined);
    else {
      const right = spot.x > this.#plot.width / 2;
      const low = this.#inSight(spot.y) > this.#frame.parentElement!.clientHeight / 2;
      this.#listener.hover({ ...spot, mark: found, right, low });
    }
    if (spot === undefined || this.#plot.scene === undefined) return;
    const grip = this.gripAt(spot);
    this.#frame.style.cursor = mark !== undefined ? 'pointer' : grip === 'range' ? 'crosshair' : 'ew-resize';
  }

  #markAt(spot: PointerPosition): EntryMark | Span | SignMark | undefined {
    const { x, y } = spot;
    const scene = this.#sceneAt(spot);
    return scene === undefined
      ? undefined
      : (markAt(scene.signs, x, y) ?? markAt(scene.marks, x, y) ?? spanAt(scene.spans, x, y));
  }

  #probeAt(spot: PointerPosition): ProbeSpot | undefined {
    const scene = this.#sceneAt(spot);
    return scene === undefined ? undefined : probeAt(this.#plot.shown?.probes ?? [], scene.ground, spot);
  }

  #answerAt(spot: PointerPosition): AnswerSpot | undefined {
    const { shown } = this.#plot;
    const scene = this.#sceneAt(spot);
    return scene === undefined || shown === undefined
      ? undefined
      : answerAt(shown.costLane, scene.ground, shown.probes.length, spot);
  }

  /** The scene at `spot`; `undefined` under the ruler. */
  #sceneAt(spot: PointerPosition): Scene | undefined {
    return this.isRuler(spot) ? undefined : this.#plot.scene;
  }

  /** Distance from `y` to the top of the visible part, as the lanes may be scrolled. */
  #inSight(y: number): number {
    return y - this.#frame.parentElement!.scrollTop;
  }

  /** The last entry at or before `x`, to the nearest pixel. */
  #entryAt(x: number): number {
    const ground = this.#plot.scene?.ground;
    return ground === undefined ? -1 : ground.axis.entryAt(ground.x.invert(x + 0.5));
  }
}
