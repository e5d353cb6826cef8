import { GitBranch, GitCompareArrows } from 'lucide-react';
import type { JSX } from 'react';
import { describeIntervention, type RunSummary } from '../../../engine/model/index.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import styles from './branch.module.css';

/** Where a branch parts from its parent, and what it has otherwise; nothing of a run that is no branch. */
export function OriginLine({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const { commands } = useStores();
  const { origin } = run;
  if (origin === undefined) return null;
  const { parent, at, interventions } = origin;
  return (
    <div className={styles.origin} role="group" aria-label="Where it parts">
      <GitBranch aria-hidden />
      <span>
        {`Branch of ${parent} at #${at}: `}
        {interventions.length === 0
          ? 'nothing is otherwise'
          : interventions.map(describeIntervention).join('; ')}
      </span>
      <Button
        icon={GitCompareArrows}
        label="Compare with its parent"
        keys="Ctrl+D"
        onClick={() => {
          commands.run('comparison.open');
        }}
      />
    </div>
  );
}
