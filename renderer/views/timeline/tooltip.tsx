import type { JSX } from 'react';
import clsx from 'clsx';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { LogRow, CostsOverTime } from '../../../preload/contract.ts';
import { formatClock, formatSpan, formatWall } from '../../ui/format/clock.ts';
import { formatCount, formatDollars, formatEntries, waitsText } from '../../ui/format/numbers.ts';
import { isGap, entryTitle, valueWords } from '../../ui/format/words.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import type { AnswerSpot, CostLane } from './layout/costs.ts';
import type { EntryMark, Span, Wait } from './layout/entries.ts';
import type { ProbeSpot } from './layout/probes.ts';
import { SIGN_WORDS, type SignMark } from './layout/signs.ts';
import type { Hovered } from './plot/pointer.ts';
import styles from './timeline.module.css';

interface TooltipProps {
  readonly hovered: Hovered;
  readonly rows: readonly LogRow[];
  readonly costs: CostsOverTime | undefined;
  readonly costLane: CostLane | undefined;
  /** Set while the wall clock is shown; gives the start of the run. */
  readonly wall: Pick<RunSummary, 'startedAt'> | undefined;
}

/** Describes the mark under the pointer in a few lines. */
export function Tooltip({ hovered, rows, costs, costLane, wall }: TooltipProps): JSX.Element | null {
  const { mark, x, y, right, low } = hovered;
  const content =
    mark.form === 'probe' ? (
      <ProbeTooltip spot={mark} rows={rows} />
    ) : mark.form === 'answer' ? (
      <AnswerTooltip spot={mark} lane={costLane} />
    ) : (
      <EntryTooltip {...{ mark, rows, costs, wall }} />
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

interface OfAnswerProps {
  readonly spot: AnswerSpot;
  readonly lane: CostLane | undefined;
}

/** What an answer cost, and all answers up to it. */
function AnswerTooltip({ spot: { nth }, lane }: OfAnswerProps): JSX.Element | null {
  const answer = lane?.costs.answers[nth];
  if (lane === undefined || answer === undefined) return null;
  const { time, input, output, cached = 0, cost = 0 } = answer;
  const facts = [
    ...(input === undefined
      ? []
      : [`${formatCount(input)} tokens in${cached === 0 ? '' : ` (${formatCount(cached)} cached)`}`]),
    ...(output === undefined ? [] : [`${formatCount(output)}${input === undefined ? ' tokens' : ''} out`]),
    ...(cost === 0 ? [] : [formatDollars(cost)]),
  ];
  const sum = lane.sums[nth]!;
  return (
    <>
      <p>
        <strong>Answer {nth + 1}</strong>
      </p>
      <p className="number">{facts.join(' · ')}</p>
      <p className="number">
        {lane.isPriced ? formatDollars(sum) : `${formatCount(sum)} tokens`} so far · {formatClock(time)}
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

interface OfEntryProps extends Pick<TooltipProps, 'rows' | 'costs' | 'wall'> {
  readonly mark: EntryMark | Span | SignMark;
}

function EntryTooltip({ mark, rows, costs, wall }: OfEntryProps): JSX.Element | null {
  const row = rows[mark.index];
  if (row === undefined) return null;
  if (mark.form === 'wait') return <WaitTooltip mark={mark} rows={rows} />;
  const took = mark.form === 'bar' ? undefined : costs?.calls.find(({ entry }) => entry === mark.index);
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
        {took === undefined ? '' : ` · took ${formatSpan(took.elapsed * 1_000)}`}
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
