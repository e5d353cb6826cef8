import {
  ChevronDown,
  ChevronRight,
  FilePlus2,
  Grid3x3,
  Import,
  Library as LibraryIcon,
  Lock,
  ShieldAlert,
} from 'lucide-react';
import { type JSX, type KeyboardEvent, memo, type ReactNode, useId, useState } from 'react';
import clsx from 'clsx';
import type { RunId } from '../../../engine/model/index.ts';
import type { CallProblem, WorkspaceFile, WorkspaceView } from '../../../preload/contract.ts';
import { LIMITS } from '../../../preload/limits.ts';
import { type DocumentsState, isDirty, wasDeleted } from '../../stores/documents.ts';
import { problemCount, type ProblemsState } from '../../stores/problems.ts';
import { Button } from '../../ui/button.tsx';
import { moveFocus } from '../../ui/focus.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { Banner, Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNow, useShowMore } from '../../ui/text.tsx';
import { type ExplorerActions, FileItem, RunItem, ScenarioItem } from './items.tsx';
import styles from './explorer.module.css';
import bannerStyles from '../../ui/banner.module.css';
import panelStyles from '../../ui/panel.module.css';

interface SectionProps<Item> {
  readonly title: string;
  readonly items: readonly Item[];
  /** How many there are, if the section lists only some. */
  readonly count?: number;
  /** The position of the item that is open: the section draws it, however far down it is. */
  readonly shown?: number;
  /** Text shown while the section is empty. */
  readonly empty: string;
  readonly tools?: ReactNode;
  readonly keyOf: (item: Item) => string;
  readonly children: (item: Item) => JSX.Element;
  /** What follows the items. */
  readonly after?: JSX.Element | undefined;
}

/** A section of the explorer that folds. It draws the first items: ten thousand would take the page a minute. */
function Section<Item>(props: SectionProps<Item>): JSX.Element {
  const { title, items, count = items.length, shown, empty, tools, keyOf, children, after } = props;
  const [open, setOpen] = useState(true);
  const [first, more] = useShowMore(items, shown);
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
          {count === 0 ? null : (
            <span className={clsx(styles.sectionCount, 'number')}>{formatCount(count)}</span>
          )}
        </button>
        {tools}
      </div>
      {!open ? null : count === 0 ? (
        <p className={styles.sectionEmpty}>{empty}</p>
      ) : (
        <ul id={list} aria-label={title}>
          {first.map((item) => (
            <li key={keyOf(item)}>{children(item)}</li>
          ))}
          {first.length < items.length ? <li className={styles.sectionMore}>{more}</li> : null}
          {after === undefined ? null : <li>{after}</li>}
        </ul>
      )}
    </section>
  );
}

interface ExplorerViewProps {
  /** `undefined` until loaded. */
  readonly view: WorkspaceView | undefined;
  /** Runs that were opened and are too old to be listed. */
  readonly older: WorkspaceView['runs'];
  readonly problem: CallProblem | undefined;
  readonly documents: DocumentsState;
  readonly problems: ProblemsState;
  /** The shown run. */
  readonly shown: RunId | undefined;
  /** The run that is to be deleted, if the answer is yes. */
  readonly deleting: RunId | undefined;
  readonly actions: ExplorerActions;
}

/** The scenarios, runs and traces of a workspace. */
export function ExplorerView(props: ExplorerViewProps): JSX.Element {
  const { view, older, problem, documents, problems, shown, deleting, actions } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    moveFocus(
      event,
      `.${styles.item}, .${styles.sectionHead} > [aria-expanded], .${styles.sectionMore} > button`,
    );
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
      {problem === undefined ? null : <Message text={problem.message} />}
      {view?.cut?.map((folder) => (
        <Message
          key={folder}
          text={`Not all of ${folder}/ is listed: its other folders are left out after ${formatCount(LIMITS.listedFiles)} files.`}
        />
      ))}
      {view === undefined ? null : (
        <nav className={styles.explorer} aria-label="Workspace" onKeyDown={onKeyDown}>
          <Scenarios scenarios={view.scenarios} {...{ documents, problems, actions }} />
          <SharedCode scenarios={view.scenarios} {...{ documents, problems, actions }} />
          <Runs
            runs={view.runs}
            runCount={view.runCount}
            isReadable={view.databaseProblem === undefined}
            {...{ older, shown, deleting, actions }}
          />
          <Recordings
            title="Traces"
            files={view.traces}
            empty="No traces yet. Import one from ARE or another tool."
            importLabel="Import traces"
            canRun
            actions={actions}
          />
          <Recordings
            title="Trajectories"
            files={view.trajectories}
            empty="None yet. Put files of other tools in trajectories/."
            folder="trajectories"
            importLabel="Import all trajectories"
            actions={actions}
          />
        </nav>
      )}
    </Panel>
  );
}

interface CodeProps extends Pick<ExplorerViewProps, 'documents' | 'problems' | 'actions'> {
  readonly scenarios: WorkspaceView['scenarios'];
}

function Scenarios({ scenarios: all, documents, problems, actions }: CodeProps): JSX.Element {
  const scenarios = all.filter((file) => file.shared !== true);
  const gone = Object.keys(documents.texts).filter(
    (path) => wasDeleted(documents, path) && isDirty(documents, path),
  );
  const files = [
    ...gone.map((path) => ({ path, bytes: documents.texts[path]!.text.length, changed: 0 })),
    ...scenarios,
  ];
  return (
    <Section
      title="Scenarios"
      items={files}
      keyOf={pathOf}
      empty="No scenarios yet. Create one, or add a .ts file to this folder."
      tools={
        <Button
          bare
          icon={FilePlus2}
          label="New scenario"
          command="scenario.new"
          onClick={actions.newScenario}
        />
      }
    >
      {(file) =>
        gone.includes(file.path) ? (
          <FileItem
            file={file}
            selected={documents.open === file.path}
            dirty
            onOpen={() => {
              actions.openScenario(file.path);
            }}
          />
        ) : (
          <CodeItem {...{ file, documents, problems, actions }} />
        )
      }
    </Section>
  );
}

const pathOf = ({ path }: { readonly path: string }): string => path;

/** Modules that scenarios import, such as apps; `null` if there are none. */
function SharedCode({ scenarios, documents, problems, actions }: CodeProps): JSX.Element | null {
  const files = scenarios.filter((file) => file.shared === true);
  if (files.length === 0) return null;
  return (
    <Section title="Shared code" items={files} keyOf={pathOf} empty="">
      {(file) => <CodeItem {...{ file, documents, problems, actions }} />}
    </Section>
  );
}

interface CodeItemProps extends Pick<ExplorerViewProps, 'documents' | 'problems' | 'actions'> {
  readonly file: WorkspaceFile;
}

function CodeItem({ file, documents, problems, actions }: CodeItemProps): JSX.Element {
  const { path } = file;
  return (
    <ScenarioItem
      {...{ file, actions }}
      selected={documents.open === path}
      dirty={isDirty(documents, path)}
      problems={problemCount(problems, path)}
    />
  );
}

interface RunsProps extends Pick<ExplorerViewProps, 'shown' | 'deleting' | 'actions'> {
  /** Those to list; there may be more. */
  readonly runs: WorkspaceView['runs'];
  /** Runs that were opened and are too old to be listed; the shown one is listed last. */
  readonly older: WorkspaceView['runs'];
  readonly runCount: number;
  /** Whether their database can be read. */
  readonly isReadable: boolean;
}

const Runs = memo(function Runs(props: RunsProps): JSX.Element {
  const { runs, older, runCount, isReadable, shown, deleting, actions } = props;
  const now = useNow();
  const opened = older.find(({ id }) => id === shown);
  const listed = opened === undefined ? runs : [...runs, opened];
  return (
    <Section
      title="Runs"
      items={listed}
      keyOf={({ id }) => id}
      count={runCount}
      shown={listed.findIndex(({ id }) => id === shown)}
      empty={isReadable ? 'No runs yet. Open a scenario and press F5.' : 'The runs cannot be read.'}
      tools={
        <>
          <Button bare icon={Grid3x3} label="Sweeps" command="panel.sweeps" onClick={actions.showSweeps} />
          <Button
            bare
            icon={LibraryIcon}
            label="All runs"
            command="panel.runs"
            onClick={actions.showAllRuns}
          />
        </>
      }
      after={
        runs.length === runCount ? undefined : (
          <button
            type="button"
            data-item
            className={clsx(styles.item, styles.itemMore)}
            onClick={actions.showAllRuns}
          >
            All {formatCount(runCount)} runs…
          </button>
        )
      }
    >
      {(run) => (
        <RunItem
          {...{ run, now, actions }}
          selected={run.id === shown}
          comparable={shown !== undefined && shown !== run.id}
          asking={run.id === deleting}
        />
      )}
    </Section>
  );
});

interface RecordingsProps extends Pick<ExplorerViewProps, 'actions'> {
  readonly title: string;
  readonly files: readonly WorkspaceFile[];
  readonly empty: string;
  /** What the button beside the title imports: this folder, or without it what the person picks. */
  readonly folder?: string;
  readonly importLabel: string;
  /** Whether the files can be run, too. */
  readonly canRun?: boolean;
}

/** Recorded runs that a click imports. */
const Recordings = memo(function Recordings(props: RecordingsProps): JSX.Element {
  const { title, files, empty, folder, importLabel, canRun = false, actions } = props;
  const importButton = (
    <Button
      bare
      icon={Import}
      label={importLabel}
      onClick={() => {
        actions.importTrace(folder);
      }}
    />
  );
  return (
    <Section
      title={title}
      items={files}
      keyOf={pathOf}
      empty={empty}
      tools={folder !== undefined && files.length === 0 ? null : importButton}
    >
      {(file) => (
        <FileItem
          file={file}
          selected={false}
          dirty={false}
          act="Import"
          onOpen={() => {
            actions.importTrace(file.path);
          }}
          {...(canRun && {
            onRun: () => {
              actions.runTrace(file.path);
            },
          })}
        />
      )}
    </Section>
  );
});

/** Says that the database is read-only, so that runs can only be viewed. */
export function ReadOnlyBannerView(): JSX.Element {
  return (
    <Banner icon={Lock} tone="warn" label="Read-only" role="complementary">
      <p className={bannerStyles.words}>
        <strong>Read-only.</strong> Orrery cannot write this workspace’s database. You can view its runs as
        they were when it was opened. To add or change runs, check permissions, disk space and programs that
        use the file, then reopen the workspace.
      </p>
    </Banner>
  );
}

interface TrustBannerViewProps {
  readonly folder: string;
  readonly onTrust: () => void;
}

/** Says that the workspace is not trusted, what that means, and how to trust it. */
export function TrustBannerView({ folder, onTrust }: TrustBannerViewProps): JSX.Element {
  return (
    <Banner icon={ShieldAlert} tone="warn" label="Restricted" role="complementary">
      <p className={bannerStyles.words}>
        <strong>Restricted.</strong> The code in <code className="mono">{folder}</code> can be read and
        checked, but does not run until you trust this folder.
      </p>
      <Button tone="primary" label="Trust this folder" onClick={onTrust} />
    </Banner>
  );
}
