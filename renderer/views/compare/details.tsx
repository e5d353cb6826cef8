import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import type { ComparedRow, RunId } from '../../../engine/model/index.ts';
import type { Compared } from '../../stores/comparison.ts';
import { lockBy } from '../../stores/comparison.ts';
import { useAnswer, useStores } from '../../stores/use-stores.ts';
import { Message } from '../../ui/messages.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { Arguments, Result } from '../inspector/index.ts';
import { DifferenceTable, RowDifferences } from './difference-table.tsx';
import { Verdicts } from './divergence.tsx';
import { ProbeTable } from './probe-table.tsx';
import { SourceDiff } from './source-diff.tsx';
import { StateDifferences } from './state-differences.tsx';
import styles from './compare.module.css';
import panelStyles from '../../ui/panel.module.css';

/** The calls of the row looked at, whole: below what differs all that does not. Marks would seem to say what differs. */
function EntrySides({ row: { kind, a, b } }: { readonly row: ComparedRow }): JSX.Element | null {
  const pair = useStore(useStores().comparison, (state) => state.pair);
  if (pair === undefined) return null;
  return (
    <div className={styles.entrySides}>
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

/** What differs between the entries of the row looked at: arguments, result, time. */
function DifferenceList({ shown }: { readonly shown: Compared }): JSX.Element {
  const at = useStore(useStores().comparison, (state) => state.at);
  const { rows, initialStates: first } = shown.comparison;
  const row = rows[at];
  if (rows.length === 0 && first.length === 0)
    return <p className={styles.detailsNote}>Neither run has entries.</p>;
  return (
    <>
      {row === undefined ? null : (
        <>
          <RowDifferences kind={row.kind} differences={row.differences} />
          <EntrySides row={row} />
        </>
      )}
      {first.map(({ app, differences }) => (
        <section key={app}>
          <h3>{app} begins differently</h3>
          <DifferenceTable label={`First state of ${app}`} differences={differences} />
        </section>
      ))}
    </>
  );
}

const PANEL = 'comparison-details';

type DetailTab = 'entry' | 'states' | 'probes' | 'verdicts' | 'source';

const TABS: readonly Tab<DetailTab>[] = [
  { id: 'entry', label: 'Entry' },
  { id: 'states', label: 'Apps’ states' },
  { id: 'probes', label: 'Probes' },
  { id: 'verdicts', label: 'Verdicts' },
  { id: 'source', label: 'Source' },
];

const LOCKS = { entry: 'By entry', time: 'By time' } as const;

/** What differs at the row looked at, and between the runs as a whole. */
export function Details({ shown }: { readonly shown: Compared }): JSX.Element {
  const { comparison } = useStores();
  const { lock, pair } = useStore(comparison);
  const [tab, setTab] = useState<DetailTab>('entry');
  return (
    <section className={styles['pair-details']}>
      <header className={panelStyles.head}>
        <Tabs label="Details of the comparison" tabs={TABS} selected={tab} panel={PANEL} onSelect={setTab} />
        <span className={styles.spacer} />
        <Segments
          label="Playheads go together"
          choices={LOCKS}
          chosen={lock}
          onChoose={(chosen) => {
            lockBy(comparison, chosen);
          }}
        />
      </header>
      <div
        id={PANEL}
        className={styles.detailsBody}
        role="tabpanel"
        aria-label={TABS.find(({ id }) => id === tab)!.label}
      >
        {tab === 'entry' ? <DifferenceList shown={shown} /> : null}
        {tab === 'states' ? <StateDifferences shown={shown} /> : null}
        {tab === 'probes' && pair !== undefined ? <ProbeTable shown={shown} pair={pair} /> : null}
        {tab === 'verdicts' ? <Verdicts /> : null}
        {tab === 'source' ? <SourceDiff /> : null}
      </div>
    </section>
  );
}
