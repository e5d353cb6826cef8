import type { JSX } from 'react';
import clsx from 'clsx';
import type { LogEntry } from '../../engine/model/index.ts';
import type { ReportedRun } from '../../preload/contract.ts';
import { LongText, useShowMore } from '../ui/text.tsx';
import { KindMark } from '../ui/kind-mark.tsx';
import { formatMoment } from '../ui/format/clock.ts';
import { KIND_WORDS, entryTitle } from '../ui/format/words.ts';
import { Arguments, Calls, Result } from '../views/inspector/call.tsx';
import { shortOf } from '../ui/format/values.ts';
import styles from './report.module.css';
import inspectorStyles from '../views/inspector/inspector.module.css';

interface EntryDetailsProps {
  readonly run: ReportedRun;
  readonly at: number;
  readonly onSeek: (at: number) => void;
}

/** What happened at one entry: when, why, with what, and what came of it. */
export function EntryDetails({ run, at, onSeek }: EntryDetailsProps): JSX.Element {
  const entry = run.entries[at];
  const row = run.rows[at];
  if (entry === undefined || row === undefined)
    return <p className={styles.entryNone}>Before the first entry: the apps are as they began.</p>;
  return (
    <div className={styles.entryDetails}>
      <h3 className={inspectorStyles.title}>
        <KindMark kind={entry.kind} />
        <bdi>{entryTitle(row)}</bdi>
        <span className={clsx(inspectorStyles.index, 'number')}>#{at}</span>
      </h3>
      <dl className={inspectorStyles.facts}>
        <dt>Time</dt>
        <dd>{formatMoment(entry.time)} UTC</dd>
        <dt>Kind</dt>
        <dd>{KIND_WORDS[entry.kind] + ('oracle' in entry && entry.oracle ? ', by the oracle' : '')}</dd>
        <dt>Event</dt>
        <dd>
          <bdi>{entry.event}</bdi>
        </dd>
        <dt>Outcome</dt>
        <dd>
          {[row.verdict, entry.outcome.status === 'skipped' ? 'skipped' : entry.outcome.status]
            .filter(Boolean)
            .join(', ')}
        </dd>
        {entry.causes.length === 0 ? null : (
          <>
            <dt>Causes</dt>
            <dd className={inspectorStyles.causes}>
              {entry.causes.map((cause) => (
                <button
                  key={cause}
                  type="button"
                  onClick={() => {
                    onSeek(cause);
                  }}
                >
                  #{cause}
                </button>
              ))}
            </dd>
          </>
        )}
      </dl>
      {'action' in entry ? <Arguments action={entry.action} /> : null}
      <Result outcome={entry.outcome} />
      {'calls' in entry && entry.calls.length > 0 ? (
        <section className={inspectorStyles.part}>
          <h3>Calls within</h3>
          <Calls calls={entry.calls} />
        </section>
      ) : null}
      <Written changes={entry.changes} />
    </div>
  );
}

/** What the entry wrote, where. */
function Written({ changes }: Pick<LogEntry, 'changes'>): JSX.Element | null {
  const [first, more] = useShowMore(changes);
  if (changes.length === 0) return null;
  return (
    <section className={inspectorStyles.part}>
      <h3>Changed</h3>
      <ol>
        {first.map((change, nth) => (
          <li key={nth} className={inspectorStyles.changeRow}>
            <LongText
              className={clsx('mono', inspectorStyles.changePath)}
              text={[change.app, ...change.path].join(' › ')}
              limit={120}
            />
            <p className={inspectorStyles.changeWrite}>
              <LongText text={writeWords(change)} limit={120} />
            </p>
          </li>
        ))}
      </ol>
      {more}
    </section>
  );
}

function writeWords(change: LogEntry['changes'][number]): string {
  switch (change.op) {
    case 'set':
      return `→ ${shortOf(change.value)}`;
    case 'delete':
      return '→ deleted';
    case 'splice': {
      const { at, remove, insert } = change;
      return [
        ...(insert.length > 0 ? [`+${insert.length}`] : []),
        ...(remove > 0 ? [`−${remove}`] : []),
        `at ${at}`,
        insert.slice(0, 3).map(shortOf).join(', '),
      ].join(' ');
    }
  }
}
