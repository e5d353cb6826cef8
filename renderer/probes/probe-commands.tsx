import { useStore } from 'zustand';
import { useCommand } from '../shortcuts/use-command.ts';
import { toggleOnChange } from '../state/breakpoints.ts';
import { seekProbe } from '../state/probe-control.ts';
import { pickedOf } from '../state/probes.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { probeValue } from './probe-value.ts';

/** The commands that are about probes. */
export function ProbeCommands(): null {
  const bench = useBench();
  const { probes, value, commands } = bench;
  const some = useStore(probes, ({ list }) => list.length > 0);
  const selected = useStore(value, (state) => state.selected);
  const can = useShownRun() !== undefined && some;
  useCommand('probe.new', () => {
    commands.run('panel.probes');
  });
  useCommand(
    'probe.value',
    () => {
      const { app, path } = selected!;
      void probeValue(bench, app, value.getState().told?.trail.path ?? path);
    },
    selected !== undefined,
  );
  useCommand('probe.pause', () => void toggleOnChange(bench, pickedOf(probes.getState())!), some);
  useCommand(
    'probe.nextChange',
    () => {
      seekProbe(bench, 1);
    },
    can,
  );
  useCommand(
    'probe.previousChange',
    () => {
      seekProbe(bench, -1);
    },
    can,
  );
  return null;
}
