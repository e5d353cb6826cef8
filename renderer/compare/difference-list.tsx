import type { JSX } from 'react';
import { useStore } from 'zustand';
import type { Compared } from '../state/comparison.ts';
import { useBench } from '../state/use-bench.ts';
import { DifferenceTable } from './difference-table.tsx';
import { EntrySides } from './entry-sides.tsx';
import { RowDifferences } from './row-differences.tsx';

/** What differs between the entries of the row looked at: arguments, result, time. */
export function DifferenceList({ shown }: { readonly shown: Compared }): JSX.Element {
  const at = useStore(useBench().comparison, (state) => state.at);
  const { rows, initialStates: first } = shown.comparison;
  const row = rows[at];
  if (rows.length === 0 && first.length === 0)
    return <p className="details-note">Neither run has entries.</p>;
  return (
    <>
      {row === undefined ? null : (
        <>
          <RowDifferences kind={row.kind} differences={row.differences} />
          <EntrySides row={row} />
        </>
      )}
      {first.map(({ app, differences }) => (
        <section key={app}>
          <h3>{app} begins differently</h3>
          <DifferenceTable label={`First state of ${app}`} differences={differences} />
        </section>
      ))}
    </>
  );
}
