import { useState, type JSX } from 'react';
import type { Compared } from '../state/comparison.ts';
import { Tabs, type Tab } from '../elements/tabs.tsx';
import { DifferenceList } from './difference-list.tsx';
import { SourceDiff } from './source-diff.tsx';
import { StateDifferences } from './state-differences.tsx';
import { Verdicts } from './verdicts.tsx';

const PANEL = 'comparison-details';

type DetailTab = 'entry' | 'states' | 'verdicts' | 'source';

const TABS: readonly Tab<DetailTab>[] = [
  { id: 'entry', label: 'Entry' },
  { id: 'states', label: 'Apps’ states' },
  { id: 'verdicts', label: 'Verdicts' },
  { id: 'source', label: 'Source' },
];

/** What differs at the row looked at, and between the runs as a whole. */
export function Details({ shown }: { readonly shown: Compared }): JSX.Element {
  const [tab, setTab] = useState<DetailTab>('entry');
  return (
    <section className="details">
      <header className="panel-head">
        <Tabs label="Details of the comparison" tabs={TABS} selected={tab} panel={PANEL} onSelect={setTab} />
      </header>
      <div
        id={PANEL}
        className="details-body"
        role="tabpanel"
        aria-label={TABS.find(({ id }) => id === tab)!.label}
      >
        {tab === 'entry' ? <DifferenceList shown={shown} /> : null}
        {tab === 'states' ? <StateDifferences shown={shown} /> : null}
        {tab === 'verdicts' ? <Verdicts /> : null}
        {tab === 'source' ? <SourceDiff /> : null}
      </div>
    </section>
  );
}
