import { ClockAlert, EyeOff } from 'lucide-react';
import { createContext, type JSX, useContext } from 'react';
import clsx from 'clsx';
import type { Awareness, Path } from '../../../engine/model/index.ts';
import styles from './known.module.css';
import linksStyles from '../links.module.css';

/** The agent's knowledge of the shown records, while it is marked. */
export interface Known {
  /** The agent's knowledge of the record at `path`; `undefined` if there is no record. */
  readonly of: (path: Path) => Awareness | undefined;
  /** Moves the playhead to an entry. Passed in, because reports show trees too and have no stores. */
  readonly go: (entry: number) => void;
  /** Actor and action of an entry: `User: mail.delete_email`. */
  readonly deed: (entry: number) => string;
}

/** Used while nothing is marked. */
export const NOT_MARKED: Known = { of: () => undefined, go: () => undefined, deed: () => '' };

export const KnownContext = createContext(NOT_MARKED);

/** The CSS class of a record unknown to the agent. */
export const unknownClass = (known: Awareness | undefined): string | undefined =>
  known?.status === 'unknown' ? styles.unknown : '';

const MARKS = {
  unknown: { icon: EyeOff, words: 'Not known to the agent' },
  stale: { icon: ClockAlert, words: 'Changed since the agent saw it' },
} as const;

/** An icon on a record that the agent does not know, or that changed since the agent saw it. */
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

/** A line that says since when the agent knows a record and what it has not seen; `null` while nothing is marked. */
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
