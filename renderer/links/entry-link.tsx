import type { JSX } from 'react';
import { seek } from '../state/playhead.ts';
import { useBench } from '../state/use-bench.ts';
import './links.css';

/** Puts the playhead on an entry; nothing where there is none. */
export function EntryLink({ entry }: { readonly entry: number | undefined }): JSX.Element | null {
  const { playhead, log } = useBench();
  if (entry === undefined) return null;
  return (
    <button
      type="button"
      className="entry-link number"
      onClick={() => {
        seek(playhead, entry, log.getState().rows.length);
      }}
    >
      #{entry}
    </button>
  );
}
