import { NotebookPen, Pencil, Trash2 } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { Note } from '../../../engine/model/index.ts';
import { editNote, beginNoteHere, notesAt, removeNote, showNote } from '../../stores/notes.ts';
import { useStores, usePosition } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { aboutWords } from '../../ui/format/words.ts';
import styles from './notes.module.css';

/** A note: what it is about, which leads there, and what it says. */
export function NoteItem({ note }: { readonly note: Note }): JSX.Element {
  const stores = useStores();
  const here = notesAt(
    useStore(stores.notes, ({ notes }) => notes),
    usePosition(),
  ).includes(note);
  const about = aboutWords(note);
  return (
    <article className={clsx(styles.note, here && styles.here)}>
      <button
        type="button"
        className={clsx(styles.about, 'number')}
        title={`Go to ${about}`}
        disabled={note.range === undefined}
        onClick={() => {
          showNote(stores, note);
        }}
      >
        {about}
      </button>
      <div className={styles.said}>
        {note.text === '' ? null : <p>{note.text}</p>}
        {note.tags.length === 0 ? null : (
          <p className={styles.tags}>
            {note.tags.map((tag) => (
              <span key={tag} className={styles.tag}>
                {tag}
              </span>
            ))}
          </p>
        )}
      </div>
      <span className={styles.tools}>
        <Button
          bare
          icon={Pencil}
          label={`Change the note on ${about}`}
          onClick={() => {
            editNote(stores, note);
          }}
        />
        <Button
          bare
          icon={Trash2}
          label={`Delete the note on ${about}`}
          onClick={() => void removeNote(stores, note)}
        />
      </span>
    </article>
  );
}

/** What was written about an entry, and a way to write more. */
export function EntryNotes({ at }: { readonly at: number }): JSX.Element {
  const stores = useStores();
  const here = notesAt(
    useStore(stores.notes, ({ notes }) => notes),
    at,
  );
  return (
    <section className={styles.entryNotes}>
      {here.length === 0 ? null : <h3>Notes</h3>}
      {here.map((note) => (
        <NoteItem key={note.id} note={note} />
      ))}
      <Button
        icon={NotebookPen}
        label="Write a note"
        keys="M"
        onClick={() => {
          beginNoteHere(stores);
        }}
      />
    </section>
  );
}
