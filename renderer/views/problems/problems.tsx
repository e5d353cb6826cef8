import { CircleCheck, CircleX, FileX2, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { formatLocation, type Problem } from '../../../engine/model/index.ts';
import { isGone } from '../../stores/documents.ts';
import { revealSource } from '../../stores/open-scenario.ts';
import { useStores } from '../../stores/use-stores.ts';
import { moveFocus } from '../../ui/focus.ts';
import { Empty } from '../../ui/messages.tsx';
import styles from './problems.module.css';

/** What is wrong with the open scenario; each problem leads to its line. */
export function Problems(): JSX.Element {
  const { documents, problems: store } = useStores();
  const { scenario, problems } = useStore(store);
  const gone = useStore(documents, (state) => scenario !== undefined && isGone(state, scenario));
  if (gone && problems.length === 0)
    return (
      <Empty icon={FileX2} title="The file is gone">
        {`${scenario} is looked over again when it is saved.`}
      </Empty>
    );
  if (problems.length === 0)
    return (
      <Empty icon={CircleCheck} title="No problems">
        {scenario === undefined
          ? 'A scenario is looked over when it is opened and when it is saved.'
          : `${scenario} can run as it is saved.`}
      </Empty>
    );
  return (
    <ul
      aria-label="Problems"
      onKeyDown={(event) => {
        moveFocus(event, `.${styles.problem}`);
      }}
    >
      {problems.map((problem, at) => (
        <ProblemLine key={at} problem={problem} />
      ))}
    </ul>
  );
}

const signs: Readonly<Record<Problem['severity'], { readonly icon: LucideIcon; readonly label: string }>> = {
  error: { icon: CircleX, label: 'Error' },
  warning: { icon: TriangleAlert, label: 'Warning' },
  note: { icon: Info, label: 'Note' },
};

function ProblemLine({ problem: { severity, message, place } }: { readonly problem: Problem }): JSX.Element {
  const stores = useStores();
  const { icon: Icon, label } = signs[severity];
  return (
    <li>
      <button
        type="button"
        className={clsx(styles.problem, styles[severity])}
        disabled={place === undefined}
        onClick={() => {
          if (place !== undefined) void revealSource(stores, place);
        }}
      >
        <Icon role="img" aria-label={label} />
        <span className={styles.message}>{message}</span>
        {place === undefined ? null : (
          <span className={clsx(styles.place, 'mono')}>{formatLocation(place)}</span>
        )}
      </button>
    </li>
  );
}
