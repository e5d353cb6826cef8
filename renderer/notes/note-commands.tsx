import { beginNote, noteHere } from '../state/note-control.ts';
import { useCommand } from '../shortcuts/use-command.ts';
import { positionNow } from '../state/playhead.ts';
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
      const at = Math.max(0, positionNow(bench));
      const range = bench.playhead.getState().range ?? { from: at, to: at };
      beginNote(bench, { range, value: undefined });
    },
    can,
  );
  return null;
}
