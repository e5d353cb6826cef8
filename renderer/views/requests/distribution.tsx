import { GitCompareArrows } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { legible, plural, type RunId } from '../../../engine/model/index.ts';
import type { AskedAgain } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { DifferingText } from '../../ui/differing-text.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { badgeOf, StateBadge } from '../../ui/state-badge.tsx';
import styles from './distribution.module.css';

type Group = AskedAgain['groups'][number];
type Row = Group['runs'][number];

interface DistributionProps {
  readonly again: AskedAgain;
  readonly onOpen: (run: RunId) => void;
  readonly onCompare: (run: RunId) => void;
}

/** What the agent did next in a run and its branches at a request: a bar for each tool, with a part for each run. */
export function Distribution({ again: { by, groups }, onOpen, onCompare }: DistributionProps): JSX.Element {
  const all = groups.reduce((count, { runs }) => count + runs.length, 0);
  const longest = Math.max(...groups.map(({ runs }) => runs.length));
  return (
    <section className={styles.distribution} aria-label={`What the ${by} did next`}>
      <h5>
        What the {by} did next, in {formatCount(all)} runs
      </h5>
      <ol>
        {groups.map((group) => (
          <li key={group.next}>
            <Bar {...{ group, all, longest, onOpen }} />
            <ul aria-label={`Runs: ${group.next}`}>
              {group.runs.map((row) => (
                <RunRow key={row.run} {...{ row, onOpen, onCompare }} reference={referenceOf(group)} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The run that the others of its group are compared with: the original, if it is there. */
const referenceOf = ({ runs }: Group): Row => runs.find(({ isOriginal }) => isOriginal) ?? runs[0]!;

interface BarProps extends Pick<DistributionProps, 'onOpen'> {
  readonly group: Group;
  readonly all: number;
  readonly longest: number;
}

function Bar({ group: { next, runs }, all, longest, onOpen }: BarProps): JSX.Element {
  return (
    <div className={styles.line}>
      <code>{legible(next)}</code>
      <div className={styles.bar} style={{ width: `${(runs.length / longest) * 100}%` }}>
        {runs.map((row) => {
          const { tone, words } = badgeOf(row);
          const label = `Open ${row.run}: ${words}`;
          return (
            <button
              key={row.run}
              type="button"
              className={clsx(styles.part, styles[tone], row.isOriginal && styles.original)}
              aria-label={label}
              title={label}
              onClick={() => {
                onOpen(row.run);
              }}
            />
          );
        })}
      </div>
      <span className="number">
        {formatCount(runs.length)} of {formatCount(all)}
      </span>
    </div>
  );
}

interface RunRowProps extends Pick<DistributionProps, 'onOpen' | 'onCompare'> {
  readonly row: Row;
  readonly reference: Row;
}

function RunRow({ row, reference, onOpen, onCompare }: RunRowProps): JSX.Element {
  const { run, isOriginal, change, did, requests, tokens } = row;
  const isReference = row === reference;
  const texts = [
    { text: said(row), other: said(reference) },
    { text: did, other: reference.did },
  ].filter(({ text, other }) => text !== '' && (isReference || text !== other));
  const facts = [
    badgeOf(row).words,
    ...(requests === 0 ? [] : [plural(requests, 'request')]),
    ...(tokens === undefined ? [] : [`${formatCount(tokens)} tokens`]),
    isOriginal ? 'as recorded' : legible(change ?? ''),
    ...(isReference || texts.length > 0 ? [] : [`same as ${reference.run}`]),
  ];
  return (
    <li>
      <p className={styles.head}>
        <StateBadge run={row} />
        <button
          type="button"
          className={styles.open}
          onClick={() => {
            onOpen(run);
          }}
        >
          {run}
        </button>
        {isOriginal ? null : (
          <Button
            bare
            icon={GitCompareArrows}
            label={`Compare ${run} with the original`}
            onClick={() => {
              onCompare(run);
            }}
          />
        )}
        <span className={styles.quiet}>{facts.join(' · ')}</span>
      </p>
      {texts.map(({ text, other }, index) => (
        <DifferingText key={index} text={legible(text)} other={isReference ? text : legible(other)} />
      ))}
    </li>
  );
}

/** What the model wrote beside its calls. */
const said = ({ answer }: Row): string =>
  answer === undefined || answer.calls.length === 0 ? '' : answer.text.trim();
