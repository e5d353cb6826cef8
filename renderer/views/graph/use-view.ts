import { type D3ZoomEvent, select, zoom, type ZoomBehavior, zoomIdentity, type ZoomTransform } from 'd3';
import { type RefObject, useEffect, useRef, useState } from 'react';

const MARGIN = 24; // CSS px around a fitted graph
const SCALES = [0.05, 2] as const;
const MAX_FIT_SCALE = 1; // small graphs are not enlarged
const LEGIBLE = 0.8; // below this scale, names cannot be read
const MAX_HALF_BOX = 120; // CSS px from the centre of a box that cover all of it

/** The centre of a part of the graph. */
interface Part {
  readonly x: number;
  readonly y: number;
}

export interface GraphViewport {
  readonly transform: ZoomTransform;
  readonly size: { readonly width: number; readonly height: number };
  /** Fits a graph of this size into the frame. */
  readonly fit: (width: number, height: number) => void;
  /** Fits the graph if it is legible then; else shows a legible part around `part`. */
  readonly fitLegibly: (width: number, height: number, part: Part | undefined) => void;
  /** Scrolls to `part` if it is not visible. */
  readonly show: (part: Part) => void;
  /** False after the person has panned or zoomed, until the graph is fitted again. */
  readonly fitted: boolean;
}

/** Pans a frame by dragging and zooms it by the wheel. */
export function useView(frame: RefObject<HTMLDivElement | null>): GraphViewport {
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>(undefined);
  const [transform, setTransform] = useState(zoomIdentity);
  const [fitted, setFitted] = useState(true);
  const [size, setSize] = useState({ width: 0, height: 0 });

  useEffect(() => {
    const element = frame.current!;
    behaviour.current = zoom<HTMLDivElement, unknown>()
      .scaleExtent([...SCALES])
      .on('zoom', (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
        setTransform(event.transform);
        // Moves by the program have no source event.
        setFitted(event.sourceEvent === null);
      });
    select(element).call(behaviour.current).on('dblclick.zoom', null);
    const observer = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      select(element).on('.zoom', null);
    };
  }, [frame]);

  const move = (to: ZoomTransform): void => {
    behaviour.current?.transform(select(frame.current!), to);
  };
  const fitAt = (width: number, height: number, least: number, part: Part): void => {
    const { clientWidth, clientHeight } = frame.current!;
    const room = Math.min((clientWidth - 2 * MARGIN) / width, (clientHeight - 2 * MARGIN) / height);
    const scale = Math.max(least, Math.min(MAX_FIT_SCALE, room));
    const left = placed(clientWidth, width * scale, part.x * scale);
    const top = placed(clientHeight, height * scale, part.y * scale);
    move(zoomIdentity.translate(left, top).scale(scale));
  };
  return {
    transform,
    size,
    fitted,
    fit: (width, height) => {
      fitAt(width, height, SCALES[0], { x: 0, y: 0 });
    },
    fitLegibly: (width, height, part) => {
      fitAt(width, height, LEGIBLE, part ?? { x: 0, y: height / 2 });
    },
    show: ({ x, y }) => {
      const { clientWidth, clientHeight } = frame.current!;
      const [left, top] = transform.apply([x, y]);
      const within = left > 0 && left < clientWidth && top > 0 && top < clientHeight;
      if (!within) behaviour.current?.translateTo(select(frame.current!), x, y);
    },
  };
}

/** Start of a graph of `size` in a frame: centred if it fits, else at the frame's start or so that `at` is visible. */
function placed(frame: number, size: number, at: number): number {
  const free = frame - size;
  if (free >= 2 * MARGIN) return free / 2;
  if (MARGIN + at + MAX_HALF_BOX <= frame) return MARGIN;
  return Math.min(MARGIN, Math.max(free - MARGIN, frame / 2 - at));
}
