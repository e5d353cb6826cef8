import type { JSX } from 'react';
import { useStore } from 'zustand';
import { isGone, revealSource } from '../../stores/documents.ts';
import { useStores } from '../../stores/use-stores.ts';
import { ProblemsView } from './problems.tsx';

/** The problems of the open scenario, each linked to its line. */
export function Problems(): JSX.Element {
  const stores = useStores();
  const { scenario, problems } = useStore(stores.problems);
  const gone = useStore(stores.documents, (state) => isGone(state, scenario));
  return (
    <ProblemsView {...{ scenario, problems, gone }} onReveal={(place) => void revealSource(stores, place)} />
  );
}
