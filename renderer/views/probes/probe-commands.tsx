import { useStore } from 'zustand';
import type { AppName, Path } from '../../../engine/model/index.ts';
import type { Bench } from '../../stores/app-stores.ts';
import { toggleOnChange } from '../../stores/breakpoints.ts';
import { addProbe, pickedOf, seekProbe } from '../../stores/probes.ts';
import { useBench, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { placeOf } from './probe-form.tsx';

/** Adds a probe of the value at `path` of `app`, and shows it. */
export async function probeValue(bench: Bench, app: AppName, path: Path): Promise<void> {
  const { appState, panels } = bench;
  const { shown } = appState.getState();
  const expression = placeOf(app, path, shown?.app === app ? shown.state : undefined);
  panels.setState({ dock: 'probes' });
  await addProbe(bench, { name: '', expression });
}

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
