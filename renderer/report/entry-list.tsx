import { bisectLeft } from 'd3';
import { type JSX, useMemo, useState } from 'react';
import { type Json, type LogEntry, textOrJson } from '../../engine/model/index.ts';
import type { ReportedRun, LogSearch } from '../../preload/contract.ts';
import { Empty } from '../ui/messages.tsx';
import { completionsOf } from '../ui/query/complete.ts';
import { keysOfRows, parseFilter, type QueryProblem } from '../ui/query/log-query.ts';
import { FilterBarView, ResultCount } from '../views/log/filter-bar.tsx';
import { LogRows } from '../views/log/log-table.tsx';
import styles from './report.module.css';

/** Indices of the entries of `run` that match `text`, in the log's query language; or the error in it. */
export function findRows(
  { rows, entries, summary, notes }: ReportedRun,
  text: string,
): readonly number[] | QueryProblem {
  const filter = parseFilter(text, { start: summary.start, notes });
  if ('message' in filter) return filter;
  const meets = (entry: LogEntry): boolean =>
    filter.said.every(({ term, not }) => saysTerm(entry, term) !== not);
  return rows.flatMap((row, index) => (filter.holds(row) && meets(entries[index]!) ? [index] : []));
}

function saysTerm(entry: LogEntry, term: LogSearch[number]['term']): boolean {
  if (term.kind === 'text') {
    // Leave out the changes: the search covers call and result, not the state.
    return JSON.stringify({ ...entry, changes: undefined })
      .toLowerCase()
      .includes(JSON.stringify(term.text).slice(1, -1).toLowerCase());
  }
  if (!('action' in entry)) return false;
  const { args, resolved = args } = entry.action;
  const found = wordsOf(Object.hasOwn(resolved, term.name) ? resolved[term.name]! : '');
  const wanted = term.value.toLowerCase();
  return term.test === 'is' ? found === wanted : found.includes(wanted);
}

const wordsOf = (value: Json): string => textOrJson(value).toLowerCase();

interface EntryListProps {
  readonly run: ReportedRun;
  readonly at: number;
  readonly onSeek: (at: number) => void;
}

/** The log as a list, with a filter. */
export function EntryList({ run, at, onSeek }: EntryListProps): JSX.Element {
  const { rows, summary, notes } = run;
  const [text, setText] = useState('');
  const [only, setOnly] = useState(true);
  const [folding, setFolding] = useState(true);
  const found = useMemo(() => (text.trim() === '' ? undefined : findRows(run, text)), [run, text]);
  const problem = found !== undefined && 'message' in found ? found : undefined;
  const results = found === undefined || 'message' in found ? undefined : found;
  return (
    <section className={styles.entryList} aria-label="Log">
      <header className={styles.partHead}>
        <h2>Log</h2>
        <FilterBarView
          {...{ text, problem, results, only, folding }}
          count={<ResultCount {...{ results, at }} />}
          offers={(typed, caret) => completionsOf(typed, caret, keysOfRows(rows, notes))}
          onText={setText}
          onStep={(step) => {
            if (results === undefined || results.length === 0) return;
            const nth = step === 1 ? bisectLeft(results, at + 1) : bisectLeft(results, at) - 1;
            onSeek(results.at(nth % results.length)!);
          }}
          onToggleOnly={() => {
            setOnly(!only);
          }}
          onToggleFolding={() => {
            setFolding(!folding);
          }}
        />
      </header>
      {rows.length === 0 ? (
        <Empty title="This run has no entries" />
      ) : (
        <div className={styles.entryRows}>
          <LogRows
            {...{ rows, at, onSeek }}
            start={summary.start}
            found={{ results, only, folding }}
            positionNow={() => at}
            onShowAll={() => {
              setText('');
            }}
          />
        </div>
      )}
    </section>
  );
}
