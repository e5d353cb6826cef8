import type { JSX } from 'react';
import { useStore } from 'zustand';
import { formatLocation } from '../../engine/model/index.ts';
import { useCommand } from '../shortcuts/use-command.ts';
import { placeOf } from '../state/places.ts';
import { reveal } from '../state/scenario-control.ts';
import { useBench } from '../state/use-bench.ts';

/** Where the event of the entry is written, and the way there. */
export function Source({ event }: { readonly event: string }): JSX.Element | null {
  const bench = useBench();
  const place = placeOf(
    useStore(bench.places, ({ places }) => places),
    event,
  );
  const go = (): void => {
    if (place !== undefined) void reveal(bench, place);
  };
  useCommand('playhead.source', go, place !== undefined);
  if (place === undefined) return null;
  return (
    <p className="inspector-source">
      <button type="button" className="mono" title="Go to the source (F12)" onClick={go}>
        {formatLocation(place)}
      </button>
    </p>
  );
}
