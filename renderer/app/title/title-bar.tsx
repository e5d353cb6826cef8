import { ChevronRight, Monitor, Moon, Sun } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { RunSummary } from '../../../engine/model/index.ts';
import { nextTheme, type Theme } from '../../stores/preferences.ts';
import { useStores, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { RunControls } from './run-controls.tsx';
import styles from './title-bar.module.css';

const THEMES = {
  system: { icon: Monitor, label: 'Theme: as the system. Change to light' },
  light: { icon: Sun, label: 'Theme: light. Change to dark' },
  dark: { icon: Moon, label: 'Theme: dark. Change to the system’s' },
} as const satisfies Record<Theme, object>;

/** Where the window is, and what can be done with the run. */
export function TitleBar(): JSX.Element {
  const stores = useStores();
  const theme = useStore(stores.preferences, (state) => state.theme);
  const run = useShownRun();
  return (
    <header className={clsx(styles.bar, styles[run?.state ?? ''])} data-panel>
      <h1 className="visually-hidden">Orrery</h1>
      <Crumbs />
      <RunControls />
      <Button
        bare
        {...THEMES[theme]}
        onClick={() => {
          void nextTheme(stores);
        }}
      />
    </header>
  );
}

const nameOf = ({ id, origin }: RunSummary): string =>
  origin === undefined ? id : `${id}, branch of ${origin.parent} at #${origin.at}`;

/** Workspace, scenario, run: what everything else in the window is about. */
function Crumbs(): JSX.Element {
  const stores = useStores();
  const workspace = useStore(stores.workspace, ({ view }) => view?.name);
  const open = useStore(stores.documents, (documents) => documents.open);
  const run = useShownRun();
  const crumbs = [workspace, run?.scenario ?? open, run && nameOf(run)].filter(
    (crumb) => crumb !== undefined,
  );
  return (
    <ol className={styles.crumbs} aria-label="Where you are">
      {crumbs.map((crumb, at) => (
        <li key={at}>
          {at === 0 ? null : <ChevronRight aria-hidden />}
          <span title={crumb}>{crumb}</span>
        </li>
      ))}
    </ol>
  );
}
