import type { JSX } from 'react';
import clsx from 'clsx';
import { formatLocation, type SourceLocation } from '../../../engine/model/index.ts';
import { revealSource } from '../../stores/open-scenario.ts';
import { seek } from '../../stores/selection.ts';
import { useStores } from '../../stores/use-stores.ts';
import styles from '../../ui/links.module.css';

/** Puts the playhead on an entry; nothing where there is none. */
export function EntryLink({ entry }: { readonly entry: number | undefined }): JSX.Element | null {
  const { selection, log } = useStores();
  if (entry === undefined) return null;
  return (
    <button
      type="button"
      className={clsx(styles.entryLink, 'number')}
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
      className={clsx(styles.placeLink, 'mono')}
      title={formatLocation(place)}
      onClick={() => {
        void revealSource(stores, place);
      }}
    >
      {whole ? formatLocation(place) : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`}
    </button>
  );
}
