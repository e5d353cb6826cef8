import type { JSX } from 'react';
import type { RunSummary } from '../../engine/model/index.ts';
import { badgeOf } from '../elements/state-badge.tsx';
import { verdictWords } from '../format/verdict-words.ts';
import { CHECK_WORDS } from '../format/words.ts';

interface RunVerdictProps {
  readonly run: RunSummary;
  readonly onSeek: (at: number) => void;
}

/** What the run's checks came to, why it fell short, and what was noted of it as it ran. */
export function RunVerdict({ run, onSeek }: RunVerdictProps): JSX.Element | null {
  const { verdict, notes } = run;
  if (verdict === undefined && notes.length === 0) return null;
  const entry = (at: number | undefined): JSX.Element | null =>
    at === undefined ? null : (
      <button
        type="button"
        onClick={() => {
          onSeek(at);
        }}
      >
        #{at}
      </button>
    );
  return (
    <section className="report-part" aria-label="Verdict">
      <h2>Verdict</h2>
      {verdict === undefined ? null : (
        <p className={`badge-${badgeOf(run).tone}`}>{verdictWords(run, verdict)}</p>
      )}
      <ul>
        {verdict?.shortfalls.map(({ message, entry: at }, nth) => (
          <li key={nth} className="bad">
            <bdi>{message}</bdi> {entry(at)}
          </li>
        ))}
      </ul>
      {verdict === undefined || verdict.checks.length === 0 ? null : (
        <table className="checks-table" aria-label="Checks">
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">Kind</th>
              <th scope="col">Came to</th>
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
                <td className={status === 'reached' || status === 'clear' ? 'good' : 'bad'}>
                  {CHECK_WORDS[status]}
                </td>
                <td>{entry(at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ul className="run-notes">
        {notes.map((note) => (
          <li key={note}>
            <bdi>{note}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
