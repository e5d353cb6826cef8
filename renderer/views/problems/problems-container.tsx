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
import { wasDeleted, revealSource } from '../../stores/documents.ts';
import { useProblems, useStores } from '../../stores/use-stores.ts';
import { isRestricted, isShared } from '../../stores/workspace.ts';
import { moveFocus } from '../../ui/focus.ts';
import { Empty } from '../../ui/messages.tsx';
import styles from './problems.module.css';

/** The problems of the open file and of all that were checked, each linked to its line. */
export function Problems(): JSX.Element {
  const stores = useStores();
  const state = useStore(stores.problems);
  const open = useStore(stores.documents, (documents) => documents.open);
  const gone = useStore(stores.documents, (documents) => wasDeleted(documents, open));
  const runs = useStore(
    stores.workspace,
    (workspace) => !isShared(workspace, open) && !isRestricted(workspace),
  );
  const problems = useProblems();
  const isChecked = open !== undefined && state.found[open] !== undefined && !(open in state.checking);
  return (
    <ProblemsView
      {...{ open, problems, gone }}
      verdict={!isChecked ? undefined : runs ? 'can run' : 'has no problems'}
      onReveal={(place) => void revealSource(stores, place)}
    />
  );
}

interface ProblemsViewProps {
  /** Path of the open file, if any. */
  readonly open: string | undefined;
  readonly problems: readonly Problem[];
  /** What the check of the open file came to when there are no problems; `undefined` until it was checked as it is now. */
  readonly verdict: string | undefined;
  /** Whether the file was deleted. */
  readonly gone: boolean;
  readonly onReveal: (place: SourceLocation) => void;
}

function ProblemsView({ open, problems, verdict, gone, onReveal }: ProblemsViewProps): JSX.Element {
  if (gone && problems.length === 0)
    return (
      <Empty icon={FileX2} title="File deleted">
        {`${open} is rechecked on save.`}
      </Empty>
    );
  if (problems.length === 0 && open !== undefined && verdict === undefined)
    return <Empty title={`Checking ${open}`} busy />;
  if (problems.length === 0)
    return (
      <Empty icon={CircleCheck} title="No problems">
        {open === undefined
          ? 'Scenarios are checked when opened and while you type.'
          : `${open} ${verdict!}.`}
      </Empty>
    );
  return (
    <ul
      aria-label="Problems"
      onKeyDown={(event) => {
        moveFocus(event, `.${styles.problem}`);
      }}
    >
      {problems.map((problem, index) => (
        <ProblemLine key={index} problem={problem} onReveal={onReveal} />
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
