import { ArrowLeft, ArrowRight, ChevronRight, Monitor, Moon, Sun } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { type RunSummary } from '../../../engine/model/index.ts';
import { goBack, goForward } from '../../stores/navigation.ts';
import { nextTheme, type Theme } from '../../stores/settings.ts';
import { useStores, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { runFacts, runName } from '../../ui/format/words.ts';
import { RunControls } from './run-controls.tsx';
import { HoverText } from '../../ui/text.tsx';
import styles from './title-bar.module.css';

const THEMES = {
  system: { icon: Monitor, label: 'Theme: system. Switch to light' },
  light: { icon: Sun, label: 'Theme: light. Switch to dark' },
  dark: { icon: Moon, label: 'Theme: dark. Switch to system' },
} as const satisfies Record<Theme, object>;

/** The title bar: workspace, scenario and run, with the run controls. */
export function TitleBar(): JSX.Element {
  const stores = useStores();
  const theme = useStore(stores.preferences, (state) => state.theme);
  const run = useShownRun();
  return (
    <header className={clsx(styles.bar, styles[run?.state ?? ''])} data-pane>
      <h1 className="visually-hidden">Orrery</h1>
      <History />
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

/** Buttons that go back to what the window showed before, and forward again. */
function History(): JSX.Element {
  const stores = useStores();
  const canGoBack = useStore(stores.navigation, ({ back }) => back.length > 0);
  const canGoForward = useStore(stores.navigation, ({ forward }) => forward.length > 0);
  return (
    <div className={styles.history} role="group" aria-label="History">
      <Button
        bare
        icon={ArrowLeft}
        label="Go back"
        command="go.back"
        disabled={!canGoBack}
        onClick={() => void goBack(stores)}
      />
      <Button
        bare
        icon={ArrowRight}
        label="Go forward"
        command="go.forward"
        disabled={!canGoForward}
        onClick={() => void goForward(stores)}
      />
    </div>
  );
}

const nameOf = (run: RunSummary): string => [runName(run.id), ...runFacts(run)].join(', ');

/** Names of the workspace, scenario and run that the window shows. */
function Crumbs(): JSX.Element {
  const stores = useStores();
  const workspace = useStore(stores.workspace, ({ view }) => view?.name);
  const open = useStore(stores.documents, (documents) => documents.open);
  const run = useShownRun();
  // When the open file is not the run's source, the crumb of the run also names its scenario.
  const isOther = run !== undefined && open !== undefined && open !== run.source;
  const crumbs = (
    isOther
      ? [workspace, open, `Showing ${run.scenario}, ${nameOf(run)}`]
      : [workspace, run?.scenario ?? open, run && nameOf(run)]
  ).filter((crumb) => crumb !== undefined);
  return (
    <ol className={styles.crumbs} aria-label="Breadcrumb">
      {crumbs.map((crumb, index) => (
        <li key={index}>
          {index === 0 ? null : <ChevronRight aria-hidden />}
          <HoverText text={crumb} />
        </li>
      ))}
    </ol>
  );
}
