import { type JSX, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import {
  type AppName,
  type ComparedBy,
  type ComparedRow,
  type Json,
  type JudgeEvidence,
  type KeptJudgement,
  type RunId,
  type RunSummary,
  unpackComparison,
} from '../../../engine/model/index.ts';
import type { Answer, Probe, SourceFile } from '../../../preload/contract.ts';
import {
  compareBy,
  leavePair,
  type Compared,
  compareRuns,
  type ComparisonState,
  lockBy,
  selectRow,
  showOnlyDifferent,
} from '../../stores/comparison.ts';
import { saveReport } from '../../stores/import-export.ts';
import { copyText } from '../../stores/notices.ts';
import { readSeries } from '../../stores/probes.ts';
import { ask, coalesceLatest } from '../../stores/sync.ts';
import { useAnswer, useCommand, useStores } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { NO_SERIES, type ProbeSeries } from '../../ui/format/probe-series.ts';
import { markedPaths } from '../../ui/json/changed.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Arguments, Result } from '../inspector/inspector-container.tsx';
import { hasView, StateView } from '../apps/apps-container.tsx';
import { AppPair, type AppSide } from './app-pair.tsx';
import { Attempts, SeveralAttempts } from './attempts-container.tsx';
import { BaselineTable, type BesideBaseline } from './baseline-table.tsx';
import { Details, Divergence, Head, SeveralHead, verdictsText } from './comparison.tsx';
import { FirstStates, RowDifferences, StateDifferences } from './difference-table.tsx';
import { PairRows } from './pair-row.tsx';
import {
  type EntryPair,
  entriesAt,
  entriesAtTime,
  nextDifference,
  visibleRows,
  waits,
} from './visible-rows.ts';
import { ProbeTable } from './probe-table.tsx';
import { SourceDiff } from './source-diff.tsx';
import { Strip } from './strip.tsx';
import { VerdictTable } from './verdict-table.tsx';
import styles from './compare.module.css';

type Pair = NonNullable<ComparisonState['pair']>;

interface PartProps {
  readonly pair: Pair;
  readonly shown: Compared;
}

/** The comparison of two runs, entry by entry or by steps, or of several. */
export function Comparison(): JSX.Element {
  const { pair, several, by, shown, attempts, table, problem } = useStore(useStores().comparison);
  if (pair === undefined && several !== undefined)
    return by === 'steps' ? (
      <SeveralAttempts runs={several} table={table} problem={problem?.message} />
    ) : (
      <Several key={several.join()} runs={several} by={by} />
    );
  return (
    <Panel
      label="Comparison"
      head={
        pair === undefined ? null : (
          <ComparisonHead pair={pair} rows={attempts?.rows ?? shown?.comparison.rows} shown={shown} />
        )
      }
      takesFocus
    >
      {problem !== undefined ? (
        <Message text={problem.message} />
      ) : pair !== undefined && attempts !== undefined ? (
        <Attempts pair={pair} attempts={attempts} />
      ) : pair === undefined || shown === undefined ? (
        <Comparing />
      ) : (
        <div className={styles.comparison}>
          <FirstDivergence pair={pair} shown={shown} />
          <ComparisonStrip shown={shown} />
          <ComparisonRows shown={shown} />
          <ComparisonDetails pair={pair} shown={shown} />
        </div>
      )}
    </Panel>
  );
}

/** What stands there until two runs are compared. */
function Comparing(): JSX.Element {
  const stores = useStores();
  return (
    <Empty title="Comparing" busy>
      <Button
        label="Cancel"
        onClick={() => {
          void leavePair(stores);
        }}
      />
    </Empty>
  );
}

/** Several runs beside the first of them. */
function Several({
  runs,
  by,
}: {
  readonly runs: readonly RunId[];
  readonly by: ComparedBy | undefined;
}): JSX.Element {
  const stores = useStores();
  const { bridge, workspace } = stores;
  const [base] = runs;
  const [known, setKnown] = useState<ReadonlyMap<RunId, Omit<BesideBaseline, 'run'>>>(new Map());
  useEffect(() => {
    if (by === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    void (async () => {
      for (const run of runs.slice(1)) {
        if (signal.aborted) return;
        const reply = await ask(bridge, 'comparison.runs', { a: base!, b: run });
        const result = {
          comparison: reply.ok ? unpackComparison(reply.value) : undefined,
          problem: reply.ok ? undefined : reply.error.message,
        };
        setKnown((before) => new Map(before).set(run, result));
      }
    })();
    return () => {
      leaving.abort();
    };
  }, [bridge, base, runs, by]);
  const close = (): void => {
    void leavePair(stores);
  };
  useCommand('comparison.close', close);
  const state = useStore(workspace);
  const shown = runs.flatMap((id) => {
    const run = runOf(state, id);
    const { comparison, problem } = known.get(id) ?? {};
    return run === undefined ? [] : [{ run, comparison, problem }];
  });
  return (
    <Panel
      label="Comparison"
      head={
        <SeveralHead
          count={runs.length}
          by={by}
          onCompareBy={(chosen) => void compareBy(stores, chosen)}
          onClose={close}
        />
      }
      takesFocus
    >
      <BaselineTable runs={shown} onCompare={({ id }) => void compareRuns(stores, base!, id, 'entries')} />
    </Panel>
  );
}

interface ComparisonHeadProps {
  readonly pair: Pair;
  /** `undefined` until compared. */
  readonly rows: readonly Pick<ComparedRow, 'kind'>[] | undefined;
  /** The rows entry by entry. */
  readonly shown: Compared | undefined;
}

function ComparisonHead({ pair, rows, shown }: ComparisonHeadProps): JSX.Element {
  const stores = useStores();
  const { comparison } = stores;
  const [a, b] = useRuns(pair);
  const { onlyDifferent, by } = useStore(comparison);
  const step = (way: 1 | -1): void => {
    if (rows === undefined) return;
    const isWait = shown === undefined ? () => false : waits(shown.comparison.rows, shown);
    selectRow(comparison, nextDifference(rows, comparison.getState().at, way, isWait));
  };
  const close = (): void => {
    void leavePair(stores);
  };
  const save = (): void => {
    void saveReport(stores, [pair.a, pair.b], by);
  };
  useCommand('comparison.next', () => {
    step(1);
  });
  useCommand('comparison.previous', () => {
    step(-1);
  });
  useCommand('comparison.report', save, rows !== undefined);
  useCommand('comparison.close', close);
  return (
    <Head
      {...{ a, b, by, rows, onlyDifferent }}
      onSwap={() => void compareRuns(stores, pair.b, pair.a, by)}
      onCompareBy={(chosen) => void compareBy(stores, chosen)}
      onShowOnlyDifferent={(only) => {
        showOnlyDifferent(comparison, only);
      }}
      onStep={step}
      onSave={save}
      onClose={close}
    />
  );
}

function useRuns({ a, b }: Pair): readonly [RunSummary | undefined, RunSummary | undefined] {
  const { workspace } = useStores();
  return [useStore(workspace, (state) => runOf(state, a)), useStore(workspace, (state) => runOf(state, b))];
}

function FirstDivergence({ pair, shown }: PartProps): JSX.Element {
  const stores = useStores();
  const verdicts = verdictsText(...useRuns(pair));
  return (
    <Divergence
      comparison={shown.comparison}
      verdicts={verdicts}
      actions={{
        select: (row) => {
          selectRow(stores.comparison, row);
        },
        copy: (sentence) => {
          copyText(stores, sentence, 'First divergence');
        },
      }}
    />
  );
}

function ComparisonStrip({ shown }: { readonly shown: Compared }): JSX.Element {
  const { comparison } = useStores();
  const { at, lock } = useStore(comparison);
  return (
    <Strip
      {...{ shown, at, lock }}
      onSelect={(row) => {
        selectRow(comparison, row);
      }}
    />
  );
}

/** The aligned logs. */
function ComparisonRows({ shown }: { readonly shown: Compared }): JSX.Element {
  const { comparison } = useStores();
  const { at, onlyDifferent } = useStore(comparison);
  const { rows } = shown.comparison;
  const visible = useMemo(() => visibleRows(rows, onlyDifferent), [rows, onlyDifferent]);
  if (visible.length === 0) return <Empty title="No differences" />;
  return (
    <PairRows
      {...{ rows, a: shown.a, b: shown.b, visible, at }}
      onSelect={(rowIndex) => {
        selectRow(comparison, rowIndex);
      }}
      takesFocus
    />
  );
}

function ComparisonDetails({ pair, shown }: PartProps): JSX.Element {
  const { comparison } = useStores();
  const lock = useStore(comparison, (state) => state.lock);
  return (
    <Details
      lock={lock}
      onLock={(chosen) => {
        lockBy(comparison, chosen);
      }}
      content={{
        entry: <SelectedRow pair={pair} shown={shown} />,
        apps: <AppsAtRow pair={pair} shown={shown} />,
        states: <StatesAtRow pair={pair} shown={shown} />,
        probes: <Probes pair={pair} shown={shown} />,
        verdicts: <Verdicts pair={pair} />,
        source: <Sources pair={pair} />,
      }}
    />
  );
}

/** The differences of the selected row, with both of its entries. */
function SelectedRow({ pair, shown }: PartProps): JSX.Element {
  const at = useStore(useStores().comparison, (state) => state.at);
  const { rows, initialStates } = shown.comparison;
  const row = rows[at];
  if (rows.length === 0 && initialStates.length === 0)
    return <p className={styles.detailsNote}>Neither run has entries.</p>;
  return (
    <>
      {row === undefined ? null : (
        <>
          <RowDifferences kind={row.kind} differences={row.differences} />
          <RowEntries pair={pair} row={row} />
        </>
      )}
      <FirstStates apps={initialStates} />
    </>
  );
}

/** Both entries of a row, or one if they are equal. Changed values are not marked, as the marks would look like differences. */
function RowEntries({
  pair,
  row: { kind, a, b },
}: {
  readonly pair: Pair;
  readonly row: ComparedRow;
}): JSX.Element {
  return (
    <div className={styles.entrySides}>
      <RowEntry side={kind === 'equal' ? 'both' : 'A'} run={pair.a} index={a} />
      {kind === 'equal' ? null : <RowEntry side="B" run={pair.b} index={b} />}
    </div>
  );
}

interface RowEntryProps {
  readonly side: 'A' | 'B' | 'both';
  readonly run: RunId;
  readonly index: number | undefined;
}

function RowEntry({ side, run, index }: RowEntryProps): JSX.Element {
  const answered = useAnswer('log.entry', index === undefined ? undefined : { run, index });
  const isOfIt = answered?.request.run === run && answered.request.index === index;
  const entry = isOfIt && answered.reply.ok ? answered.reply.value : undefined;
  return (
    <section aria-label={`The entry in ${side}`}>
      {isOfIt && !answered.reply.ok ? <Message text={answered.reply.error.message} /> : null}
      {entry === undefined ? null : (
        <>
          {'action' in entry ? <Arguments action={entry.action} marked={false} /> : null}
          <Result outcome={entry.outcome} />
        </>
      )}
    </section>
  );
}

/** The current entry of each run at the selected row, by the lock of the playheads. */
function useEntries(shown: Compared): EntryPair {
  const { at, lock } = useStore(useStores().comparison);
  return useMemo(
    () => (lock === 'time' ? entriesAtTime(shown, at) : entriesAt(shown.comparison.rows, at)),
    [shown, at, lock],
  );
}

type States = { readonly found: Answer<'comparison.states'> } | { readonly problem: string };

/** Where the apps' states differ after these entries; `undefined` until that has come. */
function useStates(pair: Pair, entries: EntryPair): States | undefined {
  const { bridge } = useStores();
  const [states, setStates] = useState<States>();
  const read = useMemo(
    () =>
      coalesceLatest(async ({ a, b }: { a: { run: string; at: number }; b: { run: string; at: number } }) => {
        const reply = await ask(bridge, 'comparison.states', { a, b });
        setStates(reply.ok ? { found: reply.value } : { problem: reply.error.message });
      }),
    [bridge],
  );
  useEffect(() => {
    read({ a: { run: pair.a, at: entries.a }, b: { run: pair.b, at: entries.b } });
  }, [read, pair, entries]);
  return states;
}

function StatesAtRow({ pair, shown }: PartProps): JSX.Element | null {
  const entries = useEntries(shown);
  const states = useStates(pair, entries);
  if (states === undefined) return null;
  if ('problem' in states) return <Message text={states.problem} />;
  return <StateDifferences apps={states.found} entries={entries} />;
}

/** An app of both runs, drawn as it is in the runs themselves. */
function AppsAtRow({ pair, shown }: PartProps): JSX.Element | null {
  const [a, b] = useRuns(pair);
  const entries = useEntries(shown);
  const states = useStates(pair, entries);
  const [picked, pick] = useState<AppName>();
  const found = states !== undefined && 'found' in states ? states.found : [];
  const names = [...new Set([...(a?.apps ?? []), ...(b?.apps ?? [])].map(({ name }) => name))];
  const apps = names.map((name) => ({
    name,
    differences: found.find(({ app }) => app === name)?.differences ?? [],
  }));
  const name = picked ?? apps.find(({ differences }) => differences.length > 0)?.name ?? names[0];
  const one = useAppSide('A', a, name, entries.a);
  const other = useAppSide('B', b, name, entries.b);
  if (states === undefined || one === undefined || other === undefined) return null;
  if ('problem' in states) return <Message text={states.problem} />;
  const marked = markedPaths(
    apps.flatMap((app) => (app.name === name ? app.differences.map(({ path }) => path) : [])),
  );
  return (
    <AppPair
      {...{ apps, entries }}
      picked={name}
      onPick={pick}
      sides={[one, other]}
      view={({ run, app, state }) => (
        <StateView
          key={`${run} ${app!.name}`}
          className={app!.class}
          state={state!}
          changed={marked}
          raw={!hasView(app!.class)}
        />
      )}
    />
  );
}

function useAppSide(
  letter: AppSide['letter'],
  run: RunSummary | undefined,
  name: AppName | undefined,
  at: number,
): AppSide | undefined {
  const app = run?.apps.find((one) => one.name === name);
  const request = run === undefined || app === undefined ? undefined : { run: run.id, app: app.name, at };
  const answered = useAnswer('state.read', request);
  const isOfIt = answered?.request.run === run?.id && answered?.request.app === app?.name;
  const text = isOfIt && answered?.reply.ok === true ? answered.reply.value : undefined;
  const state = useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as Json)), [text]);
  return run === undefined ? undefined : { letter, run: run.id, app, state };
}

/** Series by run and expression. */
type SeriesByKey = ReadonlyMap<string, ProbeSeries>;

const keyOf = (run: RunId, { expression }: Probe): string => `${run} ${expression}`;

/** The series of all probes in both runs, as far as loaded. */
function useSeries(pair: Pair, { a, b }: Compared, list: readonly Probe[]): SeriesByKey {
  const { bridge } = useStores();
  const [known, setKnown] = useState<SeriesByKey>(new Map());
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    const read = async (run: RunId, probe: Probe, count: number): Promise<void> => {
      const key = keyOf(run, probe);
      for await (const series of readSeries(bridge, run, probe.expression, count)) {
        if (signal.aborted) return;
        // For a run that has grown, the old series stays until the new one is longer.
        setKnown((before) =>
          (before.get(key)?.next ?? -1) > series.next ? before : new Map(before).set(key, series),
        );
      }
    };
    void (async () => {
      for (const probe of list) {
        if (signal.aborted) return;
        await read(pair.a, probe, a.length);
        await read(pair.b, probe, b.length);
      }
    })();
    return () => {
      closing.abort();
    };
  }, [bridge, pair, a, b, list]);
  return known;
}

function Probes({ pair, shown }: PartProps): JSX.Element {
  const { comparison, probes } = useStores();
  const list = useStore(probes, (state) => state.list);
  const known = useSeries(pair, shown, list);
  const entries = useEntries(shown);
  return (
    <ProbeTable
      {...{ list, shown, entries }}
      seriesOf={(probe) => ({
        a: known.get(keyOf(pair.a, probe)) ?? NO_SERIES,
        b: known.get(keyOf(pair.b, probe)) ?? NO_SERIES,
      })}
      onSelect={(row) => {
        selectRow(comparison, row);
      }}
    />
  );
}

/** The judge's evidence for a run, once judged and loaded. */
function useJudgeEvidence(run: RunSummary | undefined): JudgeEvidence | undefined {
  const request = run === undefined ? undefined : { run: run.id };
  const answered = useAnswer('inspect.judgement', request, run?.verdict?.judge?.sentence);
  if (run === undefined || answered?.request.run !== run.id) return undefined;
  const text = answered.reply.ok ? answered.reply.value : null;
  return text === null ? undefined : (JSON.parse(text) as KeptJudgement).evidence;
}

function Verdicts({ pair }: { readonly pair: Pair }): JSX.Element {
  const [a, b] = useRuns(pair);
  const [one, other] = [useJudgeEvidence(a), useJudgeEvidence(b)];
  const evidence = one !== undefined && other !== undefined ? { a: one, b: other } : undefined;
  return <VerdictTable a={a} b={b} evidence={evidence} />;
}

const MonacoDiff = lazy(() => import('../editor/monaco-diff.tsx'));

function Sources({ pair }: { readonly pair: Pair }): JSX.Element | null {
  const { bridge, workspace } = useStores();
  const [sources, setSources] = useState<readonly [readonly SourceFile[], readonly SourceFile[]]>();
  useEffect(() => {
    const read = async (run: RunId): Promise<readonly SourceFile[]> => {
      const reply = await ask(bridge, 'run.source', { run });
      return reply.ok ? reply.value : [];
    };
    void Promise.all([read(pair.a), read(pair.b)]).then(setSources);
  }, [bridge, pair]);

  if (sources === undefined) return null;
  const [a, b] = sources;
  const fileOf = (run: RunId): string => runOf(workspace.getState(), run)?.source ?? '';
  return (
    <SourceDiff
      {...{ a, b }}
      scenarios={[fileOf(pair.a), fileOf(pair.b)]}
      diff={(original, modified) => (
        <Suspense>
          <MonacoDiff original={original} modified={modified} />
        </Suspense>
      )}
    />
  );
}
