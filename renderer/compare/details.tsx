import { useState, type JSX } from 'react';
import { useStore } from 'zustand';
import type { Compared } from '../state/comparison.ts';
import { Segments } from '../elements/segments.tsx';
import { useBench } from '../state/use-bench.ts';
import { Tabs, type Tab } from '../elements/tabs.tsx';
import { DifferenceList } from './difference-list.tsx';
import { ProbeTable } from './probe-table.tsx';
import { SourceDiff } from './source-diff.tsx';
import { StateDifferences } from './state-differences.tsx';
import { Verdicts } from './verdicts.tsx';

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
  const { comparison } = useBench();
  const { lock, pair } = useStore(comparison);
  const [tab, setTab] = useState<DetailTab>('entry');
  return (
    <section className="pair-details">
      <header className="panel-head">
        <Tabs label="Details of the comparison" tabs={TABS} selected={tab} panel={PANEL} onSelect={setTab} />
        <span className="spacer" />
        <Segments
          label="Playheads go together"
          choices={LOCKS}
          chosen={lock}
          onChoose={(chosen) => {
            comparison.setState({ lock: chosen });
          }}
        />
      </header>
      <div
        id={PANEL}
        className="details-body"
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
