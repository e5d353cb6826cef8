import clsx from 'clsx';
import { type JSX, useMemo, useState } from 'react';
import { markedSteps } from '../../engine/analysis/index.ts';
import type { AttemptStep, StepTable, ComparedAttempts, StepText } from '../../engine/model/index.ts';
import type { AttemptsReport, ReportedAttempt } from '../../preload/contract.ts';
import { NavigationContext } from '../ui/links.tsx';
import { AttemptTableView, isCommon, RowOfAttempts } from '../views/compare/attempt-table.tsx';
import { AttemptFacts, PartingText } from '../views/compare/comparison.tsx';
import { StepPair, StepTextView } from '../views/compare/step-pair.tsx';
import { StepRows } from '../views/compare/step-rows.tsx';
import compareStyles from '../views/compare/compare.module.css';
import { AlignedRows } from './aligned-rows.tsx';
import styles from './report.module.css';
import { ReportedVerdicts } from './reported-verdicts.tsx';
import { RunHead, RunNotes } from './run-head.tsx';

/** The report of two to twelve attempts, compared by their steps. */
export const AttemptsReportPage = ({ program, attempts, compared }: AttemptsReport): JSX.Element =>
  'a' in compared ? (
    <TwoAttempts
      program={program}
      attempts={attempts}
      compared={{ ...compared, facts: nullsToUndefined(compared.facts) }}
    />
  ) : (
    <SeveralAttempts
      program={program}
      attempts={attempts}
      table={{
        ...compared,
        rows: compared.rows.map(nullsToUndefined),
        facts: nullsToUndefined(compared.facts),
      }}
    />
  );

/** The items as they were: JSON has null in place of `undefined`. */
const nullsToUndefined = <Item,>(
  items: readonly (Item | undefined | null)[],
): readonly (Item | undefined)[] => items.map((item) => item ?? undefined);

interface TwoAttemptsProps extends Omit<AttemptsReport, 'compared'> {
  readonly compared: ComparedAttempts;
}

/** Two attempts, from where they part on. */
function TwoAttempts({ program, attempts, compared }: TwoAttemptsProps): JSX.Element {
  const { rows, parting, a: stepsOfA, b: stepsOfB, facts } = compared;
  const [a, b] = [attempts[0]!, attempts[1]!];
  const [at, seek] = useState(Math.max(0, parting?.row ?? 0));
  const row = rows[at];
  const texts = useMemo(() => markedSteps(textAt(a, row?.a), textAt(b, row?.b)), [a, b, row]);
  const seekEntry = (side: 'a' | 'b', steps: readonly AttemptStep[]) => (index: number) => {
    seekRow(rows, seek, ({ [side]: nth }) => nth !== undefined && steps[nth]!.entry === index);
  };
  return (
    <>
      <header className={clsx(styles.head, styles.two)}>
        <RunHead run={a.summary} letter="A" program={program} />
        <RunHead run={b.summary} letter="B" program={program} />
      </header>
      <main>
        <div className={styles.firstDifference}>
          <PartingText parting={parting} />
          <div className={compareStyles.attemptFacts}>
            <AttemptFacts letter="A" run={a.summary} attempt={facts[0]} />
            <AttemptFacts letter="B" run={b.summary} attempt={facts[1]} />
          </div>
        </div>
        <AlignedRows label="Steps" title="Steps" className={styles.steps} {...{ rows, at }} onSelect={seek}>
          {(list) => <StepRows {...{ rows }} a={stepsOfA} b={stepsOfB} {...list} />}
        </AlignedRows>
        <div className={styles.parts}>
          <section className={clsx(styles.part, styles.wide, styles.flush)} aria-label="Selected step">
            {row === undefined ? (
              <p className={styles.entryNone}>Neither attempt has steps.</p>
            ) : (
              <StepPair
                sides={{
                  a: { run: a.summary.id, step: stepsOfA[row.a ?? -1], text: texts.a },
                  b: { run: b.summary.id, step: stepsOfB[row.b ?? -1], text: texts.b },
                }}
              />
            )}
          </section>
          <ReportedVerdicts a={a} b={b} />
          <NavigationContext value={{ seek: seekEntry('a', stepsOfA) }}>
            <RunNotes label="Notes on A" notes={a.notes} />
          </NavigationContext>
          <NavigationContext value={{ seek: seekEntry('b', stepsOfB) }}>
            <RunNotes label="Notes on B" notes={b.notes} />
          </NavigationContext>
        </div>
      </main>
    </>
  );
}

const textAt = ({ texts }: ReportedAttempt, step: number | undefined): StepText | undefined =>
  step === undefined ? undefined : texts[step];

/** Selects the first row that is `wanted`, if there is one. */
function seekRow<Row>(
  rows: readonly Row[],
  seek: (row: number) => void,
  wanted: (row: Row) => boolean,
): void {
  const found = rows.findIndex(wanted);
  if (found >= 0) seek(found);
}

interface SeveralAttemptsProps extends Omit<AttemptsReport, 'compared'> {
  readonly table: StepTable;
}

/** Several attempts: who did what. */
function SeveralAttempts({
  program,
  attempts,
  table: { rows, steps, facts },
}: SeveralAttemptsProps): JSX.Element {
  const kinds = useMemo(
    () => rows.map((cells) => ({ kind: isCommon(cells) ? 'equal' : 'changed' }) as const),
    [rows],
  );
  const [at, seek] = useState(() =>
    Math.max(
      0,
      kinds.findIndex(({ kind }) => kind !== 'equal'),
    ),
  );
  const runs = attempts.map(({ summary }) => summary);
  const names = [...new Set(runs.map(({ scenario }) => scenario))];
  return (
    <>
      <header className={clsx(styles.head, styles.runHead)}>
        <h1>
          <bdi>{`${attempts.length} attempts: ${names.join(', ')}`}</bdi>
        </h1>
      </header>
      <main>
        <AlignedRows
          label="Steps"
          title="Steps"
          className={styles.steps}
          rows={kinds}
          at={at}
          onSelect={seek}
        >
          {(list) => <AttemptTableView {...{ rows, steps, runs, facts }} {...list} />}
        </AlignedRows>
        <div className={styles.parts}>
          <div className={clsx(styles.part, styles.wide, styles.flush)}>
            <RowOfAttempts
              {...{ rows, steps, runs, at }}
              renderText={(nth, step) => (
                <StepTextView text={{ ...attempts[nth]!.texts[step]!, differing: [] }} />
              )}
            />
          </div>
          {attempts.map(({ summary, notes }, nth) => (
            <section key={summary.id} className={styles.part} aria-label={`Attempt ${summary.id}`}>
              <RunHead run={summary} letter={summary.id} program={program} />
              <NavigationContext
                value={{
                  seek: (index) => {
                    seekRow(rows, seek, (cells) => {
                      const cell = cells[nth];
                      return cell !== undefined && steps[nth]![cell.step]!.entry === index;
                    });
                  },
                }}
              >
                <RunNotes label={`Notes on ${summary.id}`} notes={notes} />
              </NavigationContext>
            </section>
          ))}
        </div>
      </main>
    </>
  );
}
