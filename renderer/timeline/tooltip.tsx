import type { JSX } from 'react';
import type { RunSummary } from '../../engine/model/run.ts';
import type { LogRow } from '../../preload/contract.ts';
import { KindMark } from '../elements/kind-mark.tsx';
import { formatEntries } from '../format/amount.ts';
import { formatClock, formatWall } from '../format/clock.ts';
import { titleOf } from '../format/words.ts';
import type { Hovered } from './handling.ts';
import { SIGN_WORDS } from './signs.ts';

interface TooltipProps {
  readonly hovered: Hovered;
  readonly rows: readonly LogRow[];
  /** The run, where its wall clock is on show. */
  readonly wall: Pick<RunSummary, 'startedAt'> | undefined;
}

/** What the pointer is over, in two lines. */
export function Tooltip({ hovered, rows, wall }: TooltipProps): JSX.Element | null {
  const { mark, x, y, right, low } = hovered;
  const row = rows[mark.index];
  if (row === undefined) return null;
  return (
    <div
      className={`timeline-tooltip ${right ? 'leftward' : ''} ${low ? 'upward' : ''}`}
      role="tooltip"
      style={{ left: x, top: y }}
    >
      <p>
        <KindMark kind={row.kind} />
        <strong className="mono">{titleOf(row)}</strong>
      </p>
      <p className="number">
        {formatClock(row.time)}
        {wall === undefined ? '' : ` · written ${formatWall(wall.startedAt + (row.written ?? 0))}`}
        {mark.form === 'bar' ? ` · first of ${formatEntries(mark.count)}` : ` · #${row.index}`}
      </p>
      {mark.form === 'sign' ? (
        <p>
          {SIGN_WORDS[mark.sign]}
          {mark.count === 1 ? '' : `, and ${mark.count - 1} more ${mark.count === 2 ? 'mark' : 'marks'} here`}
        </p>
      ) : null}
      {mark.form !== 'bar' && row.gist !== '' ? <p className="timeline-gist">{row.gist}</p> : null}
    </div>
  );
}
