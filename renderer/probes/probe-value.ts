import type { AppName, Path } from '../../engine/model/index.ts';
import type { Bench } from '../state/bench.ts';
import { addProbe } from '../state/probe-control.ts';
import { placeOf } from './place-of.ts';

/** Adds a probe of the value at `path` of `app`, and shows it. */
export async function probeValue(bench: Bench, app: AppName, path: Path): Promise<void> {
  const { appState, panels } = bench;
  const { shown } = appState.getState();
  const expression = placeOf(app, path, shown?.app === app ? shown.state : undefined);
  panels.setState({ dock: 'probes' });
  await addProbe(bench, { name: '', expression });
}
