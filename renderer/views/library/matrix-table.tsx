import type { JSX } from 'react';
import clsx from 'clsx';
import { type AttemptCell, type AttemptMatrix, legible } from '../../../engine/model/index.ts';
import { formatCount, formatPercent } from '../../ui/format/numbers.ts';
import { Empty } from '../../ui/messages.tsx';
import { HoverText } from '../../ui/text.tsx';
import styles from './matrix-table.module.css';

interface MatrixTableProps {
  readonly matrix: AttemptMatrix;
  /** Lists the runs of a task by a model. */
  readonly onCell: (task: string, model: string) => void;
}

/** Which tasks each model passed, and how often. */
export function MatrixTable({ matrix, onCell }: MatrixTableProps): JSX.Element {
  const { models, tasks, left, totals } = matrix;
  if (tasks.length === 0)
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
              <th key={model} scope="col">
                <HoverText text={model} />
              </th>
            ))}
          </tr>
          <tr className={styles.totals}>
            <th scope="row">{`All ${formatCount(tasks.length + left)} tasks`}</th>
            {totals.map((cell, index) => (
              <td key={models[index]}>{rateText(cell)}</td>
            ))}
          </tr>
        </thead>
        <tbody>
          {tasks.map(({ task, cells }) => (
            <tr key={task}>
              <th scope="row">
                <HoverText text={task} />
              </th>
              {cells.map((cell, index) => (
                <td key={models[index]} className={clsx('number', toneOf(cell))}>
                  {cell.runs === 0 ? (
                    '–'
                  ) : (
                    <button
                      type="button"
                      title={`List the runs of ${legible(task)} by ${legible(models[index]!)}`}
                      onClick={() => {
                        onCell(task, models[index]!);
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
      </table>
      {left === 0 ? null : <p>{`${formatCount(left)} more tasks. Narrow the query to see them.`}</p>}
    </div>
  );
}

const rateText = ({ passed, attempts }: AttemptCell): string =>
  attempts === 0
    ? 'not judged'
    : `${formatPercent(passed / attempts)} (${formatCount(passed)}/${formatCount(attempts)})`;

const toneOf = ({ passed, attempts }: AttemptCell): string | undefined =>
  attempts === 0 ? undefined : passed === attempts ? styles.all : passed === 0 ? styles.none : styles.some;
