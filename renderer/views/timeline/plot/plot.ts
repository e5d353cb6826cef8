import { fontOf, Redraw, CanvasLayers } from '../draw/canvas.ts';
import { drawCosts } from '../draw/draw-costs.ts';
import { drawGround } from '../draw/draw-ground.ts';
import { type Band, drawPlayhead } from '../draw/draw-overlay.ts';
import { drawProbes } from '../draw/draw-probes.ts';
import { drawHandles, drawRuler } from '../draw/draw-ruler.ts';
import { heightsAt, type Lanes, scrollTo } from '../layout/lanes.ts';
import { layOutCosts } from '../layout/costs.ts';
import { layOutProbes } from '../layout/probes.ts';
import { arrowsAt, heightAbove, pointOf, type Scene, sceneOf } from '../layout/scene.ts';
import {
  groundDiffers,
  isPlayheadMovedByPerson,
  rulerDiffers,
  type Shown,
  type Track,
  trackDiffers,
  trackOf,
} from '../layout/track.ts';
import { Camera, panned, type View, zoomed } from '../layout/view.ts';
import { Overview, type OverviewParts } from '../overview-strip.tsx';
import { Gestures } from './gestures.ts';
import { PointerController, type PointerListener } from './pointer.ts';

/** The elements of the plot. */
export interface PlotParts {
  readonly frame: HTMLElement;
  readonly ground: HTMLCanvasElement;
  readonly overlay: HTMLCanvasElement;
  /** Stays in place while the lanes scroll. */
  readonly ruler: HTMLElement;
  readonly rulerGround: HTMLCanvasElement;
  readonly rulerOverlay: HTMLCanvasElement;
  readonly overview: OverviewParts;
}

interface Listener extends PointerListener {
  readonly lanes: (lanes: Lanes) => void;
  readonly fitted: (fitted: boolean) => void;
}

const GROUND = 0;
const OVERLAY = 1;
const NAMES_WIDTH = 12; // em
const ZOOM_STEP = 1.6;
const BAND_MARGIN = 8; // CSS px around the entries of the range

/** The plot of the timeline: the log, the playhead and the overview. Painted at most once per frame. */
export class Plot {
  readonly #listener: Listener;
  readonly #frame: HTMLElement;
  readonly #stage: CanvasLayers;
  readonly #ruler: CanvasLayers;
  readonly #overview: Overview;
  readonly #gestures: Gestures;
  readonly #camera: Camera;
  readonly #redraw = new Redraw(() => {
    this.#paint();
  });
  #shown: Shown | undefined;
  /** The data painted last. */
  #painted: Shown | undefined;
  #track: Track | undefined;
  #scene: Scene | undefined;
  readonly #pointer: PointerController;
  /** Whether the ground has to be repainted with the same data: for another view, or on a blank canvas. */
  #stale = false;

  constructor(parts: PlotParts, listener: Listener) {
    // A resized canvas is blank; painting at once avoids a flicker.
    const blank = (): void => {
      this.#stale = true;
      this.#paint();
    };
    const look = (view: View): void => {
      this.look(view);
    };
    this.#listener = listener;
    this.#frame = parts.frame;
    this.#camera = new Camera(listener.fitted);
    this.#stage = new CanvasLayers(parts.frame, [parts.ground, parts.overlay], blank);
    this.#ruler = new CanvasLayers(parts.ruler, [parts.rulerGround, parts.rulerOverlay], () => {
      this.#paintRuler();
      this.#paintHandles();
    });
    this.#overview = new Overview(parts.overview, look, () => {
      this.#paintOverview();
      this.#placeOverview();
    });
    this.#pointer = new PointerController(this, parts.frame, listener);
    this.#gestures = new Gestures(parts.frame, this.#pointer);
  }

  get shown(): Shown | undefined {
    return this.#shown;
  }

  /** The painted scene, which has the positions of everything. */
  get scene(): Scene | undefined {
    return this.#scene;
  }

  /** CSS px. */
  get width(): number {
    return this.#stage.width;
  }

  /** Position of the playhead, CSS px. */
  get playhead(): number {
    return this.#scene?.ground.x(this.#scene.ground.axis.placeOf(this.#shown!.at)) ?? 0;
  }

  /** Position of the range, if there is one. */
  get band(): Band | undefined {
    const range = this.#shown?.range;
    if (range === undefined || this.#scene === undefined) return undefined;
    const { x, axis } = this.#scene.ground;
    return {
      from: x(axis.placeOf(range.from)) - BAND_MARGIN,
      to: x(axis.placeOf(range.to)) + BAND_MARGIN,
      looping: this.#shown!.looping,
    };
  }

  /** The entry at a position in the window, within `element`; `undefined` outside the lanes. */
  entryUnder(element: Element, { x, y }: { readonly x: number; readonly y: number }): number | undefined {
    if (!this.#frame.contains(element)) return undefined;
    const { left, top } = this.#frame.getBoundingClientRect();
    return this.#pointer.entryUnder({ x: x - left, y: y - top });
  }

  /** An image of all lanes with their names, under `title`, at the screen's resolution. */
  picture(title: string): HTMLCanvasElement {
    const { palette, width, height } = this.#stage;
    const { lanes } = this.#scene!.ground;
    const size = lanes.heights.font;
    const canvas = document.createElement('canvas');
    const names = size * NAMES_WIDTH;
    const head = size * 3;
    canvas.width = Math.round((names + width) * devicePixelRatio);
    canvas.height = Math.round((head + height) * devicePixelRatio);
    const to = canvas.getContext('2d')!;
    to.scale(devicePixelRatio, devicePixelRatio);
    to.fillStyle = palette.surface;
    to.fillRect(0, 0, names + width, head + height);
    to.textBaseline = 'middle';
    to.fillStyle = palette.ink;
    to.font = fontOf(size * 1.2, palette);
    to.fillText(title, size, head / 2);
    to.font = fontOf(size, palette);
    const { ruler, signs } = lanes.heights;
    if (lanes.top > ruler + heightAbove(this.#shown!, lanes.heights))
      to.fillText('Marks', size, head + ruler + signs / 2);
    for (const [index, name] of lanes.names.entries())
      to.fillText(name, size, head + lanes.top + (index + 0.5) * lanes.height, names - size * 2);
    for (const [stage, stageHeight] of [
      [this.#stage, height],
      [this.#ruler, ruler],
    ] as const)
      for (const layer of stage.layers) to.drawImage(layer, names, head, width, stageHeight);
    return canvas;
  }

  show(shown: Shown): void {
    if (this.#shown?.run.id !== shown.run.id) this.#camera.fit();
    this.#shown = shown;
    this.#redraw.request();
  }

  dispose(): void {
    this.#redraw.cancel();
    this.#gestures.dispose();
    this.#overview.dispose();
    this.#ruler.dispose();
    this.#stage.dispose();
  }

  fit(): void {
    this.#camera.fit();
    this.#seen();
  }

  look(view: View): void {
    this.#camera.look(view);
    this.#seen();
  }

  /** Shows entries `from` to `to` with a margin. */
  lookAt(from: number, to: number): void {
    const axis = this.#track?.axis;
    if (axis === undefined) return;
    const view = { from: axis.placeOf(from), to: axis.placeOf(to) };
    this.look(zoomed(view, (view.from + view.to) / 2, 0.9));
  }

  /** Zooms by one step of the buttons. */
  zoomStep(direction: 'in' | 'out'): void {
    this.zoomBy(direction === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP);
  }

  /** Zooms in by `factor` around the playhead, or around the middle if the playhead is not visible. */
  zoomBy(factor: number): void {
    const { from, to } = this.#camera.view;
    const at = this.#track?.axis.placeOf(this.#shown?.at ?? -1) ?? from;
    this.look(zoomed({ from, to }, at >= from && at <= to ? at : (from + to) / 2, factor));
  }

  /** Pans by a share of the visible part. */
  panBy(share: number): void {
    this.pan(share * this.#stage.width);
  }

  pan(pixels: number): void {
    const { from, to } = this.#camera.view;
    this.look(panned({ from, to }, (pixels * (to - from)) / this.#stage.width));
  }

  zoom(x: number, factor: number): void {
    if (this.#scene !== undefined)
      this.look(zoomed(this.#camera.view, this.#scene.ground.x.invert(x), factor));
  }

  #seen(): void {
    this.#stale = true;
    this.#redraw.request();
  }

  #paint(): void {
    const shown = this.#shown;
    if (shown === undefined || this.#stage.width === 0) return;
    const before = this.#painted;
    if (trackDiffers(before, shown)) {
      this.#track = trackOf(this.#track, shown);
      this.#camera.take(this.#track.axis);
      this.#paintOverview();
    }
    const followed = this.#follow(shown);
    if (groundDiffers(before, shown) || followed || this.#stale) this.#paintGround(shown);
    else if (rulerDiffers(before, shown)) this.#paintRuler();
    this.#stale = false;
    this.#painted = shown;
    this.#paintPlayhead(shown);
    // Not while the pointer scrubs: the lanes would scroll all the time.
    if (isPlayheadMovedByPerson(before, shown) && !this.#gestures.dragging) this.#reveal(shown.at);
  }

  /** Scrolls to the lane of an entry. */
  #reveal(at: number): void {
    const spot = pointOf(this.#scene!, at);
    const body = this.#frame.parentElement!;
    if (spot === undefined || this.#stage.height <= body.clientHeight) return;
    body.scrollTop = scrollTo(spot.y, this.#scene!.ground.lanes, body);
  }

  #follow(shown: Shown): boolean {
    const before = this.#painted;
    if (before === undefined || before.at === shown.at) return false;
    const { axis } = this.#track!;
    const byHand = !shown.playing && before.count === shown.count;
    return this.#camera.follow(axis.placeOf(before.at), axis.placeOf(shown.at), byHand);
  }

  #paintGround(shown: Shown): void {
    const { columns, axis } = this.#track!;
    const { width, height } = this.#stage;
    const heights = heightsAt(shown.text);
    const room = { width, height, heights, free: heightAbove(shown, heights) };
    const scene = sceneOf(shown, columns, axis, this.#camera.view, room);
    const before = this.#scene?.ground.lanes;
    const { lanes } = scene.ground;
    if (
      lanes.height !== before?.height ||
      lanes.top !== before.top ||
      lanes.heights.font !== before.heights.font ||
      lanes.names.join('\n') !== before.names.join('\n')
    )
      this.#listener.lanes(lanes);
    this.#scene = scene;
    const canvas = this.#stage.cleared(GROUND);
    drawGround(canvas, scene, this.#stage.palette, height);
    if (shown.costLane !== undefined)
      drawCosts(canvas, layOutCosts(shown.costLane, scene.ground, shown.probes.length), this.#stage.palette);
    drawProbes(canvas, layOutProbes(shown.probes, scene.ground), heights, this.#stage.palette);
    this.#paintRuler();
  }

  #paintRuler(): void {
    if (this.#scene === undefined) return;
    drawRuler(this.#ruler.cleared(GROUND), this.#scene, this.#shown!, this.#stage.palette);
  }

  #paintPlayhead({ rows, at }: Shown): void {
    const scene = this.#scene!;
    const moment = {
      top: scene.ground.lanes.heights.ruler,
      x: this.playhead,
      selected: pointOf(scene, at),
      arrows: arrowsAt(scene, rows, at),
      band: this.band,
    };
    const { palette, height } = this.#stage;
    drawPlayhead(this.#stage.cleared(OVERLAY), moment, palette, height);
    this.#paintHandles();
    this.#placeOverview();
  }

  #paintHandles(): void {
    if (this.#scene === undefined) return;
    drawHandles(this.#ruler.cleared(OVERLAY), this.#scene.ground.lanes.heights, this, this.#stage.palette);
  }

  #paintOverview(): void {
    if (this.#track !== undefined) this.#overview.draw(this.#track.columns, this.#track.axis);
  }

  #placeOverview(): void {
    if (this.#shown !== undefined) this.#overview.place(this.#camera.view, this.#shown.at);
  }
}
