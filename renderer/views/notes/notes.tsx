import clsx from 'clsx';
import { NotebookPen, Pencil, Plus, Trash2 } from 'lucide-react';
import type { JSX } from 'react';
import { legible, type Note } from '../../../engine/model/index.ts';
import type { NoteDraft } from '../../stores/notes.ts';
import { Button } from '../../ui/button.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { aboutWords, notesWith } from '../../ui/format/words.ts';
import { Empty } from '../../ui/messages.tsx';
import { type Drafting, NoteForm } from './note-form.tsx';
import styles from './notes.module.css';

interface NotesViewProps {
  /** Whether a run is shown. */
  readonly shown: boolean;
  readonly notes: readonly Note[];
  /** Notes about the entry at the playhead. */
  readonly here: readonly Note[];
  readonly draft: NoteDraft | undefined;
  readonly searchText: string;
  readonly actions: NoteActions;
  readonly drafting: Drafting;
  readonly onSearch: (text: string) => void;
  readonly onNoteOnRun: () => void;
}

/** The notes about a run, with a form to write one. */
export function NotesView(props: NotesViewProps): JSX.Element {
  const { shown, notes, here, draft, searchText, actions, drafting, onSearch, onNoteOnRun } = props;
  if (!shown)
    return (
      <Empty icon={NotebookPen} title="No run open">
        Open a run to read and write notes on it. Notes are exported with the run.
      </Empty>
    );
  const found = notesWith(notes, searchText);
  return (
    <div className={styles.notes}>
      <div className={styles.bar}>
        <FindField
          label="Find in notes"
          placeholder="Find: words, tags"
          text={searchText}
          onText={onSearch}
        />
        <Button icon={Plus} label="Add note to run" onClick={onNoteOnRun} />
      </div>
      {draft === undefined || draft.id !== undefined ? null : <NoteForm draft={draft} drafting={drafting} />}
      <ul aria-label="Notes">
        {found.map((note) => (
          <li key={note.id}>
            {draft?.id === note.id ? (
              <NoteForm draft={draft} drafting={drafting} />
            ) : (
              <NoteItem note={note} here={here.includes(note)} actions={actions} />
            )}
          </li>
        ))}
      </ul>
      {found.length > 0 || draft !== undefined ? null : (
        <p className={styles.none}>
          {notes.length > 0
            ? 'No matching notes.'
            : 'No notes yet. Press M to add one to the current entry, or Shift+M to a range.'}
        </p>
      )}
    </div>
  );
}

interface EntryNotesViewProps extends Pick<NotesViewProps, 'notes' | 'here' | 'actions'> {
  readonly onNote: () => void;
}

/** The notes about one entry, with a button to write one. */
export function EntryNotesView({ notes, here, actions, onNote }: EntryNotesViewProps): JSX.Element {
  return (
    <section className={styles.entryNotes}>
      {notes.length === 0 ? null : <h3>Notes</h3>}
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} here={here.includes(note)} actions={actions} />
      ))}
      <Button icon={NotebookPen} label="Add note" command="note.entry" onClick={onNote} />
    </section>
  );
}

/** Actions on a note. */
export interface NoteActions {
  readonly show: (note: Note) => void;
  readonly edit: (note: Note) => void;
  readonly remove: (note: Note) => void;
}

interface NoteItemProps {
  readonly note: Note;
  /** Whether the note is about the entry at the playhead. */
  readonly here: boolean;
  readonly actions: NoteActions;
}

/** A note: its subject, as a link, and its text. */
function NoteItem({ note, here, actions }: NoteItemProps): JSX.Element {
  const about = aboutWords(note);
  return (
    <article className={clsx(styles.note, here && styles.here)}>
      <button
        type="button"
        className={clsx(styles.about, 'number')}
        title={legible(`Go to ${about}`)}
        disabled={note.range === undefined}
        onClick={() => {
          actions.show(note);
        }}
      >
        {about}
      </button>
      <div className={styles.said}>
        {note.text === '' ? null : <p>{legible(note.text)}</p>}
        {note.tags.length === 0 ? null : (
          <p className={styles.tags}>
            {note.tags.map((tag) => (
              <span key={tag} className={styles.tag}>
                {legible(tag)}
              </span>
            ))}
          </p>
        )}
      </div>
      <span className={styles.tools}>
        <Button
          bare
          icon={Pencil}
          label={`Edit note on ${about}`}
          onClick={() => {
            actions.edit(note);
          }}
        />
        <Button
          bare
          icon={Trash2}
          label={`Delete note on ${about}`}
          onClick={() => {
            actions.remove(note);
          }}
        />
      </span>
    </article>
  );
}
