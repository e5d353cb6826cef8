import { Ban, Check, CircleDashed, Clock, Lightbulb, type LucideIcon, Minus, X } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { type EventOutline, legible } from '../../../engine/model/index.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import { type NodeStatus, STATUS_WORDS } from './fold.ts';
import type { GraphPicture, PlacedNode } from './use-layout.ts';
import styles from './graph.module.css';

/** The label of an event: its action or kind, and what tells it from similar events. */
export interface Label {
  readonly what: string;
  readonly which: string;
}

/** A short label of an event. */
export function labelOf({ id, kind, action, name }: EventOutline): Label {
  if (action === undefined) return { what: name ?? kind, which: shortened(id, kind) };
  const { app, tool } = action;
  return { what: tool, which: `${shortened(id, `${app}-${tool}`)} · ${app}` };
}

/** Shortens a generated id, such as `3-mail-send_email`, to its number: the label already has the rest. */
function shortened(id: string, rest: string): string {
  const number = id.slice(0, -rest.length - 1);
  return id === `${number}-${rest}` && /^\d+$/.test(number) ? number : id;
}

interface ArrowsProps {
  readonly picture: GraphPicture;
  readonly kin: ReadonlySet<string> | undefined;
  /** The visible part of the graph. */
  readonly sight: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
}

/** Arrows from each event to the events that wait for it. Only arrows that cross the visible part are drawn. */
export function Arrows({ picture: { graph, nodes, width, height }, kin, sight }: ArrowsProps): JSX.Element {
  return (
    <svg className={styles.arrows} width={width} height={height} aria-hidden>
      <defs>
        {['', 'kin'].map((name) => (
          <marker
            key={name}
            id={`graph-tip${name}`}
            className={name}
            viewBox="0 0 6 6"
            refX="5.5"
            refY="3"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path d="M0 0L6 3L0 6Z" />
          </marker>
        ))}
      </defs>
      {graph.edges.map(({ from, to }) => {
        const [tail, head] = [nodes.get(from)!, nodes.get(to)!];
        if (!crosses(tail, head, sight)) return null;
        const near = kin?.has(from) === true && kin.has(to);
        return (
          <path
            key={`${from}\n${to}`}
            className={near ? styles.kin : kin === undefined ? undefined : styles.faded}
            d={curve(tail, head)}
            markerEnd={`url(#graph-tip${near ? 'kin' : ''})`}
          />
        );
      })}
    </svg>
  );
}

const crosses = (tail: PlacedNode, head: PlacedNode, sight: ArrowsProps['sight']): boolean =>
  tail.x + tail.width < sight.right &&
  head.x > sight.left &&
  Math.min(tail.y, head.y) < sight.bottom &&
  Math.max(tail.y, head.y) + head.height > sight.top;

function curve(tail: PlacedNode, head: PlacedNode): string {
  const [x, y] = [tail.x + tail.width, tail.y + tail.height / 2];
  const [toX, toY] = [head.x, head.y + head.height / 2];
  const bend = Math.max(20, Math.min(90, (toX - x) / 2));
  return `M${x} ${y}C${x + bend} ${y} ${toX - bend} ${toY} ${toX} ${toY}`;
}

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
  /** Whether the event is neither a cause nor an effect of the selected one. */
  readonly faded: boolean;
  readonly onPick: () => void;
  readonly onFocus: () => void;
  readonly onUnfold: () => void;
}

/** A node of the graph: one event, or many similar ones. */
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
  const { events, x, y, width, height } = node;
  const [{ id, kind, action }] = events as [PlacedNode['events'][number]];
  const Icon = ICONS[status];
  const name = events.length === 1 ? id : `${formatCount(events.length)} × ${action?.tool ?? kind}`;
  const { what, which } =
    events.length === 1 ? labelOf(events[0]!) : { what: name, which: action?.app ?? '' };
  const more = action === undefined ? '' : `\n${action.app}.${action.tool}`;
  return (
    <button
      type="button"
      className={clsx(styles.box, styles[status], events.length > 1 && styles.many, faded && styles.faded)}
      style={{ left: x, top: y, width, height }}
      aria-pressed={selected}
      aria-label={`${name}: ${STATUS_WORDS[status]}${hints.length === 0 ? '' : ', with a hint'}`}
      title={legible(
        [
          `${events.length === 1 ? id : 'Expand'}${more}`,
          STATUS_WORDS[status],
          ...hints.map((text) => `Hint: ${text}`),
        ].join('\n'),
      )}
      onFocus={onFocus}
      onClick={events.length === 1 ? onPick : onUnfold}
    >
      <KindMark kind={kind} idle={status !== 'fired' && status !== 'failed'} />
      <span className={styles.label}>
        <span>{legible(what)}</span>
        <span className={styles.which}>{legible(which)}</span>
      </span>
      {hints.length === 0 ? null : <Lightbulb aria-hidden className={styles.hint} />}
      <Icon aria-hidden />
    </button>
  );
}
