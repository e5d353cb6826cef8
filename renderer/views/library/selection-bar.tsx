import { Gavel, GitCompareArrows, Tag, Trash2, X } from 'lucide-react';
import { type JSX, useState } from 'react';
import type { RunId } from '../../../engine/model/index.ts';
import { clearSelectedRuns, tagRuns } from '../../stores/library.ts';
import { compareTwo, deleteRuns } from '../../stores/runs.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { Question } from '../../ui/question.tsx';
import { JudgeAgain } from './judge-again.tsx';
import styles from './library.module.css';

const runsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'run' : 'runs'}`;

/** What can be done with the runs that are picked. */
export function SelectionBar({ picked }: { readonly picked: readonly RunId[] }): JSX.Element {
  const stores = useStores();
  const [asking, setAsking] = useState(false);
  const [isJudging, setJudging] = useState(false);
  if (asking)
    return (
      <Question
        label="Delete the picked runs"
        text={`Delete ${runsOf(picked.length)} with their logs and notes? This cannot be undone.`}
        yes="Delete"
        onAnswer={(yes) => {
          setAsking(false);
          if (yes) void deleteRuns(stores, picked);
        }}
      />
    );
  if (isJudging)
    return (
      <JudgeAgain
        runs={picked}
        onClose={() => {
          setJudging(false);
        }}
      />
    );
  return (
    <div className={styles.picked} role="toolbar" aria-label="Picked runs">
      <span className="number">{runsOf(picked.length)} picked</span>
      <Button
        icon={GitCompareArrows}
        label="Compare"
        title={picked.length === 2 ? undefined : 'Pick two runs to compare them'}
        disabled={picked.length !== 2}
        onClick={() => void compareTwo(stores, picked)}
      />
      <Tags picked={picked} />
      <Button
        icon={Gavel}
        label="Judge again…"
        onClick={() => {
          setJudging(true);
        }}
      />
      <Button
        icon={Trash2}
        label="Delete…"
        onClick={() => {
          setAsking(true);
        }}
      />
      <Button
        bare
        icon={X}
        label="Let go of the picked runs"
        onClick={() => {
          clearSelectedRuns(stores.library);
        }}
      />
    </div>
  );
}

function Tags({ picked }: { readonly picked: readonly RunId[] }): JSX.Element {
  const stores = useStores();
  const [typed, setTyped] = useState('');
  return (
    <form
      className={styles.libraryTags}
      onSubmit={(event) => {
        event.preventDefault();
        void tagRuns(stores, picked, typed).then((done) => {
          if (done) setTyped('');
        });
      }}
    >
      <input
        className="text-field"
        aria-label="Tags"
        placeholder="paper -old"
        title="Words to mark them with; those after a minus are taken off"
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
