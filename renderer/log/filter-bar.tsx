import type { JSX } from 'react';
import { useStore } from 'zustand';
import { ChevronDown, ChevronUp, FoldVertical, ListFilter } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { formatCount } from '../format/amount.ts';
import { hitsBefore, seekHit } from '../state/hits.ts';
import { useBench, usePosition } from '../state/use-bench.ts';
import { FilterField } from './filter-field.tsx';

/** Finds entries in the log, walks from one to the next, and says what the list leaves out. */
export function FilterBar(): JSX.Element {
  const bench = useBench();
  const { hits, only, folding } = useStore(bench.hits);
  const none = hits === undefined || hits.length === 0;
  const next = (): void => {
    seekHit(bench, 1);
  };
  const previous = (): void => {
    seekHit(bench, -1);
  };
  return (
    <div className="filter-bar" role="search">
      <FilterField aside={hits === undefined ? null : <Count hits={hits} />} />
      <Button bare icon={ChevronUp} label="Previous hit" keys="Shift+F3" disabled={none} onClick={previous} />
      <Button bare icon={ChevronDown} label="Next hit" keys="F3" disabled={none} onClick={next} />
      <Button
        bare
        icon={ListFilter}
        label="Show hits only"
        aria-pressed={only}
        onClick={() => {
          bench.hits.setState({ only: !only });
        }}
      />
      <Button
        bare
        icon={FoldVertical}
        label="Fold checks that wait"
        aria-pressed={folding}
        onClick={() => {
          bench.hits.setState({ folding: !folding });
        }}
      />
    </div>
  );
}

/** `3 of 12` on a hit, else how many there are. */
function Count({ hits }: { readonly hits: readonly number[] }): JSX.Element {
  const at = usePosition();
  const nth = hitsBefore(hits, at);
  const words =
    hits.length === 0
      ? 'No hits'
      : hits[nth] === at
        ? `${formatCount(nth + 1)} of ${formatCount(hits.length)}`
        : `${formatCount(hits.length)} ${hits.length === 1 ? 'hit' : 'hits'}`;
  return (
    <span className="filter-count number" role="status">
      {words}
    </span>
  );
}
