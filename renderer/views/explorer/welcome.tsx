import { FilePlus2, FolderOpen, Import, type LucideIcon, Play } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import { useStore } from 'zustand';
import type { AppStores } from '../../stores/app-stores.ts';
import { showCentre } from '../../stores/panels.ts';
import { importTrace } from '../../stores/import-export.ts';
import { createScenario, openFolder, openScenario } from '../../stores/open-scenario.ts';
import { startOrPause } from '../../stores/runs.ts';
import { useStores } from '../../stores/use-stores.ts';
import { runBlocker } from '../../stores/workspace.ts';
import styles from './welcome.module.css';

/** What these functions act on. */
type WelcomeStores = Pick<
  AppStores,
  | 'comparison'
  | 'documents'
  | 'lab'
  | 'library'
  | 'notices'
  | 'panels'
  | 'preferences'
  | 'problems'
  | 'runSettings'
  | 'selection'
  | 'workspace'
>;

/** Where one begins while nothing is open: something to see at once, something of one's own, something one has. */
export function Welcome(): JSX.Element {
  const stores = useStores();
  const workspace = useStore(stores.workspace);
  const { view } = workspace;
  const recent = (view?.recent ?? []).filter((folder) => folder !== view?.folder).slice(0, 4);
  return (
    <div className={styles.welcome}>
      <h2>Where to begin</h2>
      <div className={styles.cards}>
        <Card
          icon={Play}
          title="Run a sample"
          disabled={view === undefined || runBlocker(workspace) !== undefined}
          onClick={() => void runSample(stores)}
        >
          A small world, finished in seconds. Then drag the playhead and watch it rewind.
        </Card>
        <Card
          icon={FilePlus2}
          title="New scenario"
          onClick={() => {
            stores.commands.run('scenario.new');
          }}
        >
          Begin with a template, write what happens, press F5.
        </Card>
        <Card icon={Import} title="Open a trace" onClick={() => void importTrace(stores)}>
          A trace that ARE exported becomes a run to rewind and to question.
        </Card>
      </div>
      <p className={styles.folders}>
        <button type="button" onClick={() => void openFolder(stores)}>
          <FolderOpen aria-hidden /> Open a folder of scenarios…
        </button>
        {recent.length === 0 ? null : <span>Recent:</span>}
        {recent.map((folder) => (
          <button key={folder} type="button" title={folder} onClick={() => void openFolder(stores, folder)}>
            {folder.split(/[\\/]/).at(-1)}
          </button>
        ))}
      </p>
    </div>
  );
}

interface CardProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Card({ icon: Icon, title, disabled = false, onClick, children }: CardProps): JSX.Element {
  return (
    <button type="button" className={styles.card} disabled={disabled} onClick={onClick}>
      <Icon aria-hidden />
      <span className={styles.title}>{title}</span>
      <span className={styles.cardText}>{children}</span>
    </button>
  );
}

/** Runs the first scenario of the workspace; where there is none, one that it makes. */
async function runSample(stores: WelcomeStores): Promise<void> {
  const first = stores.workspace.getState().view?.scenarios.find(({ shared }) => shared !== true)?.path;
  const path = first ?? 'scenarios/sample.ts';
  if (first === undefined && !(await createScenario(stores, path, 'mail'))) return;
  await openScenario(stores, path);
  await startOrPause(stores);
  if (stores.selection.getState().run !== undefined) showCentre(stores.panels, 'apps');
}
