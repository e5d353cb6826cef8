import { useCommand } from '../shortcuts/use-command.ts';
import { setBreakpoints, toggled } from '../state/breakpoints.ts';
import { positionNow, togglePlay } from '../state/playhead.ts';
import { saveByHand } from '../state/rerun.ts';
import { go, isActive, restart, runTo, step, stop } from '../state/run-control.ts';
import { selectedEvent } from '../state/selection.ts';
import { useBench, useCount, useShownRun } from '../state/use-bench.ts';

/** The commands that start runs and lead them. */
export function useRunCommands(): void {
  const bench = useBench();
  const run = useShownRun();
  const count = useCount();

  useCommand('run.go', () => void go(bench));
  useCommand('run.toggle', () => {
    if (isActive(run)) void go(bench);
    else togglePlay(bench.playhead, count);
  });
  useCommand('run.step', () => void step(bench, 'event'));
  useCommand('run.tick', () => void step(bench, 'tick'));
  useCommand('run.turn', () => void step(bench, 'turn'));
  useCommand('run.restart', () => void restart(bench));
  useCommand('run.here', () => {
    const { event } = bench.panels.getState();
    const at = positionNow(bench);
    if (event !== undefined) void runTo(bench, { event });
    else if (at >= 0) void runTo(bench, { entry: at });
  });
  useCommand('run.breakpoint', () => {
    const event = selectedEvent(bench);
    const { list } = bench.breakpoints.getState();
    if (event !== undefined) void setBreakpoints(bench, toggled(list, { on: 'event', event }));
  });
  useCommand('run.stop', () => void stop(bench));
  useCommand('scenario.save', () => void saveByHand(bench));
}
