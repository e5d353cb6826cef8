import type { JSX } from 'react';
import { PenLine, TriangleAlert } from 'lucide-react';
import type { SimTime } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { KindMark } from '../elements/kind-mark.tsx';
import { formatClock, formatDay, formatMoment, formatOffset } from '../format/clock.ts';
import { inShort, isIdle, isTrouble, titleOf } from '../format/words.ts';

interface LogRowViewProps {
  readonly row: LogRow;
  /** Where it stands in the list. */
  readonly line: number;
  readonly previous: LogRow | undefined;
  readonly start: SimTime | undefined;
  /** CSS px from the top of the list. */
  readonly top: number;
  readonly selected: boolean;
  /** Not yet happened at the playhead. */
  readonly future: boolean;
  /** Among what is looked for. */
  readonly hit: boolean;
  readonly onSelect: () => void;
}

// Made once, for React passes over what is the very same: a leap draws all rows anew.
const FAILED = <TriangleAlert role="img" aria-label="Failed" />;
const CHANGED = (
  <span className="log-changed" role="img" aria-label="Changed state" title="Changed state">
    <PenLine />
  </span>
);

/** One entry in one line. */
export function LogRowView(props: LogRowViewProps): JSX.Element {
  const { row, line, previous, start, top, selected, future, hit, onSelect } = props;
  const trouble = isTrouble(row);
  const sameInstant = previous?.time === row.time;
  const day = previous === undefined ? start : previous.time;
  const newDay = day !== undefined && formatDay(day) !== formatDay(row.time);
  const when = start === undefined ? '' : `${formatMoment(row.time)}, ${formatOffset(start, row.time)}`;
  return (
    <div
      id={`log-row-${row.index}`}
      className={`log-row ${future ? 'future' : ''} ${trouble ? 'trouble' : ''} ${hit ? 'hit' : ''}`}
      role="row"
      aria-rowindex={line + 1}
      aria-selected={selected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <span className="log-index number" role="gridcell">
        #{row.index}
      </span>
      <span className={`log-time number ${sameInstant ? 'same' : ''}`} role="gridcell" title={when}>
        {newDay ? <span className="log-day">{formatDay(row.time).slice(5)} </span> : null}
        {formatClock(row.time)}
      </span>
      <span className="log-what" role="gridcell" title={row.event}>
        <KindMark kind={row.kind} idle={isIdle(row)} />
        <span className="mono">{titleOf(row)}</span>
        {row.oracle ? <span className="log-tag">oracle</span> : null}
      </span>
      <span className="log-gist" role="gridcell" title={row.gist}>
        {trouble ? FAILED : null}
        <span>{inShort(row)}</span>
        {row.changed ? CHANGED : null}
      </span>
    </div>
  );
}
