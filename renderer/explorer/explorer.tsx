import type { JSX, KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { FilePlus2, Import, Library as LibraryIcon } from 'lucide-react';
import type { WorkspaceFile, WorkspaceView } from '../../preload/contract.ts';
import { Button } from '../elements/button.tsx';
import { Message } from '../elements/message.tsx';
import { moveFocus } from '../elements/move-focus.ts';
import { Panel } from '../elements/panel.tsx';
import { formatCount } from '../format/amount.ts';
import { compareRuns } from '../state/comparison.ts';
import { isDirty, isGone } from '../state/documents.ts';
import { deleteRuns, runTrace, showRun } from '../state/run-control.ts';
import { renameScenario, scenarioPath, trashScenario } from '../state/file-control.ts';
import { openScenario } from '../state/scenario-control.ts';
import { importTrace } from '../state/trace-control.ts';
import { useBench } from '../state/use-bench.ts';
import { FileItem } from './file-item.tsx';
import { RunItem } from './run-item.tsx';
import { ScenarioItem } from './scenario-item.tsx';
import { Section } from './section.tsx';
import { useNow } from './use-now.ts';
import './explorer.css';

/** What the workspace holds: scenarios to run, runs to look at, traces to import. */
export function Explorer(): JSX.Element {
  const { view, refusal } = useStore(useBench().workspace);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveFocus(event, '.item', 'column');
  };
  return (
    <Panel
      label="Explorer"
      head={
        <span className="panel-title" title={view?.folder}>
          Explorer
        </span>
      }
    >
      {refusal === undefined ? null : <Message text={refusal.message} />}
      {view === undefined ? null : (
        <nav className="explorer" aria-label="Workspace" onKeyDown={onKeyDown}>
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
  const bench = useBench();
  const scenarios = view.scenarios.filter((file) => file.shared !== true);
  const documents = useStore(bench.documents);
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
            bench.commands.run('scenario.new');
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
          onOpen={() => void openScenario(bench, path)}
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
  const bench = useBench();
  const documents = useStore(bench.documents);
  return (
    <ScenarioItem
      file={file}
      selected={documents.open === file.path}
      dirty={isDirty(documents, file.path)}
      onOpen={() => {
        void openScenario(bench, file.path);
      }}
      onRename={(name) => void renameScenario(bench, file.path, scenarioPath(name))}
      onTrash={() => void trashScenario(bench, file.path)}
    />
  );
}

function Runs({ view }: { readonly view: WorkspaceView }): JSX.Element {
  const bench = useBench();
  const shown = useStore(bench.panels, ({ run }) => run);
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
            bench.commands.run('panel.runs');
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
            void showRun(bench, run);
          }}
          onExport={() => {
            bench.panels.setState({ exporting: run.id });
          }}
          onDelete={() => {
            void deleteRuns(bench, [run.id]);
          }}
          onCompare={
            shown === undefined || shown === run.id
              ? undefined
              : () => {
                  void compareRuns(bench, shown, run.id);
                }
          }
        />
      ))}
      {view.runs.length < view.runCount ? (
        <button
          type="button"
          className="item item-more"
          onClick={() => {
            bench.commands.run('panel.runs');
          }}
        >
          All {formatCount(view.runCount)} runs…
        </button>
      ) : null}
    </Section>
  );
}

function Traces({ view }: { readonly view: WorkspaceView }): JSX.Element {
  const bench = useBench();
  const pick = (
    <Button
      bare
      icon={Import}
      label="Import traces"
      onClick={() => {
        void importTrace(bench);
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
            void importTrace(bench, file.path);
          }}
          onRun={() => {
            void runTrace(bench, file.path);
          }}
        />
      ))}
    </Section>
  );
}
