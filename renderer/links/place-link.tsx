import type { JSX } from 'react';
import { formatLocation, type SourceLocation } from '../../engine/model/index.ts';
import { reveal } from '../state/scenario-control.ts';
import { useBench } from '../state/use-bench.ts';
import './links.css';

interface PlaceLinkProps {
  readonly place: SourceLocation | undefined;
  /** With folders and column, as in a stack. */
  readonly whole?: boolean;
}

/** Puts the editor's cursor where something is written; nothing where that is not known. */
export function PlaceLink({ place, whole = false }: PlaceLinkProps): JSX.Element | null {
  const bench = useBench();
  if (place === undefined) return null;
  const { file, line } = place;
  return (
    <button
      type="button"
      className="place-link mono"
      title={formatLocation(place)}
      onClick={() => {
        void reveal(bench, place);
      }}
    >
      {whole ? formatLocation(place) : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`}
    </button>
  );
}
