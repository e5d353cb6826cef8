import { Gavel, Undo2 } from 'lucide-react';
import type { JSX } from 'react';
import {
  type KeptJudgement,
  type RunSummary,
  type SourceLocation,
  unpairedCalls,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { VERDICT_WORDS } from '../../ui/format/words.ts';
import { PlaceLink } from '../../ui/links.tsx';
import { Message } from '../../ui/messages.tsx';
import { Evidence } from './evidence.tsx';
import styles from './verdict.module.css';

interface JudgeProps {
  readonly run: RunSummary;
  readonly judgement: KeptJudgement | undefined;
  /** The entry at the playhead. */
  readonly at: number;
  readonly onSeek: (entry: number) => void;
  /** Source location of an event. */
  readonly placeOf?: (event: string) => SourceLocation | undefined;
  /** Error of reading the judgement. */
  readonly problem?: string | undefined;
  readonly isJudging?: boolean;
  /** Shows the run's own verdict; `undefined` unless this is one under another configuration. */
  readonly onOwn?: () => void;
  /** Judges the run again; `undefined` in a report. */
  readonly onJudge?: () => void;
}

/** The judge's result for a run, with its evidence and a button to judge again. */
export function Judge(props: JudgeProps): JSX.Element {
  const { run, judgement, at, onSeek, placeOf, problem, isJudging = false, onOwn, onJudge } = props;
  const { verdict } = run;
  return (
    <section className={styles.section} aria-label="Judge">
      <header className={styles.judgeHead}>
        <h3>Judge</h3>
        <span className={styles.soft}>
          {judgement === undefined
            ? (verdict?.judge?.sentence ?? 'Compares the agent’s calls with the oracle’s.')
            : countsText(judgement)}
        </span>
        {onJudge === undefined ? null : (
          <Button
            icon={Gavel}
            label={judgement === undefined ? 'Judge' : 'Judge again'}
            disabled={isJudging}
            onClick={onJudge}
          />
        )}
      </header>
      {problem === undefined ? null : <Message text={problem} />}
      {judgement === undefined ? null : (
        <>
          {onOwn === undefined ? null : (
            <p>
              Under another configuration than the scenario’s.{' '}
              <Button icon={Undo2} label="Show own verdict" onClick={onOwn} />
            </p>
          )}
          {judgement.sentence === verdict?.sentence ? null : (
            <p>{`${VERDICT_WORDS[judgement.outcome]}: ${judgement.sentence}`}</p>
          )}
          <Evidence
            evidence={judgement.evidence}
            start={run.start}
            {...{ at, onSeek }}
            place={
              placeOf &&
              ((event) => (
                <span>
                  <PlaceLink place={placeOf(event)} />
                </span>
              ))
            }
          />
        </>
      )}
    </section>
  );
}

/** A text such as `5 of 7 events matched, 2 extra calls`. */
function countsText({ evidence }: KeptJudgement): string {
  const { oracle } = evidence;
  const extra = unpairedCalls(evidence);
  const matched = oracle.filter(({ status }) => status === 'matched').length;
  const more =
    extra.length === 0 ? '' : `, ${formatCount(extra.length)} extra ${extra.length === 1 ? 'call' : 'calls'}`;
  return `${formatCount(matched)} of ${formatCount(oracle.length)} events matched${more}`;
}
