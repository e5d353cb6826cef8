import type { JSX } from 'react';
import { useStore } from 'zustand';
import { CircleCheck, CircleX, FileX2, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import clsx from 'clsx';
import {
  formatLocation,
  type Problem,
  type SourceLocation,
  truncate,
  legible,
} from '../../../engine/model/index.ts';
import { isGone, revealSource } from '../../stores/documents.ts';
import { useStores } from '../../stores/use-stores.ts';
import { moveFocus } from '../../ui/focus.ts';
import { Empty } from '../../ui/messages.tsx';
import styles from './problems.module.css';

/** The problems of the open scenario, each linked to its line. */
export function Problems(): JSX.Element {
  const stores = useStores();
  const { scenario, problems } = useStore(stores.problems);
  const gone = useStore(stores.documents, (state) => isGone(state, scenario));
  return (
    <ProblemsView {...{ scenario, problems, gone }} onReveal={(place) => void revealSource(stores, place)} />
  );
}

interface ProblemsViewProps {
  /** Path of the checked scenario, if any. */
  readonly scenario: string | undefined;
  readonly problems: readonly Problem[];
  /** Whether the file was deleted. */
  readonly gone: boolean;
  readonly onReveal: (place: SourceLocation) => void;
}

/** The problems of a scenario, each linked to its line. */
function ProblemsView({ scenario, problems, gone, onReveal }: ProblemsViewProps): JSX.Element {
  if (gone && problems.length === 0)
    return (
      <Empty icon={FileX2} title="File deleted">
        {`${scenario} is rechecked on save.`}
      </Empty>
    );
  if (problems.length === 0)
    return (
      <Empty icon={CircleCheck} title="No problems">
        {scenario === undefined
          ? 'Scenarios are checked when opened and when saved.'
          : `${scenario} can run.`}
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
        <ProblemLine key={at} problem={problem} onReveal={onReveal} />
      ))}
    </ul>
  );
}

const signs: Readonly<Record<Problem['severity'], { readonly icon: LucideIcon; readonly label: string }>> = {
  error: { icon: CircleX, label: 'Error' },
  warning: { icon: TriangleAlert, label: 'Warning' },
  note: { icon: Info, label: 'Info' },
};

/** A longer message would hide the other problems. The terminal prints it whole. */
const MAX_LENGTH = 600; // characters

interface ProblemLineProps extends Pick<ProblemsViewProps, 'onReveal'> {
  readonly problem: Problem;
}

function ProblemLine({ problem, onReveal }: ProblemLineProps): JSX.Element {
  const { severity, message, place } = problem;
  const { icon: Icon, label } = signs[severity];
  return (
    <li>
      <button
        type="button"
        className={clsx(styles.problem, styles[severity])}
        disabled={place === undefined}
        onClick={() => {
          if (place !== undefined) onReveal(place);
        }}
      >
        <Icon role="img" aria-label={label} />
        <span className={styles.message}>{legible(truncate(message, MAX_LENGTH))}</span>
        {place === undefined ? null : (
          <span className={clsx(styles.place, 'mono')}>{formatLocation(place)}</span>
        )}
      </button>
    </li>
  );
}
