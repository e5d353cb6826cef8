import {
  ArrowLeftRight,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  Copy,
  FileDown,
  GitCompareArrows,
  X,
} from 'lucide-react';
import { type JSX, type ReactNode, useState } from 'react';
import clsx from 'clsx';
import {
  legible,
  type ComparedRow,
  type Comparison,
  type RunSummary,
  type Verdict,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import type { CommandName } from '../../ui/commands.ts';
import { formatCount, formatEntries } from '../../ui/format/numbers.ts';
import { runFacts, VERDICT_WORDS, runName } from '../../ui/format/words.ts';
import { Segments } from '../../ui/segments.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { ROW_KINDS } from './pair-row.tsx';
import { HoverText } from '../../ui/text.tsx';
import styles from './compare.module.css';
import panelStyles from '../../ui/panel.module.css';

interface HeadProps {
  readonly a: RunSummary | undefined;
  readonly b: RunSummary | undefined;
  /** `undefined` until compared. */
  readonly rows: readonly ComparedRow[] | undefined;
  readonly onlyDifferent: boolean;
  readonly onSwap: () => void;
  readonly onShowOnlyDifferent: (only: boolean) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The header of a comparison: both runs, the numbers of differing rows, and buttons to step through them. */
export function Head(props: HeadProps): JSX.Element {
  const { a, b, rows, onSwap, onSave, onClose } = props;
  return (
    <>
      <span className={panelStyles.title}>Compare</span>
      <RunName letter="A" run={a} />
      <Button bare icon={ArrowLeftRight} label="Swap A and B" onClick={onSwap} />
      <RunName letter="B" run={b} />
      {rows === undefined ? null : <RowCounts rows={rows} />}
      <span className={styles.spacer} />
      <div className={styles.tools}>
        <DifferenceTools {...props} commands={{ previous: 'comparison.previous', next: 'comparison.next' }} />
        <Button
          bare
          icon={FileDown}
          label="Save a report of the comparison"
          disabled={rows === undefined}
          onClick={onSave}
        />
        <Button bare icon={X} label="Close the comparison" command="comparison.close" onClick={onClose} />
      </div>
    </>
  );
}

interface SeveralHeadProps {
  readonly count: number;
  readonly onClose: () => void;
}

/** The head of a comparison of several runs with a baseline. */
export const SeveralHead = ({ count, onClose }: SeveralHeadProps): JSX.Element => (
  <>
    <span className={panelStyles.title}>Compare {formatCount(count)} runs</span>
    <span className={styles.spacer} />
    <Button bare icon={X} label="Close the comparison" command="comparison.close" onClick={onClose} />
  </>
);

interface RunNameProps {
  readonly letter: string;
  readonly run: RunSummary | undefined;
}

function RunName({ letter, run }: RunNameProps): JSX.Element {
  return (
    <span className={styles.run}>
      <b>{letter}</b>
      {run === undefined ? null : (
        <>
          <StateBadge run={run} />
          <span className="number">{runName(run.id)}</span>
          <HoverText className={styles.name} text={nameText(run)} />
        </>
      )}
    </span>
  );
}

const nameText = (run: RunSummary): string =>
  [...runFacts(run), ...(run.mode === 'trace' ? [] : [`seed ${run.seed}`]), run.scenario].join(', ');

/** The number of rows of each kind. */
export function RowCounts({ rows }: { readonly rows: readonly ComparedRow[] }): JSX.Element {
  return (
    <span className={clsx(styles.counts, 'number')}>
      {Object.entries(ROW_KINDS).map(([kind, { sign, word }]) => {
        const count = rows.filter((row) => row.kind === kind).length;
        return count === 0 ? null : (
          <span key={kind} className={styles[`sign-${kind}`]} title={word}>
            {sign} {formatCount(count)} <span className={styles.word}>{word}</span>
          </span>
        );
      })}
    </span>
  );
}

interface DifferenceToolsProps {
  readonly onlyDifferent: boolean;
  readonly onShowOnlyDifferent: (only: boolean) => void;
  readonly onStep: (by: 1 | -1) => void;
  /** The shortcuts, if any. */
  readonly commands?: { readonly previous: CommandName; readonly next: CommandName };
}

/** Buttons to hide equal rows and to step through the differences. */
export function DifferenceTools(props: DifferenceToolsProps): JSX.Element {
  const { onlyDifferent, onShowOnlyDifferent, onStep, commands } = props;
  return (
    <>
      <Segments
        label="Rows shown"
        choices={{ all: 'All rows', different: 'Differences' }}
        chosen={onlyDifferent ? 'different' : 'all'}
        onChoose={(chosen) => {
          onShowOnlyDifferent(chosen === 'different');
        }}
      />
      <Button
        bare
        icon={ChevronUp}
        label="Previous difference"
        command={commands?.previous}
        onClick={() => {
          onStep(-1);
        }}
      />
      <Button
        bare
        icon={ChevronDown}
        label="Next difference"
        command={commands?.next}
        onClick={() => {
          onStep(1);
        }}
      />
    </>
  );
}

/** A text such as `A passed. B failed: The soup was cold.`; `undefined` if the outcomes are equal. */
export function verdictsText(a: RunSummary | undefined, b: RunSummary | undefined): string | undefined {
  if (a?.verdict === undefined || b?.verdict === undefined || a.verdict.outcome === b.verdict.outcome)
    return undefined;
  return `A ${verdictOf(a.verdict)} B ${verdictOf(b.verdict)}`;
}

const verdictOf = ({ outcome, sentence }: Verdict): string =>
  outcome === 'passed' ? 'passed.' : `${VERDICT_WORDS[outcome].toLowerCase()}: ${sentence}`;

interface DivergenceProps {
  readonly comparison: Comparison;
  /** The verdicts, if they differ. */
  readonly verdicts?: string | undefined;
  /** `undefined` in a report. */
  readonly actions?: {
    readonly select: (row: number) => void;
    readonly copy: (sentence: string) => void;
  };
  readonly className?: string | undefined;
}

/** The first divergence of two runs, as a sentence to quote. */
export function Divergence({ comparison, verdicts, actions, className }: DivergenceProps): JSX.Element {
  const { divergence, rows } = comparison;
  if (divergence === undefined)
    return (
      <p className={clsx(styles.divergence, styles.none, className)}>
        <CircleCheck aria-hidden />
        <span>No difference: {formatEntries(rows.length)} are equal.</span>
      </p>
    );
  const { row, sentence } = divergence;
  return (
    <p className={clsx(styles.divergence, className)}>
      <GitCompareArrows aria-hidden />
      <span className={styles.divergenceWords}>
        <b>First divergence:</b> <bdi>{legible(sentence)}</bdi>
        {verdicts === undefined ? null : <span className={styles.divergenceVerdicts}>{verdicts}</span>}
      </span>
      {actions === undefined || row < 0 ? null : (
        <Button
          label="Go to divergence"
          onClick={() => {
            actions.select(row);
          }}
        />
      )}
      {actions === undefined ? null : (
        <Button
          bare
          icon={Copy}
          label="Copy first divergence"
          onClick={() => {
            actions.copy(sentence);
          }}
        />
      )}
    </p>
  );
}

const PANEL = 'comparison-details';

type DetailTab = 'entry' | 'apps' | 'states' | 'probes' | 'verdicts' | 'source';

const TABS: readonly Tab<DetailTab>[] = [
  { id: 'entry', label: 'Entry' },
  { id: 'apps', label: 'Apps' },
  { id: 'states', label: 'State differences' },
  { id: 'probes', label: 'Probes' },
  { id: 'verdicts', label: 'Verdicts' },
  { id: 'source', label: 'Source' },
];

const LOCKS = { entry: 'By entry', time: 'By time' } as const;

interface DetailsProps {
  /** How the playheads of both runs move together. */
  readonly lock: keyof typeof LOCKS;
  readonly onLock: (lock: keyof typeof LOCKS) => void;
  readonly content: Readonly<Record<DetailTab, ReactNode>>;
}

/** The differences at the selected row and between the runs as a whole. */
export function Details({ lock, onLock, content }: DetailsProps): JSX.Element {
  const [tab, setTab] = useState<DetailTab>('entry');
  return (
    <section className={styles['pair-details']}>
      <header className={panelStyles.head}>
        <Tabs label="Details of the comparison" tabs={TABS} selected={tab} panel={PANEL} onSelect={setTab} />
        <span className={styles.spacer} />
        <Segments label="Sync playheads" choices={LOCKS} chosen={lock} onChoose={onLock} />
      </header>
      <div
        id={PANEL}
        className={styles.detailsBody}
        role="tabpanel"
        aria-label={TABS.find(({ id }) => id === tab)!.label}
        tabIndex={0}
      >
        {content[tab]}
      </div>
    </section>
  );
}
