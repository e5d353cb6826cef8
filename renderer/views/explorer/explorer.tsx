import { ChevronDown, ChevronRight, FilePlus2, Import, Library as LibraryIcon } from 'lucide-react';
import { Children, type JSX, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { WorkspaceFile, WorkspaceView } from '../../../preload/contract.ts';
import { askForExport } from '../../stores/panels.ts';
import { compareRuns } from '../../stores/comparison.ts';
import { isDirty, isGone } from '../../stores/documents.ts';
import { importTrace } from '../../stores/import-export.ts';
import { openScenario, renameScenario, scenarioPath, trashScenario } from '../../stores/open-scenario.ts';
import { deleteRuns, runTrace, showRun } from '../../stores/runs.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { moveFocus } from '../../ui/focus.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNow } from '../../ui/screen.ts';
import { FileItem, RunItem, ScenarioItem } from './items.tsx';
import styles from './explorer.module.css';
import panelStyles from '../../ui/panel.module.css';

interface SectionProps {
  readonly title: string;
  readonly count: number;
  /** What to do while there is nothing here. */
  readonly empty: string;
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the explorer that folds. */
function Section({ title, count, empty, tools, children }: SectionProps): JSX.Element {
  const [open, setOpen] = useState(true);
  const list = useId();
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section className={styles.section} data-section>
      <div className={styles.sectionHead}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open && count > 0 ? list : undefined}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Chevron aria-hidden />
          <h2>{title}</h2>
          {count === 0 ? null : <span className={clsx(styles.sectionCount, 'number')}>{count}</span>}
        </button>
        {tools}
      </div>
      {!open ? null : count === 0 ? (
        <p className={styles.sectionEmpty}>{empty}</p>
      ) : (
        <ul id={list} aria-label={title}>
          {Children.map(children, (child) => (
            <li>{child}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What the workspace holds: scenarios to run, runs to look at, traces to import. */
export function Explorer(): JSX.Element {
  const { view, refusal } = useStore(useStores().workspace);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveFocus(event, `.${styles.item}`);
  };
  return (
    <Panel
      label="Explorer"
      head={
        <span className={panelStyles.title} title={view?.folder}>
          Explorer
        </span>
      }
    >
      {refusal === undefined ? null : <Message text={refusal.message} />}
      {view === undefined ? null : (
        <nav className={styles.explorer} aria-label="Workspace" onKeyDown={onKeyDown}>
          <Scenarios view={view} />
          <SharedCode view={view} />
          <Runs view={view} />
          <Traces view={view} />
        </nav>
      )}
    </Panel>
  );
}

function Scenarios({ view }: { readonly view: WorkspaceView }): JSX.Element {
  const stores = useStores();
  const scenarios = view.scenarios.filter((file) => file.shared !== true);
  const documents = useStore(stores.documents);
  const gone = Object.entries(documents.texts).filter(
    ([path]) => isGone(documents, path) && isDirty(documents, path),
  );
  return (
    <Section
      title="Scenarios"
      count={scenarios.length}
      empty="None yet. Make one, or put a .ts file into this folder."
      tools={
        <Button
          bare
          icon={FilePlus2}
          label="New scenario"
          keys="Ctrl+N"
          onClick={() => {
            stores.commands.run('scenario.new');
          }}
        />
      }
    >
      {scenarios.map((file) => (
        <CodeItem key={file.path} file={file} />
      ))}
      {gone.map(([path, { text }]) => (
        <FileItem
          key={path}
          file={{ path, bytes: text.length }}
          selected={documents.open === path}
          dirty
          onOpen={() => void openScenario(stores, path)}
        />
      ))}
    </Section>
  );
}

/** What scenarios import, such as apps; nothing where there is none. */
function SharedCode({ view }: { readonly view: WorkspaceView }): JSX.Element | null {
  const files = view.scenarios.filter((file) => file.shared === true);
  if (files.length === 0) return null;
  return (
    <Section title="Shared code" count={files.length} empty="">
      {files.map((file) => (
        <CodeItem key={file.path} file={file} />
      ))}
    </Section>
  );
}

function CodeItem({ file }: { readonly file: WorkspaceFile }): JSX.Element {
  const stores = useStores();
  const documents = useStore(stores.documents);
  return (
    <ScenarioItem
      file={file}
      selected={documents.open === file.path}
      dirty={isDirty(documents, file.path)}
      onOpen={() => {
        void openScenario(stores, file.path);
      }}
      onRename={(name) => void renameScenario(stores, file.path, scenarioPath(name))}
      onTrash={() => void trashScenario(stores, file.path)}
    />
  );
}

function Runs({ view }: { readonly view: WorkspaceView }): JSX.Element {
  const stores = useStores();
  const shown = useStore(stores.selection, ({ run }) => run);
  const now = useNow();
  return (
    <Section
      title="Runs"
      count={view.runCount}
      empty="None yet. Open a scenario and press F5."
      tools={
        <Button
          bare
          icon={LibraryIcon}
          label="All runs"
          keys="Ctrl+7"
          onClick={() => {
            stores.commands.run('panel.runs');
          }}
        />
      }
    >
      {view.runs.map((run) => (
        <RunItem
          key={run.id}
          run={run}
          now={now}
          selected={run.id === shown}
          onShow={() => {
            void showRun(stores, run);
          }}
          onExport={() => {
            askForExport(stores.panels, run.id);
          }}
          onDelete={() => {
            void deleteRuns(stores, [run.id]);
          }}
          onCompare={
            shown === undefined || shown === run.id
              ? undefined
              : () => {
                  void compareRuns(stores, shown, run.id);
                }
          }
        />
      ))}
      {view.runs.length < view.runCount ? (
        <button
          type="button"
          data-item
          className={clsx(styles.item, styles.itemMore)}
          onClick={() => {
            stores.commands.run('panel.runs');
          }}
        >
          All {formatCount(view.runCount)} runs…
        </button>
      ) : null}
    </Section>
  );
}

function Traces({ view }: { readonly view: WorkspaceView }): JSX.Element {
  const stores = useStores();
  const pick = (
    <Button
      bare
      icon={Import}
      label="Import traces"
      onClick={() => {
        void importTrace(stores);
      }}
    />
  );
  return (
    <Section title="Traces" count={view.traces.length} empty="Import a trace that ARE exported." tools={pick}>
      {view.traces.map((file) => (
        <FileItem
          key={file.path}
          file={file}
          selected={false}
          dirty={false}
          act="Import"
          onOpen={() => {
            void importTrace(stores, file.path);
          }}
          onRun={() => {
            void runTrace(stores, file.path);
          }}
        />
      ))}
    </Section>
  );
}
