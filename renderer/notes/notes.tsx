import type { JSX } from 'react';
import { useStore } from 'zustand';
import { NotebookPen, Plus, Search } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { Empty } from '../elements/empty.tsx';
import { beginNote } from '../state/note-control.ts';
import { notesWith } from '../format/note.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { NoteForm } from './note-form.tsx';
import { NoteItem } from './note-item.tsx';
import './notes.css';

/** What was written about the run on show. */
export function Notes(): JSX.Element {
  const bench = useBench();
  const run = useShownRun();
  const { notes, draft, looked } = useStore(bench.notes);
  if (run === undefined)
    return (
      <Empty icon={NotebookPen} title="No run on show">
        Pick a run on the left: notes are kept beside it, and go with it into its file.
      </Empty>
    );
  const shown = notesWith(notes, looked);
  return (
    <div className="notes">
      <div className="notes-bar" role="search">
        <label className="notes-find">
          <Search aria-hidden />
          <input
            aria-label="Find in the notes"
            placeholder="Find: words, tags"
            spellCheck={false}
            value={looked}
            onChange={({ target }) => {
              bench.notes.setState({ looked: target.value });
            }}
          />
        </label>
        <Button
          icon={Plus}
          label="Note on the run"
          onClick={() => {
            beginNote(bench, { range: undefined, value: undefined });
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
        <p className="notes-none">
          {notes.length > 0
            ? 'No note has these words.'
            : 'None yet. M writes one on the entry at the playhead, Shift+M on a range of entries.'}
        </p>
      )}
    </div>
  );
}
