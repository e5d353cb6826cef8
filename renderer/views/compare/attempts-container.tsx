import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import type { AttemptStep, StepTable, ComparedAttempts, RunId } from '../../../engine/model/index.ts';
import { compareBy, compareRuns, leavePair, selectRow, showOnlyDifferent } from '../../stores/comparison.ts';
import { saveReport } from '../../stores/import-export.ts';
import { copyText } from '../../stores/notices.ts';
import { openRun, openStep } from '../../stores/run-opening.ts';
import { useAnswer, useCommand, useStores } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AttemptTableView, isCommon, RowOfAttempts } from './attempt-table.tsx';
import { AttemptFacts, DifferenceTools, PartingText, SaveReport, SeveralHead } from './comparison.tsx';
import { nextDifference, visibleRows } from './visible-rows.ts';
import { StepPair, StepTextView } from './step-pair.tsx';
import { StepRows } from './step-rows.tsx';
import styles from './compare.module.css';

interface AttemptsProps {
  readonly pair: { readonly a: RunId; readonly b: RunId };
  readonly attempts: ComparedAttempts;
}

/** Two attempts by steps: where they part, the aligned steps, and the words that differ in the selected ones. */
export function Attempts({ pair, attempts }: AttemptsProps): JSX.Element {
  const stores = useStores();
  const { comparison, workspace } = stores;
  const { rows, parting, a, b, facts } = attempts;
  const { at, onlyDifferent } = useStore(comparison);
  const state = useStore(workspace);
  const visible = useMemo(() => visibleRows(rows, onlyDifferent), [rows, onlyDifferent]);
  const select = (rowIndex: number): void => {
    selectRow(comparison, rowIndex);
  };
  const open = (run: RunId, { entry, log }: AttemptStep): void => void openStep(stores, { run, entry, log });
  return (
    <div className={styles.attempts}>
      <PartingText
        parting={parting}
        actions={{
          select,
          copy: (sentence) => {
            copyText(stores, sentence, 'Sentence');
          },
        }}
      />
      <div className={styles.attemptFacts}>
        <AttemptFacts letter="A" run={runOf(state, pair.a)} attempt={facts[0]} />
        <AttemptFacts letter="B" run={runOf(state, pair.b)} attempt={facts[1]} />
      </div>
      {visible.length === 0 ? (
        <Empty title="No differences" />
      ) : (
        <StepRows
          {...{ rows, a, b, visible, at }}
          onSelect={select}
          onOpenRow={(rowIndex, isLast) => {
            const { a: inA, b: inB } = rows[rowIndex]!;
            if (inB === undefined || (inA !== undefined && !isLast)) open(pair.a, a[inA!]!);
            else open(pair.b, b[inB]!);
          }}
        />
      )}
      <SelectedSteps pair={pair} attempts={attempts} />
    </div>
  );
}

/** Both steps of the selected row with their whole texts. */
function SelectedSteps({ pair, attempts: { rows, a, b } }: AttemptsProps): JSX.Element {
  const stores = useStores();
  const at = useStore(stores.comparison, (state) => state.at);
  const row = rows[at];
  const request = {
    ...(row?.a !== undefined && { a: { run: pair.a, step: row.a } }),
    ...(row?.b !== undefined && { b: { run: pair.b, step: row.b } }),
  };
  const answered = useAnswer('comparison.stepTexts', row === undefined ? undefined : request);
  const isOfIt = answered?.request.a?.step === row?.a && answered?.request.b?.step === row?.b;
  const texts = isOfIt && answered?.reply.ok === true ? answered.reply.value : undefined;
  if (row === undefined) return <p className={styles.detailsNote}>Neither attempt has steps.</p>;
  const stepOf = (steps: readonly AttemptStep[], nth: number | undefined): AttemptStep | undefined =>
    nth === undefined ? undefined : steps[nth];
  return (
    <div className={styles.stepDetails} role="region" aria-label="Selected step" tabIndex={0}>
      {answered?.reply.ok === false ? <Message text={answered.reply.error.message} /> : null}
      <StepPair
        sides={{
          a: { run: pair.a, step: stepOf(a, row.a), text: texts?.a },
          b: { run: pair.b, step: stepOf(b, row.b), text: texts?.b },
        }}
        onOpen={(run, { entry, log }) => void openStep(stores, { run, entry, log })}
      />
    </div>
  );
}

interface SeveralAttemptsProps {
  readonly runs: readonly RunId[];
  /** `undefined` until loaded. */
  readonly table: StepTable | undefined;
  readonly problem: string | undefined;
}

/** Several attempts by steps: who did what. */
export function SeveralAttempts({ runs, table, problem }: SeveralAttemptsProps): JSX.Element {
  const stores = useStores();
  const { comparison } = stores;
  const onlyDifferent = useStore(comparison, (state) => state.onlyDifferent);
  const kinds = useMemo(
    () => (table?.rows ?? []).map((cells) => ({ kind: isCommon(cells) ? 'equal' : 'changed' }) as const),
    [table],
  );
  const visible = useMemo(() => visibleRows(kinds, onlyDifferent), [kinds, onlyDifferent]);
  const step = (by: 1 | -1): void => {
    selectRow(
      comparison,
      nextDifference(kinds, comparison.getState().at, by, () => false),
    );
  };
  const close = (): void => void leavePair(stores);
  useCommand('comparison.next', () => {
    step(1);
  });
  useCommand('comparison.previous', () => {
    step(-1);
  });
  const save = (): void => void saveReport(stores, runs, 'steps');
  useCommand('comparison.report', save, table !== undefined);
  useCommand('comparison.close', close);
  const head = (
    <SeveralHead
      count={runs.length}
      by="steps"
      onCompareBy={(by) => void compareBy(stores, by)}
      onClose={close}
    >
      <DifferenceTools
        onlyDifferent={onlyDifferent}
        onShowOnlyDifferent={(only) => {
          showOnlyDifferent(comparison, only);
        }}
        onStep={step}
        commands={{ previous: 'comparison.previous', next: 'comparison.next' }}
      />
      <SaveReport isDisabled={table === undefined} onSave={save} />
    </SeveralHead>
  );
  return (
    <Panel label="Comparison" head={head} takesFocus>
      {problem !== undefined ? (
        <Message text={problem} />
      ) : table === undefined ? (
        <Empty title="Comparing" busy />
      ) : (
        <Table runs={runs} table={table} visible={visible} />
      )}
    </Panel>
  );
}

interface TableProps {
  readonly runs: readonly RunId[];
  readonly table: StepTable;
  readonly visible: readonly number[];
}

function Table({ runs: ids, table: { rows, steps, facts }, visible }: TableProps): JSX.Element {
  const stores = useStores();
  const { comparison, workspace } = stores;
  const at = useStore(comparison, (state) => state.at);
  const state = useStore(workspace);
  const runs = ids.flatMap((id) => runOf(state, id) ?? []);
  if (runs.length < ids.length) return <Empty title="Some of these runs were deleted" />;
  const open = (run: RunId, { entry, log }: AttemptStep): void => void openStep(stores, { run, entry, log });
  return (
    <div className={styles.severalAttempts}>
      <AttemptTableView
        {...{ rows, steps, runs, facts, visible, at }}
        onSelect={(rowIndex) => {
          selectRow(comparison, rowIndex);
        }}
        onOpen={open}
        onOpenRun={(run) => void openRun(stores, run)}
        onCompare={(run) => void compareRuns(stores, ids[0]!, run, 'steps')}
      />
      <RowOfAttempts
        {...{ rows, steps, runs, at }}
        onOpen={open}
        renderText={(nth, step) => (
          <TextOfStep key={step} run={ids[nth]!} step={step} lead={steps[nth]![step]!.lead} />
        )}
      />
    </div>
  );
}

interface TextOfStepProps {
  readonly run: RunId;
  readonly step: number;
  readonly lead: string;
}

/** The text of a step: its first words until all of it is read. */
function TextOfStep({ run, step, lead }: TextOfStepProps): JSX.Element {
  const answered = useAnswer('comparison.stepTexts', { a: { run, step } });
  const text = answered?.reply.ok === true ? answered.reply.value.a : undefined;
  return <StepTextView text={text ?? { text: lead, differing: [], cut: 0 }} />;
}
