import { useStore } from 'zustand';
import type { AppName, Path } from '../../../engine/model/index.ts';
import type { AppStores } from '../../stores/app-stores.ts';
import { showDock } from '../../stores/panels.ts';
import { toggleOnChange } from '../../stores/breakpoints.ts';
import { addProbe, selectedProbe, seekProbe } from '../../stores/probes.ts';
import { useStores, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { placeOf } from './probe-form.tsx';

/** Adds a probe of the value at `path` of `app`, and shows it. */
export async function probeValue(
  stores: Pick<AppStores, 'appState' | 'lab' | 'notices' | 'panels' | 'probes'>,
  app: AppName,
  path: Path,
): Promise<void> {
  const { appState, panels } = stores;
  const { shown } = appState.getState();
  const expression = placeOf(app, path, shown?.app === app ? shown.state : undefined);
  showDock(panels, 'probes');
  await addProbe(stores, { name: '', expression });
}

/** The commands that are about probes. */
export function ProbeCommands(): null {
  const stores = useStores();
  const { probes, valueHistory, commands } = stores;
  const some = useStore(probes, ({ list }) => list.length > 0);
  const selected = useStore(valueHistory, (state) => state.selected);
  const can = useShownRun() !== undefined && some;
  useCommand('probe.new', () => {
    commands.run('panel.probes');
  });
  useCommand(
    'probe.value',
    () => {
      const { app, path } = selected!;
      void probeValue(stores, app, valueHistory.getState().history?.trail.path ?? path);
    },
    selected !== undefined,
  );
  useCommand('probe.pause', () => void toggleOnChange(stores, selectedProbe(probes.getState())!), some);
  useCommand(
    'probe.nextChange',
    () => {
      seekProbe(stores, 1);
    },
    can,
  );
  useCommand(
    'probe.previousChange',
    () => {
      seekProbe(stores, -1);
    },
    can,
  );
  return null;
}
