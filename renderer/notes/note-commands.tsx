import { beginNote, noteHere } from '../state/note-control.ts';
import { useCommand } from '../shortcuts/use-command.ts';
import { positionIn } from '../state/playhead.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';

/** The commands that begin notes. */
export function NoteCommands(): null {
  const bench = useBench();
  const can = useShownRun() !== undefined;
  useCommand(
    'note.entry',
    () => {
      noteHere(bench);
    },
    can,
  );
  useCommand(
    'note.range',
    () => {
      const at = Math.max(0, positionIn(bench.playhead.getState(), bench.log.getState().rows.length));
      beginNote(bench, { range: { from: at, to: at }, value: undefined });
    },
    can,
  );
  return null;
}
