import type { JSX } from 'react';
import {
  type ComparedRow,
  type Difference,
  instant,
  type Json,
  type SimTime,
} from '../../engine/model/index.ts';
import { formatOffset } from '../format/clock.ts';
import { DifferenceTable } from './difference-table.tsx';

type RowProps = Pick<ComparedRow, 'kind' | 'differences'>;

const NOTES: Readonly<Partial<Record<RowProps['kind'], string>>> = {
  equal: 'These entries are equal.',
  'only-a': 'Only A has this entry.',
  'only-b': 'Only B has this entry.',
};

/** How two counterparts differ: arguments, result, time. */
export function RowDifferences({ kind, differences }: RowProps): JSX.Element {
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
