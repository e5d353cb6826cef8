import { useEffect, useRef, useState, type RefObject } from 'react';
import { select, zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from 'd3';

const MARGIN = 24; // CSS px around what is fitted in
const LARGEST_FIT = 1; // small graphs are not blown up

export interface GraphView {
  readonly transform: ZoomTransform;
  readonly size: { readonly width: number; readonly height: number };
  /** Brings a picture of this size into sight. */
  readonly fit: (width: number, height: number) => void;
  /** False once the person has panned or zoomed, until all is fitted in again. */
  readonly fitted: boolean;
}

/** A frame that is panned by dragging and zoomed by the wheel. */
export function useView(frame: RefObject<HTMLDivElement | null>): GraphView {
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>(undefined);
  const [transform, setTransform] = useState(zoomIdentity);
  const [fitted, setFitted] = useState(true);
  const [size, setSize] = useState({ width: 0, height: 0 });

  useEffect(() => {
    const element = frame.current!;
    behaviour.current = zoom<HTMLDivElement, unknown>()
      .scaleExtent([0.05, 2])
      .on('zoom', (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
        setTransform(event.transform);
        // What we moved ourselves has no event of the person's behind it.
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
  return {
    transform,
    size,
    fitted,
    fit: (width, height) => {
      const { clientWidth, clientHeight } = frame.current!;
      const room = Math.min((clientWidth - 2 * MARGIN) / width, (clientHeight - 2 * MARGIN) / height);
      const scale = Math.max(0.05, Math.min(LARGEST_FIT, room));
      const left = Math.max(MARGIN, (clientWidth - width * scale) / 2);
      const top = Math.max(MARGIN, (clientHeight - height * scale) / 2);
      move(zoomIdentity.translate(left, top).scale(scale));
    },
  };
}
