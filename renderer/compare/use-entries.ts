import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Compared } from '../state/comparison.ts';
import { useBench } from '../state/use-bench.ts';
import { entriesAt, entriesAtTime, type Entries } from './places.ts';

/** The entries that both runs have come to at the row looked at, as their playheads go together. */
export function useEntries(shown: Compared): Entries {
  const { at, lock } = useStore(useBench().comparison);
  return useMemo(
    () => (lock === 'time' ? entriesAtTime(shown, at) : entriesAt(shown.comparison.rows, at)),
    [shown, at, lock],
  );
}

/** An entry, or what is before the first. */
export const entryWord = (at: number): string => (at < 0 ? 'the start' : `#${at}`);
