import { useState, type JSX, type KeyboardEvent } from 'react';
import { FileDown, GitCompareArrows, Trash2 } from 'lucide-react';
import type { RunSummary } from '../../engine/model/index.ts';
import { Button } from '../elements/button.tsx';
import { StateBadge } from '../elements/state-badge.tsx';
import { formatEntries } from '../format/amount.ts';
import { formatAgo } from '../format/clock.ts';
import { Question } from './question.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { isActive } from '../state/run-control.ts';

interface RunItemProps {
  readonly run: RunSummary;
  /** The wall clock, milliseconds. */
  readonly now: number;
  readonly selected: boolean;
  readonly onShow: () => void;
  readonly onExport: () => void;
  readonly onDelete: () => void;
  /** Compares it with the run on show; not for that run itself. */
  readonly onCompare: (() => void) | undefined;
}

/** A run in two lines. Deleting it is asked for twice, in place. */
export function RunItem(props: RunItemProps): JSX.Element {
  const { run, now, selected, onShow, onExport, onDelete, onCompare } = props;
  const [asking, setAsking] = useState(false);
  const { frame, giveBack } = useFocusBack();
  if (asking)
    return (
      <Question
        label={`Delete run ${run.id}`}
        text={`Delete ${run.id} with its ${formatEntries(run.entries)}? This cannot be undone.`}
        yes="Delete"
        onAnswer={(yes) => {
          setAsking(false);
          giveBack(yes ? 'neighbour' : 'item');
          if (yes) onDelete();
        }}
      />
    );
  const facts = factsOf(run, now);
  const canDelete = !isActive(run);
  const ask = (): void => {
    if (canDelete) setAsking(true);
  };
  return (
    <div ref={frame} className="run-item">
      <button
        type="button"
        className="item"
        aria-current={selected}
        title={[run.scenario, ...facts].join(' · ')}
        onClick={onShow}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Delete') ask();
        }}
      >
        <StateBadge run={run} />
        <span className="run-lines">
          <span className="item-name">{run.scenario}</span>
          <span className="run-facts number">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
        </span>
      </button>
      <span className="item-tools">
        {onCompare === undefined ? null : (
          <Button
            bare
            icon={GitCompareArrows}
            label={`Compare run ${run.id} with the one on show`}
            tabIndex={-1}
            onClick={onCompare}
          />
        )}
        <Button bare icon={FileDown} label={`Export run ${run.id}`} tabIndex={-1} onClick={onExport} />
        {canDelete ? (
          <Button bare icon={Trash2} label={`Delete run ${run.id}`} tabIndex={-1} onClick={ask} />
        ) : null}
      </span>
    </div>
  );
}

/** The weightiest first: of those that find no room the last go. */
const factsOf = (run: RunSummary, now: number): readonly string[] => [
  run.id,
  ...(run.choices?.variant === undefined ? [] : [run.choices.variant]),
  formatEntries(run.entries),
  formatAgo(run.startedAt, now),
  run.mode === 'trace' ? 'trace' : `seed ${run.seed}`,
];
