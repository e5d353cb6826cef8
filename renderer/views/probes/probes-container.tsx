import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import type { AppName, Json, Path } from '../../../engine/model/index.ts';
import type { AppStores } from '../../stores/app-stores.ts';
import { isSet, onChangeOf, toggleOnChange } from '../../stores/breakpoints.ts';
import { showPanel } from '../../stores/panels.ts';
import {
  addProbe,
  changeProbeDraft,
  discardProbeDraft,
  editProbe,
  NO_DRAFT,
  removeProbe,
  retryProbe,
  saveProbeDraft,
  seekProbe,
  selectedProbe,
  selectProbe,
} from '../../stores/probes.ts';
import { pausePlayback, seek } from '../../stores/selection.ts';
import {
  useAnswer,
  useCommand,
  useCount,
  usePosition,
  useRows,
  useShownRun,
  useStores,
} from '../../stores/use-stores.ts';
import { expressionFor } from './probe-form.tsx';
import { exampleOf, ProbesView } from './probes.tsx';

/** The probes: expressions evaluated over the whole run, with their values and changes. */
export function Probes(): JSX.Element {
  const stores = useStores();
  const { probes, selection } = stores;
  const run = useShownRun();
  const list = useStore(probes, (state) => state.list);
  const series = useStore(probes, (state) => state.series);
  const draft = useStore(probes, (state) => state.draft);
  const picked = useStore(probes, selectedProbe);
  const breakpoints = useStore(stores.breakpoints, (state) => state.list);
  const example = useExample(list.length === 0);
  const rows = useRows();
  const log = { rows, count: useCount(), at: usePosition() };
  return (
    <ProbesView
      {...{ list, series, picked, example, log }}
      shown={run !== undefined}
      apps={run?.apps.map(({ name }) => name) ?? []}
      pauses={(probe) => isSet(breakpoints, onChangeOf(probe))}
      draft={draft}
      drafting={{
        begun: draft !== NO_DRAFT,
        change: (change) => {
          changeProbeDraft(probes, change);
        },
        save: () => void saveProbeDraft(stores),
        discard: () => {
          discardProbeDraft(probes);
        },
      }}
      actions={{
        pick: (probe) => {
          selectProbe(probes, probe);
        },
        seek: (probe, step) => {
          seekProbe(stores, step, probe.expression);
        },
        retry: (probe) => {
          retryProbe(stores, probe);
        },
        togglePause: (probe) => void toggleOnChange(stores, probe),
        edit: (probe) => {
          editProbe(stores, probe);
        },
        remove: (probe) => void removeProbe(stores, probe),
      }}
      onAdd={(expression) => void addProbe(stores, { name: '', expression })}
      onSeek={(entry) => {
        pausePlayback(selection);
        seek(selection, entry, rows.length);
      }}
    />
  );
}

/** An example expression for the shown run; `undefined` until its apps are known, or if not `wanted`. */
function useExample(wanted: boolean): string | undefined {
  const run = useShownRun();
  // Prefer an app other than the chat, whose messages are in the log already.
  const app = run?.apps.find(({ class: name }) => name !== 'AgentUserInterface') ?? run?.apps[0];
  // Use the initial state, which does not change while the run goes on.
  const question = wanted && run && app ? { run: run.id, app: app.name, at: -1 } : undefined;
  const answered = useAnswer('state.read', question);
  return useMemo(
    () =>
      answered?.reply.ok === true
        ? exampleOf(answered.request.app, JSON.parse(answered.reply.value) as Json)
        : undefined,
    [answered],
  );
}

/** Adds a probe for the value at `path` of `app`, and shows it. */
export async function probeValue(
  stores: Pick<AppStores, 'appState' | 'bridge' | 'notices' | 'panels' | 'probes'>,
  app: AppName,
  path: Path,
): Promise<void> {
  const { appState, panels } = stores;
  const { shown } = appState.getState();
  const expression = expressionFor(app, path, shown?.app === app ? shown.state : undefined);
  showPanel(panels, 'probes');
  await addProbe(stores, { name: '', expression });
}

/** Binds the commands for probes. */
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
      void probeValue(stores, app, valueHistory.getState().history?.valueHistory.path ?? path);
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
