import { CircleCheck, CircleDashed, CirclePlus, CircleX, Clock, type LucideIcon } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import type { Json, OracleMatch, OracleStatus, RunSummary } from '../../../engine/model/index.ts';
import { useAnswer } from '../../stores/use-stores.ts';
import { formatSpan } from '../../ui/format/clock.ts';
import { ORACLE_WORDS } from '../../ui/format/words.ts';
import { Message } from '../../ui/messages.tsx';
import { LongText, useShowMore } from '../../ui/text.tsx';
import { EntryLink, PlaceLink } from '../links/index.ts';
import styles from './verdict.module.css';

const CUT = 160; // characters

const MARKS = {
  matched: { icon: CircleCheck, tone: 'good' },
  reworded: { icon: CircleCheck, tone: 'good' },
  'wrong-argument': { icon: CircleX, tone: 'bad' },
  late: { icon: Clock, tone: 'bad' },
  early: { icon: Clock, tone: 'bad' },
  missing: { icon: CircleDashed, tone: 'bad' },
  extra: { icon: CirclePlus, tone: 'plain' },
} as const satisfies Record<OracleStatus, { icon: LucideIcon; tone: string }>;

/** What the agent did beside what the oracle does, call by call; nothing where the scenario has no oracle. */
export function Oracle({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const { id, state, mode } = run;
  // Of a run that goes on it would be out of date before it was read.
  const answered = useAnswer('inspect.oracle', state === 'running' ? undefined : { run: id }, run.entries);
  if (answered?.request.run !== id) return null;
  if (!answered.reply.ok) return <Message text={answered.reply.error.message} />;
  const matches = answered.reply.value;
  const wanted = matches.filter(({ status }) => status !== 'extra');
  if (wanted.length === 0) return null;
  const good = wanted.filter(({ status }) => MARKS[status].tone === 'good').length;
  return (
    <section className={styles.oracle} aria-label="Oracle and agent">
      <h3>{mode === 'oracle' ? 'Oracle: it acted itself' : 'Oracle and agent'}</h3>
      <p className={styles.oracleSum}>
        {`${good} of ${wanted.length} calls as the oracle makes them`}
        {matches.length === wanted.length ? '.' : `, ${matches.length - wanted.length} extra.`}
      </p>
      <Matches matches={matches} />
    </section>
  );
}

function Matches({ matches }: { readonly matches: readonly OracleMatch[] }): JSX.Element {
  const [first, more] = useShowMore(matches);
  return (
    <>
      <ul aria-label="Calls">
        {first.map((match) => (
          <MatchLine key={`${match.status === 'extra' ? 'extra' : ''} ${match.event}`} match={match} />
        ))}
      </ul>
      {more}
    </>
  );
}

function MatchLine({ match }: { readonly match: OracleMatch }): JSX.Element {
  const { status, action, place, entry, differences } = match;
  const { icon: Icon, tone } = MARKS[status];
  return (
    <li className={clsx(styles.check, styles[tone])}>
      <Icon aria-hidden />
      <span className={clsx(styles.checkName, 'mono')}>{`${action.app}.${action.tool}`}</span>
      <span className={styles.checkStatus}>{wordsOf(match)}</span>
      <PlaceLink place={place} />
      <EntryLink entry={entry} />
      {differences.length === 0 ? null : (
        <dl className={styles.checkMore}>
          {differences.map(({ path, a, b }) => (
            <div key={path.join('.')}>
              <dt className="mono">{path.join(' › ')}</dt>
              <dd>
                <span className={styles.wanted}>wanted</span>{' '}
                <LongText className="mono" text={mismatchText(a)} limit={CUT} />
              </dd>
              <dd>
                <span className={styles.found}>found</span>{' '}
                <LongText className="mono" text={mismatchText(b)} limit={CUT} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function wordsOf({ status, offset }: OracleMatch): string {
  if ((status !== 'late' && status !== 'early') || offset === undefined) return ORACLE_WORDS[status];
  return `${ORACLE_WORDS[status]} by ${formatSpan(offset)}`;
}

const mismatchText = (value: Json | undefined): string =>
  value === undefined ? 'nothing' : JSON.stringify(value);
