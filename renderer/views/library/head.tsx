import { X } from 'lucide-react';
import { type JSX, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { RunGrouping, RunLine } from '../../../engine/model/index.ts';
import { groupRuns, closeLibrary, setLibraryQuery } from '../../stores/library.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { completionsOf } from '../../ui/query/complete.ts';
import { QueryField } from '../../ui/query/query-field.tsx';
import { keysOfRuns } from '../../ui/query/run-query.ts';
import { Segments } from '../../ui/segments.tsx';
import styles from './library.module.css';
import panelStyles from '../../ui/panel.module.css';

const GROUPINGS = {
  none: 'List',
  scenario: 'By scenario',
  seed: 'By seed',
  branches: 'Branches',
} as const satisfies Record<RunGrouping, string>;

/** What is asked of the library, and how its answer stands. */
export function Head(): JSX.Element {
  const { library } = useStores();
  const { answer, group } = useStore(library);
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
      <Query />
      <Segments
        label="Runs stand"
        choices={GROUPINGS}
        chosen={group}
        onChoose={(chosen) => {
          groupRuns(library, chosen);
        }}
      />
      <Button
        bare
        icon={X}
        label="Close the library"
        keys="Escape"
        onClick={() => {
          closeLibrary(library);
        }}
      />
    </>
  );
}

function Query(): JSX.Element {
  const { library } = useStores();
  const { text, mistake } = useStore(library);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const lines = (): readonly RunLine[] =>
    (library.getState().answer?.groups ?? []).flatMap((group) => group.lines.map(({ line }) => line));
  return (
    <QueryField
      label="Find runs"
      placeholder="Find: words, verdict:failed, tag:paper, note:late …"
      title="Words, or key:value"
      {...{ field, text, mistake }}
      offers={(typed, caret) => completionsOf(typed, caret, keysOfRuns(lines()))}
      onText={(typed) => {
        setLibraryQuery(library, typed);
      }}
      onLeave={() => {
        closeLibrary(library);
      }}
    />
  );
}
