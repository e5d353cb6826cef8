import { ArrowDownToLine, GitBranch, GitBranchPlus, GitCompareArrows } from 'lucide-react';
import type { JSX } from 'react';
import { describeIntervention, type RunSummary } from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import styles from './branch.module.css';

/** Runs again up to here. */
export const RunHereButton = ({ onRun }: { readonly onRun: () => void }): JSX.Element => (
  <Button icon={ArrowDownToLine} label="Run to here" command="run.here" onClick={onRun} />
);

export const BranchButton = ({ onBegin }: { readonly onBegin: () => void }): JSX.Element => (
  <Button icon={GitBranchPlus} label="Branch from here" command="run.branch" onClick={onBegin} />
);

interface OriginLineViewProps {
  readonly origin: NonNullable<RunSummary['origin']>;
  readonly choices: RunSummary['choices'];
  readonly onCompare: () => void;
}

/** The parent run of a branch, its branch point and its changes. */
export function OriginLineView({ origin, choices, onCompare }: OriginLineViewProps): JSX.Element {
  const { parent, at, interventions } = origin;
  return (
    <div className={styles.origin} role="group" aria-label="Branch point">
      <GitBranch aria-hidden />
      <span>
        {`Branch of ${parent} at #${at}: `}
        {interventions.length === 0
          ? 'no change'
          : interventions.map((one) => describeIntervention(one, choices?.agent)).join('; ')}
      </span>
      <Button
        icon={GitCompareArrows}
        label="Compare with parent"
        command="comparison.open"
        onClick={onCompare}
      />
    </div>
  );
}
