import type { JSX } from 'react';
import { useStore } from 'zustand';
import type { Difference } from '../../engine/model/comparison.ts';
import type { Json } from '../../engine/model/json.ts';
import { instant, type SimTime } from '../../engine/model/time.ts';
import { formatOffset } from '../format/clock.ts';
import type { Compared } from '../state/comparison.ts';
import { useBench } from '../state/use-bench.ts';
import { DifferenceTable } from './difference-table.tsx';

/** What differs between the entries of the row looked at: arguments, result, time. */
export function DifferenceList({ shown }: { readonly shown: Compared }): JSX.Element {
  const at = useStore(useBench().comparison, (state) => state.at);
  const { rows, first } = shown.comparison;
  const row = rows[at];
  if (rows.length === 0 && first.length === 0)
    return <p className="details-note">Neither run has entries.</p>;
  return (
    <>
      {row === undefined ? null : <Row kind={row.kind} differences={row.differences} />}
      {first.map(({ app, differences }) => (
        <section key={app}>
          <h3>{app} begins differently</h3>
          <DifferenceTable label={`First state of ${app}`} differences={differences} />
        </section>
      ))}
    </>
  );
}

type RowProps = Pick<Compared['comparison']['rows'][number], 'kind' | 'differences'>;

const NOTES: Readonly<Partial<Record<RowProps['kind'], string>>> = {
  equal: 'These entries are equal.',
  'only-a': 'Only A has this entry.',
  'only-b': 'Only B has this entry.',
};

function Row({ kind, differences }: RowProps): JSX.Element {
  const note = NOTES[kind];
  if (note !== undefined) return <p className="details-note">{note}</p>;
  return (
    <>
      {kind === 'moved' ? (
        <p className="details-note">This entry stands elsewhere in the other run.</p>
      ) : null}
      {differences.length === 0 ? null : (
        <DifferenceTable label="Differences of the entry" differences={differences} inWords={inWords} />
      )}
    </>
  );
}

const START: SimTime = instant(0);

/** Times are counted from each run's start. */
const inWords = (value: Json, { aspect }: Difference & { readonly aspect?: string }): string => {
  if (aspect === 'time') return formatOffset(START, value as SimTime);
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
};
