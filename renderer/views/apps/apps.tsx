import { AppWindow, EyeOff, Hand } from 'lucide-react';
import { type JSX, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { legible, type AppName, type AppSummary, type KnownRecord } from '../../../engine/model/index.ts';
import type { CallProblem } from '../../../preload/contract.ts';
import type { AppState, Knowledge } from '../../stores/inspection.ts';
import { Button } from '../../ui/button.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EntryLink } from '../../ui/links.tsx';
import type { ChangedPaths } from '../../ui/json/changed.tsx';
import { searchWords } from '../../ui/json/find.ts';
import { type Known, KnownContext } from '../../ui/json/known.tsx';
import { PickContext, type Selecting } from '../../ui/json/pick.tsx';
import { hasView, StateView } from './state-view.tsx';
import styles from './apps.module.css';
import knownStyles from '../../ui/json/known.module.css';
import tabsStyles from '../../ui/tabs.module.css';

/** A sentence such as `The agent knows 3 of 12 letters, 1 of them not as it is now; 2 of 2 messages.` */
export function sumsOf(records: readonly KnownRecord[]): string {
  if (records.length === 0) return 'This app has no records.';
  const kinds = new Map<string, { all: number; known: number; stale: number }>();
  for (const { kind, awareness } of records) {
    const sum = kinds.get(kind) ?? { all: 0, known: 0, stale: 0 };
    sum.all += 1;
    if (awareness.status !== 'unknown') sum.known += 1;
    if (awareness.status === 'stale') sum.stale += 1;
    kinds.set(kind, sum);
  }
  const sums = Array.from(kinds, ([kind, { all, known, stale }]) => {
    const of = `${formatCount(known)} of ${formatCount(all)} ${all === 1 ? kind : `${kind}s`}`;
    return stale === 0 ? of : `${of}, ${formatCount(stale)} of them out of date`;
  });
  return `The agent knows ${sums.join('; ')}.`;
}

const MAX_LOST = 3;

interface KnownSumProps {
  /** The agent's knowledge of the app; `undefined` until loaded. */
  readonly knowledge: Knowledge['knowledge'] | undefined;
  readonly problem: CallProblem | undefined;
}

/** One line that says how much of an app the agent knew. */
function KnownSum({ knowledge, problem }: KnownSumProps): JSX.Element {
  if (problem !== undefined) return <Message text={problem.message} />;
  if (knowledge === undefined) return <p className={knownStyles.sum}>Reading what the agent knows…</p>;
  const { records, lost, looked, changed } = knowledge;
  if (records.length === 0 && looked !== undefined)
    return (
      <p className={knownStyles.sum}>
        The agent last looked at this app at <EntryLink entry={looked} />.
        {changed === undefined ? null : (
          <>
            {' '}
            Another changed it at <EntryLink entry={changed} />.
          </>
        )}
      </p>
    );
  return (
    <p className={knownStyles.sum}>
      {sumsOf(records)}
      {lost.length === 0 ? null : (
        <>
          {' '}
          Deleted without the agent’s knowledge:{' '}
          {lost.slice(-MAX_LOST).map(({ id, gone }, index) => (
            <span key={id} title={legible(id)}>
              {index === 0 ? '' : ', '}
              <EntryLink entry={gone} />
            </span>
          ))}
          {lost.length > MAX_LOST ? ` and ${lost.length - MAX_LOST} earlier` : ''}
        </>
      )}
    </p>
  );
}

/** Whether the agent knows nothing of an app whose parts cannot be told apart: it has not called a tool of it. */
const isUnseen = (knowledge: Knowledge['knowledge'] | undefined): boolean =>
  knowledge !== undefined && knowledge.records.length === 0 && knowledge.looked === undefined;

const PANEL = 'app-state';

interface AppsViewProps {
  readonly apps: readonly AppSummary[];
  readonly selected: AppName | undefined;
  /** Apps that the entry at the playhead changed. */
  readonly changed: ReadonlySet<AppName>;
  /** What the marks in the state mean, if not what the entry at the playhead changed. */
  readonly marked?: string | undefined;
  /** The agent's knowledge of the selected app, while it is marked. */
  readonly knowledge: KnownSumProps | undefined;
  readonly onSelect: (app: AppName) => void;
  /** Turns the marking of the agent's knowledge on or off. */
  readonly onShowAsAgent: (asAgent: boolean) => void;
  readonly onCall: () => void;
  /** Renders the selected app's state, as raw JSON or in the app's own view; with `words`, only the records that contain them. */
  readonly state: (raw: boolean, words: readonly string[]) => ReactNode;
  /** Content below the state. */
  readonly below: ReactNode;
}

/** The apps of a run at the playhead, one at a time. */
export function AppsView(props: AppsViewProps): JSX.Element {
  const { apps, selected, changed, marked, knowledge, onSelect, onShowAsAgent, onCall, state, below } = props;
  const [raw, setRaw] = useState<ReadonlySet<AppName>>(new Set());
  const [typed, setTyped] = useState('');
  const deferred = useDeferredValue(typed);
  const words = useMemo(() => searchWords(deferred), [deferred]);
  const app = apps.find(({ name }) => name === selected);
  if (app === undefined) return <Empty icon={AppWindow} title="This run has no apps" />;
  return (
    <div className={styles.apps}>
      <header className={styles.head}>
        <Tabs
          label="Apps"
          tabs={apps.map(({ name, class: title }) => ({
            id: name,
            label: name,
            title,
            mark: changed.has(name) ? (
              <span className={tabsStyles.dot} role="img" aria-label="changed" />
            ) : null,
          }))}
          selected={app.name}
          onSelect={onSelect}
          panel={PANEL}
        />
        <FindField label="Find in apps" placeholder={`Find in ${app.name}`} text={typed} onText={setTyped} />
        <div className={styles.tools}>
          <Button icon={Hand} label="Call a tool…" command="run.call" onClick={onCall} />
          <Segments
            label="State to show"
            choices={{ world: 'Actual state', agent: 'Agent’s knowledge' }}
            chosen={knowledge === undefined ? 'world' : 'agent'}
            onChoose={(id) => {
              onShowAsAgent(id === 'agent');
            }}
          />
          <Segments
            label="Format"
            choices={{ view: 'View', raw: 'Raw' }}
            chosen={hasView(app.class) && !raw.has(app.name) ? 'view' : 'raw'}
            disabled={!hasView(app.class)}
            onChoose={(id) => {
              const others = [...raw].filter((name) => name !== app.name);
              setRaw(new Set(id === 'raw' ? [...others, app.name] : others));
            }}
          />
        </div>
      </header>
      <div className={styles.body} id={PANEL} role="tabpanel" aria-label={app.name}>
        {app.known ? null : (
          <p className={styles.note}>Orrery does not include this app. Its state is shown as recorded.</p>
        )}
        {marked === undefined ? null : <p className={knownStyles.sum}>{marked}</p>}
        {knowledge === undefined || isUnseen(knowledge.knowledge) ? null : <KnownSum {...knowledge} />}
        {isUnseen(knowledge?.knowledge) ? (
          <Empty icon={EyeOff} title="Not known to the agent">
            The agent has not looked at this app yet.
          </Empty>
        ) : (
          state(raw.has(app.name), words)
        )}
        {below}
      </div>
    </div>
  );
}

interface ShownStateProps {
  readonly app: AppSummary;
  readonly shown: AppState;
  readonly changed: ChangedPaths;
  readonly raw: boolean;
  /** Shows only the records that contain these words, in lower case. */
  readonly words: readonly string[];
  /** Lets the person pick values of the state. */
  readonly picking: Selecting;
  /** The values to mark as known to the agent. */
  readonly known: Known;
}

/** An app's state at a position of the run. */
export function ShownState(props: ShownStateProps): JSX.Element {
  const { app, shown, changed, raw, words, picking, known } = props;
  return (
    <PickContext value={picking}>
      <KnownContext value={known}>
        <div className={styles.state} data-entry={shown.at}>
          <StateView key={app.name} className={app.class} state={shown.state} {...{ changed, raw, words }} />
        </div>
      </KnownContext>
    </PickContext>
  );
}
