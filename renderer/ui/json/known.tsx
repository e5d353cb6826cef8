import { ClockAlert, EyeOff } from 'lucide-react';
import { createContext, type JSX, useContext } from 'react';
import clsx from 'clsx';
import type { Awareness, Path } from '../../../engine/model/index.ts';
import styles from './known.module.css';
import linksStyles from '../links.module.css';

/** What the agent knew of the records on show, where that is to be marked. */
export interface Known {
  /** Nothing of what is no record. */
  readonly of: (path: Path) => Awareness | undefined;
  /** Puts the playhead on an entry. Handed in, for trees stand in reports, too, which have no stores. */
  readonly go: (entry: number) => void;
  /** Who did what at an entry: `User: mail.delete_email`. */
  readonly deed: (entry: number) => string;
}

/** Where nothing is marked. */
export const NOT_MARKED: Known = { of: () => undefined, go: () => undefined, deed: () => '' };

export const KnownContext = createContext(NOT_MARKED);

/** The class of what the agent does not know. */
export const unknownClass = (known: Awareness | undefined): string | undefined =>
  known?.status === 'unknown' ? styles.unknown : '';

const MARKS = {
  unknown: { icon: EyeOff, words: 'Not known to the agent' },
  stale: { icon: ClockAlert, words: 'Changed since the agent saw it' },
} as const;

/** A quiet mark on what the agent does not know, or not as it is. */
export function KnownMark({ path }: { readonly path: Path }): JSX.Element | null {
  const known = useContext(KnownContext).of(path);
  if (known === undefined || known.status === 'known') return null;
  const { icon: Icon, words } = MARKS[known.status];
  return (
    <span
      className={clsx(styles.mark, known.status === 'stale' && styles.stale)}
      role="img"
      aria-label={words}
      title={words}
    >
      <Icon aria-hidden />
    </span>
  );
}

/** Says since when the agent knows a record, and what it does not know of it; nothing where that is not to be marked. */
export function KnownLine({ path }: { readonly path: Path }): JSX.Element | null {
  const { of, deed } = useContext(KnownContext);
  const known = of(path);
  if (known === undefined) return null;
  return (
    <p className={clsx(styles.line, known.status === 'stale' && styles.stale)}>
      <KnownMark path={path} />
      {known.status === 'unknown' ? (
        <span>Not known to the agent</span>
      ) : (
        <span>
          Known to the agent since <At entry={known.since} />
          {known.status === 'known' ? null : (
            <>
              {known.seen === known.since ? null : (
                <>
                  , last seen at <At entry={known.seen} />
                </>
              )}
              . Changed at <At entry={known.changed} /> (<bdi>{deed(known.changed)}</bdi>)
            </>
          )}
        </span>
      )}
    </p>
  );
}

function At({ entry }: { readonly entry: number }): JSX.Element {
  const { go } = useContext(KnownContext);
  return (
    <button
      type="button"
      className={clsx(linksStyles.entryLink, 'number')}
      onClick={() => {
        go(entry);
      }}
    >
      #{entry}
    </button>
  );
}
