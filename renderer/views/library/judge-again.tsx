import { Gavel } from 'lucide-react';
import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import type { JudgedRun, RunId, VerdictOutcome } from '../../../engine/model/index.ts';
import { dismissJudged, judgeSelected } from '../../stores/library.ts';
import { openRun } from '../../stores/runs.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { VERDICT_WORDS } from '../../ui/format/words.ts';
import styles from './judge-again.module.css';

interface JudgeAgainProps {
  readonly runs: readonly RunId[];
  readonly onClose: () => void;
}

/** Judges runs again under a configuration, and lists the verdicts that are not what they were. */
export function JudgeAgain({ runs, onClose }: JudgeAgainProps): JSX.Element {
  const stores = useStores();
  const { judging, judged } = useStore(stores.library);
  const [configuration, setConfiguration] = useState('');
  const close = (): void => {
    dismissJudged(stores.library);
    onClose();
  };
  return (
    <form
      className={styles.judgeAgain}
      aria-label="Judge again"
      onSubmit={(event) => {
        event.preventDefault();
        const given = configuration.trim();
        void judgeSelected(stores, runs, given === '' ? undefined : given);
      }}
    >
      <div className={styles.row}>
        <input
          className="text-field mono"
          aria-label="Configuration"
          placeholder="Configuration as JSON; each scenario’s own when empty"
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
          label={
            judging ? 'Judging…' : `Judge ${formatCount(runs.length)} ${runs.length === 1 ? 'run' : 'runs'}`
          }
          disabled={judging}
        />
        <Button label="Close" onClick={close} />
      </div>
      {judged === undefined ? null : <Outcomes judged={judged} />}
    </form>
  );
}

function Outcomes({ judged }: { readonly judged: readonly JudgedRun[] }): JSX.Element {
  const stores = useStores();
  const changed = judged.filter(({ outcome, before }) => before !== undefined && before !== outcome);
  return (
    <div role="status">
      <p>
        {`${countsText(judged)}. ${changed.length === 0 ? 'No verdict changed.' : `${formatCount(changed.length)} changed:`}`}
      </p>
      {changed.length === 0 ? null : (
        <ul className={styles.changed} aria-label="Changed verdicts">
          {changed.map(({ run, outcome, before, sentence }) => (
            <li key={run}>
              <button type="button" onClick={() => void openRun(stores, run)}>
                {run}
              </button>{' '}
              {`${VERDICT_WORDS[before!].toLowerCase()} → ${VERDICT_WORDS[outcome].toLowerCase()}`}{' '}
              <span className={styles.why}>{sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const OUTCOMES = ['passed', 'failed', 'not-judged'] as const satisfies readonly VerdictOutcome[];

/** `8 passed, 3 failed, 1 not judged`. */
const countsText = (judged: readonly JudgedRun[]): string =>
  OUTCOMES.flatMap((one) => {
    const count = judged.filter(({ outcome }) => outcome === one).length;
    return count === 0 ? [] : [`${formatCount(count)} ${VERDICT_WORDS[one].toLowerCase()}`];
  }).join(', ');
