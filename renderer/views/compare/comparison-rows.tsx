import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import { type Compared, selectRow } from '../../stores/comparison.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Empty } from '../../ui/messages.tsx';
import { PairRows } from './pair-row.tsx';
import { placesShown } from './places.ts';

/** The aligned logs of the comparison on show. */
export function ComparisonRows({ shown }: { readonly shown: Compared }): JSX.Element {
  const { comparison } = useStores();
  const { at, onlyDifferent } = useStore(comparison);
  const { rows } = shown.comparison;
  const places = useMemo(() => placesShown(rows, onlyDifferent), [rows, onlyDifferent]);
  if (places.length === 0) return <Empty title="Nothing differs" />;
  return (
    <PairRows
      {...{ rows, a: shown.a, b: shown.b, places, at }}
      onSelect={(place) => {
        selectRow(comparison, place);
      }}
      takesFocus
    />
  );
}
