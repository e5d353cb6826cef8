import { GitCompareArrows } from 'lucide-react';
import type { CSSProperties, JSX } from 'react';
import clsx from 'clsx';
import {
  type AttemptStep,
  type StepTable,
  legible,
  type RunId,
  type RunSummary,
  type StepCell,
  type StepsRow,
  type StoredAttempt,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { STEP_KINDS } from '../../ui/step-kinds.ts';
import { Name } from '../../ui/text.tsx';
import { StepList, type StepListProps } from './step-list.tsx';
import styles from './compare.module.css';

interface AttemptTableProps extends Pick<StepTable, 'rows' | 'steps'>, StepListProps {
  readonly runs: readonly RunSummary[];
  readonly facts: readonly (StoredAttempt | undefined)[];
  /** What a click opens; `undefined` in a report. */
  readonly onOpen?: ((run: RunId, step: AttemptStep) => void) | undefined;
  readonly onOpenRun?: ((run: RunId) => void) | undefined;
  readonly onCompare?: ((run: RunId) => void) | undefined;
}

/** The first step of a row, which names it. */
function firstOf(cells: StepsRow, steps: StepTable['steps']): AttemptStep {
  const index = cells.findIndex((cell) => cell !== undefined);
  return steps[index]![cells[index]!.step]!;
}

/** Whether all attempts did the same in the same order. */
export const isCommon = (cells: StepsRow): boolean =>
  cells.every((cell) => cell !== undefined && !cell.moved && !cell.differs);

/** What several attempts did: a row for each step, a column for each attempt. A cell opens its step. */
export function AttemptTableView(props: AttemptTableProps): JSX.Element {
  const { rows, steps, runs, visible, at, onSelect, onOpen, className } = props;
  return (
    <div className={styles.attemptTable} style={{ '--attempts': runs.length } as CSSProperties}>
      <AttemptHeads {...props} />
      <StepList
        label="Steps of all attempts"
        name="steps"
        classOf={(rowIndex) => clsx(styles.attemptRow, isCommon(rows[rowIndex]!) && styles.common)}
        onOpenRow={
          onOpen &&
          ((rowIndex, isLast) => {
            const cells = rows[rowIndex]!;
            const isDone = (cell: StepsRow[number]): boolean => cell !== undefined;
            const nth = isLast ? cells.findLastIndex(isDone) : cells.findIndex(isDone);
            onOpen(runs[nth]!.id, steps[nth]![cells[nth]!.step]!);
          })
        }
        {...{ visible, at, onSelect, className }}
      >
        {(rowIndex) => {
          const cells = rows[rowIndex]!;
          const { kind, tool, lead } = firstOf(cells, steps);
          const { icon: Icon, word } = STEP_KINDS[kind];
          return (
            <>
              <span role="rowheader" className={styles.side}>
                <Icon aria-label={word} className={styles.stepKind} />
                {kind === 'call' ? (
                  <span className={clsx('mono', styles.sideTitle)}>{legible(tool)}</span>
                ) : null}
                <span className={styles.sideSummary}>{legible(lead)}</span>
              </span>
              {cells.map((cell, column) => (
                <span key={column} role="gridcell" className={styles.attemptCell}>
                  {cell === undefined ? (
                    <span className={styles.notDone} title="Not done">
                      –
                    </span>
                  ) : (
                    <Cell
                      cell={cell}
                      step={steps[column]![cell.step]!}
                      run={runs[column]!.id}
                      onOpen={onOpen}
                    />
                  )}
                </span>
              ))}
            </>
          );
        }}
      </StepList>
    </div>
  );
}

interface CellProps extends Pick<AttemptTableProps, 'onOpen'> {
  readonly cell: StepCell;
  readonly step: AttemptStep;
  readonly run: RunId;
}

function Cell({ cell: { moved, differs }, step, run, onOpen }: CellProps): JSX.Element {
  const words = [
    ...(onOpen === undefined ? [] : [`Open in ${run}`]),
    ...(step.failed ? ['it failed'] : []),
    ...(moved ? ['in another order than in the first attempt that did it'] : []),
    ...(differs ? [`in other words: ${legible(step.lead)}`] : []),
  ];
  const shown = {
    className: clsx('number', step.failed && styles.stepFailed),
    title: words.join('; '),
    children: `${moved ? '⇅ ' : differs ? '≠ ' : ''}${entryText(step)}`,
  };
  if (onOpen === undefined) return <span {...shown} />;
  return (
    <button
      type="button"
      // The list has the focus; the details below it lead to the same steps.
      tabIndex={-1}
      {...shown}
      onClick={() => {
        onOpen(run, step);
      }}
    />
  );
}

const entryText = ({ entry }: AttemptStep): string => (entry === undefined ? 'done' : `#${entry}`);

/** More attempts than these have no room for buttons over their columns in a small window. */
const MAX_ATTEMPTS_WITH_BUTTONS = 6;

type AttemptHeadsProps = Pick<AttemptTableProps, 'runs' | 'facts' | 'onOpenRun' | 'onCompare'>;

/** Verdict, task if there are several, model and score of each attempt, over its column. */
function AttemptHeads({ runs, facts, onOpenRun, onCompare }: AttemptHeadsProps): JSX.Element {
  const isOneTask = runs.every(({ scenario }) => scenario === runs[0]!.scenario);
  return (
    <div
      className={clsx(styles.attemptHeads, runs.length > MAX_ATTEMPTS_WITH_BUTTONS && styles.manyAttempts)}
      role="group"
      aria-label="Attempts"
    >
      <span className={styles.legend}>
        ≠ done with other words
        <br />⇅ in another order
        <br />– not done
      </span>
      {runs.map((run, index) => (
        <div key={run.id} className={styles.attemptHead}>
          <span>
            <StateBadge run={run} />
            {onOpenRun === undefined ? (
              <b>{run.id}</b>
            ) : (
              <button
                type="button"
                title={`Open ${run.id}: ${legible(run.scenario)}`}
                onClick={() => {
                  onOpenRun(run.id);
                }}
              >
                {run.id}
              </button>
            )}
            {index === 0 || onCompare === undefined ? null : (
              <Button
                bare
                icon={GitCompareArrows}
                label={`Compare ${run.id} with ${runs[0]!.id}`}
                onClick={() => {
                  onCompare(run.id);
                }}
              />
            )}
          </span>
          {[...(isOneTask ? [] : [legible(run.scenario)]), ...factTexts(facts[index])].map((text) => (
            <span key={text} className={styles.attemptFact} title={legible(text)}>
              <Name text={text} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

const factTexts = (attempt: StoredAttempt | undefined): readonly string[] => [
  ...(attempt?.model === undefined ? [] : [attempt.model]),
  ...(attempt?.scores.slice(0, 1).map(({ scorer, label }) => `${scorer} ${label}`) ?? []),
];

interface RowOfAttemptsProps extends Pick<AttemptTableProps, 'rows' | 'steps' | 'runs' | 'at' | 'onOpen'> {
  /** Draws the text of a step of the attempt in column `nth`. */
  readonly renderText: (nth: number, step: number) => JSX.Element;
}

/** What each attempt did in the selected row, in its own words, and the verdicts of those that did it. */
export function RowOfAttempts(props: RowOfAttemptsProps): JSX.Element | null {
  const { rows, steps, runs, at, onOpen, renderText } = props;
  const cells = rows[at];
  if (cells === undefined) return null;
  return (
    <section className={styles.stepDetails} aria-label="The step in each attempt" tabIndex={0}>
      <p className={styles.detailsNote}>{doneText(cells, runs)}</p>
      <ul className={styles.stepOfEach}>
        {cells.map((cell, index) => {
          const { id } = runs[index]!;
          const step = cell && steps[index]![cell.step]!;
          return (
            <li key={id}>
              <b>{id}</b>
              {step === undefined ? (
                <span className={styles.notDone}>not done</span>
              ) : (
                <>
                  {onOpen === undefined ? (
                    <span className="number">{entryText(step)}</span>
                  ) : (
                    <button
                      type="button"
                      title={`Open in ${id}`}
                      onClick={() => {
                        onOpen(id, step);
                      }}
                    >
                      {entryText(step)}
                    </button>
                  )}
                  {step.failed ? <span className={styles.stepFailed}>failed</span> : null}
                  {renderText(index, cell!.step)}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A text such as `Done by 3 of 5 attempts: 2 of the 2 that passed, 1 of the 3 that failed.` */
export function doneText(cells: StepsRow, runs: readonly Pick<RunSummary, 'verdict'>[]): string {
  const count = (outcome: 'passed' | 'failed'): { readonly done: number; readonly of: number } => {
    const some = cells.filter((_cell, index) => runs[index]!.verdict?.outcome === outcome);
    return { done: some.filter((cell) => cell !== undefined).length, of: some.length };
  };
  const [passed, failed] = [count('passed'), count('failed')];
  const done = cells.filter((cell) => cell !== undefined).length;
  const verdicts =
    passed.of === 0 || failed.of === 0
      ? ''
      : `: ${formatCount(passed.done)} of the ${formatCount(passed.of)} that passed, ${formatCount(failed.done)} of the ${formatCount(failed.of)} that failed`;
  return `Done by ${formatCount(done)} of ${formatCount(runs.length)} attempts${verdicts}.`;
}
