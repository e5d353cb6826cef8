/** Pointer position, CSS px from the frame's corner. */
export interface PointerPosition {
  readonly x: number;
  readonly y: number;
}

/** What a drag moves, by where it starts. */
export type DragTarget = 'playhead' | 'range-from' | 'range-to' | 'range';

/** Actions of the pointer on the picture. */
export interface GestureTarget {
  /** The drag target under the pointer. */
  gripAt(spot: PointerPosition): DragTarget;
  /** Whether the point is on the ruler, which stays in place while the lanes scroll. */
  isRuler(spot: PointerPosition): boolean;
  scrub(x: number): void;
  /** Picks the range between two positions. */
  pick(from: number, to: number): void;
  moveEnd(end: 'from' | 'to', x: number): void;
  pan(pixels: number): void;
  zoom(x: number, factor: number): void;
  press(spot: PointerPosition): void;
  /** `spot` is `undefined` once the pointer has left. */
  hover(spot: PointerPosition | undefined): void;
}

type Drag =
  | { readonly does: 'scrub' | 'from' | 'to' }
  | { readonly does: 'pan'; x: number }
  | { readonly does: 'pick'; readonly start: PointerPosition; moved: boolean };

const MAX_CLICK_MOVE = 4; // CSS px that the pointer may move during a click
const LINE = 20; // CSS px per line of a wheel that counts in lines
const ZOOM_PER_PIXEL = 0.0025;

/** Turns pointer and wheel events over `frame` into actions on the picture, until disposed of. */
export class Gestures {
  readonly #frame: HTMLElement;
  readonly #handled: GestureTarget;
  readonly #listening = new AbortController();
  #drag: Drag | undefined;
  #corner = { left: 0, top: 0 };

  constructor(frame: HTMLElement, handled: GestureTarget) {
    this.#frame = frame;
    this.#handled = handled;
    const { signal } = this.#listening;
    frame.addEventListener('pointerdown', this.#down, { signal });
    frame.addEventListener('pointermove', this.#move, { signal });
    frame.addEventListener('pointerup', this.#up, { signal });
    frame.addEventListener('pointercancel', this.#end, { signal });
    frame.addEventListener('pointerleave', this.#leave, { signal });
    frame.addEventListener('wheel', this.#wheel, { signal, passive: false });
  }

  /** Whether a drag is under way. */
  get dragging(): boolean {
    return this.#drag !== undefined;
  }

  dispose(): void {
    this.#listening.abort();
  }

  readonly #down = (event: PointerEvent): void => {
    const spot = this.#spot(event);
    const panning = event.button === 1 || (event.button === 0 && event.shiftKey);
    if (event.button !== 0 && !panning) return;
    this.#frame.setPointerCapture(event.pointerId);
    this.#handled.hover(undefined);
    this.#drag = panning ? { does: 'pan', x: spot.x } : this.#begin(spot);
    if (panning) event.preventDefault();
  };

  #begin(spot: PointerPosition): Drag {
    switch (this.#handled.gripAt(spot)) {
      case 'playhead':
        this.#handled.scrub(spot.x);
        return { does: 'scrub' };
      case 'range-from':
        return { does: 'from' };
      case 'range-to':
        return { does: 'to' };
      case 'range':
        return { does: 'pick', start: spot, moved: false };
    }
  }

  readonly #move = (event: PointerEvent): void => {
    const spot = this.#spot(event);
    const drag = this.#drag;
    switch (drag?.does) {
      case undefined:
        this.#handled.hover(event.buttons === 0 ? spot : undefined);
        return;
      case 'scrub':
        this.#handled.scrub(spot.x);
        return;
      case 'from':
      case 'to':
        this.#handled.moveEnd(drag.does, spot.x);
        return;
      case 'pan':
        this.#handled.pan(drag.x - spot.x);
        drag.x = spot.x;
        return;
      case 'pick':
        drag.moved ||= Math.abs(spot.x - drag.start.x) > MAX_CLICK_MOVE;
        if (drag.moved) this.#handled.pick(drag.start.x, spot.x);
    }
  };

  readonly #up = (event: PointerEvent): void => {
    const drag = this.#drag;
    this.#end();
    if (drag?.does === 'pick' && !drag.moved) this.#handled.press(this.#spot(event));
  };

  readonly #end = (): void => {
    this.#drag = undefined;
  };

  readonly #leave = (): void => {
    this.#handled.hover(undefined);
  };

  readonly #wheel = (event: WheelEvent): void => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    const across = event.shiftKey || Math.abs(sideways) >= Math.abs(event.deltaY);
    const spot = this.#spot(event);
    const held = event.ctrlKey || event.metaKey;
    // A plain wheel turn over the lanes scrolls them as usual.
    if (!held && !across && !this.#handled.isRuler(spot)) return;
    event.preventDefault();
    if (across && !held) this.#handled.pan(sideways * unit);
    else this.#handled.zoom(spot.x, Math.exp(-event.deltaY * unit * ZOOM_PER_PIXEL));
  };

  /** Does not measure the frame during a drag: the panels have just changed, and measuring would force a layout. */
  #spot(event: MouseEvent): PointerPosition {
    if (this.#drag === undefined) this.#corner = this.#frame.getBoundingClientRect();
    return { x: event.clientX - this.#corner.left, y: event.clientY - this.#corner.top };
  }
}
