import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import {
  beginNote,
  beginNoteHere,
  changeNoteDraft,
  closeNoteDraft,
  discardNoteDraft,
  editNote,
  notesAt,
  removeNote,
  saveDraft,
  searchNotes,
  showNote,
} from '../../stores/notes.ts';
import { positionNow } from '../../stores/selection.ts';
import { useCommand, usePosition, useRows, useShownRun, useStores } from '../../stores/use-stores.ts';
import { EntryNotesView, type NoteActions, NotesView } from './notes.tsx';

/** The notes about the shown run. */
export function Notes(): JSX.Element {
  const stores = useStores();
  const { notes, draft, searchText } = useStore(stores.notes);
  const shown = useShownRun() !== undefined;
  const actions = useNoteActions();
  const drafting = {
    last: useRows().length - 1,
    change: (change: Parameters<typeof changeNoteDraft>[1]) => {
      changeNoteDraft(stores.notes, change);
    },
    save: () => void saveDraft(stores),
    close: () => {
      closeNoteDraft(stores.notes);
    },
    discard: () => {
      discardNoteDraft(stores.notes);
    },
  };
  return (
    <NotesView
      {...{ shown, notes, draft, searchText, actions, drafting }}
      here={notesAt(notes, usePosition())}
      onSearch={(text) => {
        searchNotes(stores.notes, text);
      }}
      onNoteOnRun={() => {
        beginNote(stores, { range: undefined, value: undefined });
      }}
    />
  );
}

/** The notes about an entry, with a button to write one. */
export function EntryNotes({ at }: { readonly at: number }): JSX.Element {
  const stores = useStores();
  const notes = useStore(stores.notes, (state) => state.notes);
  const position = usePosition();
  return (
    <EntryNotesView
      notes={notesAt(notes, at)}
      here={notesAt(notes, position)}
      actions={useNoteActions()}
      onNote={() => {
        beginNoteHere(stores);
      }}
    />
  );
}

function useNoteActions(): NoteActions {
  const stores = useStores();
  return useMemo(
    () => ({
      show: (note) => {
        showNote(stores, note);
      },
      edit: (note) => {
        editNote(stores, note);
      },
      remove: (note) => void removeNote(stores, note),
    }),
    [stores],
  );
}

/** Binds the commands that start a note. */
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
