import { type JSX, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Answer } from '../../../preload/contract.ts';
import type { Compared } from '../../stores/comparison.ts';
import { ask, coalesceLatest } from '../../stores/sync.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Message } from '../../ui/messages.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { type Entries, entriesAt, entriesAtTime } from './places.ts';
import styles from './compare.module.css';

/** The entries that both runs have come to at the row looked at, as their playheads go together. */
export function useEntries(shown: Compared): Entries {
  const { at, lock } = useStore(useStores().comparison);
  return useMemo(
    () => (lock === 'time' ? entriesAtTime(shown, at) : entriesAt(shown.comparison.rows, at)),
    [shown, at, lock],
  );
}

/** An entry, or what is before the first. */
export const entryWord = (at: number): string => (at < 0 ? 'the start' : `#${at}`);

type States = { readonly found: Answer<'runs.states'> } | { readonly refused: string };

/** How the apps' states differ right after the row looked at. */
export function StateDifferences({ shown }: { readonly shown: Compared }): JSX.Element | null {
  const { bridge, comparison } = useStores();
  const pair = useStore(comparison, (state) => state.pair);
  const [states, setStates] = useState<States>();
  const entries = useEntries(shown);
  const read = useMemo(
    () =>
      coalesceLatest(async ({ a, b }: { a: { run: string; at: number }; b: { run: string; at: number } }) => {
        const reply = await ask(bridge, 'runs.states', { a, b });
        setStates(reply.ok ? { found: reply.value } : { refused: reply.error.message });
      }),
    [bridge],
  );
  useEffect(() => {
    if (pair !== undefined) read({ a: { run: pair.a, at: entries.a }, b: { run: pair.b, at: entries.b } });
  }, [read, pair, entries]);

  if (states === undefined) return null;
  if ('refused' in states) return <Message text={states.refused} />;
  const differing = states.found.filter(({ differences }) => differences.length > 0);
  return (
    <>
      <p className={styles.detailsNote}>
        {differing.length === 0 ? 'The apps are in the same state ' : 'The apps differ '}
        {`after ${entryWord(entries.a)} of A and ${entryWord(entries.b)} of B.`}
      </p>
      {differing.map(({ app, differences }) => (
        <section key={app}>
          <h3>{app}</h3>
          <DifferenceTable label={`State of ${app}`} differences={differences} />
        </section>
      ))}
    </>
  );
}
