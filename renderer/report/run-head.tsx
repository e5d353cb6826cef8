import type { JSX } from 'react';
import clsx from 'clsx';
import { type Note, noteText, type RunSummary } from '../../engine/model/index.ts';
import type { ReportedRun } from '../../preload/contract.ts';
import { formatMoment, formatSpan } from '../ui/format/clock.ts';
import { formatEntries } from '../ui/format/numbers.ts';
import { agentText, CHECK_WORDS, runSettingWords } from '../ui/format/words.ts';
import { badgeOf, StateBadge } from '../ui/state-badge.tsx';
import { LongText } from '../ui/text.tsx';
import { EntryLink, useNavigation } from '../views/links/links.tsx';
import { Evidence } from '../views/verdict/evidence.tsx';
import { FinalState, Headline } from '../views/verdict/parts.tsx';
import styles from './report.module.css';
import stateBadgeStyles from '../ui/state-badge.module.css';

interface RunHeadProps {
  readonly run: RunSummary;
  /** `A` or `B`, where there are two. */
  readonly letter?: string;
  readonly program: string;
}

/** Which run it is: all that is needed to have it again. */
export function RunHead({ run, letter, program }: RunHeadProps): JSX.Element {
  const { words, tone } = badgeOf(run);
  const settings = runSettingWords(run);
  const tags = [...new Set([...(run.scenarioTags ?? []), ...run.tags])];
  const facts: readonly (readonly [string, string])[] = [
    ['Run', run.id],
    ['File', run.source],
    ['Seed', String(run.seed)],
    ['Agent', agentText(run)],
    ...(settings.length === 0 ? [] : [['Settings', settings.join(', ')] as const]),
    ['Began', `${formatMoment(run.start)} UTC`],
    ['Took', `${formatSpan(run.now - run.start)}, ${formatEntries(run.entries)}`],
    ['Started', new Date(run.startedAt).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'],
    ['Written by', `Orrery ${program}`],
    ['Log’s SHA-256', run.logHash ?? 'none: the run did not complete'],
  ];
  return (
    <div className={styles.runHead}>
      <h1>
        {letter === undefined ? null : <span className={styles.letter}>{letter}</span>}
        <bdi>{run.scenario}</bdi>
        <span className={clsx(styles.verdictWord, stateBadgeStyles[tone])}>
          <StateBadge run={run} /> {words}
        </span>
      </h1>
      {tags.length === 0 ? null : (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.runFacts}>
        {facts.map(([name, value]) => (
          <div key={name} className={value === run.logHash ? styles.wide : undefined}>
            <dt>{name}</dt>
            <dd className={value === run.logHash ? 'mono' : 'number'}>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface RunNotesProps {
  readonly label: string;
  readonly notes: readonly Note[];
}

/** What people wrote about the run; each leads to what it is about. */
export function RunNotes({ label, notes }: RunNotesProps): JSX.Element | null {
  const { seek } = useNavigation();
  if (notes.length === 0) return null;
  return (
    <section className={styles.part} aria-label={label}>
      <h2>{label}</h2>
      <ul className={styles.notes}>
        {notes.map(({ id, text, tags, range, value }) => (
          <li key={id}>
            <p className={styles.noteAbout}>
              {range === undefined ? (
                <span>On the run</span>
              ) : (
                <button
                  type="button"
                  onClick={() => {
                    seek(range.to);
                  }}
                >
                  {range.from === range.to ? `#${range.from}` : `#${range.from} to #${range.to}`}
                </button>
              )}
              {value === undefined ? null : (
                <LongText className="mono" text={[value.app, ...value.path].join(' › ')} limit={120} />
              )}
              {tags.map((tag) => (
                <bdi key={tag} className={styles.tag}>
                  {tag}
                </bdi>
              ))}
            </p>
            <p className={styles.noteText}>
              <LongText text={text} limit={4_000} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RunVerdictProps {
  readonly run: RunSummary;
  readonly judgement: ReportedRun['judgement'];
  /** The entry that the playhead is on. */
  readonly at: number;
  readonly onSeek: (at: number) => void;
}

/** What the run's checks came to, why it fell short, and what was noted of it as it ran. */
export function RunVerdict({ run, judgement, at: playhead, onSeek }: RunVerdictProps): JSX.Element | null {
  const { verdict, notes } = run;
  if (verdict === undefined && notes.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Verdict">
      <h2>Verdict</h2>
      {verdict === undefined ? null : <Headline run={run} verdict={verdict} onSeek={onSeek} />}
      <ul>
        {verdict?.shortfalls.map(({ message, entry: at }, nth) => (
          <li key={nth} className={styles.bad}>
            <bdi>{message}</bdi> <EntryLink entry={at} />
          </li>
        ))}
      </ul>
      {verdict === undefined || verdict.checks.length === 0 ? null : (
        <table className={styles.checksTable} aria-label="Checks">
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">Kind</th>
              <th scope="col">Outcome</th>
              <th scope="col">Entry</th>
            </tr>
          </thead>
          <tbody>
            {verdict.checks.map(({ validation, check, kind, status, entry: at }) => (
              <tr key={`${validation} ${kind} ${check}`}>
                <th scope="row">
                  <bdi>{check}</bdi>
                </th>
                <td>{kind === 'milestone' ? 'Milestone' : 'Minefield'}</td>
                <td className={status === 'reached' || status === 'clear' ? styles.good : styles.bad}>
                  {CHECK_WORDS[status]}
                </td>
                <td>
                  <EntryLink entry={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {verdict?.finalState === undefined ? null : <FinalState finalState={verdict.finalState} />}
      {judgement === undefined ? null : (
        <Evidence evidence={judgement.evidence} start={run.start} at={playhead} onSeek={onSeek} />
      )}
      <ul className={styles.reportedNotes}>
        {notes.map(noteText).map((note) => (
          <li key={note}>
            <bdi>{note}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
