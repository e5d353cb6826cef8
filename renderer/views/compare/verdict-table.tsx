import type { JSX } from 'react';
import {
  type CheckResult,
  EVIDENCE_WORDS,
  type JudgeEvidence,
  type OracleEvidence,
  verdictParts,
  type RunSummary,
  type VerdictPart,
} from '../../../engine/model/index.ts';
import { CHECK_WORDS, PART_WORDS, VERDICT_WORDS } from '../../ui/format/words.ts';
import styles from './compare.module.css';

interface VerdictTableProps {
  readonly a: RunSummary | undefined;
  readonly b: RunSummary | undefined;
  /** The judge's evidence for each run, if both were judged. */
  readonly evidence?: { readonly a: JudgeEvidence; readonly b: JudgeEvidence } | undefined;
}

/** A table of the milestones and minefields of two runs. */
export function VerdictTable({ a, b, evidence }: VerdictTableProps): JSX.Element {
  const names = checkNames([a, b]);
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
        {(['judge', 'final-state'] as const).map((part) => {
          const [one, other] = [partText(a, part), partText(b, part)];
          return one === NO_PART && other === NO_PART ? null : (
            <tr key={part} className={one === other ? undefined : styles.differs}>
              <th scope="row">{PART_WORDS[part]}</th>
              <td>{one}</td>
              <td>{other}</td>
            </tr>
          );
        })}
        {names.map((name) => {
          const [one, other] = [checkText(a, name), checkText(b, name)];
          return (
            <tr key={name} className={isSameResult(one, other) ? undefined : styles.differs}>
              <th scope="row">{name}</th>
              <td>{one}</td>
              <td>{other}</td>
            </tr>
          );
        })}
        {evidence === undefined
          ? null
          : flips(evidence).map(({ name, one, other }) => (
              <tr key={name} className={styles.differs}>
                <th scope="row">{name}</th>
                <td>{EVIDENCE_WORDS[one]}</td>
                <td>{EVIDENCE_WORDS[other]}</td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}

const NO_PART = 'Not judged';

function partText(run: RunSummary | undefined, part: VerdictPart): string {
  const found = run?.verdict && verdictParts(run.verdict).find((one) => one.part === part);
  if (found === undefined) return NO_PART;
  return `${VERDICT_WORDS[found.outcome]}${found.counts ? '' : ' (does not count)'}: ${found.sentence ?? ''}`;
}

/** The oracle events whose status differs between the runs. */
function flips({ a, b }: NonNullable<VerdictTableProps['evidence']>): readonly {
  readonly name: string;
  readonly one: OracleEvidence['status'];
  readonly other: OracleEvidence['status'];
}[] {
  const others = new Map(b.oracle.map(({ oracle, status }) => [oracle.id, status]));
  return a.oracle.flatMap(({ oracle: { id, tool }, status }) => {
    const other = others.get(id);
    return other === undefined || other === status
      ? []
      : [{ name: `Oracle: ${tool.replace('__', '.')} (${id})`, one: status, other }];
  });
}

const nameOf = ({ kind, check }: CheckResult): string =>
  `${kind === 'milestone' ? 'Milestone' : 'Minefield'}: ${check}`;

const verdictOf = (run: RunSummary | undefined): string =>
  run?.verdict === undefined ? NO_PART : VERDICT_WORDS[run.verdict.outcome];

/** The milestones and minefields of `runs`, each once. */
export const checkNames = (runs: readonly (RunSummary | undefined)[]): readonly string[] => [
  ...new Set(runs.flatMap((run) => run?.verdict?.checks ?? []).map(nameOf)),
];

/** What a check came to in `run`. */
export function checkText(run: RunSummary | undefined, name: string): string {
  const check = run?.verdict?.checks.find((one) => nameOf(one) === name);
  if (check === undefined) return 'No such check';
  return CHECK_WORDS[check.status] + (check.entry === undefined ? '' : ` (#${check.entry})`);
}

/** Whether two results of a check are the same; the entries at which they came do not count. */
export const isSameResult = (one: string, other: string): boolean =>
  withoutEntry(one) === withoutEntry(other);

const withoutEntry = (text: string): string => text.replace(/ \(#\d+\)$/, '');
