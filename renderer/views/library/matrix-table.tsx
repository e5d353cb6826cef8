import type { JSX } from 'react';
import clsx from 'clsx';
import { type AttemptCell, type AttemptMatrix, legible } from '../../../engine/model/index.ts';
import { formatCount, formatPercent } from '../../ui/format/numbers.ts';
import { Empty } from '../../ui/messages.tsx';
import { HoverText } from '../../ui/text.tsx';
import styles from './matrix-table.module.css';

interface MatrixTableProps {
  readonly matrix: AttemptMatrix;
  /** Lists the runs of a task of a benchmark by a model; either may be unknown. */
  readonly onCell: (benchmark: string | undefined, task: string, model: string | undefined) => void;
}

/** Which tasks of each benchmark each model passed, and how often. */
export function MatrixTable({ matrix, onCell }: MatrixTableProps): JSX.Element {
  const { models, benchmarks, tasks, left, totals } = matrix;
  if (tasks === 0)
    return (
      <Empty title="No imported attempts">
        Import the results of a benchmark to see tasks and models here.
      </Empty>
    );
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label="Tasks and models">
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col">Task</th>
            {models.map((model) => (
              <th key={model ?? ''} scope="col">
                <HoverText text={model ?? NO_MODEL} />
              </th>
            ))}
          </tr>
          <Totals label={`All ${formatCount(tasks)} tasks`} {...{ models, totals }} />
        </thead>
        {benchmarks.map((one) => (
          <tbody key={one.benchmark ?? ''}>
            {benchmarks.length === 1 ? null : (
              <Totals label={one.benchmark ?? 'In no benchmark'} models={models} totals={one.totals} />
            )}
            {one.tasks.map(({ task, cells }) => (
              <tr key={task}>
                <th scope="row">
                  <HoverText text={task} />
                </th>
                {cells.map((cell, index) => (
                  <td key={models[index] ?? ''} className={clsx('number', toneOf(cell))}>
                    {cell.runs === 0 ? (
                      '–'
                    ) : (
                      <button
                        type="button"
                        title={`List the runs of ${legible(task)} by ${legible(models[index] ?? 'no recorded model')}`}
                        onClick={() => {
                          onCell(one.benchmark, task, models[index]);
                        }}
                      >
                        {cell.attempts === 0
                          ? 'not judged'
                          : `${formatCount(cell.passed)}/${formatCount(cell.attempts)}`}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {left === 0 ? null : <p>{`${formatCount(left)} more tasks. Narrow the query to see them.`}</p>}
    </div>
  );
}

const NO_MODEL = 'No model recorded';

interface TotalsProps extends Pick<AttemptMatrix, 'models' | 'totals'> {
  readonly label: string;
}

/** The pass rates of each model over several tasks. */
const Totals = ({ label, models, totals }: TotalsProps): JSX.Element => (
  <tr className={styles.totals}>
    <th scope="row">
      <HoverText text={label} />
    </th>
    {totals.map((cell, index) => (
      <td key={models[index] ?? ''}>{cell.runs === 0 ? '–' : rateText(cell)}</td>
    ))}
  </tr>
);

const rateText = ({ passed, attempts }: AttemptCell): string =>
  attempts === 0
    ? 'not judged'
    : `${formatPercent(passed / attempts)} (${formatCount(passed)}/${formatCount(attempts)})`;

const toneOf = ({ passed, attempts }: AttemptCell): string | undefined =>
  attempts === 0 ? undefined : passed === attempts ? styles.all : passed === 0 ? styles.none : styles.some;
