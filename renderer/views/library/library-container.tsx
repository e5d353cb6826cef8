import { askForExport } from '../../stores/panels.ts';
import { Library as LibraryIcon, SearchX, X } from 'lucide-react';
import { type JSX, type ReactNode, useMemo, type ComponentProps, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import {
  sumCosts,
  attemptsToCompare,
  type RateBasis,
  type RunGrouping,
  type RunId,
  type SetsBy,
} from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/limits.ts';
import {
  clearSelectedRuns,
  closeLibrary,
  compareSets,
  deleteView,
  dismissJudged,
  groupRuns,
  judgeSelected,
  moveBy,
  moveToPosition,
  pinRun,
  renameView,
  saveView,
  setLibraryQuery,
  showTable,
  type AttemptsTable,
  readShownLines,
  showView,
  sortBy,
  tagRuns,
  toggleAllRuns,
  toggleColumn,
  toggleFolded,
  toggleSelected,
  type LibraryState,
} from '../../stores/library.ts';
import { comparePicked } from '../../stores/comparison.ts';
import { notify } from '../../stores/notices.ts';
import { deleteRuns, openJudged, openRun } from '../../stores/run-opening.ts';
import { changePreferences } from '../../stores/settings.ts';
import { useAnswer, useCommand, useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { DeleteRunQuestion } from '../../ui/overlays/question.tsx';
import { Panel } from '../../ui/panel.tsx';
import { completionsOf, quoted } from '../../ui/query/complete.ts';
import { QueryField } from '../../ui/query/query-field.tsx';
import { describeTerm, keysOfRuns, parseRuns } from '../../ui/query/run-query.ts';
import { RateBasisSelect } from '../../ui/rate-basis.tsx';
import { Select } from '../../ui/select.tsx';
import { RunMenu } from '../menus/menus-container.tsx';
import { MatrixTable } from './matrix-table.tsx';
import { hideableColumns } from './columns.ts';
import { RunTable, type TableActions } from './run-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { SetTables } from './set-tables.tsx';
import { Views } from './views.tsx';
import panelStyles from '../../ui/panel.module.css';
import styles from './library.module.css';

/** All runs of the workspace, to search, group, tag and compare with a baseline. */
export function Library(): JSX.Element {
  const stores = useStores();
  const { library } = stores;
  const state = useStore(library);
  const { answer, problem, selected } = state;
  const basis = useStore(stores.preferences, ({ passRates }) => passRates);
  /** The run of which the context menu asks whether to delete it. */
  const [deleting, setDeleting] = useState<RunId>();
  const views = useStore(stores.preferences, ({ runViews }) => runViews);
  const [choosing, setChoosing] = useState(false);
  useCommand('panel.runViews', () => {
    setChoosing(true);
  });
  const close = (): void => {
    closeLibrary(library);
  };
  useCommand('comparison.close', close);
  const table = useMemo<TableActions>(
    () => ({
      open: (run) => void openRun(stores, run),
      moveTo: (position) => {
        moveToPosition(library, position);
      },
      moveBy: (step) => {
        moveBy(library, step);
      },
      show: (first, end) => {
        readShownLines(library, first, end);
      },
      toggle: (runs) => {
        toggleSelected(library, runs);
      },
      toggleAll: () => void toggleAllRuns(stores),
      fold: (group) => {
        toggleFolded(library, group);
      },
      sort: (order) => {
        sortBy(library, order);
      },
      pin: (run, pinned) => void pinRun(stores, run, pinned),
    }),
    [stores, library],
  );
  const picked = [...selected];
  const spent = useAnswer('inspect.costs', picked.length === 0 ? undefined : { runs: picked })?.reply;
  const costs = spent?.ok === true ? sumCosts(Object.values(spent.value)) : undefined;
  const head = (
    <Head
      {...state}
      basis={basis}
      onBasis={(passRates) => void changePreferences(stores, { passRates })}
      offers={(typed, caret) => completionsOf(typed, caret, keysOfRuns(library.getState().values))}
      onText={(typed) => {
        setLibraryQuery(library, typed);
      }}
      onEnter={() => {
        if (state.at === undefined) moveToPosition(library, 0);
        document.querySelector<HTMLElement>('#work [role=grid]')?.focus();
      }}
      onGroup={(grouping) => {
        groupRuns(library, grouping);
      }}
      onTable={(table) => {
        showTable(library, table);
      }}
      onClose={close}
      views={
        <Views
          views={views}
          columns={answer === undefined ? [] : hideableColumns(answer)}
          hidden={state.hidden}
          open={choosing}
          onOpen={setChoosing}
          onShow={(view) => {
            showView(library, view);
          }}
          onSave={(name) => void saveView(stores, name)}
          onRename={(name, to) => void renameView(stores, name, to)}
          onDelete={(name) => void deleteView(stores, name)}
          onColumn={(title) => {
            toggleColumn(library, title);
          }}
        />
      }
    />
  );
  return (
    <Panel label="Runs" head={head}>
      <div className={styles.library}>
        {problem === undefined ? null : <Message text={problem.message} />}
        {deleting !== undefined ? (
          <DeleteRunQuestion
            run={deleting}
            onAnswer={(yes) => {
              setDeleting(undefined);
              if (yes) void deleteRuns(stores, [deleting]);
            }}
          />
        ) : picked.length === 0 ? null : (
          <SelectionBar
            {...{ picked, costs }}
            judging={state.judging}
            judged={state.judged}
            actions={{
              open: (judged) => void openJudged(stores, judged),
              compare: () => void comparePicked(stores, picked),
              tag: (typed) => tagRuns(stores, picked, typed),
              judge: (configuration) => void judgeSelected(stores, picked, configuration),
              dismissJudged: () => {
                dismissJudged(library);
              },
              export: () => {
                askForExport(stores.panels, ...picked);
              },
              delete: () => void deleteRuns(stores, picked),
              clear: () => {
                clearSelectedRuns(library);
              },
            }}
          />
        )}
        {answer === undefined ? null : answer.total === 0 ? (
          <Empty icon={LibraryIcon} title="No runs yet">
            Open a scenario and press F5.
          </Empty>
        ) : answer.found === 0 ? (
          <Empty icon={SearchX} title="No matching runs">
            <Searched text={state.text} />
            <Button
              label="Show all runs"
              onClick={() => {
                setLibraryQuery(library, '');
              }}
            />
          </Empty>
        ) : state.table === 'matrix' ? (
          <Matrix text={state.text} />
        ) : state.table !== undefined ? (
          <Sets key={state.table} by={state.table} text={state.text} />
        ) : (
          <RunMenu onDelete={setDeleting}>
            <RunTable {...state} answer={answer} basis={basis} actions={table} />
          </RunMenu>
        )}
      </div>
    </Panel>
  );
}

/** What the runs were searched for, by each part of the query. */
function Searched({ text }: { readonly text: string }): JSX.Element | null {
  const terms = parseRuns(text);
  if ('message' in terms) return null;
  return (
    <ul className={styles.searched}>
      {terms.map((term) => (
        <li key={JSON.stringify(term)}>{describeTerm(term)}</li>
      ))}
    </ul>
  );
}

const GROUPINGS = {
  none: 'List',
  scenario: 'By task or scenario',
  seed: 'By seed',
  branches: 'Branches',
  model: 'By model',
  set: 'By set',
  benchmark: 'By benchmark',
  tool: 'By tool',
} as const satisfies Record<RunGrouping, string>;

const TABLES = {
  matrix: 'Task × model',
  set: 'Compare sets',
  model: 'Compare models',
} as const satisfies Record<AttemptsTable, string>;

/** How the runs are shown: in groups, or as a table of attempts. */
type Arrangement = RunGrouping | `table ${AttemptsTable}`;

interface HeadProps extends Pick<LibraryState, 'answer' | 'group' | 'table' | 'queryProblem' | 'text'> {
  readonly offers: ComponentProps<typeof QueryField>['offers'];
  readonly onText: (typed: string) => void;
  /** Called on Enter in the query. */
  readonly onEnter: () => void;
  readonly onGroup: (grouping: RunGrouping) => void;
  readonly onTable: (table: AttemptsTable | undefined) => void;
  readonly basis: RateBasis;
  readonly onBasis: (basis: RateBasis) => void;
  readonly onClose: () => void;
  /** The button for saved views. */
  readonly views: ReactNode;
}

/** The header of the library: query, number of matches and grouping. */
function Head({
  answer,
  group,
  table,
  queryProblem,
  text,
  offers,
  onText,
  onEnter,
  onGroup,
  onTable,
  basis,
  onBasis,
  onClose,
  views,
}: HeadProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <>
      <span className={panelStyles.title}>Runs</span>
      {answer === undefined ? null : (
        <span className={clsx(styles.count, 'number')} role="status">
          {answer.found === answer.total
            ? formatCount(answer.total)
            : `${formatCount(answer.found)} of ${formatCount(answer.total)}`}
        </span>
      )}
      <QueryField
        label="Find runs"
        placeholder="Find: words, verdict:failed, tag:paper, note:late …"
        title="Words, key:part or key=whole name. Enter goes to the list"
        {...{ field, text, problem: queryProblem, offers, onText, onEnter }}
        onLeave={onClose}
      />
      {table === undefined && group !== 'none' && group !== 'branches' ? (
        <RateBasisSelect basis={basis} onChoose={onBasis} />
      ) : null}
      <Select<Arrangement>
        quiet
        label="Group runs"
        value={table === undefined ? group : `table ${table}`}
        options={[
          ...(Object.entries(GROUPINGS) as [RunGrouping, string][]).map(([value, label]) => ({
            value,
            label,
          })),
          ...(Object.entries(TABLES) as [AttemptsTable, string][]).map(([name, label]) => ({
            value: `table ${name}` as const,
            label,
          })),
        ]}
        onChoose={(chosen) => {
          const shown = (Object.keys(TABLES) as AttemptsTable[]).find((name) => chosen === `table ${name}`);
          onTable(shown);
          if (shown === undefined) onGroup(chosen as RunGrouping);
        }}
      />
      {views}
      <Button bare icon={X} label="Close list of runs" command="comparison.close" onClick={onClose} />
    </>
  );
}

/** The matrix of tasks and models of the runs that meet the query. A cell lists its runs. */
function Matrix({ text }: { readonly text: string }): JSX.Element {
  const { library } = useStores();
  const terms = parseRuns(text);
  const count = useStore(library, ({ answer }) => answer?.total ?? 0);
  const answered = useAnswer('library.matrix', 'message' in terms ? undefined : { terms: [...terms] }, count);
  if (answered === undefined) return <Empty busy title="Counting" />;
  if (!answered.reply.ok) return <Message text={answered.reply.error.message} />;
  return (
    <MatrixTable
      matrix={answered.reply.value}
      onCell={(benchmark, task, model) => {
        const is = (key: string, value: string | undefined): string =>
          value === undefined ? `-${key}:*` : `${key}=${quoted(value)}`;
        showTable(library, undefined);
        setLibraryQuery(
          library,
          [text, is('benchmark', benchmark), is('scenario', task), is('model', model)]
            .filter(Boolean)
            .join(' '),
        );
      }}
    />
  );
}

interface SetsProps {
  readonly by: SetsBy;
  readonly text: string;
}

/** The comparison of two sets, or of two models, over the runs that meet the query. A task opens the comparison of its attempts. */
function Sets({ by, text }: SetsProps): JSX.Element {
  const stores = useStores();
  const terms = parseRuns(text);
  const count = useStore(stores.library, ({ answer }) => answer?.total ?? 0);
  const compared = useStore(stores.library, (state) => state.compared);
  const answered = useAnswer(
    'library.compareSets',
    'message' in terms ? undefined : { terms: [...terms], by, ...compared },
    count,
  );
  if (answered === undefined) return <Empty busy title="Comparing" />;
  if (!answered.reply.ok) return <Message text={answered.reply.error.message} />;
  return (
    <SetTables
      by={by}
      {...answered.reply.value}
      onChoose={(keys) => {
        compareSets(stores.library, keys);
      }}
      onTask={(task) => {
        const runs = attemptsToCompare(task, LIMITS.comparedRuns);
        const all = task.first.runs.length + task.second.runs.length;
        if (runs.length < all)
          notify(stores.notices, 'good', `Compares ${runs.length} of the ${all} attempts at ${task.task}.`);
        void comparePicked(stores, runs);
      }}
    />
  );
}
