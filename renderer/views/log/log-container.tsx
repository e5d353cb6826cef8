import { range } from 'd3';
import { ScrollText } from 'lucide-react';
import { type JSX, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import type { LogRow } from '../../../preload/contract.ts';
import { isComparing } from '../../stores/comparison.ts';
import { showPanel } from '../../stores/panels.ts';
import { changeOf, viewKey } from '../../stores/preview.ts';
import { canRepeat } from '../../stores/runs.ts';
import { seekSearchResult, setSearchText, toggleFolding, toggleOnlyResults } from '../../stores/log.ts';
import { positionIn, positionNow, seek } from '../../stores/selection.ts';
import {
  useCommand,
  useCount,
  usePosition,
  useRows,
  useShownRun,
  useStores,
} from '../../stores/use-stores.ts';
import { noEntriesText } from '../../ui/format/words.ts';
import { Empty, Message } from '../../ui/messages.tsx';
import { completionsOf } from '../../ui/query/complete.ts';
import { keysOfRows } from '../../ui/query/log-query.ts';
import { EntryMenu } from '../menus/menus-container.tsx';
import { RunPlan } from '../queue/queue-container.tsx';
import { FilterBarView, focusFilter, ResultCount } from './filter-bar.tsx';
import { entryUnder, LogRows } from './log-table.tsx';

/** The log of the shown run, one row per entry. */
export function Log(): JSX.Element {
  const { log } = useStores();
  const run = useShownRun();
  const problem = useStore(log, (state) => state.problem);
  const hasTail = useStore(log, ({ tail }) => tail !== undefined);
  const count = useCount();
  if (run === undefined)
    return (
      <Empty icon={ScrollText} title="No run open">
        Open a scenario and press F5. Its log appears here.
      </Empty>
    );
  if (problem !== undefined) return <Message text={problem.message} />;
  if (count === 0 && run.mode === 'trace' && run.entries === 0)
    return (
      <Empty icon={ScrollText} title="This trace has no events">
        {canRepeat(run) ? (
          <>
            <p>Its messages are under Transcript. Rerun a trace of a scenario to see its events.</p>
            <RunPlan />
          </>
        ) : (
          'The trace has only messages. See them under Transcript.'
        )}
      </Empty>
    );
  if (count === 0 && !hasTail)
    return <Empty title={run.entries === 0 ? noEntriesText(run) : 'Reading the log'} />;
  return <ShownRows key={viewKey(run.id)} />;
}

function ShownRows(): JSX.Element {
  const stores = useStores();
  const { selection, search, log } = stores;
  const found = useStore(search);
  const at = usePosition();
  const all = useRows();
  const tail = useTail();
  useStore(log, ({ summarized }) => summarized);
  const rows = tail?.rows ?? all;
  const run = useShownRun();
  const previewed = useStore(stores.preview, ({ shown }) => shown);
  const changes = previewed?.run === run?.id ? previewed?.changes : undefined;
  return (
    <EntryMenu entryOf={entryUnder}>
      <LogRows
        rows={rows}
        start={run?.start}
        differenceOf={changes && ((index) => changeOf(changes, index))}
        at={tail?.at ?? at}
        found={tail === undefined ? found : { results: tail.indexes, only: true, folding: found.folding }}
        onSeek={(entry) => {
          seek(selection, entry, rows.length);
        }}
        positionNow={() =>
          tail === undefined ? positionNow(stores) : positionIn(selection.getState(), rows.length)
        }
        onShowAll={() => {
          setSearchText(search, '');
        }}
      />
    </EntryMenu>
  );
}

/** The last rows while those before them are being read, if the playhead is there and nothing is searched. */
function useTail():
  { readonly rows: readonly LogRow[]; readonly indexes: readonly number[]; readonly at: number } | undefined {
  const { selection, search, log } = useStores();
  const tail = useStore(log, (state) => state.tail);
  const at = useStore(selection, (head) => positionIn(head, tail?.rows.length ?? 0));
  const searching = useStore(search, ({ results }) => results !== undefined);
  const indexes = useMemo(() => (tail === undefined ? [] : range(tail.from, tail.rows.length)), [tail]);
  return tail === undefined || searching || at < tail.from ? undefined : { rows: tail.rows, indexes, at };
}

/** The search field of the log, with the number of results. */
export function FilterBar(): JSX.Element {
  const stores = useStores();
  const { search, log, notes } = stores;
  const { text, problem, results, only, folding } = useStore(search);
  return (
    <FilterBarView
      {...{ text, problem, results, only, folding }}
      count={<ShownResultCount />}
      offers={(typed, caret) =>
        completionsOf(typed, caret, keysOfRows(log.getState().rows, notes.getState().notes))
      }
      onText={(typed) => {
        setSearchText(search, typed);
      }}
      onStep={(step) => {
        seekSearchResult(stores, step);
      }}
      onToggleOnly={() => {
        toggleOnlyResults(search);
      }}
      onToggleFolding={() => {
        toggleFolding(search);
      }}
    />
  );
}

/** Apart from the search field, which need not be drawn again with each move of the playhead. */
function ShownResultCount(): JSX.Element {
  const { results } = useStore(useStores().search);
  return <ResultCount results={results} at={usePosition()} />;
}

/** Binds the commands that search the log, whichever tab is shown. */
export function LogCommands(): null {
  const stores = useStores();
  const comparing = useStore(stores.comparison, isComparing);
  const browsing = useStore(stores.library, ({ open }) => open);
  const can = !comparing && !browsing;
  useCommand(
    'log.find',
    () => {
      flushSync(() => {
        showPanel(stores.panels, 'log');
      });
      focusFilter();
    },
    can,
  );
  useCommand(
    'log.nextHit',
    () => {
      seekSearchResult(stores, 1);
    },
    can,
  );
  useCommand(
    'log.previousHit',
    () => {
      seekSearchResult(stores, -1);
    },
    can,
  );
  return null;
}
