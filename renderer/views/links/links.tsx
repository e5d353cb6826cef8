import type { JSX } from 'react';
import { formatLocation, type SourceLocation } from '../../../engine/model/index.ts';
import './links.css';
import { revealSource } from '../../stores/open-scenario.ts';
import { seek } from '../../stores/selection.ts';
import { useStores } from '../../stores/use-stores.ts';

/** Puts the playhead on an entry; nothing where there is none. */
export function EntryLink({ entry }: { readonly entry: number | undefined }): JSX.Element | null {
  const { selection, log } = useStores();
  if (entry === undefined) return null;
  return (
    <button
      type="button"
      className="entry-link number"
      onClick={() => {
        seek(selection, entry, log.getState().rows.length);
      }}
    >
      #{entry}
    </button>
  );
}

interface PlaceLinkProps {
  readonly place: SourceLocation | undefined;
  /** With folders and column, as in a stack. */
  readonly whole?: boolean;
}

/** Puts the editor's cursor where something is written; nothing where that is not known. */
export function PlaceLink({ place, whole = false }: PlaceLinkProps): JSX.Element | null {
  const stores = useStores();
  if (place === undefined) return null;
  const { file, line } = place;
  return (
    <button
      type="button"
      className="place-link mono"
      title={formatLocation(place)}
      onClick={() => {
        void revealSource(stores, place);
      }}
    >
      {whole ? formatLocation(place) : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`}
    </button>
  );
}
