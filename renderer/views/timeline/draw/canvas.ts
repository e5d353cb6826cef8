import type { EntryKind } from '../../../../engine/model/index.ts';

/** The colours of the timeline, from the current style sheet. */
export interface Palette {
  readonly kinds: Readonly<Record<EntryKind, string>>;
  readonly failure: string;
  readonly good: string;
  readonly moment: string;
  readonly hit: string;
  readonly accent: string;
  readonly surface: string;
  readonly band: string;
  readonly line: string;
  readonly text: string;
  readonly ink: string;
  readonly font: string;
}

/** The CSS font of the text, `size` CSS px high. */
export const fontOf = (size: number, { font }: Palette): string => `${size}px ${font}`;

function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    kinds: {
      agent: colour('kind-agent'),
      user: colour('kind-user'),
      environment: colour('kind-environment'),
      condition: colour('kind-condition'),
      validation: colour('kind-validation'),
      'agent-validation': colour('kind-validation'),
      stop: colour('kind-stop'),
      wait: colour('kind-stop'),
    },
    failure: colour('failed'),
    good: colour('good'),
    moment: colour('moment'),
    hit: colour('hit'),
    accent: colour('accent'),
    surface: colour('surface'),
    band: colour('sunken'),
    line: colour('line'),
    text: colour('ink-faint'),
    ink: colour('ink'),
    font: colour('font'),
  };
}

/** Stacked canvases in a frame, with its size, the screen's resolution and the window's colours. */
export class CanvasLayers {
  readonly #frame: HTMLElement;
  readonly layers: readonly HTMLCanvasElement[];
  readonly #observer: ResizeObserver;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #blank: () => void;
  #palette: Palette | undefined;
  width = 0;
  height = 0;

  /** Calls `blank` when everything has to be redrawn: after a change of size or theme. */
  constructor(frame: HTMLElement, layers: readonly HTMLCanvasElement[], blank: () => void) {
    this.#frame = frame;
    this.layers = layers;
    this.#blank = blank;
    this.#observer = new ResizeObserver(() => {
      this.#resize();
    });
    this.#observer.observe(frame);
    this.#dark.addEventListener('change', this.#recolour);
  }

  get palette(): Palette {
    return (this.#palette ??= paletteOf(this.#frame));
  }

  /** Clears a layer and returns its context; the unit is CSS px. */
  cleared(layer: number): CanvasRenderingContext2D {
    const canvas = this.layers[layer]!.getContext('2d')!;
    canvas.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    canvas.clearRect(0, 0, this.width, this.height);
    return canvas;
  }

  dispose(): void {
    this.#observer.disconnect();
    this.#dark.removeEventListener('change', this.#recolour);
  }

  #resize(): void {
    this.width = this.#frame.clientWidth;
    this.height = this.#frame.clientHeight;
    for (const layer of this.layers) {
      layer.width = Math.round(this.width * devicePixelRatio);
      layer.height = Math.round(this.height * devicePixelRatio);
    }
    this.#blank();
  }

  readonly #recolour = (): void => {
    this.#palette = undefined;
    this.#blank();
  };
}

/** Paints at most once per frame, however often requested. */
export class Redraw {
  readonly #paint: () => void;
  #frame = 0;

  constructor(paint: () => void) {
    this.#paint = paint;
  }

  request(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  cancel(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }
}
