import { Download, Gavel, GitCompareArrows, Tag, Trash2, X } from 'lucide-react';
import { type JSX, useState } from 'react';
import {
  costsText,
  type JudgedRun,
  type ModelCosts,
  type RunId,
  type VerdictOutcome,
  plural,
} from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/limits.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { VERDICT_WORDS } from '../../ui/format/words.ts';
import { Question } from '../../ui/overlays/question.tsx';
import styles from './library.module.css';

interface SelectionBarProps {
  readonly picked: readonly RunId[];
  /** What they asked of models. */
  readonly costs: ModelCosts | undefined;
  /** Whether runs are being rejudged. */
  readonly judging: boolean;
  /** The new verdicts, until dismissed. */
  readonly judged: readonly JudgedRun[] | undefined;
  readonly actions: {
    /** Opens a run with the verdict on it under that configuration of the judge. */
    readonly open: (judged: JudgedRun) => void;
    readonly compare: () => void;
    /** Returns whether it succeeded. */
    readonly tag: (typed: string) => Promise<boolean>;
    readonly judge: (configuration: string | undefined) => void;
    readonly dismissJudged: () => void;
    readonly export: () => void;
    readonly delete: () => void;
    readonly clear: () => void;
  };
}

/** Actions on the selected runs. */
export function SelectionBar({ picked, costs, judging, judged, actions }: SelectionBarProps): JSX.Element {
  const [asking, setAsking] = useState(false);
  const [isJudging, setJudging] = useState(false);
  if (asking)
    return (
      <Question
        label="Delete selected runs"
        text={`Delete ${plural(picked.length, 'run')} with their logs and notes? This cannot be undone.`}
        yes="Delete"
        onAnswer={(yes) => {
          setAsking(false);
          if (yes) actions.delete();
        }}
      />
    );
  if (isJudging)
    return (
      <JudgeAgain
        count={picked.length}
        {...{ judging, judged }}
        onJudge={actions.judge}
        onOpen={actions.open}
        onClose={() => {
          actions.dismissJudged();
          setJudging(false);
        }}
      />
    );
  return (
    <div className={styles.picked} role="toolbar" aria-label="Selected runs">
      <span className="number">{plural(picked.length, 'run')} selected</span>
      {costs === undefined ? null : <span className="number">{costsText(costs)}</span>}
      <Button
        icon={GitCompareArrows}
        label="Compare"
        title={
          picked.length < 2 || picked.length > LIMITS.comparedRuns
            ? `Select 2 to ${LIMITS.comparedRuns} runs to compare them`
            : undefined
        }
        disabled={picked.length < 2 || picked.length > LIMITS.comparedRuns}
        onClick={actions.compare}
      />
      <Tags onTag={actions.tag} />
      <Button
        icon={Gavel}
        label="Judge again…"
        onClick={() => {
          setJudging(true);
        }}
      />
      <Button icon={Download} label="Export…" onClick={actions.export} />
      <Button
        icon={Trash2}
        label="Delete…"
        onClick={() => {
          setAsking(true);
        }}
      />
      <Button bare icon={X} label="Clear selection" onClick={actions.clear} />
    </div>
  );
}

interface TagsProps {
  readonly onTag: (typed: string) => Promise<boolean>;
}

function Tags({ onTag }: TagsProps): JSX.Element {
  const [typed, setTyped] = useState('');
  return (
    <form
      className={styles.libraryTags}
      onSubmit={(event) => {
        event.preventDefault();
        void onTag(typed).then((done) => {
          if (done) setTyped('');
        });
      }}
    >
      <input
        className="text-field"
        aria-label="Tags"
        placeholder="Add or -remove tags"
        title="Separate tags by spaces. A minus before a tag removes it."
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
        }}
      />
      <Button icon={Tag} label="Tag" type="submit" disabled={typed.trim() === ''} />
    </form>
  );
}

interface JudgeAgainProps {
  readonly count: number;
  readonly judging: boolean;
  readonly judged: readonly JudgedRun[] | undefined;
  readonly onJudge: (configuration: string | undefined) => void;
  readonly onOpen: (judged: JudgedRun) => void;
  readonly onClose: () => void;
}

/** Rejudges runs under a configuration, and lists the verdicts that changed. */
function JudgeAgain({ count, judging, judged, onJudge, onOpen, onClose }: JudgeAgainProps): JSX.Element {
  const [configuration, setConfiguration] = useState('');
  return (
    <form
      className={styles.judgeAgain}
      aria-label="Judge again"
      onSubmit={(event) => {
        event.preventDefault();
        const given = configuration.trim();
        onJudge(given === '' ? undefined : given);
      }}
    >
      <div className={styles.judgeForm}>
        <input
          className="text-field mono"
          aria-label="Judge configuration"
          placeholder="Judge configuration as JSON. Empty: from the scenario"
          spellCheck={false}
          autoFocus
          value={configuration}
          onChange={({ target }) => {
            setConfiguration(target.value);
          }}
        />
        <Button
          icon={Gavel}
          type="submit"
          tone="primary"
          label={judging ? 'Judging…' : `Judge ${plural(count, 'run')}`}
          disabled={judging}
        />
        <Button label="Close" onClick={onClose} />
      </div>
      {judged === undefined ? null : <Outcomes judged={judged} onOpen={onOpen} />}
    </form>
  );
}

interface OutcomesProps {
  readonly judged: readonly JudgedRun[];
  readonly onOpen: (judged: JudgedRun) => void;
}

function Outcomes({ judged, onOpen }: OutcomesProps): JSX.Element {
  const changed = judged.filter(({ outcome, before }) => before !== undefined && before !== outcome);
  return (
    <div role="status">
      <p>
        {`${countsText(judged)}. ${changed.length === 0 ? 'No verdict changed.' : `${formatCount(changed.length)} changed:`}`}
      </p>
      {changed.length === 0 ? null : (
        <ul className={styles.changedVerdicts} aria-label="Changed verdicts">
          {changed.map((one) => (
            <li key={one.run}>
              <button
                type="button"
                onClick={() => {
                  onOpen(one);
                }}
              >
                {one.run}
              </button>{' '}
              {`${VERDICT_WORDS[one.before!].toLowerCase()} → ${VERDICT_WORDS[one.outcome].toLowerCase()}`}{' '}
              <span className={styles.judgeReason}>{one.sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const OUTCOMES = ['passed', 'failed', 'not-judged'] as const satisfies readonly VerdictOutcome[];

/** A text such as `8 passed, 3 failed, 1 not judged`. */
const countsText = (judged: readonly JudgedRun[]): string =>
  OUTCOMES.flatMap((one) => {
    const count = judged.filter(({ outcome }) => outcome === one).length;
    return count === 0 ? [] : [`${formatCount(count)} ${VERDICT_WORDS[one].toLowerCase()}`];
  }).join(', ');
