import type { JSX } from 'react';
import { CircleCheck, CircleDashed, CircleX, Gavel, type LucideIcon } from 'lucide-react';
import type { CheckResult, Shortfall } from '../../engine/model/verdict.ts';
import { Empty } from '../elements/empty.tsx';
import { CHECK_WORDS } from '../format/words.ts';
import { seek } from '../state/playhead.ts';
import { useBench, useRows, useShownRun } from '../state/use-bench.ts';
import './verdict.css';

const MARKS = {
  reached: { icon: CircleCheck, tone: 'good' },
  clear: { icon: CircleCheck, tone: 'good' },
  missed: { icon: CircleX, tone: 'bad' },
  tripped: { icon: CircleX, tone: 'bad' },
  'not-checked': { icon: CircleDashed, tone: 'plain' },
} as const satisfies Record<CheckResult['status'], { icon: LucideIcon; tone: string }>;

/** What the run's milestones and minefields came to; each leads to the entry that decided it. */
export function VerdictView(): JSX.Element {
  const run = useShownRun();
  if (run === undefined)
    return (
      <Empty icon={Gavel} title="No run on show">
        A run is judged by its scenario.
      </Empty>
    );
  const { verdict, notes } = run;
  if (verdict === undefined)
    return (
      <div className="verdict">
        <p className="verdict-line">
          {run.mode === 'trace'
            ? 'A recorded trace carries no verdict.'
            : 'The verdict comes when the run has ended.'}
        </p>
        <Notes notes={notes} />
      </div>
    );
  return (
    <div className="verdict">
      <p className={`verdict-line ${verdict.passed ? 'good' : 'bad'}`}>
        {verdict.passed ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
        {summaryOf(verdict.passed, verdict.checks)}
      </p>
      {verdict.shortfalls.map((shortfall) => (
        <ShortfallLine key={`${shortfall.message} ${shortfall.entry ?? ''}`} shortfall={shortfall} />
      ))}
      <ul className="checks" aria-label="Checks">
        {verdict.checks.map((check) => (
          <CheckLine key={`${check.validation} ${check.kind} ${check.check}`} check={check} />
        ))}
      </ul>
      <Notes notes={notes} />
    </div>
  );
}

function summaryOf(passed: boolean, checks: readonly CheckResult[]): string {
  if (checks.length === 0) return passed ? 'Passed. The scenario has no checks of its own.' : 'Did not pass.';
  const good = checks.filter(({ status }) => status === 'reached' || status === 'clear').length;
  return `${passed ? 'Passed' : 'Did not pass'}: ${good} of ${checks.length} checks are as they should be.`;
}

function CheckLine({ check }: { readonly check: CheckResult }): JSX.Element {
  const { icon: Icon, tone } = MARKS[check.status];
  return (
    <li className={`check ${tone}`}>
      <Icon aria-hidden />
      <span className="check-name">{check.check}</span>
      <span className="check-kind">{check.kind === 'milestone' ? 'Milestone' : 'Minefield'}</span>
      <span className="check-status">{CHECK_WORDS[check.status]}</span>
      <EntryLink entry={check.entry} />
    </li>
  );
}

function ShortfallLine({ shortfall }: { readonly shortfall: Shortfall }): JSX.Element {
  return (
    <p className="shortfall">
      {shortfall.message} <EntryLink entry={shortfall.entry} />
    </p>
  );
}

/** Puts the playhead on the entry that shows it. */
function EntryLink({ entry }: { readonly entry: number | undefined }): JSX.Element | null {
  const { playhead } = useBench();
  const count = useRows().length;
  if (entry === undefined) return null;
  return (
    <button
      type="button"
      className="entry-link number"
      onClick={() => {
        seek(playhead, entry, count);
      }}
    >
      #{entry}
    </button>
  );
}

function Notes({ notes }: { readonly notes: readonly string[] }): JSX.Element | null {
  if (notes.length === 0) return null;
  return (
    <ul className="run-notes" aria-label="Notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
