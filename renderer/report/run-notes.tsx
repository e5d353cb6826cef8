import type { JSX } from 'react';
import type { Note } from '../../engine/model/index.ts';
import { LongText } from '../apps/long-text.tsx';

interface RunNotesProps {
  readonly label: string;
  readonly notes: readonly Note[];
  readonly onSeek: (at: number) => void;
}

/** What people wrote about the run; each leads to what it is about. */
export function RunNotes({ label, notes, onSeek }: RunNotesProps): JSX.Element | null {
  if (notes.length === 0) return null;
  return (
    <section className="report-part" aria-label={label}>
      <h2>{label}</h2>
      <ul className="report-notes">
        {notes.map(({ id, text, tags, range, value }) => (
          <li key={id}>
            <p className="note-about">
              {range === undefined ? (
                <span>On the run</span>
              ) : (
                <button
                  type="button"
                  onClick={() => {
                    onSeek(range.to);
                  }}
                >
                  {range.from === range.to ? `#${range.from}` : `#${range.from} to #${range.to}`}
                </button>
              )}
              {value === undefined ? null : (
                <LongText className="mono" text={[value.app, ...value.path].join(' › ')} limit={120} />
              )}
              {tags.map((tag) => (
                <bdi key={tag} className="tag">
                  {tag}
                </bdi>
              ))}
            </p>
            <p className="note-text">
              <LongText text={text} limit={4_000} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
