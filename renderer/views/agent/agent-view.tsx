import { useVirtualizer } from '@tanstack/react-virtual';
import {
  BellRing,
  Bot,
  Brain,
  CircleUserRound,
  Lightbulb,
  type LucideIcon,
  MessageSquareReply,
  NotebookPen,
  Wrench,
} from 'lucide-react';
import { type JSX, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { RunSummary, SimTime, TranscriptLine, Verbosity } from '../../../engine/model/index.ts';
import { useStores, usePosition, useRows, useShownRun } from '../../stores/use-stores.ts';
import { formatClock, formatMoment } from '../../ui/format/clock.ts';
import { agentWords } from '../../ui/format/words.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { LongText } from '../../ui/text.tsx';
import { EntryLink } from '../links/index.ts';
import styles from './agent-view.module.css';

/**
 * The last of `lines` that belongs to what has happened at entry `position`, at the instant `now`; −1 before the first.
 * Lines are in order of time; those of entries go by their entry.
 */
export function lineAt(lines: readonly TranscriptLine[], position: number, now: SimTime | undefined): number {
  if (now === undefined) return -1;
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { time, index } = lines[middle]!;
    const past = time < now || (time === now && (index === undefined || index <= position));
    if (past) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const TOLD: Readonly<Record<Verbosity, string>> = {
  low: 'messages of the user’s, reminders that fall due, and waits that end',
  medium: 'messages of the user’s, mail and messages that come in, and what others cancel or change',
  high: 'messages of the user’s, mail and messages that come in, what others cancel or change, and what comes on offer',
};

/** What the agent of `run` was told unasked, and how that is known. */
export function notificationText({ mode, choices }: Pick<RunSummary, 'mode' | 'choices'>): string {
  const kept = choices?.verbosity;
  if (kept !== undefined) return `Told at ${kept} verbosity: ${TOLD[kept]}.`;
  const why = mode === 'trace' ? 'a trace does not say' : 'the Orrery that ran it did not keep it';
  return `Told at medium verbosity, which is assumed, for ${why}: ${TOLD.medium}.`;
}

/** The last that the program which acts as the agent wrote to its standard error; nothing where it wrote nothing. */
function AgentWords({ run: { notes, state } }: { readonly run: RunSummary }): JSX.Element | null {
  const lines = agentWords(notes);
  if (lines.length === 0) return null;
  return (
    <details className={styles.words} open={state === 'interrupted'}>
      <summary>What the program wrote to its standard error</summary>
      <pre className="mono" tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </details>
  );
}

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
function AgentLineView({ line }: { readonly line: TranscriptLine }): JSX.Element {
  const { kind, time, index, title, text, failed } = line;
  const { icon: Icon, word } = KINDS[kind];
  return (
    <div className={clsx(styles.line, styles[kind])}>
      <span className={styles.index}>{index === undefined ? null : <EntryLink entry={index} />}</span>
      <span className={clsx(styles.time, 'number')} title={`${formatMoment(time)} UTC`}>
        {formatClock(time)}
      </span>
      <span className={styles.kind}>
        <Icon aria-hidden />
        {word}
      </span>
      <span className={styles.text}>
        {title === '' ? null : <span className={kind === 'did' ? 'mono' : styles.title}>{title}</span>}
        {failed ? <span className={styles.failed}>failed</span> : null}
        <LongText text={text} limit={CUT} />
      </span>
    </div>
  );
}

const USUAL_HEIGHT = 30; // CSS px

/** What the agent was asked and told, what it did and said, and what a trace tells of its thoughts. */
export function AgentView(): JSX.Element {
  const run = useShownRun();
  const { agent } = useStores();
  const { run: known, lines, read, refusal } = useStore(agent);
  if (run === undefined)
    return (
      <Empty icon={Bot} title="No run on show">
        Run a scenario with F5: what the agent is told and does stands here.
      </Empty>
    );
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (known !== run.id || (lines.length === 0 && read < run.entries))
    return <Empty title="Reading what the agent was told" />;
  if (lines.length === 0)
    return (
      <div className={styles.agent}>
        <AgentWords run={run} />
        <Empty icon={Bot} title="The agent was told nothing and did nothing">
          {run.mode === 'plain' && run.choices?.agent === undefined
            ? 'Nobody acts for it in this run.'
            : 'So far.'}
        </Empty>
      </div>
    );
  return <Lines key={run.id} run={run} lines={lines} />;
}

interface LinesProps {
  readonly run: RunSummary;
  readonly lines: readonly TranscriptLine[];
}

function Lines({ run, lines }: LinesProps): JSX.Element {
  const position = usePosition();
  const now = useRows()[position]?.time;
  // Where there are no entries all of it lies behind.
  const at = run.entries === 0 ? lines.length - 1 : lineAt(lines, position, now);
  const frame = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by what it answers
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 8,
  });

  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at, virtual.scrollRect?.height]);

  return (
    <div className={styles.agent}>
      <p className={styles.note}>{notificationText(run)}</p>
      <AgentWords run={run} />
      <div
        ref={frame}
        className={styles.lines}
        tabIndex={0}
        role="group"
        aria-label="What the agent saw and did"
      >
        <ol style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <li
              key={index}
              ref={virtual.measureElement}
              data-index={index}
              className={index === at ? styles.now : index > at ? styles.future : undefined}
              aria-current={index === at}
              style={{ transform: `translateY(${start}px)` }}
            >
              <AgentLineView line={lines[index]!} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
