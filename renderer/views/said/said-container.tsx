import { X } from 'lucide-react';
import { type JSX, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { closeLibrary } from '../../stores/library.ts';
import { openHit, searchFor, searchIn, toggleKind } from '../../stores/said.ts';
import { useCommand, useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/messages.tsx';
import { Panel } from '../../ui/panel.tsx';
import { focusResult, SaidFields, SaidResults } from './said.tsx';
import panelStyles from '../../ui/panel.module.css';
import styles from './said.module.css';

/** The search in what was said and done in all runs. */
export function Said(): JSX.Element {
  const stores = useStores();
  const { said, library } = stores;
  const { text, kinds, runs, page, problem, at } = useStore(said);
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
      <SaidFields
        {...{ field, text, kinds, runs }}
        onText={(typed) => {
          searchFor(said, typed);
        }}
        onRuns={(typed) => {
          searchIn(said, typed);
        }}
        onKind={(kind) => {
          toggleKind(said, kind);
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
      <div className={styles.said}>
        {problem === undefined ? null : <Message text={problem.message} />}
        {page === undefined ? null : (
          <SaidResults
            {...{ page, at, results }}
            asked={text.trim() !== ''}
            onOpen={(nth) => void openHit(stores, nth)}
          />
        )}
      </div>
    </Panel>
  );
}
