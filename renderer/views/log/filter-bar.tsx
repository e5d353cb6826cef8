import { ChevronDown, ChevronUp, FoldVertical, ListFilter } from 'lucide-react';
import { type ComponentProps, type JSX, type ReactNode, useRef } from 'react';
import clsx from 'clsx';
import { bisectLeft } from 'd3';
import { plural } from '../../../engine/model/index.ts';
import type { SearchState } from '../../stores/log.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { QueryField } from '../../ui/query/query-field.tsx';
import styles from './log.module.css';

interface FilterBarViewProps extends Omit<SearchState, 'count'> {
  /** The number of results, which may depend on the playhead. */
  readonly count: ReactNode;
  readonly offers: ComponentProps<typeof QueryField>['offers'];
  readonly onText: (text: string) => void;
  /** Goes to the next or previous result. */
  readonly onStep: (step: 1 | -1) => void;
  readonly onToggleOnly: () => void;
  readonly onToggleFolding: () => void;
}

/** The search field of the log, with completions; Enter goes from result to result. */
export function FilterBarView(props: FilterBarViewProps): JSX.Element {
  const { text, problem, results, only, folding, count } = props;
  const { offers, onText, onStep, onToggleOnly, onToggleFolding } = props;
  const field = useRef<HTMLInputElement>(null);
  const none = results === undefined || results.length === 0;
  return (
    <div className={styles.bar} role="search" aria-label="Find in log">
      <QueryField
        label="Find in log"
        placeholder="Find: words, app:mail, status:failed …"
        title="Words, or key:value. Keys: app tool actor kind status event is note t arg.NAME. Enter: next match"
        command="log.find"
        eager
        {...{ field, text, problem, offers, onText }}
        aside={count}
        onEnter={(back) => {
          onStep(back ? -1 : 1);
        }}
      />
      <Button
        bare
        icon={ChevronUp}
        label="Previous match"
        command="log.previousHit"
        disabled={none}
        onClick={() => {
          onStep(-1);
        }}
      />
      <Button
        bare
        icon={ChevronDown}
        label="Next match"
        command="log.nextHit"
        disabled={none}
        onClick={() => {
          onStep(1);
        }}
      />
      <Button bare icon={ListFilter} label="Show matches only" aria-pressed={only} onClick={onToggleOnly} />
      <Button
        bare
        icon={FoldVertical}
        label="Fold waiting checks"
        aria-pressed={folding}
        onClick={onToggleFolding}
      />
    </div>
  );
}

/** Moves the focus to the search field and selects its text. */
export function focusFilter(): void {
  const field = document.querySelector<HTMLInputElement>(`.${styles.bar} input`);
  field?.focus();
  field?.select();
}

interface ResultCountProps {
  /** `undefined` when there is no search. */
  readonly results: readonly number[] | undefined;
  /** The entry at the playhead. */
  readonly at: number;
}

/** Shows `3 of 12` on a result, else the number of results. */
export function ResultCount({ results: hits, at }: ResultCountProps): JSX.Element | null {
  if (hits === undefined) return null;
  const nth = bisectLeft(hits, at);
  const words =
    hits.length === 0
      ? 'No matches'
      : hits[nth] === at
        ? `${formatCount(nth + 1)} of ${formatCount(hits.length)}`
        : plural(hits.length, 'match', 'matches');
  return (
    <span className={clsx(styles.count, 'number')} role="status">
      {words}
    </span>
  );
}
