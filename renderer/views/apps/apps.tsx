import { AppWindow, Hand } from 'lucide-react';
import { type JSX, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { AppName, AppSummary, KnownRecord, RunId, RunSummary } from '../../../engine/model/index.ts';
import type { AppState } from '../../stores/inspection.ts';
import { showAsAgent, selectApp } from '../../stores/panels.ts';
import { seek } from '../../stores/selection.ts';
import { chatOf, isActive } from '../../stores/runs.ts';
import { useStores, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { selectValue } from '../../stores/value-history.ts';
import { appOf } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { KIND_WORDS, entryTitle } from '../../ui/format/words.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { MessageForm } from '../act/index.ts';
import { EntryLink } from '../links/index.ts';
import { probeValue } from '../probes/index.ts';
import { changedPaths, type ChangedPaths, NOTHING_CHANGED } from '../../ui/json/changed.tsx';
import { type Known, KnownContext, NOT_MARKED } from '../../ui/json/known.tsx';
import { PickContext, type Selecting } from '../../ui/json/pick.tsx';
import { hasView, StateView } from './state-view.tsx';
import styles from './apps.module.css';
import knownStyles from '../../ui/json/known.module.css';
import tabsStyles from '../../ui/tabs.module.css';

/** What to mark of `app`. While the answer for the next moment is on its way, that for the last one stays. */
function useKnown(run: RunId, app: AppName): Known {
  const { knowledge, panels, selection, log } = useStores();
  const asAgent = useStore(panels, (now) => now.asAgent);
  const shown = useStore(knowledge, (now) => now.shown);
  return useMemo(() => {
    if (!asAgent || shown?.run !== run || shown.app !== app) return NOT_MARKED;
    const byPath = new Map(
      shown.knowledge.records.map(({ path, awareness }) => [JSON.stringify(path), awareness]),
    );
    return {
      of: (path) => byPath.get(JSON.stringify(path)),
      go: (entry) => {
        seek(selection, entry, log.getState().rows.length);
      },
      deed: (entry) => {
        const row = log.getState().rows[entry];
        return row === undefined ? '' : `${KIND_WORDS[row.kind]}: ${entryTitle(row)}`;
      },
    };
  }, [asAgent, shown, run, app, selection, log]);
}

/** `The agent knows 3 of 12 letters, 1 of them not as it is now; 2 of 2 messages.` */
export function sumsOf(records: readonly KnownRecord[]): string {
  if (records.length === 0) return 'Nothing is here that the agent could know of.';
  const kinds = new Map<string, { all: number; known: number; stale: number }>();
  for (const { kind, awareness } of records) {
    const sum = kinds.get(kind) ?? { all: 0, known: 0, stale: 0 };
    sum.all += 1;
    if (awareness.status !== 'unknown') sum.known += 1;
    if (awareness.status === 'stale') sum.stale += 1;
    kinds.set(kind, sum);
  }
  const sums = Array.from(kinds, ([kind, { all, known, stale }]) => {
    const of = `${formatCount(known)} of ${formatCount(all)} ${all === 1 ? kind : `${kind}s`}`;
    return stale === 0 ? of : `${of}, ${formatCount(stale)} of them stale`;
  });
  return `The agent knows ${sums.join('; ')}.`;
}

const MOST_LOST = 3;

/** How much of an app the agent knew, in one line. */
function KnownSum({ run, app }: { readonly run: RunSummary; readonly app: AppName }): JSX.Element {
  const { shown, refusal } = useStore(useStores().knowledge);
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (shown?.run !== run.id || shown.app !== app)
    return <p className={knownStyles.sum}>Reading what the agent was shown…</p>;
  const { records, lost } = shown.knowledge;
  return (
    <p className={knownStyles.sum}>
      {sumsOf(records)}
      {lost.length === 0 ? null : (
        <>
          {' '}
          It does not know that {lost.length === 1
            ? `this ${lost[0]!.kind} is`
            : `${lost.length} are`} gone:{' '}
          {lost.slice(-MOST_LOST).map(({ id, gone }, nth) => (
            <span key={id} title={id}>
              {nth === 0 ? '' : ', '}
              <EntryLink entry={gone} />
            </span>
          ))}
          {lost.length > MOST_LOST ? ` and ${lost.length - MOST_LOST} before` : ''}
        </>
      )}
    </p>
  );
}

const PANEL = 'app-state';

/** The apps of the shown run, one at a time, as they were at the playhead. */
export function Apps(): JSX.Element {
  const run = useShownRun();
  if (run === undefined) return <Empty icon={AppWindow} title="Run a scenario to look into its apps" />;
  return <AppsOf key={run.id} run={run} />;
}

function AppsOf({ run }: { readonly run: RunSummary }): JSX.Element {
  const { panels, commands } = useStores();
  const asAgent = useStore(panels, (now) => now.asAgent);
  useCommand('apps.asAgent', () => {
    showAsAgent(panels, !panels.getState().asAgent);
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
    <div className={styles.apps}>
      <header className={styles.head}>
        <Tabs
          label="Apps"
          tabs={run.apps.map(({ name, class: title }) => ({
            ...{ id: name, label: name, title },
            mark: changed.has(name) ? (
              <span className={tabsStyles.dot} role="img" aria-label="changed" />
            ) : null,
          }))}
          selected={app.name}
          onSelect={(name) => {
            selectApp(panels, name);
          }}
          panel={PANEL}
        />
        <div className={styles.tools}>
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
              showAsAgent(panels, id === 'agent');
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
      <div className={styles.body} id={PANEL} role="tabpanel" aria-label={app.name}>
        {app.known ? null : <p className={styles.note}>Not built here: shown as recorded.</p>}
        {asAgent ? <KnownSum run={run} app={app.name} /> : null}
        <Shown run={run} app={app} raw={raw.has(app.name)} />
        {isActive(run) && app === chatOf(run) ? <MessageForm run={run} chat={app} /> : null}
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
  const { shown, refusal } = useStore(useStores().appState);
  const changed = useChanged(shown);
  const picking = usePicking(shown);
  const known = useKnown(run.id, app.name);
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (shown?.run !== run.id || shown.app !== app.name) return null;
  return (
    <PickContext value={picking}>
      <KnownContext value={known}>
        <div className={styles.state} data-entry={shown.at}>
          <StateView key={app.name} className={app.class} state={shown.state} changed={changed} raw={raw} />
        </div>
      </KnownContext>
    </PickContext>
  );
}

/** How values of a state are picked, and where the one that is stands in it. */
function usePicking(shown: AppState | undefined): Selecting {
  const stores = useStores();
  const { valueHistory } = stores;
  const { selected, history } = useStore(valueHistory);
  return useMemo(() => {
    const here = selected?.run === shown?.run && selected?.app === shown?.app;
    const place = selected?.since === shown?.at ? selected?.path : history?.trail.path;
    return {
      picked: here ? place : undefined,
      pick: (path) => {
        if (shown === undefined) return;
        const { run, app, at } = shown;
        selectValue(valueHistory, { run, app, path, since: at });
      },
      probe: (path) => {
        if (shown !== undefined) void probeValue(stores, shown.app, path);
      },
    };
  }, [stores, valueHistory, shown, selected, history]);
}

/** The apps that the entry at the playhead changed. */
function useChangedApps(run: RunSummary): ReadonlySet<AppName> {
  const moment = useStore(useStores().inspection, (state) => state.shown);
  return useMemo(
    () => new Set(moment?.run === run.id ? moment.entry.changes.map(({ app }) => app) : []),
    [moment, run.id],
  );
}

/** What the entry at the playhead changed in a state, once both are of the same moment. */
function useChanged(shown: AppState | undefined): ChangedPaths {
  const moment = useStore(useStores().inspection, (state) => state.shown);
  return useMemo(() => {
    if (shown === undefined || moment?.run !== shown.run || moment.entry.index !== shown.at)
      return NOTHING_CHANGED;
    return changedPaths(moment.entry.changes, shown.app);
  }, [shown, moment]);
}
