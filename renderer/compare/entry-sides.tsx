import type { JSX } from 'react';
import { useStore } from 'zustand';
import type { ComparedRow, RunId } from '../../engine/model/index.ts';
import { Message } from '../elements/message.tsx';
import { Arguments, Result } from '../inspector/call.tsx';
import { useAnswer } from '../state/use-answer.ts';
import { useBench } from '../state/use-bench.ts';

/** The calls of the row looked at, whole: below what differs all that does not. Marks would seem to say what differs. */
export function EntrySides({ row: { kind, a, b } }: { readonly row: ComparedRow }): JSX.Element | null {
  const pair = useStore(useBench().comparison, (state) => state.pair);
  if (pair === undefined) return null;
  return (
    <div className="entry-sides">
      <EntrySide side={kind === 'equal' ? 'both' : 'A'} run={pair.a} index={a} />
      {kind === 'equal' ? null : <EntrySide side="B" run={pair.b} index={b} />}
    </div>
  );
}

interface EntrySideProps {
  readonly side: 'A' | 'B' | 'both';
  readonly run: RunId;
  readonly index: number | undefined;
}

function EntrySide({ side, run, index }: EntrySideProps): JSX.Element {
  const answered = useAnswer('log.entry', index === undefined ? undefined : { run, index });
  const isOfIt = answered?.request.run === run && answered.request.index === index;
  const entry = isOfIt && answered.reply.ok ? answered.reply.value : undefined;
  return (
    <section aria-label={`The entry in ${side}`}>
      {isOfIt && !answered.reply.ok ? <Message text={answered.reply.error.message} /> : null}
      {entry === undefined ? null : (
        <>
          {'action' in entry ? <Arguments action={entry.action} marked={false} /> : null}
          <Result outcome={entry.outcome} />
        </>
      )}
    </section>
  );
}
