import { useEffect, useRef, type JSX } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Bot } from 'lucide-react';
import { useStore } from 'zustand';
import type { TranscriptLine, RunSummary } from '../../engine/model/index.ts';
import { Empty } from '../elements/empty.tsx';
import { Message } from '../elements/message.tsx';
import { useBench, usePosition, useRows, useShownRun } from '../state/use-bench.ts';
import { AgentLineView } from './agent-line.tsx';
import { AgentWords } from './agent-words.tsx';
import { lineAt } from './line-at.ts';
import { toldInWords } from './told-in-words.ts';
import './agent-view.css';

const USUAL_HEIGHT = 30; // CSS px

/** What the agent was asked and told, what it did and said, and what a trace tells of its thoughts. */
export function AgentView(): JSX.Element {
  const run = useShownRun();
  const { agent } = useBench();
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
      <div className="agent">
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
    <div className="agent">
      <p className="agent-note">{toldInWords(run)}</p>
      <AgentWords run={run} />
      <div
        ref={frame}
        className="agent-lines"
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
              className={index === at ? 'is-now' : index > at ? 'is-future' : ''}
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
