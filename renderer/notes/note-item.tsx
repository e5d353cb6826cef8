import type { JSX } from 'react';
import { useStore } from 'zustand';
import { Pencil, Trash2 } from 'lucide-react';
import type { Note } from '../../engine/model/index.ts';
import { Button } from '../elements/button.tsx';
import { aboutWords } from '../format/note.ts';
import { editNote, removeNote, showNote } from '../state/note-control.ts';
import { notesAt } from '../state/notes.ts';
import { useBench, usePosition } from '../state/use-bench.ts';

/** A note: what it is about, which leads there, and what it says. */
export function NoteItem({ note }: { readonly note: Note }): JSX.Element {
  const bench = useBench();
  const here = notesAt(
    useStore(bench.notes, ({ notes }) => notes),
    usePosition(),
  ).includes(note);
  const about = aboutWords(note);
  return (
    <article className={`note ${here ? 'here' : ''}`}>
      <button
        type="button"
        className="note-about number"
        title={`Go to ${about}`}
        disabled={note.range === undefined}
        onClick={() => {
          showNote(bench, note);
        }}
      >
        {about}
      </button>
      <div className="note-said">
        {note.text === '' ? null : <p>{note.text}</p>}
        {note.tags.length === 0 ? null : (
          <p className="tags">
            {note.tags.map((tag) => (
              <span key={tag} className="tag">
                {tag}
              </span>
            ))}
          </p>
        )}
      </div>
      <span className="note-tools">
        <Button
          bare
          icon={Pencil}
          label={`Change the note on ${about}`}
          onClick={() => {
            editNote(bench, note);
          }}
        />
        <Button
          bare
          icon={Trash2}
          label={`Delete the note on ${about}`}
          onClick={() => void removeNote(bench, note)}
        />
      </span>
    </article>
  );
}
