import type { HandlersOf } from '../ipc.ts';
import type { Office } from './office.ts';

/** What people write about runs. */
export function noteHandlers(office: Office): HandlersOf<'note'> {
  const { kept } = office;
  const changed = <Answer>(answer: Answer): Answer => {
    office.workspaceChanged();
    return answer;
  };
  return {
    'note.list': ({ run }) => kept.store.notes(run),
    'note.add': ({ range, value, ...note }) =>
      changed(kept.store.addNote({ ...note, range, value, made: Date.now() })),
    'note.change': ({ id, text, tags }) => changed(kept.store.changeNote(id, text, tags)),
    'note.remove': ({ id }) => {
      kept.store.removeNote(id);
      return changed(null);
    },
  };
}
