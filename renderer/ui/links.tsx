import { createContext, type JSX, useContext } from 'react';
import clsx from 'clsx';
import { formatLocation, type SourceLocation, legible } from '../../engine/model/index.ts';
import styles from './links.module.css';

/** Targets of links: the playhead and editor of the window, or the playhead of a report. */
export interface Navigation {
  readonly seek: (entry: number) => void;
  /** `undefined` without an editor: locations are plain text then. */
  readonly reveal?: (place: SourceLocation) => void;
}

export const NavigationContext = createContext<Navigation | undefined>(undefined);

/** How links of this page go to an entry, or to a location in the source. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === undefined) throw new Error('a link is not within the NavigationContext');
  return navigation;
}

/** A link that moves the playhead to an entry; `null` without an entry. */
export function EntryLink({ entry }: { readonly entry: number | undefined }): JSX.Element | null {
  const { seek } = useNavigation();
  if (entry === undefined) return null;
  return (
    <button
      type="button"
      className={clsx(styles.entryLink, 'number')}
      onClick={() => {
        seek(entry);
      }}
    >
      #{entry}
    </button>
  );
}

interface PlaceLinkProps {
  readonly place: SourceLocation | undefined;
  /** Whether to show folders and column, as in a stack trace. */
  readonly whole?: boolean;
  /** Tooltip, by default the full location. */
  readonly title?: string;
}

/** A link that opens a source location in the editor; `null` without a location. */
export function PlaceLink({ place, whole = false, title }: PlaceLinkProps): JSX.Element | null {
  const { reveal } = useNavigation();
  if (place === undefined) return null;
  const { file, line } = place;
  const words = legible(whole ? formatLocation(place) : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`);
  if (reveal === undefined) return <bdi className="mono">{words}</bdi>;
  return (
    <button
      type="button"
      className={clsx(styles.placeLink, 'mono')}
      title={title ?? formatLocation(place)}
      onClick={() => {
        reveal(place);
      }}
    >
      {words}
    </button>
  );
}
