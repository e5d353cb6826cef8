import { useState, type JSX } from 'react';
import type { AppName } from '../../engine/model/ids.ts';
import type { ReportedRun } from '../../preload/contract.ts';
import { changedPaths } from '../apps/changed-paths.ts';
import { JsonTree } from '../apps/json-tree.tsx';
import { Tabs } from '../elements/tabs.tsx';
import type { Replay } from './replay.ts';

interface AppStatesProps {
  readonly run: ReportedRun;
  readonly replay: Replay;
  readonly at: number;
}

/**
 * The apps' states right after an entry, with what it changed marked. The app that was written to last comes
 * forward, until the reader picks one.
 */
export function AppStates({ run, replay, at }: AppStatesProps): JSX.Element {
  const { apps } = run.summary;
  const [picked, pick] = useState<AppName>();
  const changes = run.entries[at]?.changes ?? [];
  const app = picked ?? writtenLast(run, at) ?? apps[0]?.name;
  const state = app === undefined ? undefined : replay.at(at).get(app);
  return (
    <section className="app-states" aria-label="Apps’ states">
      <header className="part-head">
        <h2>Apps</h2>
        <Tabs
          label="Apps"
          panel="report-app"
          selected={app}
          onSelect={pick}
          tabs={apps.map(({ name, class: title }) => ({
            ...{ id: name, label: name, title },
            mark: changes.some((change) => change.app === name) ? (
              <span className="app-changed" role="img" aria-label="changed" />
            ) : null,
          }))}
        />
      </header>
      <div id="report-app" className="app-state" role="tabpanel" aria-label={app ?? 'No app'} tabIndex={0}>
        {app === undefined || state === undefined ? (
          <p className="entry-none">This run has no apps.</p>
        ) : (
          <JsonTree key={app} value={state} changed={changedPaths(changes, app)} label={`State of ${app}`} />
        )}
      </div>
    </section>
  );
}

function writtenLast({ entries }: ReportedRun, at: number): AppName | undefined {
  for (let index = at; index >= 0; index--) {
    const change = entries[index]?.changes[0];
    if (change !== undefined) return change.app;
  }
  return undefined;
}
