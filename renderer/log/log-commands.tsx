import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { useCommand } from '../shortcuts/use-command.ts';
import { seekHit } from '../state/hits.ts';
import { useBench } from '../state/use-bench.ts';

/** The commands that find things in the log, whichever tab is on show beside it. */
export function LogCommands(): null {
  const bench = useBench();
  const comparing = useStore(bench.comparison, ({ pair }) => pair !== undefined);
  const browsing = useStore(bench.library, ({ open }) => open);
  const can = !comparing && !browsing;
  useCommand(
    'log.find',
    () => {
      flushSync(() => {
        bench.panels.setState({ dock: 'log' });
      });
      const field = document.querySelector<HTMLInputElement>('.filter-bar input');
      field?.focus();
      field?.select();
    },
    can,
  );
  useCommand(
    'log.nextHit',
    () => {
      seekHit(bench, 1);
    },
    can,
  );
  useCommand(
    'log.previousHit',
    () => {
      seekHit(bench, -1);
    },
    can,
  );
  return null;
}
