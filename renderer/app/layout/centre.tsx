import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { showCentre } from '../../stores/panels.ts';
import { isDirty } from '../../stores/documents.ts';
import type { CentreTab } from '../../stores/panels.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Panel } from '../../ui/panel.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { Apps } from '../../views/apps/apps-container.tsx';
import { Editor } from '../../views/editor/editor-container.tsx';
import { Graph } from '../../views/graph/graph-container.tsx';
import { Transcript } from '../../views/transcript/transcript-container.tsx';
import styles from './workbench.module.css';
import tabsStyles from '../../ui/tabs.module.css';

const PANEL = 'centre-panel';

/** The scenario's source, its events, the apps at the playhead, and what the agent saw and did. */
export function Centre(): JSX.Element {
  const { panels, documents } = useStores();
  const shown = useStore(panels, ({ centre }) => centre);
  const dirty = useStore(documents, (state) => isDirty(state, state.open));
  const tabs: readonly Tab<CentreTab>[] = [
    {
      id: 'code',
      label: 'Code',
      mark: dirty ? (
        <span className={clsx(tabsStyles.dot, tabsStyles.dirty)} title="Unsaved changes" />
      ) : null,
    },
    { id: 'graph', label: 'Graph' },
    { id: 'apps', label: 'Apps' },
    { id: 'transcript', label: 'Transcript' },
  ];
  const head = (
    <Tabs
      label="Code, graph, apps and transcript"
      tabs={tabs}
      selected={shown}
      panel={PANEL}
      onSelect={(centre) => {
        showCentre(panels, centre);
      }}
    />
  );
  return (
    <Panel head={head} id={PANEL} role="tabpanel" label={tabs.find(({ id }) => id === shown)!.label}>
      {/* The editor stays, hidden, so that it comes back as it was left. */}
      <div className={styles.stacked} hidden={shown !== 'code'}>
        <Editor />
      </div>
      {shown === 'graph' ? <Graph /> : null}
      {shown === 'apps' ? <Apps /> : null}
      {shown === 'transcript' ? <Transcript /> : null}
    </Panel>
  );
}
