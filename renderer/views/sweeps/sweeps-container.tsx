import { ChevronLeft, Ellipsis, Grid3x3, Play, Plus, Square, Trash2, X } from 'lucide-react';
import { type JSX, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { LIMITS } from '../../../preload/limits.ts';
import { type GridFactor, legible, type RateBasis } from '../../../engine/model/index.ts';
import type { Answer, SweepLine, SweepView } from '../../../preload/contract.ts';
import { closeLibrary } from '../../stores/library.ts';
import {
  askForSweep,
  askToRemove,
  chooseAxes,
  compareJobs,
  compareWith,
  compareWithPassing,
  followSweeps,
  makeSweep,
  openJob,
  pickCell,
  removeSweep,
  saveChart,
  saveSweep,
  showPart,
  showSweep,
  startSweep,
  stopSweep,
} from '../../stores/sweeps.ts';
import { modelLabel } from '../../stores/models.ts';
import { changePreferences } from '../../stores/settings.ts';
import { ask } from '../../stores/sync.ts';
import {
  useAnswer,
  useCommand,
  useNextScenario,
  useAgentPrograms,
  useAgentScripts,
  useStores,
} from '../../stores/use-stores.ts';
import { runBlocker } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { MODE_WORDS } from '../../ui/format/words.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Question } from '../../ui/overlays/question.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RateBasisSelect } from '../../ui/rate-basis.tsx';
import { Segments } from '../../ui/segments.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { Select } from '../../ui/select.tsx';
import { NewSweepView } from './new-sweep.tsx';
import { FACTORS, SweepGridView, valueText } from './sweep-grid.tsx';
import { Changes, Counts, JobList, SweepList, SweepState, varyingFactors } from './sweep-lists.tsx';
import { SweepStatisticsView } from './sweep-statistics.tsx';
import styles from './sweeps.module.css';
import panelStyles from '../../ui/panel.module.css';

/** The list of sweeps, or one sweep: its grid, the jobs of a cell and a comparison with an earlier one. */
export function Sweeps(): JSX.Element {
  const { library, sweeps } = useStores();
  const { shown, version } = useStore(sweeps);
  const basis = useRateBasis();
  const answered = useAnswer('sweep.list', {}, version);
  const list = answered?.reply.ok === true ? answered.reply.value : undefined;
  useFollowing(shown === undefined);
  useCommand('comparison.close', () => {
    if (shown === undefined) closeLibrary(library);
    else showSweep(sweeps, undefined);
  });
  const problem = answered?.reply.ok === false ? answered.reply.error.message : undefined;
  if (shown !== undefined) return <Sweep key={shown} path={shown} list={list ?? []} />;
  const head = (
    <>
      <span className={panelStyles.title}>Sweeps</span>
      <span className={styles.space} />
      <NewSweepButton />
      <CloseButton />
    </>
  );
  return (
    <Panel label="Sweeps" head={head} takesFocus>
      {problem === undefined ? null : <Message text={problem} />}
      {list === undefined ? (
        problem === undefined && <Empty title="Reading the sweeps" busy />
      ) : list.length === 0 ? (
        <Empty icon={Grid3x3} title="No sweeps yet">
          A sweep runs scenarios with many seeds, variants and agents.
          <br />
          <NewSweepButton />
        </Empty>
      ) : (
        <SweepList
          sweeps={list}
          basis={basis}
          onShow={(path) => {
            showSweep(sweeps, path);
          }}
        />
      )}
    </Panel>
  );
}

const useRateBasis = (): RateBasis => useStore(useStores().preferences, ({ passRates }) => passRates);

/** Follows what other processes write, while `isOn`. */
function useFollowing(isOn: boolean): void {
  const { sweeps } = useStores();
  useEffect(() => (isOn ? followSweeps(sweeps) : undefined), [sweeps, isOn]);
}

function NewSweepButton({ bare = false }: { readonly bare?: boolean }): JSX.Element {
  const { sweeps, workspace } = useStores();
  const scenario = useNextScenario();
  const blocker = useStore(workspace, runBlocker);
  const why = blocker ?? (scenario === undefined ? 'Open a scenario first' : undefined);
  return (
    <Button
      bare={bare}
      icon={Plus}
      label="New sweep"
      disabled={why !== undefined}
      title={why}
      onClick={() => {
        askForSweep(sweeps, true);
      }}
    />
  );
}

function CloseButton(): JSX.Element {
  const { library } = useStores();
  return (
    <Button
      bare
      icon={X}
      label="Close the sweeps"
      onClick={() => {
        closeLibrary(library);
      }}
    />
  );
}

interface SweepProps {
  readonly path: string;
  readonly list: readonly SweepLine[];
}

function Sweep({ path, list }: SweepProps): JSX.Element {
  const stores = useStores();
  const { sweeps } = stores;
  const { rows, columns, version, part, removing } = useStore(sweeps);
  const answered = useAnswer('sweep.view', { sweep: path, rows, columns }, version);
  const view = answered?.reply.ok === true ? answered.reply.value : undefined;
  const ending = useStore(sweeps, (state) => state.progress.get(path)?.problem);
  const problem = answered?.reply.ok === false ? answered.reply.error.message : ending;
  useFollowing(view !== undefined && view.state !== 'completed');
  return (
    <Panel label="Sweep" head={<Head path={path} view={view} list={list} />} takesFocus>
      {problem === undefined ? null : <Message text={problem} />}
      {removing && view !== undefined ? (
        <Question
          label="Delete the sweep"
          text={`Delete the sweep “${view.name}”? Its file ${path.replace(/\.sweep$/, '.json')}, its plan and its ${formatCount(runsOf(view))} runs go to the trash. Runs that you opened are kept.`}
          yes="Delete"
          onAnswer={(yes) => {
            askToRemove(sweeps, false);
            if (yes) void removeSweep(stores, path);
          }}
        />
      ) : null}
      {view === undefined ? (
        problem === undefined && <Empty title="Reading the sweep" busy />
      ) : part === 'statistics' ? (
        <Statistics view={view} />
      ) : (
        <Body view={view} />
      )}
    </Panel>
  );
}

interface HeadProps extends SweepProps {
  readonly view: SweepView | undefined;
}

function Head({ path, view, list }: HeadProps): JSX.Element {
  const stores = useStores();
  const { sweeps } = stores;
  const { before, part } = useStore(sweeps);
  const blocker = useStore(stores.workspace, runBlocker);
  const others = list.filter((other) => other.path !== path);
  const basis = useRateBasis();
  return (
    <>
      <Button
        bare
        icon={ChevronLeft}
        label="All sweeps"
        onClick={() => {
          showSweep(sweeps, undefined);
        }}
      />
      <span className={clsx(panelStyles.title, styles.name)} title={legible(path)}>
        {view?.name ?? ''}
      </span>
      {view === undefined ? null : <SweepState {...view} />}
      <span className={styles.space} />
      <Segments
        label="View"
        choices={{ grid: 'Grid', statistics: 'Statistics' }}
        chosen={part}
        onChoose={(chosen) => {
          showPart(sweeps, chosen);
        }}
      />
      <RateBasisSelect
        basis={basis}
        onChoose={(passRates) => void changePreferences(stores, { passRates })}
      />
      {view === undefined || part === 'statistics' ? null : <Axes view={view} />}
      {part === 'statistics' || others.length === 0 ? null : (
        <Select
          quiet
          prefix
          label="Compare with"
          value={before ?? ''}
          options={[
            { value: '', label: 'None' },
            ...others.map((other) => ({ value: other.path, label: other.name })),
          ]}
          onChoose={(chosen) => {
            compareWith(sweeps, chosen === '' ? undefined : chosen);
          }}
        />
      )}
      <span className={styles.headTools}>
        {view?.elsewhere === true ? null : view?.state === 'running' ? (
          <Button icon={Square} label="Stop" onClick={() => void stopSweep(stores, path)} />
        ) : view?.state === 'stopped' ? (
          <Button
            icon={Play}
            tone="primary"
            label="Resume"
            disabled={blocker !== undefined}
            title={blocker ?? 'Run the jobs that have no run yet'}
            onClick={() => void startSweep(stores, path)}
          />
        ) : null}
        <Menu
          label="Sweep"
          trigger={<Button bare icon={Ellipsis} label="Save or delete the sweep" />}
          items={[
            ...(['report', 'csv', 'jsonl'] as const).map((format) => ({
              label: FORMATS[format],
              onChoose: () => void saveSweep(stores, { sweep: path, format, before }),
            })),
            'separator',
            {
              label: 'Delete the sweep…',
              icon: Trash2,
              disabled: view === undefined || view.state === 'running',
              onChoose: () => {
                askToRemove(sweeps, true);
              },
            },
          ]}
        />
        <NewSweepButton bare />
        <CloseButton />
      </span>
    </>
  );
}

const FORMATS = {
  report: 'Save a report…',
  csv: 'Save the jobs as CSV…',
  jsonl: 'Save the jobs as JSON lines…',
} as const;

const ROWS = ['task', 'seed', 'variant', 'settings'] as const satisfies readonly GridFactor[];
const COLUMNS = ['contender', 'variant', 'settings', 'seed'] as const satisfies readonly GridFactor[];

/** Selects the factors of rows and columns: scenarios, and each factor with several values. */
function Axes({ view }: { readonly view: SweepView }): JSX.Element {
  const { sweeps } = useStores();
  const { factors, rows, columns } = view;
  const options = (
    offered: readonly GridFactor[],
    chosen: GridFactor,
    other: GridFactor,
  ): { readonly value: GridFactor; readonly label: string }[] =>
    offered
      .filter((factor) => factor !== other && (factor === chosen || factor === 'task' || factors[factor] > 1))
      .map((value) => ({ value, label: FACTORS[value] }));
  return (
    <>
      <Select
        quiet
        prefix
        label="Rows"
        value={rows}
        options={options(ROWS, rows, columns)}
        onChoose={(chosen) => {
          chooseAxes(sweeps, { rows: chosen, columns });
        }}
      />
      <Select
        quiet
        prefix
        label="Columns"
        value={columns}
        options={options(COLUMNS, columns, rows)}
        onChoose={(chosen) => {
          chooseAxes(sweeps, { rows, columns: chosen });
        }}
      />
    </>
  );
}

const runsOf = ({ counts: { jobs, outcomes } }: SweepView): number =>
  jobs - (outcomes.missing ?? 0) - (outcomes.lost ?? 0) - (outcomes['timed-out'] ?? 0);

/** The statistics of the whole sweep. */
function Statistics({ view }: { readonly view: SweepView }): JSX.Element | null {
  const stores = useStores();
  const version = useStore(stores.sweeps, (state) => state.version);
  const basis = useRateBasis();
  const answered = useAnswer('sweep.statistics', { sweep: view.path, basis }, version);
  if (answered === undefined) return null;
  if (!answered.reply.ok) return <Message text={answered.reply.error.message} />;
  return (
    <SweepStatisticsView
      statistics={answered.reply.value}
      basis={answered.request.basis}
      onSave={(chart, svg) => void saveChart(stores, { sweep: view.path, chart, svg })}
    />
  );
}

const isOfOneScenario = ({ factors }: SweepView): boolean =>
  factors.task > 1 && factors.task === factors.variant;

function Body({ view }: { readonly view: SweepView }): JSX.Element {
  const { sweeps } = useStores();
  const { cell, before, version } = useStore(sweeps);
  const { path: sweep, rows, columns } = view;
  const basis = useRateBasis();
  const compared = useAnswer(
    'sweep.compare',
    before === undefined ? undefined : { sweep, before, rows, columns, basis },
    version,
  );
  const changes =
    before !== undefined && compared?.request.before === before && compared.reply.ok
      ? compared.reply.value
      : undefined;
  return (
    <div className={styles.sweep}>
      <Counts counts={view.counts} basis={basis} />
      {compared?.reply.ok === false && before !== undefined ? (
        <Message text={compared.reply.error.message} />
      ) : null}
      <div className={styles.parts}>
        {changes?.contenders.length === 0 ? null : (
          <SweepGridView
            grid={changes?.grid ?? view.grid}
            rows={rows}
            columns={columns}
            ofOneScenario={isOfOneScenario(view)}
            basis={basis}
            picked={cell}
            onPick={(picked) => {
              pickCell(sweeps, picked);
            }}
          />
        )}
        {changes === undefined ? (
          <CellJobs view={view} />
        ) : (
          <SweepChanges view={view} before={before!} compared={changes} />
        )}
      </div>
    </div>
  );
}

/** The jobs of the picked cell, or of the whole sweep without one. */
function CellJobs({ view }: { readonly view: SweepView }): JSX.Element | null {
  const stores = useStores();
  const { cell, version } = useStore(stores.sweeps);
  const { path: sweep, rows, columns } = view;
  const basis = useRateBasis();
  const [from, setFrom] = useState(0);
  const onScroll = useCallback((first: number) => {
    setFrom(first - (first % (LIMITS.sweepJobs / 2)));
  }, []);
  const answered = useAnswer('sweep.jobs', { sweep, rows, columns, ...cell, from }, version);
  if (answered === undefined) return null;
  if (!answered.reply.ok) return <Message text={answered.reply.error.message} />;
  const { row, column } = answered.request;
  const title = [
    row === undefined ? undefined : valueText(rows, row, isOfOneScenario(view)),
    column === undefined ? undefined : valueText(columns, column, isOfOneScenario(view)),
  ].filter((part) => part !== undefined);
  return (
    <JobList
      title={title.length === 0 ? undefined : title.join(' · ')}
      found={answered.reply.value}
      basis={basis}
      jobs={answered.reply.value.jobs}
      from={answered.request.from}
      varying={varyingFactors(view, { row, column })}
      onScroll={onScroll}
      onOpen={({ job }) => void openJob(stores, sweep, job)}
      onComparePassing={(job) => void compareWithPassing(stores, sweep, job)}
    />
  );
}

interface SweepChangesProps {
  readonly view: SweepView;
  readonly before: string;
  readonly compared: Answer<'sweep.compare'>;
}

function SweepChanges({ view, before, compared }: SweepChangesProps): JSX.Element {
  const stores = useStores();
  const basis = useRateBasis();
  return (
    <Changes
      compared={compared}
      basis={basis}
      onCompare={({ was, is }) =>
        void compareJobs(stores, { sweep: before, job: was.job }, { sweep: view.path, job: is.job })
      }
    />
  );
}

/** Before the place of a model in the list, among the agents to choose from. */
const MODEL = 'model ';

/** The dialog for a new sweep, which begins with the open scenario. */
export function NewSweep(): JSX.Element | null {
  const stores = useStores();
  const { sweeps } = stores;
  const making = useStore(sweeps, (state) => state.making);
  const scenario = useNextScenario();
  const blocker = useStore(stores.workspace, runBlocker);
  useCommand(
    'sweep.new',
    () => {
      askForSweep(sweeps, true);
    },
    scenario !== undefined && blocker === undefined,
  );
  if (!making || scenario === undefined) return null;
  return <SweepForm key={scenario} scenario={scenario} />;
}

function SweepForm({ scenario }: { readonly scenario: string }): JSX.Element | null {
  const stores = useStores();
  const known = useAnswer('sweep.list', {});
  const files = useStore(stores.workspace, ({ view }) => view?.scenarios);
  const [chosen, setChosen] = useState<readonly string[]>([scenario]);
  const variants = useVariants(chosen);
  const programs = useAgentPrograms();
  const scripts = useAgentScripts();
  const models = useStore(stores.models, ({ list }) => list);
  const close = (): void => {
    askForSweep(stores.sweeps, false);
  };
  if (known === undefined || !variants.has(scenario)) return null;
  const taken = new Set(known.reply.ok ? known.reply.value.map(({ name }) => name) : []);
  return (
    <NewSweepView
      scenarios={(files ?? [])
        .filter(({ shared }) => shared !== true)
        .map(({ path }) => ({ value: path, label: path.replace(/^scenarios\//, '') }))
        .slice(0, LIMITS.sweepScenarios)}
      chosen={chosen}
      variants={variants}
      name={freeName(scenario, taken)}
      agents={[
        { value: 'oracle', label: MODE_WORDS.oracle },
        { value: 'nobody', label: MODE_WORDS.plain },
        ...scripts.map((value) => ({ value, label: `Script ${value}` })),
        ...programs.map((value) => ({ value, label: value })),
        ...models.map((model, index) => ({
          value: `${MODEL}${index}`,
          label: modelLabel(model),
          isModel: true,
        })),
      ].slice(0, LIMITS.sweepAgents)}
      onChoose={setChosen}
      onMake={({ agents, ...request }) =>
        makeSweep(stores, {
          ...request,
          agents: agents.map((agent) =>
            agent.startsWith(MODEL) ? models[Number(agent.slice(MODEL.length))]! : agent,
          ),
        })
      }
      onClose={close}
    />
  );
}

/** The number of variants of each scenario, as the answers arrive. A scenario that cannot be read has none. */
function useVariants(scenarios: readonly string[]): ReadonlyMap<string, number> {
  const { bridge } = useStores();
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  const next = scenarios.find((path) => !known.has(path));
  useEffect(() => {
    if (next === undefined) return;
    void ask(bridge, 'scenario.variants', { path: next }).then((reply) => {
      setKnown((before) => new Map(before).set(next, reply.ok ? reply.value.length : 0));
    });
  }, [bridge, next]);
  return known;
}

/** The scenario's name, with a number if a sweep has it already. */
function freeName(scenario: string, taken: ReadonlySet<string>): string {
  const base = scenario
    .split('/')
    .at(-1)!
    .replace(/\.[^.]+$/, '')
    .slice(0, 60);
  for (let nth = 1; ; nth++) {
    const name = nth === 1 ? base : `${base}-${nth}`;
    if (!taken.has(name)) return name;
  }
}
