import type { JSX } from 'react';
import { capitalized, type Comparison, legible, type RunSummary } from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { knownAgent, runSettingWords, timeName, VERDICT_WORDS } from '../../ui/format/words.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { checkNames, checkText, isSameResult } from './verdict-table.tsx';
import styles from './compare.module.css';

/** A run beside the baseline. */
export interface BesideBaseline {
  readonly run: RunSummary;
  /** How it differs from the baseline; `undefined` until that is known, and of the baseline itself. */
  readonly comparison: Pick<Comparison, 'divergence' | 'rows'> | undefined;
  /** Why it cannot be compared. */
  readonly problem: string | undefined;
}

interface BaselineTableProps {
  /** The baseline first. */
  readonly runs: readonly BesideBaseline[];
  readonly onCompare: (run: RunSummary) => void;
}

/** Several runs beside a baseline: verdicts, lengths, where each diverges, and each check. What differs from the baseline is marked. */
export function BaselineTable({ runs, onCompare }: BaselineTableProps): JSX.Element {
  const facts: readonly (readonly [string, (one: BesideBaseline) => string])[] = [
    ['Scenario', ({ run }) => legible(run.scenario)],
    ['Verdict', ({ run }) => (run.verdict === undefined ? 'Not judged' : VERDICT_WORDS[run.verdict.outcome])],
    ['Agent', ({ run }) => knownAgent(run) ?? 'Not known'],
    ['Seed', ({ run }) => (run.mode === 'trace' ? 'None' : String(run.seed))],
    ['Settings', ({ run }) => runSettingWords(run).join(', ') || 'None'],
    ['Entries', ({ run }) => formatCount(run.entries)],
    [timeName(runs[0]?.run), ({ run: { start, now } }) => formatSpan(now - start)],
    ...checkNames(runs.map(({ run }) => run)).map(
      (name) => [name, ({ run }: BesideBaseline) => checkText(run, name)] as const,
    ),
  ];
  return (
    <div className={styles.baseline}>
      <table className={styles.differences} aria-label="Runs compared with baseline">
        <thead>
          <tr>
            <th scope="col">Run</th>
            {runs.map(({ run }, index) => (
              <th key={run.id} scope="col">
                <StateBadge run={run} /> {run.id} {index === 0 ? 'Baseline' : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map(([name, textOf]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {runs.map((one) => {
                const text = textOf(one);
                return (
                  <td
                    key={one.run.id}
                    className={isSameResult(text, textOf(runs[0]!)) ? undefined : styles.differs}
                  >
                    {text}
                  </td>
                );
              })}
            </tr>
          ))}
          <tr>
            <th scope="row">Entries that differ</th>
            {runs.map(({ run, comparison }, index) => (
              <td key={run.id}>{index === 0 || comparison === undefined ? '' : differentRows(comparison)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">First divergence (A: {runs[0]?.run.id}, B: this run)</th>
            {runs.map((one, index) => (
              <td key={one.run.id}>{index === 0 ? '' : divergenceText(one)}</td>
            ))}
          </tr>
          <tr>
            <th scope="row">Compare</th>
            {runs.map(({ run }, index) => (
              <td key={run.id}>
                {index === 0 ? null : (
                  <Button
                    label={`Compare with ${runs[0]!.run.id}`}
                    onClick={() => {
                      onCompare(run);
                    }}
                  />
                )}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const differentRows = ({ rows }: Pick<Comparison, 'rows'>): string =>
  formatCount(rows.filter(({ kind }) => kind !== 'equal').length);

function divergenceText({ comparison, problem }: BesideBaseline): string {
  if (problem !== undefined) return problem;
  if (comparison === undefined) return 'Comparing';
  return comparison.divergence === undefined ? 'No difference' : capitalized(comparison.divergence.sentence);
}
