import type { JSX } from 'react';
import type { CheckResult, RunSummary } from '../../../engine/model/index.ts';
import { CHECK_WORDS, verdictWords } from '../../ui/format/words.ts';
import styles from './compare.module.css';

interface VerdictTableProps {
  readonly a: RunSummary | undefined;
  readonly b: RunSummary | undefined;
}

/** What two runs' milestones and minefields came to, side by side. */
export function VerdictTable({ a, b }: VerdictTableProps): JSX.Element {
  const names = [...new Set([a, b].flatMap((run) => run?.verdict?.checks ?? []).map(nameOf))];
  return (
    <table className={styles.differences} aria-label="Verdicts">
      <thead>
        <tr>
          <th scope="col">Check</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        <tr className={verdictOf(a) === verdictOf(b) ? undefined : styles.differs}>
          <th scope="row">Verdict</th>
          <td>{verdictOf(a)}</td>
          <td>{verdictOf(b)}</td>
        </tr>
        {names.map((name) => {
          const [one, other] = [wordFor(a, name), wordFor(b, name)];
          return (
            <tr key={name} className={one === other ? undefined : styles.differs}>
              <th scope="row">{name}</th>
              <td>{one}</td>
              <td>{other}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const nameOf = ({ kind, check }: CheckResult): string =>
  `${kind === 'milestone' ? 'Milestone' : 'Minefield'}: ${check}`;

const verdictOf = (run: RunSummary | undefined): string =>
  run?.verdict === undefined ? 'None' : verdictWords(run, run.verdict);

function wordFor(run: RunSummary | undefined, name: string): string {
  const check = run?.verdict?.checks.find((one) => nameOf(one) === name);
  if (check === undefined) return 'None';
  return CHECK_WORDS[check.status] + (check.entry === undefined ? '' : ` (#${check.entry})`);
}
