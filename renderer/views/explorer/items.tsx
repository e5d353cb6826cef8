import { Blocks, FileCode2, FileDown, FileJson2, GitCompareArrows, Pencil, Play, Trash2 } from 'lucide-react';
import { type JSX, type KeyboardEvent, memo, useEffect, useState } from 'react';
import clsx from 'clsx';
import { kindOfFile, legible, type RunId, type RunSummary } from '../../../engine/model/index.ts';
import type { WorkspaceFile } from '../../../preload/contract.ts';
import { isResumable, isActive } from '../../stores/runs.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusBack } from '../../ui/focus.ts';
import { formatAgo } from '../../ui/format/clock.ts';
import { formatBytes, formatCount, formatEntries, formatProblems } from '../../ui/format/numbers.ts';
import { runFacts } from '../../ui/format/words.ts';
import { NameField } from '../../ui/name-field.tsx';
import { DeleteRunQuestion, Question } from '../../ui/overlays/question.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { Name } from '../../ui/text.tsx';
import styles from './explorer.module.css';
import tabsStyles from '../../ui/tabs.module.css';

/** Actions on the scenarios, runs and traces of the workspace. */
export interface ExplorerActions {
  readonly newScenario: () => void;
  readonly openScenario: (path: string) => void;
  readonly renameScenario: (path: string, name: string) => void;
  readonly trashScenario: (path: string) => void;
  readonly showRun: (run: RunSummary) => void;
  /** Goes on with a run that was cut off. */
  readonly resumeInterrupted: (run: RunId) => void;
  readonly exportRun: (run: RunId) => void;
  /** Asks in place of a run whether to delete it; `undefined` asks no more. */
  readonly askToDelete: (run: RunId | undefined) => void;
  readonly deleteRun: (run: RunId) => void;
  /** Compares the run with the shown one. */
  readonly compareRun: (run: RunId) => void;
  readonly showAllRuns: () => void;
  readonly showSweeps: () => void;
  /** Imports a trace, or files that the person picks. */
  readonly importTrace: (path?: string) => void;
  readonly runTrace: (path: string) => void;
}

interface FileItemProps {
  readonly file: Omit<WorkspaceFile, 'changed'>;
  readonly selected: boolean;
  readonly dirty: boolean;
  /** The number of its problems. */
  readonly problems?: number;
  /** What a click does, if it does not open the file. */
  readonly act?: string;
  readonly onOpen: () => void;
  /** Runs the file, if a click does not. */
  readonly onRun?: () => void;
}

/** A file of the workspace by name, with its subfolder beside it in a muted colour. */
export function FileItem({
  file,
  selected,
  dirty,
  problems = 0,
  act,
  onOpen,
  onRun,
}: FileItemProps): JSX.Element {
  const parts = file.path.split('/');
  const name = parts.at(-1)!;
  const folder = parts.slice(1, -1).join('/');
  const Icon = file.shared === true ? Blocks : kindOfFile(name) === 'trace' ? FileJson2 : FileCode2;
  const item = (
    <button
      type="button"
      data-item
      className={clsx(styles.item, styles.fileItem)}
      aria-current={selected}
      aria-label={`${act === undefined ? '' : `${act} `}${name}${dirty ? ', unsaved' : ''}${problems === 0 ? '' : `, ${formatProblems(problems)}`}`}
      title={legible(`${file.path}, ${formatBytes(file.bytes)}`)}
      onClick={onOpen}
    >
      <Icon aria-hidden />
      <span className={styles.itemName}>{legible(name.replace(/\.trace\.json$/, ''))}</span>
      {folder === '' ? null : <span className={styles.itemFolder}>{folder}</span>}
      {problems === 0 ? null : (
        <span className={clsx(tabsStyles.count, tabsStyles.bad, 'number', styles.itemProblems)}>
          {formatCount(problems)}
        </span>
      )}
      {dirty ? <span className={clsx(tabsStyles.dot, tabsStyles.dirty, styles.itemDot)} /> : null}
      {act === undefined ? null : <span className={styles.itemAct}>{act}</span>}
    </button>
  );
  if (onRun === undefined) return item;
  return (
    <div className={styles.tooledItem}>
      {item}
      <span className={styles.itemTools}>
        <Button bare icon={Play} label={`Run ${name}`} onClick={onRun} />
      </span>
    </div>
  );
}

interface RunItemProps {
  readonly run: RunSummary;
  /** Wall clock, milliseconds. */
  readonly now: number;
  readonly selected: boolean;
  /** Whether another run is shown, which it can be compared with. */
  readonly comparable: boolean;
  /** Whether it asks if it is to be deleted. */
  readonly asking: boolean;
  readonly actions: ExplorerActions;
}

/** A run in two lines. Deleting it needs a confirmation, in place. Drawn again only when it changes: there may be a hundred. */
export const RunItem = memo(function RunItem(props: RunItemProps): JSX.Element {
  const { run, now, selected, comparable, asking, actions } = props;
  const { frame, giveBack } = useFocusBack();
  // However it was opened, as an editor's explorer reveals the open file.
  useEffect(() => {
    if (selected) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [frame, selected]);
  if (asking)
    return (
      <DeleteRunQuestion
        run={run.id}
        onAnswer={(yes) => {
          actions.askToDelete(undefined);
          giveBack(yes ? 'neighbour' : 'item');
          if (yes) actions.deleteRun(run.id);
        }}
      />
    );
  const facts = factsOf(run, now);
  const canDelete = !isActive(run);
  const ask = (): void => {
    if (canDelete) actions.askToDelete(run.id);
  };
  return (
    <div ref={frame} className={styles.runItem} data-run={run.id}>
      <button
        type="button"
        data-item
        className={styles.item}
        aria-current={selected}
        title={legible([run.scenario, ...facts].join(' · '))}
        onClick={() => {
          actions.showRun(run);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Delete') ask();
        }}
      >
        <StateBadge run={run} />
        <span className={styles.runLines}>
          <span className={styles.itemName}>
            <Name text={run.scenario} />
          </span>
          <span className={clsx(styles.runFacts, 'number')}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
        </span>
      </button>
      <span className={styles.itemTools}>
        {isResumable(run) ? (
          <Button
            bare
            icon={Play}
            label={`Resume run ${run.id}`}
            tabIndex={-1}
            onClick={() => {
              actions.resumeInterrupted(run.id);
            }}
          />
        ) : null}
        {comparable ? (
          <Button
            bare
            icon={GitCompareArrows}
            label={`Compare run ${run.id} with the open run`}
            tabIndex={-1}
            onClick={() => {
              actions.compareRun(run.id);
            }}
          />
        ) : null}
        <Button
          bare
          icon={FileDown}
          label={`Export run ${run.id}`}
          tabIndex={-1}
          onClick={() => {
            actions.exportRun(run.id);
          }}
        />
        {canDelete ? (
          <Button bare icon={Trash2} label={`Delete run ${run.id}`} tabIndex={-1} onClick={ask} />
        ) : null}
      </span>
    </div>
  );
});

/** Most important first: the last ones are cut when there is no room. */
const factsOf = (run: RunSummary, now: number): readonly string[] => [
  run.id,
  ...runFacts(run),
  formatEntries(run.entries),
  formatAgo(run.startedAt, now),
  ...(run.mode === 'trace' ? [] : [`seed ${run.seed}`]),
];

interface ScenarioItemProps {
  readonly file: WorkspaceFile;
  readonly selected: boolean;
  readonly dirty: boolean;
  readonly problems: number;
  readonly actions: ExplorerActions;
}

/**
 * A scenario that can be renamed in place, and deleted after a confirmation. Drawn again only when it changes, not with each key
 * that is typed in the editor.
 */
export const ScenarioItem = memo(function ScenarioItem(props: ScenarioItemProps): JSX.Element {
  const { file, selected, dirty, problems, actions } = props;
  const { path } = file;
  const [state, setState] = useState<'plain' | 'naming' | 'asking'>('plain');
  const { frame, giveBack } = useFocusBack();
  const name = path.replace(/^scenarios\//, '').replace(/\.ts$/, '');
  const plain = (): void => {
    setState('plain');
  };
  if (state === 'asking')
    return (
      <Question
        label={`Move ${name} to the trash`}
        text={`Move ${name}.ts to the trash? Its runs are kept.`}
        yes="Move"
        onAnswer={(yes) => {
          plain();
          giveBack(yes ? 'neighbour' : 'item');
          if (yes) actions.trashScenario(path);
        }}
      />
    );
  if (state === 'naming')
    return (
      <NameField
        name={name}
        onLeave={plain}
        onDone={(given) => {
          plain();
          giveBack('item');
          if (given !== undefined) actions.renameScenario(path, given);
        }}
      />
    );
  const rename = (): void => {
    setState('naming');
  };
  const ask = (): void => {
    setState('asking');
  };
  return (
    <div
      ref={frame}
      className={styles.tooledItem}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'F2') rename();
        if (event.key === 'Delete') ask();
      }}
    >
      <FileItem
        {...{ file, selected, dirty, problems }}
        onOpen={() => {
          actions.openScenario(path);
        }}
      />
      <span className={styles.itemTools}>
        <Button bare icon={Pencil} label={`Rename ${name}`} keys="F2" tabIndex={-1} onClick={rename} />
        <Button
          bare
          icon={Trash2}
          label={`Move ${name} to the trash`}
          keys="Delete"
          tabIndex={-1}
          onClick={ask}
        />
      </span>
    </div>
  );
});
