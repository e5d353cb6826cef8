import type { JSX } from 'react';
import { useStore } from 'zustand';
import { NotebookPen } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { noteHere } from '../state/note-control.ts';
import { notesAt } from '../state/notes.ts';
import { useBench } from '../state/use-bench.ts';
import { NoteItem } from './note-item.tsx';
import './notes.css';

/** What was written about an entry, and a way to write more. */
export function EntryNotes({ at }: { readonly at: number }): JSX.Element {
  const bench = useBench();
  const here = notesAt(
    useStore(bench.notes, ({ notes }) => notes),
    at,
  );
  return (
    <section className="inspector-part entry-notes">
      {here.length === 0 ? null : <h3>Notes</h3>}
      {here.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
      <Button
        icon={NotebookPen}
        label="Write a note"
        keys="M"
        onClick={() => {
          noteHere(bench);
        }}
      />
    </section>
  );
}
