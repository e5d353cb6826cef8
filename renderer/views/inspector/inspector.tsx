import { Pin, ScanSearch } from 'lucide-react';
import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { formatLocation, type RunId } from '../../../engine/model/index.ts';
import type { ShownEntry } from '../../stores/inspection.ts';
import { revealSource } from '../../stores/open-scenario.ts';
import { placeOf, useHints } from '../../stores/plan.ts';
import { positionNow } from '../../stores/selection.ts';
import { useStores, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { isIdle } from '../../ui/format/words.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Breakable, HintList } from '../../ui/text.tsx';
import { Branch, RunHere } from '../branch/index.ts';
import { EntryNotes } from '../notes/index.ts';
import { Arguments, Calls, Result } from './call.tsx';
import { Changes } from './changes.tsx';
import { Checks } from './checks.tsx';
import { Facts } from './facts.tsx';
import { Since } from './since.tsx';
import { WhoChanged } from './who-changed.tsx';
import styles from './inspector.module.css';
import panelStyles from '../../ui/panel.module.css';

/** Where the event of the entry is written, and the way there. */
function Source({ event }: { readonly event: string }): JSX.Element | null {
  const stores = useStores();
  const place = placeOf(
    useStore(stores.places, ({ places }) => places),
    event,
  );
  const go = (): void => {
    if (place !== undefined) void revealSource(stores, place);
  };
  useCommand('playhead.source', go, place !== undefined);
  if (place === undefined) return null;
  return (
    <p className={styles.source}>
      <button type="button" className="mono" title="Go to the source (F12)" onClick={go}>
        {formatLocation(place)}
      </button>
    </p>
  );
}

/** The entry at the playhead in full. */
export function Inspector(): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  const [held, hold] = useState<{ readonly run: RunId; readonly at: number }>();
  const holdThis = (): void => {
    if (run !== undefined) hold({ run: run.id, at: positionNow(stores) });
  };
  useCommand('playhead.hold', holdThis, run !== undefined);
  const head = (
    <>
      <span className={panelStyles.title}>Inspector</span>
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
  const { at, shown: moment, refusal } = useStore(useStores().inspection);
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

function Details({ moment }: { readonly moment: ShownEntry }): JSX.Element {
  const { entry } = moment;
  const verdict = entry.kind === 'condition' || entry.kind === 'validation' ? entry.verdict : undefined;
  return (
    <article className={styles.inspector}>
      <h2 className={styles.title}>
        <KindMark kind={entry.kind} idle={isIdle({ status: entry.outcome.status, verdict })} />
        <Breakable name={entry.event} />
        <span className={clsx(styles.index, 'number')}>#{entry.index}</span>
      </h2>
      <Source event={entry.event} />
      <Facts entry={entry} />
      <HintList hints={useHints(entry.event)} />
      <Checks entry={entry} />
      {'action' in entry ? <Arguments action={entry.action} /> : null}
      {'action' in entry || entry.outcome.status === 'failed' ? <Result outcome={entry.outcome} /> : null}
      {'calls' in entry && entry.calls.length > 0 ? (
        <section className={styles.part}>
          <h3>Calls it made</h3>
          <Calls calls={entry.calls} />
        </section>
      ) : null}
      <Changes moment={moment} />
      <EntryNotes at={entry.index} />
      <div className={styles.acts}>
        <RunHere />
        <Branch entry={entry} />
      </div>
    </article>
  );
}
