import { useState, type JSX } from 'react';
import { useStore } from 'zustand';
import { Pin, ScanSearch } from 'lucide-react';
import type { RunId } from '../../engine/model/index.ts';
import { Breakable } from '../elements/breakable.tsx';
import { Button } from '../elements/button.tsx';
import { Empty } from '../elements/empty.tsx';
import { HintList } from '../elements/hint-list.tsx';
import { KindMark } from '../elements/kind-mark.tsx';
import { Message } from '../elements/message.tsx';
import { Panel } from '../elements/panel.tsx';
import { isIdle } from '../format/words.ts';
import { EntryNotes } from '../notes/entry-notes.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import { useHints } from '../state/hints.ts';
import type { Moment } from '../state/moment.ts';
import { positionNow } from '../state/playhead.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { Branch } from '../branch/branch.tsx';
import { RunHere } from '../branch/run-here.tsx';
import { Arguments, Calls, Result } from './call.tsx';
import { Changes } from './changes.tsx';
import { Checks } from './checks.tsx';
import { Facts } from './facts.tsx';
import { Since } from './since.tsx';
import { Source } from './source.tsx';
import { WhoChanged } from './who-changed.tsx';
import './inspector.css';

/** The entry at the playhead in full. */
export function Inspector(): JSX.Element {
  const bench = useBench();
  const run = useShownRun();
  const [held, hold] = useState<{ readonly run: RunId; readonly at: number }>();
  const holdThis = (): void => {
    if (run !== undefined) hold({ run: run.id, at: positionNow(bench) });
  };
  useCommand('playhead.hold', holdThis, run !== undefined);
  const head = (
    <>
      <span className="panel-title">Inspector</span>
      <Button
        icon={Pin}
        label="Compare other moments with this one"
        bare
        disabled={run === undefined}
        onClick={holdThis}
      />
    </>
  );
  return (
    <Panel label="Inspector" head={head}>
      <WhoChanged />
      {held === undefined || held.run !== run?.id ? null : (
        <Since
          run={held.run}
          held={held.at}
          onLetGo={() => {
            hold(undefined);
          }}
        />
      )}
      <Body />
    </Panel>
  );
}

function Body(): JSX.Element | null {
  const run = useShownRun();
  const { at, moment, refusal } = useStore(useBench().moment);
  if (run === undefined) return <Empty icon={ScanSearch} title="Run a scenario to look at its entries" />;
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (at < 0)
    return (
      <Empty icon={ScanSearch} title="Before the first entry">
        {run.entries === 0 ? null : '→ goes on to it.'}
      </Empty>
    );
  if (moment?.run !== run.id) return null;
  return <Details key={moment.run} moment={moment} />;
}

function Details({ moment }: { readonly moment: Moment }): JSX.Element {
  const { entry } = moment;
  const verdict = entry.kind === 'condition' || entry.kind === 'validation' ? entry.verdict : undefined;
  return (
    <article className="inspector">
      <h2 className="inspector-title">
        <KindMark kind={entry.kind} idle={isIdle({ status: entry.outcome.status, verdict })} />
        <Breakable name={entry.event} />
        <span className="inspector-index number">#{entry.index}</span>
      </h2>
      <Source event={entry.event} />
      <Facts entry={entry} />
      <HintList hints={useHints(entry.event)} />
      <Checks entry={entry} />
      {'action' in entry ? <Arguments action={entry.action} /> : null}
      {'action' in entry || entry.outcome.status === 'failed' ? <Result outcome={entry.outcome} /> : null}
      {'calls' in entry && entry.calls.length > 0 ? (
        <section className="inspector-part">
          <h3>Calls it made</h3>
          <Calls calls={entry.calls} />
        </section>
      ) : null}
      <Changes moment={moment} />
      <EntryNotes at={entry.index} />
      <div className="inspector-acts">
        <RunHere />
        <Branch entry={entry} />
      </div>
    </article>
  );
}
