import { X } from 'lucide-react';
import { type JSX, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { closeLibrary } from '../../stores/library.ts';
import { openHit, searchFor, searchIn, toggleKind } from '../../stores/all-runs-search.ts';
import { useCommand, useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { focusResult, SearchFields, SearchResults } from './search.tsx';
import panelStyles from '../../ui/panel.module.css';
import styles from './search.module.css';

/** The search in what was said and done in all runs. */
export function AllRunsSearch(): JSX.Element {
  const stores = useStores();
  const { allRunsSearch, library } = stores;
  const { text, kinds, runs, page, problem, at } = useStore(allRunsSearch);
  const field = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  const [comesBack] = useState(at >= 0);
  // Who comes back from a result goes on at it.
  useEffect(() => {
    if (!comesBack || !focusResult(results.current)) field.current?.focus();
  }, [comesBack]);
  const close = (): void => {
    closeLibrary(library);
  };
  useCommand('comparison.close', close);
  const head = (
    <>
      <span className={panelStyles.title}>Search</span>
      <SearchFields
        {...{ field, text, kinds, runs }}
        onText={(typed) => {
          searchFor(allRunsSearch, typed);
        }}
        onRuns={(typed) => {
          searchIn(allRunsSearch, typed);
        }}
        onKind={(kind) => {
          toggleKind(allRunsSearch, kind);
        }}
        onFirst={() => void openHit(stores, 0)}
        onDown={() => {
          focusResult(results.current);
        }}
        onClose={close}
      />
      <Button bare icon={X} label="Close search" command="comparison.close" onClick={close} />
    </>
  );
  return (
    <Panel label="Search" head={head}>
      <div className={styles.search}>
        {problem === undefined ? null : <Message text={problem.message} />}
        {page === undefined ? null : (
          <SearchResults
            {...{ page, at, results }}
            asked={text.trim() !== ''}
            onOpen={(nth) => void openHit(stores, nth)}
          />
        )}
      </div>
    </Panel>
  );
}
