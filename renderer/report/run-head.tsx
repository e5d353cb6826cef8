import type { JSX } from 'react';
import clsx from 'clsx';
import { isTrajectory, type Note, noteText, printPath, type RunSummary } from '../../engine/model/index.ts';
import type { ReportedRun } from '../../preload/contract.ts';
import { formatSpan, formatUtc } from '../ui/format/clock.ts';
import { formatEntries } from '../ui/format/numbers.ts';
import { knownAgent, runSettingWords, timeName } from '../ui/format/words.ts';
import { badgeOf, StateBadge } from '../ui/state-badge.tsx';
import { LongText } from '../ui/text.tsx';
import { useNavigation } from '../ui/links.tsx';
import { Judge } from '../views/verdict/judge.tsx';
import { VerdictView } from '../views/verdict/verdict.tsx';
import styles from './report.module.css';
import stateBadgeStyles from '../ui/state-badge.module.css';

interface RunHeadProps {
  readonly run: RunSummary;
  /** `A` or `B` in a comparison. */
  readonly letter?: string;
  readonly program: string;
}

/** The head of a report: everything needed to reproduce the run. */
export function RunHead({ run, letter, program }: RunHeadProps): JSX.Element {
  const { words, tone } = badgeOf(run);
  const settings = runSettingWords(run);
  const agent = knownAgent(run);
  const tags = [...new Set([...(run.scenarioTags ?? []), ...run.tags])];
  const facts: readonly (readonly [string, string])[] = [
    ['Run', run.id],
    ['File', run.source],
    ...(run.mode === 'trace' ? [] : [['Seed', String(run.seed)] as const]),
    ...(agent === undefined ? [] : [['Agent', agent] as const]),
    ...(settings.length === 0 ? [] : [['Settings', settings.join(', ')] as const]),
    [isTrajectory(run) ? 'Start' : 'Simulated start', formatUtc(run.start)],
    [timeName(run), `${formatSpan(run.now - run.start)}, ${formatEntries(run.entries)}`],
    ['Started', new Date(run.startedAt).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'],
    ['Written by', `Orrery ${program}`],
    ['Log hash (SHA-256)', run.logHash ?? 'none: the run did not complete'],
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

/** The notes about the run, each linked to its subject. */
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
                <span>About the whole run</span>
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
                <LongText className="mono" text={printPath([value.app, ...value.path])} limit={120} />
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
  /** The entry at the playhead. */
  readonly at: number;
  readonly onSeek: (at: number) => void;
}

/** The run's verdict with its evidence. */
export function RunVerdict({ run, judgement, at, onSeek }: RunVerdictProps): JSX.Element {
  return (
    <section className={clsx(styles.part, styles.runVerdict)} aria-label="Verdict">
      <h2>Verdict</h2>
      <VerdictView
        run={run}
        notes={run.notes.map(noteText)}
        judge={judgement === undefined ? null : <Judge {...{ run, judgement, at, onSeek }} />}
      />
    </section>
  );
}
