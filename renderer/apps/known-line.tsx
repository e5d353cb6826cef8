import { useContext, type JSX } from 'react';
import type { Path } from '../../engine/model/index.ts';
import { KnownContext, KnownMark } from './known.tsx';

/** Says since when the agent knows a record, and what it does not know of it; nothing where that is not to be marked. */
export function KnownLine({ path }: { readonly path: Path }): JSX.Element | null {
  const { of, deed } = useContext(KnownContext);
  const known = of(path);
  if (known === undefined) return null;
  return (
    <p className={`known-line ${known.status === 'stale' ? 'is-stale' : ''}`}>
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
      className="entry-link number"
      onClick={() => {
        go(entry);
      }}
    >
      #{entry}
    </button>
  );
}
