import clsx from 'clsx';
import type { JSX } from 'react';
import { type CheckedValues, printPath } from '../../../engine/model/index.ts';
import { Message } from '../../ui/messages.tsx';
import { Breakable, LongText } from '../../ui/text.tsx';
import styles from './why.module.css';

interface CheckedValuesViewProps {
  /** `undefined` until loaded. */
  readonly checks: readonly CheckedValues[] | undefined;
  /** Error of reading the values. */
  readonly problem: string | undefined;
}

/** The values that a condition, or the milestones and minefields of a validation, read during its check. */
export function CheckedValuesView({ checks, problem }: CheckedValuesViewProps): JSX.Element {
  if (problem !== undefined) return <Message text={problem} />;
  if (checks === undefined) return <p className={styles.note}>Reading the values</p>;
  return (
    <>
      {checks.map((check) => (
        <section key={`${check.kind} ${check.name}`} className={styles.check}>
          <h4>
            {LABELS[check.kind]} <LongText text={check.name} limit={120} />{' '}
            <span className={styles[check.answer]}>{check.answer}</span>
          </h4>
          {check.error === undefined ? null : <LongText text={check.error} />}
          <Values {...check} />
        </section>
      ))}
    </>
  );
}

const LABELS = {
  condition: 'Condition',
  milestone: 'Milestone',
  minefield: 'Minefield',
} as const satisfies Record<CheckedValues['kind'], string>;

function Values({ reads, more, readsLog }: CheckedValues): JSX.Element {
  if (reads.length === 0 && !readsLog) return <p className={styles.note}>The check read no app state.</p>;
  return (
    <>
      <table className={styles.values} aria-label="Values read">
        <tbody>
          {reads.map(({ path, value }) => (
            <tr key={printPath(path)}>
              <th scope="row" className="mono">
                <Breakable name={printPath(path)} />
              </th>
              <td className={clsx('mono', value === undefined && styles.missing)} title={value}>
                {value ?? 'missing'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more === 0 ? null : <p className={styles.note}>{more} more values</p>}
      {readsLog ? <p className={styles.note}>The check also read the log.</p> : null}
    </>
  );
}
