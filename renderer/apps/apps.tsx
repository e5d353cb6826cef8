import { useMemo, useState, type JSX } from 'react';
import { useStore } from 'zustand';
import { AppWindow, Hand } from 'lucide-react';
import type { AppName, AppSummary, RunSummary } from '../../engine/model/index.ts';
import { Button } from '../elements/button.tsx';
import { Empty } from '../elements/empty.tsx';
import { Message } from '../elements/message.tsx';
import { Segments } from '../elements/segments.tsx';
import { Tabs } from '../elements/tabs.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import type { AppState } from '../state/app-state.ts';
import { WriteToAgent } from '../act/write-to-agent.tsx';
import { chatOf, isActive } from '../state/run-control.ts';
import { appOf } from '../state/workspace-store.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { KnownContext } from './known.tsx';
import { KnownSum } from './known-sum.tsx';
import { PickContext, type Picking } from './pick.tsx';
import { useKnown } from './use-known.ts';
import { probeValue } from '../probes/probe-value.ts';
import { selectValue } from '../state/value-selection.ts';
import { changedPaths, NOTHING_CHANGED, type ChangedPaths } from './changed-paths.ts';
import { hasView, StateView } from './state-view.tsx';
import './apps.css';

const PANEL = 'app-state';

/** The apps of the shown run, one at a time, as they were at the playhead. */
export function Apps(): JSX.Element {
  const run = useShownRun();
  if (run === undefined) return <Empty icon={AppWindow} title="Run a scenario to look into its apps" />;
  return <AppsOf key={run.id} run={run} />;
}

function AppsOf({ run }: { readonly run: RunSummary }): JSX.Element {
  const { panels, commands } = useBench();
  const asAgent = useStore(panels, (now) => now.asAgent);
  useCommand('apps.asAgent', () => {
    panels.setState({ asAgent: !panels.getState().asAgent });
  });
  const changed = useChangedApps(run);
  const [raw, setRaw] = useState<ReadonlySet<AppName>>(new Set());
  const selected = appOf(
    run,
    useStore(panels, ({ app }) => app),
  );
  const app = run.apps.find(({ name }) => name === selected);
  if (app === undefined) return <Empty icon={AppWindow} title="This run has no apps" />;
  return (
    <div className="apps">
      <header className="apps-head">
        <Tabs
          label="Apps"
          tabs={run.apps.map(({ name, class: title }) => ({
            ...{ id: name, label: name, title },
            mark: changed.has(name) ? (
              <span className="tab-dot changed" role="img" aria-label="changed" />
            ) : null,
          }))}
          selected={app.name}
          onSelect={(name) => {
            panels.setState({ app: name });
          }}
          panel={PANEL}
        />
        <div className="apps-tools">
          <Button
            icon={Hand}
            label="Call a tool…"
            keys="C"
            onClick={() => {
              commands.run('run.call');
            }}
          />
          <Segments
            label="Seen by"
            choices={{ world: 'World', agent: 'Agent' }}
            chosen={asAgent ? 'agent' : 'world'}
            onChoose={(id) => {
              panels.setState({ asAgent: id === 'agent' });
            }}
          />
          <Segments
            label="State shown as"
            choices={{ view: 'View', raw: 'Raw' }}
            chosen={hasView(app.class) && !raw.has(app.name) ? 'view' : 'raw'}
            disabled={!hasView(app.class)}
            onChoose={(id) => {
              const others = [...raw].filter((name) => name !== app.name);
              setRaw(new Set(id === 'raw' ? [...others, app.name] : others));
            }}
          />
        </div>
      </header>
      <div className="apps-body" id={PANEL} role="tabpanel" aria-label={app.name}>
        {app.known ? null : <p className="apps-note">Not built here: shown as recorded.</p>}
        {asAgent ? <KnownSum run={run} app={app.name} /> : null}
        <Shown run={run} app={app} raw={raw.has(app.name)} />
        {isActive(run) && app === chatOf(run) ? <WriteToAgent run={run} chat={app} /> : null}
      </div>
    </div>
  );
}

interface ShownProps {
  readonly run: RunSummary;
  readonly app: AppSummary;
  readonly raw: boolean;
}

/** The state that came last for the app; it stays while the next one is on its way. */
function Shown({ run, app, raw }: ShownProps): JSX.Element | null {
  const { shown, refusal } = useStore(useBench().appState);
  const changed = useChanged(shown);
  const picking = usePicking(shown);
  const known = useKnown(run.id, app.name);
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (shown?.run !== run.id || shown.app !== app.name) return null;
  return (
    <PickContext value={picking}>
      <KnownContext value={known}>
        <div className="apps-state" data-entry={shown.at}>
          <StateView key={app.name} className={app.class} state={shown.state} changed={changed} raw={raw} />
        </div>
      </KnownContext>
    </PickContext>
  );
}

/** How values of a state are picked, and where the one that is stands in it. */
function usePicking(shown: AppState | undefined): Picking {
  const bench = useBench();
  const { value } = bench;
  const { selected, told } = useStore(value);
  return useMemo(() => {
    const here = selected?.run === shown?.run && selected?.app === shown?.app;
    const place = selected?.since === shown?.at ? selected?.path : told?.trail.path;
    return {
      picked: here ? place : undefined,
      pick: (path) => {
        if (shown === undefined) return;
        const { run, app, at } = shown;
        selectValue(value, { run, app, path, since: at });
      },
      probe: (path) => {
        if (shown !== undefined) void probeValue(bench, shown.app, path);
      },
    };
  }, [bench, value, shown, selected, told]);
}

/** The apps that the entry at the playhead changed. */
function useChangedApps(run: RunSummary): ReadonlySet<AppName> {
  const moment = useStore(useBench().moment, (state) => state.moment);
  return useMemo(
    () => new Set(moment?.run === run.id ? moment.entry.changes.map(({ app }) => app) : []),
    [moment, run.id],
  );
}

/** What the entry at the playhead changed in a state, once both are of the same moment. */
function useChanged(shown: AppState | undefined): ChangedPaths {
  const moment = useStore(useBench().moment, (state) => state.moment);
  return useMemo(() => {
    if (shown === undefined || moment?.run !== shown.run || moment.entry.index !== shown.at)
      return NOTHING_CHANGED;
    return changedPaths(moment.entry.changes, shown.app);
  }, [shown, moment]);
}
