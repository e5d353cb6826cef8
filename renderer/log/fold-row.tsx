import type { JSX } from 'react';
import { ChevronRight } from 'lucide-react';
import type { LogRow } from '../../preload/contract.ts';
import { formatCount } from '../format/amount.ts';
import { formatClock } from '../format/clock.ts';

interface FoldRowProps {
  readonly line: number;
  readonly rows: readonly LogRow[];
  readonly from: number;
  readonly to: number;
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly selected: boolean;
  readonly future: boolean;
  readonly onOpen: () => void;
}

const MOST_NAMES = 3;

/** Checks that did nothing but wait, in one line; opens them. */
export function FoldRow({ line, rows, from, to, top, selected, future, onOpen }: FoldRowProps): JSX.Element {
  const count = to - from + 1;
  return (
    <div
      id={`log-row-${from}`}
      className={`log-row log-fold ${future ? 'future' : ''}`}
      role="row"
      aria-rowindex={line + 1}
      aria-selected={selected}
      title={`Entries #${from} to #${to}. Show them`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      <span className="log-index number" role="gridcell">
        <ChevronRight aria-hidden />
      </span>
      <span className="log-time number" role="gridcell">
        {formatClock(rows[from]!.time)}
      </span>
      <span className="log-what" role="gridcell">
        {formatCount(count)} checks still waiting
      </span>
      <span className="log-gist" role="gridcell">
        <span>{namesIn(rows, from, to)}</span>
      </span>
    </div>
  );
}

/** What they wait for, each once. */
function namesIn(rows: readonly LogRow[], from: number, to: number): string {
  const names = new Set<string>();
  // A fold may be as long as the log.
  for (let at = from; at <= to && names.size <= MOST_NAMES && at < from + 200; at++) {
    const { event, gist, verdict } = rows[at]!;
    if (verdict === 'waiting') names.add(gist === verdict ? event : gist.replace(/^open: /, ''));
  }
  const shown = [...names].slice(0, MOST_NAMES).join(' · ');
  return names.size > MOST_NAMES ? `${shown} · …` : shown;
}
