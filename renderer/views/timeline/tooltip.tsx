import type { JSX } from 'react';
import clsx from 'clsx';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { formatClock, formatWall } from '../../ui/format/clock.ts';
import { formatEntries, waitsText } from '../../ui/format/numbers.ts';
import { isGap, entryTitle, valueWords } from '../../ui/format/words.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import type { Mark, Wait } from './layout/entries.ts';
import type { ProbeSpot } from './layout/probes.ts';
import { SIGN_WORDS, type SignMark } from './layout/signs.ts';
import type { Hovered } from './plot/pointer.ts';
import styles from './timeline.module.css';

interface TooltipProps {
  readonly hovered: Hovered;
  readonly rows: readonly LogRow[];
  /** Set while the wall clock is shown; gives the start of the run. */
  readonly wall: Pick<RunSummary, 'startedAt'> | undefined;
}

/** Describes the mark under the pointer in a few lines. */
export function Tooltip({ hovered, rows, wall }: TooltipProps): JSX.Element | null {
  const { mark, x, y, right, low } = hovered;
  const content =
    mark.form === 'probe' ? (
      <ProbeTooltip spot={mark} rows={rows} />
    ) : (
      <EntryTooltip mark={mark} rows={rows} wall={wall} />
    );
  return (
    <div
      className={clsx(styles.tooltip, right && styles.leftward, low && styles.upward)}
      role="tooltip"
      style={{ left: x, top: y }}
    >
      {content}
    </div>
  );
}

interface OfProbeProps extends Pick<TooltipProps, 'rows'> {
  readonly spot: ProbeSpot;
}

function ProbeTooltip({ spot: { name, value, index }, rows }: OfProbeProps): JSX.Element {
  const row = rows[index];
  return (
    <>
      <p>
        <strong>{name}</strong>
      </p>
      <p className={isGap(value) ? styles.summary : clsx(styles.summary, 'mono')}>{valueWords(value)}</p>
      <p className="number">
        {row === undefined ? 'from the start' : `since #${index} · ${formatClock(row.time)}`}
      </p>
    </>
  );
}

/** Number and duration of a series of waiting checks. */
function WaitTooltip({ mark, rows }: { readonly mark: Wait; readonly rows: readonly LogRow[] }): JSX.Element {
  const [first, last] = [rows[mark.index]!, rows[mark.last] ?? rows[mark.index]!];
  return (
    <>
      <p>
        <KindMark kind={first.kind} idle />
        <strong>{waitsText(mark.count)}</strong>
      </p>
      <p className="number">
        {formatClock(first.time)} – {formatClock(last.time)} · #{mark.index} to #{mark.last}
      </p>
      <p className={styles.summary}>{first.summary === '' ? first.event : first.summary}</p>
    </>
  );
}

interface OfEntryProps extends Pick<TooltipProps, 'rows' | 'wall'> {
  readonly mark: Mark | SignMark;
}

function EntryTooltip({ mark, rows, wall }: OfEntryProps): JSX.Element | null {
  const row = rows[mark.index];
  if (row === undefined) return null;
  if (mark.form === 'wait') return <WaitTooltip mark={mark} rows={rows} />;
  return (
    <>
      <p>
        <KindMark kind={row.kind} />
        <strong className="mono">{entryTitle(row)}</strong>
      </p>
      <p className="number">
        {formatClock(row.time)}
        {wall === undefined ? '' : ` · logged at ${formatWall(wall.startedAt + (row.written ?? 0))}`}
        {mark.form === 'bar' ? ` · first of ${formatEntries(mark.count)}` : ` · #${row.index}`}
      </p>
      {mark.form === 'sign' ? (
        <p>
          {SIGN_WORDS[mark.sign]}
          {mark.count === 1 ? '' : `, and ${mark.count - 1} more ${mark.count === 2 ? 'mark' : 'marks'} here`}
        </p>
      ) : null}
      {mark.form !== 'bar' && row.summary !== '' ? <p className={styles.summary}>{row.summary}</p> : null}
    </>
  );
}
