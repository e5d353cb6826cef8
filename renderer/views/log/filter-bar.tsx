import { ChevronDown, ChevronUp, FoldVertical, ListFilter } from 'lucide-react';
import { type JSX, type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { showDock } from '../../stores/panels.ts';
import { seekSearchResult, setSearchText, toggleOnlyResults, toggleFolding } from '../../stores/search.ts';
import { useStores, useCommand, usePosition } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { bisectLeft } from 'd3';
import { completionsOf } from '../../ui/query/complete.ts';
import { keysOfRows } from '../../ui/query/log-query.ts';
import { QueryField } from '../../ui/query/query-field.tsx';
import styles from './log.module.css';

/** What is looked for in the log, with completions; Enter goes from hit to hit. */
function FilterField({ aside }: { readonly aside: ReactNode }): JSX.Element {
  const stores = useStores();
  const { text, problem } = useStore(stores.search);
  const field = useRef<HTMLInputElement>(null);

  return (
    <QueryField
      label="Find in the log"
      placeholder="Find: words, app:mail, status:failed …"
      title="Words, or key:value. Keys: app tool actor kind status event is note t arg.NAME. Enter: next hit (/)"
      keys="/"
      eager
      {...{ field, text, mistake: problem, aside }}
      offers={(typed, caret) =>
        completionsOf(typed, caret, keysOfRows(stores.log.getState().rows, stores.notes.getState().notes))
      }
      onText={(typed) => {
        setSearchText(stores.search, typed);
      }}
      onEnter={(back) => {
        seekSearchResult(stores, back ? -1 : 1);
      }}
    />
  );
}

/** The commands that find things in the log, whichever tab is on show beside it. */
export function LogCommands(): null {
  const stores = useStores();
  const comparing = useStore(stores.comparison, ({ pair }) => pair !== undefined);
  const browsing = useStore(stores.library, ({ open }) => open);
  const can = !comparing && !browsing;
  useCommand(
    'log.find',
    () => {
      flushSync(() => {
        showDock(stores.panels, 'log');
      });
      const field = document.querySelector<HTMLInputElement>(`.${styles.bar} input`);
      field?.focus();
      field?.select();
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

/** Finds entries in the log, walks from one to the next, and says what the list leaves out. */
export function FilterBar(): JSX.Element {
  const stores = useStores();
  const { results: hits, only, folding } = useStore(stores.search);
  const none = hits === undefined || hits.length === 0;
  const next = (): void => {
    seekSearchResult(stores, 1);
  };
  const previous = (): void => {
    seekSearchResult(stores, -1);
  };
  return (
    <div className={styles.bar} role="search">
      <FilterField aside={hits === undefined ? null : <Count hits={hits} />} />
      <Button bare icon={ChevronUp} label="Previous hit" keys="Shift+F3" disabled={none} onClick={previous} />
      <Button bare icon={ChevronDown} label="Next hit" keys="F3" disabled={none} onClick={next} />
      <Button
        bare
        icon={ListFilter}
        label="Show hits only"
        aria-pressed={only}
        onClick={() => {
          toggleOnlyResults(stores.search);
        }}
      />
      <Button
        bare
        icon={FoldVertical}
        label="Fold checks that wait"
        aria-pressed={folding}
        onClick={() => {
          toggleFolding(stores.search);
        }}
      />
    </div>
  );
}

/** `3 of 12` on a hit, else how many there are. */
function Count({ hits }: { readonly hits: readonly number[] }): JSX.Element {
  const at = usePosition();
  const nth = bisectLeft(hits, at);
  const words =
    hits.length === 0
      ? 'No hits'
      : hits[nth] === at
        ? `${formatCount(nth + 1)} of ${formatCount(hits.length)}`
        : `${formatCount(hits.length)} ${hits.length === 1 ? 'hit' : 'hits'}`;
  return (
    <span className={clsx(styles.count, 'number')} role="status">
      {words}
    </span>
  );
}
