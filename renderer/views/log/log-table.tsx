import { ScrollText, SearchX } from 'lucide-react';
import { type JSX, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { setSearchText } from '../../stores/search.ts';
import { canRepeat } from '../../stores/runs.ts';
import { useStores, useCount, useRows, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { RunPlan } from '../queue/index.ts';
import { Lines } from './lines.ts';
import { LogList } from './log-list.tsx';

/** The timeline's twin in words: one row for each entry. */
export function LogTable(): JSX.Element {
  const { log } = useStores();
  const run = useShownRun();
  const refusal = useStore(log, (state) => state.refusal);
  const count = useCount();
  if (run === undefined)
    return (
      <Empty icon={ScrollText} title="No run on show">
        Run a scenario with F5: what happens in it is listed here, entry by entry.
      </Empty>
    );
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (count === 0 && run.mode === 'trace' && run.entries === 0)
    return (
      <Empty icon={ScrollText} title="Nothing has happened in this trace">
        {canRepeat(run) ? (
          <>
            <p>What it plans happens once it is run.</p>
            <RunPlan />
          </>
        ) : (
          'It came without apps and events. What its agent said and was told stands under Agent.'
        )}
      </Empty>
    );
  if (count === 0) return <Empty title={run.entries === 0 ? 'No entries yet' : 'Reading the log'} />;
  return <Rows key={run.id} />;
}

function Rows(): JSX.Element {
  const { search } = useStores();
  const rows = useRows();
  const { results: hits, only, folding } = useStore(search);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const shown = only ? hits : undefined;
  const lines = useMemo(
    () => new Lines(rows, { only: shown, folding, opened }),
    [rows, shown, folding, opened],
  );
  if (lines.grow() === 0)
    return (
      <Empty icon={SearchX} title="Nothing in this log is like that">
        <Button
          label="Show all entries"
          onClick={() => {
            setSearchText(search, '');
          }}
        />
      </Empty>
    );
  return (
    <LogList
      lines={lines}
      onOpen={(fold) => {
        setOpened(new Set(opened).add(fold));
      }}
    />
  );
}
