import { X } from 'lucide-react';
import { type ComponentProps, type JSX, useEffect, useRef } from 'react';
import clsx from 'clsx';
import type { RunGrouping } from '../../../engine/model/index.ts';
import type { LibraryState } from '../../stores/library.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { QueryField } from '../../ui/query/query-field.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './library.module.css';
import panelStyles from '../../ui/panel.module.css';

const GROUPINGS = {
  none: 'List',
  scenario: 'By scenario',
  seed: 'By seed',
  branches: 'Branches',
} as const satisfies Record<RunGrouping, string>;

interface HeadProps extends Pick<LibraryState, 'answer' | 'group' | 'queryProblem' | 'text'> {
  readonly offers: ComponentProps<typeof QueryField>['offers'];
  readonly onText: (typed: string) => void;
  readonly onGroup: (grouping: RunGrouping) => void;
  readonly onClose: () => void;
}

/** The header of the library: query, number of matches and grouping. */
export function Head({
  answer,
  group,
  queryProblem,
  text,
  offers,
  onText,
  onGroup,
  onClose,
}: HeadProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return (
    <>
      <span className={panelStyles.title}>Runs</span>
      {answer === undefined ? null : (
        <span className={clsx(styles.count, 'number')} role="status">
          {answer.found === answer.total
            ? formatCount(answer.total)
            : `${formatCount(answer.found)} of ${formatCount(answer.total)}`}
        </span>
      )}
      <QueryField
        label="Find runs"
        placeholder="Find: words, verdict:failed, tag:paper, note:late …"
        title="Words, or key:value"
        {...{ field, text, problem: queryProblem, offers, onText }}
        onLeave={onClose}
      />
      <Segments label="Group runs" choices={GROUPINGS} chosen={group} onChoose={onGroup} />
      <Button bare icon={X} label="Close list of runs" command="comparison.close" onClick={onClose} />
    </>
  );
}
