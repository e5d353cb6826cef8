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
  type ComparedBy,
  type ComparedRow,
  type Comparison,
  type AttemptDivergence,
  type RunSummary,
  type StoredAttempt,
  totalTokens,
  type Verdict,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import type { CommandName } from '../../ui/commands.ts';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatCount, formatDollars, formatEntries } from '../../ui/format/numbers.ts';
import { knownAgent, runFacts, VERDICT_WORDS, runName } from '../../ui/format/words.ts';
import { Segments } from '../../ui/segments.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { ROW_SIGNS } from './pair-row.tsx';
import { HoverText } from '../../ui/text.tsx';
import styles from './compare.module.css';
import panelStyles from '../../ui/panel.module.css';

type RowsOfKinds = readonly Pick<ComparedRow, 'kind'>[];

interface HeadProps {
  readonly a: RunSummary | undefined;
  readonly b: RunSummary | undefined;
  /** How they are compared; `undefined` until that is known. */
  readonly by: ComparedBy | undefined;
  /** `undefined` until compared. */
  readonly rows: RowsOfKinds | undefined;
  readonly onlyDifferent: boolean;
  readonly onSwap: () => void;
  readonly onShowOnlyDifferent: (only: boolean) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onCompareBy: (by: ComparedBy) => void;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

/** The header of a comparison: both runs, the numbers of differing rows, and buttons to step through them. */
export function Head(props: HeadProps): JSX.Element {
  const { a, b, by, rows, onSwap, onCompareBy, onSave, onClose } = props;
  return (
    <>
      <span className={panelStyles.title}>Compare</span>
      <RunName letter="A" run={a} />
      <Button bare icon={ArrowLeftRight} label="Swap A and B" onClick={onSwap} />
      <RunName letter="B" run={b} />
      {rows === undefined ? null : <RowCounts rows={rows} />}
      <span className={styles.spacer} />
      <div className={styles.tools}>
        <CompareBy by={by} onChoose={onCompareBy} />
        <DifferenceTools {...props} commands={{ previous: 'comparison.previous', next: 'comparison.next' }} />
        <SaveReport isDisabled={rows === undefined} onSave={onSave} />
        <Button bare icon={X} label="Close the comparison" command="comparison.close" onClick={onClose} />
      </div>
    </>
  );
}

interface SaveReportProps {
  readonly isDisabled: boolean;
  readonly onSave: () => void;
}

/** The button that saves a report of the comparison. */
export const SaveReport = ({ isDisabled, onSave }: SaveReportProps): JSX.Element => (
  <Button
    bare
    icon={FileDown}
    label="Save a report of the comparison"
    command="comparison.report"
    disabled={isDisabled}
    onClick={onSave}
  />
);

interface SeveralHeadProps extends Pick<HeadProps, 'by' | 'onCompareBy' | 'onClose'> {
  readonly count: number;
  readonly children?: ReactNode;
}

/** The head of a comparison of several runs. */
export const SeveralHead = ({ count, by, onCompareBy, onClose, children }: SeveralHeadProps): JSX.Element => (
  <>
    <span className={panelStyles.title}>Compare {formatCount(count)} runs</span>
    <span className={styles.spacer} />
    <div className={styles.tools}>
      <CompareBy by={by} onChoose={onCompareBy} />
      {children}
      <Button bare icon={X} label="Close the comparison" command="comparison.close" onClick={onClose} />
    </div>
  </>
);

interface CompareByProps {
  readonly by: ComparedBy | undefined;
  readonly onChoose: (by: ComparedBy) => void;
}

/** The choice of how runs are compared. */
const CompareBy = ({ by, onChoose }: CompareByProps): JSX.Element | null =>
  by === undefined ? null : (
    <Segments<ComparedBy>
      label="Compare by"
      choices={{ steps: 'By steps', entries: 'By entries' }}
      chosen={by}
      onChoose={onChoose}
    />
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
export function RowCounts({ rows }: { readonly rows: RowsOfKinds }): JSX.Element {
  return (
    <span className={clsx(styles.counts, 'number')}>
      {Object.entries(ROW_SIGNS).map(([kind, { sign, word }]) => {
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
  readonly actions?:
    | {
        readonly select: (row: number) => void;
        readonly copy: (sentence: string) => void;
      }
    | undefined;
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
  return (
    <Sentence
      title="First divergence:"
      sentence={divergence.sentence}
      row={divergence.row}
      {...{ actions, className }}
    >
      {verdicts === undefined ? null : <span className={styles.divergenceVerdicts}>{verdicts}</span>}
    </Sentence>
  );
}

interface SentenceProps extends Pick<DivergenceProps, 'actions' | 'className'> {
  readonly title: string;
  readonly sentence: string;
  /** Its row; −1 if it is of none. */
  readonly row: number;
  readonly children?: ReactNode;
}

/** A sentence about where two runs part, with buttons to go there and to copy it. */
function Sentence({ title, sentence, row, actions, className, children }: SentenceProps): JSX.Element {
  return (
    <div className={clsx(styles.divergence, className)}>
      <GitCompareArrows aria-hidden />
      <div className={styles.divergenceWords}>
        <b>{title}</b> <bdi>{legible(sentence)}</bdi>
        {children}
      </div>
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
    </div>
  );
}

interface PartingTextProps extends Pick<SentenceProps, 'actions'> {
  readonly parting: AttemptDivergence | undefined;
}

/** Where the approaches of two attempts part, as a sentence to quote. */
export const PartingText = ({ parting, actions }: PartingTextProps): JSX.Element =>
  parting === undefined ? (
    <p className={clsx(styles.divergence, styles.none)}>
      <CircleCheck aria-hidden />
      <span>Both took the same steps in the same order.</span>
    </p>
  ) : (
    <Sentence title="Where they part:" sentence={parting.sentence} row={parting.row} actions={actions} />
  );

interface AttemptFactsProps {
  readonly letter: 'A' | 'B';
  readonly run: RunSummary | undefined;
  /** `undefined` for runs of Orrery's own. */
  readonly attempt: StoredAttempt | undefined;
}

/** Verdict, model, scores and cost of an attempt, in a line. */
export function AttemptFacts({ letter, run, attempt }: AttemptFactsProps): JSX.Element | null {
  if (run === undefined) return null;
  const tokens = totalTokens(attempt?.tokens ?? {});
  const facts = [
    run.verdict === undefined ? 'Not judged' : VERDICT_WORDS[run.verdict.outcome],
    attempt?.model ?? knownAgent(run),
    ...(attempt?.scores ?? []).map(({ scorer, label }) => `${scorer} ${label}`),
    formatEntries(run.entries),
    attempt !== undefined && attempt.errors > 0
      ? `${formatCount(attempt.errors)} failed ${attempt.errors === 1 ? 'call' : 'calls'}`
      : undefined,
    tokens === undefined ? undefined : `${formatCount(tokens)} tokens`,
    attempt?.cost === undefined ? undefined : formatDollars(attempt.cost),
    attempt?.duration === undefined ? undefined : formatSpan(attempt.duration * 1_000_000),
  ];
  return (
    <HoverText
      className={styles.attemptFact}
      text={`${letter} ${legible(facts.filter((fact) => fact !== undefined).join(' · '))}`}
    />
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
