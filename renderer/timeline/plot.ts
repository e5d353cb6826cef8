import { arrowsAt, pointOf } from './arrows.ts';
import { Camera } from './camera.ts';
import { drawGround } from './draw-ground.ts';
import { drawMoment, type Band } from './draw-moment.ts';
import { drawProbes } from './draw-probes.ts';
import { drawRuler } from './draw-ruler.ts';
import { Gestures } from './gestures.ts';
import { Handling, type HandlingListener } from './handling.ts';
import { RULER_HEIGHT, type Lanes } from './lanes.ts';
import { layOutProbes, PROBE_HEIGHT } from './lay-out-probes.ts';
import { Overview, type OverviewParts } from './overview.ts';
import { Redraw } from './redraw.ts';
import { sceneOf, type Scene } from './scene.ts';
import { groundDiffers, type Shown } from './shown.ts';
import { Stage } from './stage.ts';
import { trackOf, type Track } from './track.ts';
import { panned, zoomed, type View } from './view.ts';

/** The elements of the picture. */
export interface PlotParts {
  readonly frame: HTMLElement;
  readonly ground: HTMLCanvasElement;
  readonly overlay: HTMLCanvasElement;
  /** Stays in sight over the lanes that are scrolled. */
  readonly ruler: HTMLElement;
  readonly rulerCanvas: HTMLCanvasElement;
  readonly overview: OverviewParts;
}

interface Listener extends HandlingListener {
  readonly lanes: (lanes: Lanes) => void;
  readonly fitted: (fitted: boolean) => void;
}

const GROUND = 0;
const OVERLAY = 1;
const BAND_MARGIN = 8; // CSS px around the entries of the range

/** The timeline's picture: the log, the playhead over it, the overview above. Painted at most once a frame. */
export class Plot {
  readonly #listener: Listener;
  readonly #frame: HTMLElement;
  readonly #stage: Stage;
  readonly #ruler: Stage;
  readonly #overview: Overview;
  readonly #gestures: Gestures;
  readonly #camera: Camera;
  readonly #redraw = new Redraw(() => {
    this.#paint();
  });
  #shown: Shown | undefined;
  /** What was shown when it was painted last. */
  #painted: Shown | undefined;
  #track: Track | undefined;
  #scene: Scene | undefined;
  /** Whether another part of the run is on show than was painted. */
  #moved = false;

  constructor(parts: PlotParts, listener: Listener) {
    const blank = (): void => {
      this.#painted = undefined;
      // A resized canvas is blank: painted now, not a frame later, it never shows so.
      this.#paint();
    };
    const look = (view: View): void => {
      this.look(view);
    };
    this.#listener = listener;
    this.#frame = parts.frame;
    this.#camera = new Camera(listener.fitted);
    this.#stage = new Stage(parts.frame, [parts.ground, parts.overlay], blank);
    this.#ruler = new Stage(parts.ruler, [parts.rulerCanvas], blank);
    this.#overview = new Overview(parts.overview, look, blank);
    this.#gestures = new Gestures(parts.frame, new Handling(this, parts.frame, listener));
  }

  get shown(): Shown | undefined {
    return this.#shown;
  }

  /** What is painted, from which the places of everything can be told. */
  get scene(): Scene | undefined {
    return this.#scene;
  }

  get size(): { readonly width: number; readonly height: number } {
    return this.#stage;
  }

  /** Where the playhead is, CSS px. */
  get playhead(): number {
    return this.#scene?.ground.x(this.#scene.ground.axis.placeOf(this.#shown!.at)) ?? 0;
  }

  /** Where the range is, if there is one. */
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

  /** Shows entries `from` to `to`, with a little around them. */
  lookAt(from: number, to: number): void {
    const axis = this.#track?.axis;
    if (axis === undefined) return;
    const view = { from: axis.placeOf(from), to: axis.placeOf(to) };
    this.look(zoomed(view, (view.from + view.to) / 2, 0.9));
  }

  /** Comes `factor` times as close to the playhead, or to the middle where the playhead is out of sight. */
  zoomBy(factor: number): void {
    const { from, to } = this.#camera.view;
    const at = this.#track?.axis.placeOf(this.#shown?.at ?? -1) ?? from;
    this.look(zoomed({ from, to }, at >= from && at <= to ? at : (from + to) / 2, factor));
  }

  /** Moves by a part of what is on show. */
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
    this.#moved = true;
    this.#redraw.request();
  }

  #paint(): void {
    const shown = this.#shown;
    if (shown === undefined || this.#stage.width === 0) return;
    const differs = groundDiffers(this.#painted, shown);
    if (differs) {
      this.#track = trackOf(this.#track, shown);
      this.#camera.take(this.#track.axis);
      this.#overview.draw(this.#track.columns, this.#track.axis);
    }
    const followed = this.#follow(shown);
    if (differs || followed || this.#moved) this.#paintGround(shown);
    const stepped = this.#painted?.at !== shown.at && !shown.playing && !this.#gestures.dragging;
    this.#moved = false;
    this.#painted = shown;
    this.#paintMoment(shown);
    if (stepped) this.#reveal(shown.at);
  }

  /** Scrolls to the lane of an entry. Not while the pointer scrubs or the run plays: the lanes would never rest. */
  #reveal(at: number): void {
    const { lanes } = this.#scene!.ground;
    const spot = pointOf(this.#scene!, at);
    const body = this.#frame.parentElement!;
    if (spot === undefined || this.#stage.height <= body.clientHeight) return;
    const top = spot.y - lanes.height / 2 - RULER_HEIGHT;
    const bottom = spot.y + lanes.height / 2 - body.clientHeight;
    // As far up as can be, for the signs are there.
    body.scrollTop = bottom <= 0 ? 0 : Math.max(bottom, Math.min(top, body.scrollTop));
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
    const room = { width, height, free: shown.probes.length * PROBE_HEIGHT };
    const scene = sceneOf(shown, columns, axis, this.#camera.view, room);
    const before = this.#scene?.ground.lanes;
    const { lanes } = scene.ground;
    if (
      lanes.height !== before?.height ||
      lanes.top !== before.top ||
      lanes.names.join('\n') !== before.names.join('\n')
    )
      this.#listener.lanes(lanes);
    this.#scene = scene;
    const canvas = this.#stage.cleared(GROUND);
    drawGround(canvas, scene, this.#stage.palette, height);
    drawProbes(canvas, layOutProbes(shown.probes, scene.ground), this.#stage.palette);
  }

  #paintMoment({ rows, at, hits }: Shown): void {
    const scene = this.#scene!;
    const moment = {
      x: this.playhead,
      selected: pointOf(scene, at),
      arrows: arrowsAt(scene, rows, at),
      band: this.band,
    };
    const { palette, height } = this.#stage;
    drawMoment(this.#stage.cleared(OVERLAY), moment, palette, height);
    drawRuler(this.#ruler.cleared(0), scene, { hits, band: this.band, playhead: this.playhead }, palette);
    this.#overview.place(this.#camera.view, at);
  }
}
