import type { JSX } from 'react';
import { useStore } from 'zustand';
import type { AppName, RunSummary } from '../../engine/model/index.ts';
import { EntryLink } from '../links/entry-link.tsx';
import { Message } from '../elements/message.tsx';
import { useBench } from '../state/use-bench.ts';
import { sumsOf } from './known-sums.ts';

const MOST_LOST = 3;

/** How much of an app the agent knew, in one line. */
export function KnownSum({ run, app }: { readonly run: RunSummary; readonly app: AppName }): JSX.Element {
  const { shown, refusal } = useStore(useBench().knowledge);
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (shown?.run !== run.id || shown.app !== app)
    return <p className="known-sum">Reading what the agent was shown…</p>;
  const { records, lost } = shown.knowledge;
  return (
    <p className="known-sum">
      {sumsOf(records)}
      {lost.length === 0 ? null : (
        <>
          {' '}
          It does not know that {lost.length === 1
            ? `this ${lost[0]!.kind} is`
            : `${lost.length} are`} gone:{' '}
          {lost.slice(-MOST_LOST).map(({ id, gone }, nth) => (
            <span key={id} title={id}>
              {nth === 0 ? '' : ', '}
              <EntryLink entry={gone} />
            </span>
          ))}
          {lost.length > MOST_LOST ? ` and ${lost.length - MOST_LOST} before` : ''}
        </>
      )}
    </p>
  );
}
