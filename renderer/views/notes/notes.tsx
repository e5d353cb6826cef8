import { NotebookPen, Plus, Search } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import { beginNote, beginNoteHere, searchNotes } from '../../stores/notes.ts';
import { positionNow } from '../../stores/selection.ts';
import { useStores, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { notesWith } from '../../ui/format/words.ts';
import { Empty } from '../../ui/messages.tsx';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import styles from './notes.module.css';

/** The commands that begin notes. */
export function NoteCommands(): null {
  const stores = useStores();
  const can = useShownRun() !== undefined;
  useCommand(
    'note.entry',
    () => {
      beginNoteHere(stores);
    },
    can,
  );
  useCommand(
    'note.range',
    () => {
      const at = Math.max(0, positionNow(stores));
      const range = stores.selection.getState().range ?? { from: at, to: at };
      beginNote(stores, { range, value: undefined });
    },
    can,
  );
  return null;
}

/** What was written about the run on show. */
export function Notes(): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  const { notes, draft, searchText: looked } = useStore(stores.notes);
  if (run === undefined)
    return (
      <Empty icon={NotebookPen} title="No run on show">
        Pick a run on the left: notes are kept beside it, and go with it into its file.
      </Empty>
    );
  const shown = notesWith(notes, looked);
  return (
    <div className={styles.notes}>
      <div className={styles.bar} role="search">
        <label className={styles.find}>
          <Search aria-hidden />
          <input
            aria-label="Find in the notes"
            placeholder="Find: words, tags"
            spellCheck={false}
            value={looked}
            onChange={({ target }) => {
              searchNotes(stores.notes, target.value);
            }}
          />
        </label>
        <Button
          icon={Plus}
          label="Note on the run"
          onClick={() => {
            beginNote(stores, { range: undefined, value: undefined });
          }}
        />
      </div>
      {draft === undefined || draft.id !== undefined ? null : <NoteForm draft={draft} />}
      <ul aria-label="Notes">
        {shown.map((note) => (
          <li key={note.id}>
            {draft?.id === note.id ? <NoteForm draft={draft} /> : <NoteItem note={note} />}
          </li>
        ))}
      </ul>
      {shown.length > 0 || draft !== undefined ? null : (
        <p className={styles.none}>
          {notes.length > 0
            ? 'No note has these words.'
            : 'None yet. M writes one on the entry at the playhead, Shift+M on a range of entries.'}
        </p>
      )}
    </div>
  );
}
