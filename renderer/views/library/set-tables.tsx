import { ArrowLeftRight, GitCompareArrows } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import {
  type AttemptGroup,
  type ComparedSets,
  type FlippedTask,
  legible,
  type PairedComparison,
  type PassRates,
  plural,
  type SetComparison,
  type SetsBy,
  type TaskOutcome,
  threeSignificantDigits,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount, ratedText, rateText, uncertaintyText } from '../../ui/format/numbers.ts';
import { Empty } from '../../ui/messages.tsx';
import { Select } from '../../ui/select.tsx';
import { HoverText, useShowMore } from '../../ui/text.tsx';
import matrixStyles from './matrix-table.module.css';
import styles from './set-tables.module.css';

interface SetTablesProps extends ComparedSets {
  readonly by: SetsBy;
  readonly onChoose: (keys: { readonly first: string; readonly second: string }) => void;
  /** Compares attempts at a task. */
  readonly onTask: (task: FlippedTask) => void;
}

/** Two sets or models side by side: pass rates, paired statistics, and the tasks that flipped. */
export function SetTables({
  by,
  groups,
  first,
  second,
  comparison,
  onChoose,
  onTask,
}: SetTablesProps): JSX.Element {
  if (first === undefined || second === undefined || comparison === undefined)
    return (
      <Empty title={`Fewer than two ${by}s`}>
        Import the results of two benchmarks or models to compare them.
      </Empty>
    );
  return (
    <div className={matrixStyles.frame} tabIndex={0} role="group" aria-label="Comparison of sets">
      <div className={styles.sides}>
        <b>A</b>
        <Group
          label={`First ${by}`}
          groups={groups}
          chosen={first}
          onChoose={(key) => {
            onChoose({ first: key, second: key === second ? first : second });
          }}
        />
        <Button
          bare
          icon={ArrowLeftRight}
          label="Swap A and B"
          onClick={() => {
            onChoose({ first: second, second: first });
          }}
        />
        <b>B</b>
        <Group
          label={`Second ${by}`}
          groups={groups}
          chosen={second}
          onChoose={(key) => {
            onChoose({ first: key === first ? second : first, second: key });
          }}
        />
      </div>
      {comparison.tasks === 0 ? (
        <Empty title="No task in common">These two attempted different tasks.</Empty>
      ) : (
        <Compared comparison={comparison} onTask={onTask} />
      )}
    </div>
  );
}

interface GroupProps {
  readonly label: string;
  readonly groups: readonly AttemptGroup[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

const Group = ({ label, groups, chosen, onChoose }: GroupProps): JSX.Element => (
  <Select
    label={label}
    value={chosen}
    options={groups.map(({ key, label: name, runs }) => ({
      value: key,
      label: `${name} (${plural(runs, 'run')})`,
    }))}
    onChoose={onChoose}
  />
);

interface ComparedProps extends Pick<SetTablesProps, 'onTask'> {
  readonly comparison: SetComparison;
}

function Compared({ comparison, onTask }: ComparedProps): JSX.Element {
  const { first, second, paired, worse, better, families, scores } = comparison;
  return (
    <>
      <dl className={styles.facts}>
        <dt>Tasks in both</dt>
        <dd>{tasksText(comparison)}</dd>
        <dt>A passed these</dt>
        <dd>{ratesText(first)}</dd>
        <dt>B passed these</dt>
        <dd>{ratesText(second)}</dd>
        <dt>Pairs of attempts</dt>
        <dd>{pairsText(paired)}</dd>
        {scores.map(({ scorer, difference, margin, tasks: of }) => (
          <div key={scorer} className={styles.fact}>
            <dt>{legible(scorer)}</dt>
            <dd title="Mean of the differences by task, with its 95% interval">
              {`${difference < 0 ? '−' : '+'}${threeSignificantDigits(Math.abs(difference))}${margin === undefined ? '' : ` ± ${threeSignificantDigits(margin)}`} in B, over ${plural(of, 'task')}`}
            </dd>
          </div>
        ))}
      </dl>
      <Flips title="Worse in B" tasks={worse} onTask={onTask} />
      <Flips title="Better in B" tasks={better} onTask={onTask} />
      {families.length === 0 ? null : (
        <table className={clsx(matrixStyles.matrix, styles.table)}>
          <caption>Tasks grouped by the start of their names</caption>
          <thead>
            <tr>
              <th scope="col">Tasks</th>
              <th scope="col">A</th>
              <th scope="col">B</th>
              <th scope="col">Pairs of attempts</th>
            </tr>
          </thead>
          <tbody>
            {families.map((family) => (
              <tr key={family.name}>
                <th scope="row">
                  <HoverText text={`${family.name} (${formatCount(family.tasks)})`} />
                </th>
                <td className="number">{outcomeText(family.first)}</td>
                <td className="number">{outcomeText(family.second)}</td>
                <td>{pairsText(family, family.corrected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function tasksText({ tasks, matchedBy, worse, better, same, unmatched }: SetComparison): string {
  const unjudged = tasks - worse.length - better.length - same;
  return [
    `${formatCount(tasks)}: B is worse at ${formatCount(worse.length)}, better at ${formatCount(better.length)}, the same at ${formatCount(same)}`,
    ...(unjudged === 0 ? [] : [`, not judged at ${formatCount(unjudged)}`]),
    ...(unmatched.first + unmatched.second === 0
      ? []
      : [
          `. Left out: ${formatCount(unmatched.first)} only in A, ${formatCount(unmatched.second)} only in B`,
        ]),
    ...(matchedBy === 'whole name'
      ? []
      : ['. Matched by the names of tasks alone: their benchmarks have other names.']),
  ].join('');
}

interface FlipsProps extends Pick<SetTablesProps, 'onTask'> {
  readonly title: string;
  readonly tasks: readonly FlippedTask[];
}

function Flips({ title, tasks, onTask }: FlipsProps): JSX.Element | null {
  const [shown, more] = useShowMore(tasks);
  if (tasks.length === 0) return null;
  return (
    <>
      <table className={clsx(matrixStyles.matrix, styles.table)} aria-label={title}>
        <caption>{`${title}: ${plural(tasks.length, 'task')}`}</caption>
        <thead>
          <tr>
            <th scope="col">Task</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">
              <span className="visually-hidden">Compare</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((flip) => (
            <tr key={flip.task}>
              <th scope="row">
                <HoverText text={flip.task} />
              </th>
              <td className={clsx('number', toneOf(flip.first))}>{outcomeText(flip.first)}</td>
              <td className={clsx('number', toneOf(flip.second))}>{outcomeText(flip.second)}</td>
              <td>
                <Button
                  icon={GitCompareArrows}
                  label="Compare attempts"
                  title={`Compare the attempts at ${legible(flip.task)}`}
                  onClick={() => {
                    onTask(flip);
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}

const toneOf = ({ passed, of }: TaskOutcome): string | undefined =>
  passed === of ? matrixStyles.all : passed === 0 ? matrixStyles.none : matrixStyles.some;

const outcomeText = ({ passed, of }: Pick<TaskOutcome, 'passed' | 'of'>): string =>
  of === 0 ? 'not judged' : `${formatCount(passed)}/${formatCount(of)}`;

function ratesText({ all }: PassRates): string {
  return all === undefined
    ? 'not judged'
    : `${rateText(all)} of ${ratedText(all, 'all')}, ${uncertaintyText(all)}`;
}

/** Equal logs count once: the numbers are of different pairs of logs. */
function pairsText({ pairs, distinct, onlyFirst, onlySecond, p }: PairedComparison, corrected = p): string {
  if (pairs === 0) return 'none';
  const chance = `p = ${threeSignificantDigits(p)}${corrected === p ? '' : `, corrected ${threeSignificantDigits(corrected)}`}`;
  const logs =
    distinct === pairs
      ? plural(pairs, 'pair')
      : `${plural(distinct, 'pair')} with distinct logs, of ${formatCount(pairs)}`;
  return `${logs}: only A passed ${formatCount(onlyFirst)}, only B ${formatCount(onlySecond)}; ${chance} (McNemar’s exact test)`;
}
