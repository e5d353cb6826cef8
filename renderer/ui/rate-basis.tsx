import type { JSX } from 'react';
import type { RateBasis } from '../../engine/model/index.ts';
import { Select } from './select.tsx';

interface RateBasisSelectProps {
  readonly basis: RateBasis;
  readonly onChoose: (basis: RateBasis) => void;
}

/** Selects the runs that pass rates and comparisons are of. */
export const RateBasisSelect = ({ basis, onChoose }: RateBasisSelectProps): JSX.Element => (
  <Select
    quiet
    prefix
    label="Pass rate of"
    title="All runs: crashed, timed-out and interrupted runs count as not passed. Judged runs: they are left out."
    value={basis}
    options={[
      { value: 'all', label: 'All runs' },
      { value: 'judged', label: 'Judged runs' },
    ]}
    onChoose={onChoose}
  />
);
