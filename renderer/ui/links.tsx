import { createContext, type JSX, useContext } from 'react';
import clsx from 'clsx';
import { formatLocation, type SourceLocation } from '../../engine/model/index.ts';
import styles from './links.module.css';

/** Where links lead: in the window to its playhead and its editor, in a report to the playhead of the report. */
export interface Navigation {
  readonly seek: (entry: number) => void;
  /** Left out where there is no editor: places are text then. */
  readonly reveal?: (place: SourceLocation) => void;
}

export const NavigationContext = createContext<Navigation | undefined>(undefined);

/** Where the links of this page lead. */
export function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === undefined) throw new Error('a link stands outside the NavigationContext');
  return navigation;
}

/** Puts the playhead on an entry; nothing where there is none. */
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
  /** With folders and column, as in a stack. */
  readonly whole?: boolean;
  /** What it does, where it has a key. */
  readonly title?: string;
}

/** Puts the editor's cursor where something is written; nothing where that is not known. */
export function PlaceLink({ place, whole = false, title }: PlaceLinkProps): JSX.Element | null {
  const { reveal } = useNavigation();
  if (place === undefined) return null;
  const { file, line } = place;
  const words = whole ? formatLocation(place) : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
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
