import type { JSX } from 'react';
import clsx from 'clsx';
import {
  type FinalStateVerdict,
  type Json,
  printPath,
  type RunSummary,
  type Verdict,
  type VerdictOutcome,
  type VerdictPart,
} from '../../../engine/model/index.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { VERDICT_WORDS } from '../../ui/format/words.ts';
import { badgeOf, VERDICT_MARKS } from '../../ui/state-badge.tsx';
import { LongText } from '../../ui/text.tsx';
import styles from './parts.module.css';

interface HeadlineProps {
  readonly run: Pick<RunSummary, 'state' | 'verdict'>;
  readonly verdict: Verdict;
  /** Leads to what the sentence is about. */
  readonly onSeek: (entry: number) => void;
}

/** The verdict in one sentence, and what each part of it says. */
export function Headline({ run, verdict, onSeek }: HeadlineProps): JSX.Element {
  const { icon: Icon, tone } = badgeOf(run);
  const { outcome, sentence, judge } = verdict;
  const entry = judge?.sentence === sentence ? judge.entry : undefined;
  const words = `${VERDICT_WORDS[outcome]}: ${sentence}`;
  return (
    <div className={styles.headline}>
      <p className={clsx(styles.sentence, styles[tone])}>
        <Icon aria-hidden />
        {entry === undefined ? (
          <span>{words}</span>
        ) : (
          <button
            type="button"
            title={`Go to #${entry}`}
            onClick={() => {
              onSeek(entry);
            }}
          >
            {words}
          </button>
        )}
      </p>
      <Parts verdict={verdict} />
    </div>
  );
}

const PART_WORDS = {
  checks: 'Checks',
  judge: 'Judge',
  'final-state': 'Final state',
} as const satisfies Record<VerdictPart, string>;

interface Part {
  readonly part: VerdictPart;
  readonly outcome: VerdictOutcome;
  readonly words: string;
}

function partsOf({ checks, shortfalls, judge, finalState }: Verdict): readonly Part[] {
  const good = checks.filter(({ status }) => status === 'reached' || status === 'clear').length;
  return [
    ...(checks.length === 0
      ? []
      : [
          {
            part: 'checks' as const,
            outcome: shortfalls.length === 0 ? ('passed' as const) : ('failed' as const),
            words: `${formatCount(good)} of ${formatCount(checks.length)}`,
          },
        ]),
    ...(judge === undefined ? [] : [{ part: 'judge' as const, ...said(judge) }]),
    ...(finalState === undefined ? [] : [{ part: 'final-state' as const, ...said(finalState) }]),
  ];
}

const said = ({ outcome }: { readonly outcome: VerdictOutcome }): Omit<Part, 'part'> => ({
  outcome,
  words: VERDICT_WORDS[outcome].toLowerCase(),
});

/** What each part came to, and whether it counts. */
function Parts({ verdict }: { readonly verdict: Verdict }): JSX.Element | null {
  const { rule } = verdict;
  const parts = partsOf(verdict);
  if (parts.length === 0) return null;
  const isSaid = rule !== undefined && (parts.length > 1 || rule.of !== undefined);
  return (
    <ul className={styles.parts} aria-label="Parts of the verdict">
      {parts.map(({ part, outcome, words }) => {
        const { icon: Icon, tone } = VERDICT_MARKS[outcome];
        const counts = rule?.of?.includes(part) ?? true;
        return (
          <li key={part} className={clsx(styles.part, styles[tone], !counts && styles.aside)}>
            <Icon aria-hidden />
            {`${PART_WORDS[part]}: ${words}${counts ? '' : ' (does not count)'}`}
          </li>
        );
      })}
      {isSaid ? (
        <li className={styles.rule}>
          {rule.need === 'any' ? 'One is enough.' : 'All that count must pass.'}
        </li>
      ) : null}
    </ul>
  );
}

/** How the final state differs from that of the oracle's run, app by app. */
export function FinalState({ finalState }: { readonly finalState: FinalStateVerdict }): JSX.Element {
  const { sentence, apps } = finalState;
  const differing = apps.filter(({ differences }) => differences.length > 0);
  const equal = apps.filter(({ differences }) => differences.length === 0);
  return (
    <section className={styles.section} aria-label="Final state">
      <h3>Final state</h3>
      {differing.length === 0 ? <p>{sentence}</p> : null}
      {differing.map(({ app, differences }) => (
        <table key={app} className={styles.differences} aria-label={`Final state of ${app}`}>
          <thead>
            <tr>
              <th scope="col">{app}</th>
              <th scope="col">Oracle’s run</th>
              <th scope="col">This run</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ path, a, b }) => (
              <tr key={`${printPath(path)} ${a === undefined ? 'extra' : ''}`}>
                <th scope="row" className="mono">
                  {printPath(path)}
                </th>
                <Value value={a} />
                <Value value={b} />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {equal.length === 0 || differing.length === 0 ? null : (
        <p className={styles.soft}>{`Equal: ${equal.map(({ app }) => app).join(', ')}.`}</p>
      )}
    </section>
  );
}

const CUT = 200; // characters

const Value = ({ value }: { readonly value: Json | undefined }): JSX.Element => (
  <td>
    {value === undefined ? (
      <span className={styles.soft}>nothing</span>
    ) : (
      <LongText className="mono" text={JSON.stringify(value)} limit={CUT} />
    )}
  </td>
);
