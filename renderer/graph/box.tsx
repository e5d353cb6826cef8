import type { JSX } from 'react';
import { Ban, Check, CircleDashed, Clock, Lightbulb, Minus, X, type LucideIcon } from 'lucide-react';
import { KindMark } from '../elements/kind-mark.tsx';
import { formatCount } from '../format/amount.ts';
import { labelOf } from './label.ts';
import { STATUS_WORDS, type NodeStatus } from './status.ts';
import { BOX, type PlacedNode } from './use-layout.ts';

const ICONS: Readonly<Record<NodeStatus, LucideIcon>> = {
  fired: Check,
  failed: X,
  skipped: Minus,
  next: Clock,
  waiting: CircleDashed,
  never: Ban,
};

interface BoxProps {
  readonly node: PlacedNode;
  /** Texts of the hints for its event. */
  readonly hints: readonly string[];
  readonly status: NodeStatus;
  readonly selected: boolean;
  /** Neither leads to the selected one nor follows from it. */
  readonly faded: boolean;
  readonly onPick: () => void;
  readonly onFocus: () => void;
  readonly onUnfold: () => void;
}

/** One event of the graph, or many alike in one box. */
export function Box({
  node,
  hints,
  status,
  selected,
  faded,
  onPick,
  onFocus,
  onUnfold,
}: BoxProps): JSX.Element {
  const { events, x, y } = node;
  const [{ id, kind, action }] = events as [PlacedNode['events'][number]];
  const Icon = ICONS[status];
  const name = events.length === 1 ? id : `${formatCount(events.length)} × ${action?.tool ?? kind}`;
  const { what, which } =
    events.length === 1 ? labelOf(events[0]!) : { what: name, which: action?.app ?? '' };
  const more = action === undefined ? '' : `\n${action.app}.${action.tool}`;
  return (
    <button
      type="button"
      className={`graph-box ${status} ${events.length > 1 ? 'many' : ''} ${faded ? 'faded' : ''}`}
      style={{ left: x, top: y, width: BOX.width, height: BOX.height }}
      aria-pressed={selected}
      aria-label={`${name}: ${STATUS_WORDS[status]}${hints.length === 0 ? '' : ', with a hint'}`}
      title={[
        `${events.length === 1 ? id : 'Unfold'}${more}`,
        STATUS_WORDS[status],
        ...hints.map((text) => `Hint: ${text}`),
      ].join('\n')}
      onFocus={onFocus}
      onClick={events.length === 1 ? onPick : onUnfold}
    >
      <KindMark kind={kind} idle={status !== 'fired' && status !== 'failed'} />
      <span className="graph-label">
        <span>{what}</span>
        <span className="graph-which">{which}</span>
      </span>
      {hints.length === 0 ? null : <Lightbulb aria-hidden className="graph-hint" />}
      <Icon aria-hidden />
    </button>
  );
}
