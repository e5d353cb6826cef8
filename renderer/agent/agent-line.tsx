import type { JSX } from 'react';
import {
  BellRing,
  Brain,
  CircleUserRound,
  Lightbulb,
  MessageSquareReply,
  NotebookPen,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { TranscriptLine } from '../../engine/model/index.ts';
import { LongText } from '../apps/long-text.tsx';
import { formatClock, formatMoment } from '../format/clock.ts';
import { EntryLink } from '../links/entry-link.tsx';

const CUT = 400; // characters

const KINDS = {
  asked: { icon: CircleUserRound, word: 'Asked' },
  told: { icon: BellRing, word: 'Told' },
  did: { icon: Wrench, word: 'Did' },
  said: { icon: MessageSquareReply, word: 'Said' },
  logged: { icon: Brain, word: 'Log' },
  hint: { icon: Lightbulb, word: 'Hint' },
  note: { icon: NotebookPen, word: 'Note' },
} as const satisfies Record<TranscriptLine['kind'], { icon: LucideIcon; word: string }>;

/** One thing between the agent and its world. */
export function AgentLineView({ line }: { readonly line: TranscriptLine }): JSX.Element {
  const { kind, time, index, title, text, failed } = line;
  const { icon: Icon, word } = KINDS[kind];
  return (
    <div className={`agent-line is-${kind} ${failed ? 'is-failed' : ''}`}>
      <span className="agent-index">{index === undefined ? null : <EntryLink entry={index} />}</span>
      <span className="agent-time number" title={`${formatMoment(time)} UTC`}>
        {formatClock(time)}
      </span>
      <span className="agent-kind">
        <Icon aria-hidden />
        {word}
      </span>
      <span className="agent-text">
        {title === '' ? null : <span className={kind === 'did' ? 'mono' : 'agent-title'}>{title}</span>}
        {failed ? <span className="agent-failed">failed</span> : null}
        <LongText text={text} limit={CUT} />
      </span>
    </div>
  );
}
