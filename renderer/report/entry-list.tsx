import { type JSX, useMemo, useState } from 'react';
import clsx from 'clsx';
import type { Json, LogEntry } from '../../engine/model/index.ts';
import type { ReportedRun, Search } from '../../preload/contract.ts';
import { formatCount } from '../ui/format/numbers.ts';
import { Empty } from '../ui/messages.tsx';
import { parseFilter } from '../ui/query/log-query.ts';
import { VirtualList } from '../ui/virtual-list.tsx';
import { LogRowView } from '../views/log/log-row.tsx';
import styles from './report.module.css';
import logStyles from '../views/log/log.module.css';

/** The entries a filter is about, by index; or what is wrong with it. */
export type Found = { readonly indexes: readonly number[] } | { readonly mistake: string };

/** The entries of `run` that meet all of `text`, a filter as the window's log has it. */
export function findRows({ rows, entries, summary, notes }: ReportedRun, text: string): Found {
  const filter = parseFilter(text, { start: summary.start, notes });
  if ('message' in filter) return { mistake: filter.message };
  const meets = (entry: LogEntry): boolean =>
    filter.said.every(({ term, not }) => saysTerm(entry, term) !== not);
  return {
    indexes: rows.flatMap((row, index) => (filter.holds(row) && meets(entries[index]!) ? [index] : [])),
  };
}

function saysTerm(entry: LogEntry, term: Search[number]['term']): boolean {
  if (term.kind === 'text') {
    // What it wrote is looked at in the states.
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

const wordsOf = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();

interface EntryListProps {
  readonly run: ReportedRun;
  readonly at: number;
  readonly onSeek: (at: number) => void;
}

/** The log, line by line, or what a filter leaves of it. */
export function EntryList({ run, at, onSeek }: EntryListProps): JSX.Element {
  const { rows, summary } = run;
  const [text, setText] = useState('');
  const found = useMemo(() => findRows(run, text), [run, text]);
  const indexes = 'indexes' in found ? found.indexes : [];
  const mistake = 'mistake' in found ? found.mistake : undefined;
  return (
    <section className={styles.entryList} aria-label="Log">
      <header className={styles.partHead}>
        <h2>Log</h2>
        <input
          type="search"
          aria-label="Filter the log"
          placeholder="Filter: words, app:mail, status:failed, arg.to~bob"
          aria-invalid={mistake !== undefined}
          aria-describedby="filter-count"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
          }}
        />
        <span id="filter-count" className={mistake === undefined ? 'number' : styles.bad} role="status">
          {mistake ?? `${formatCount(indexes.length)} of ${formatCount(rows.length)}`}
        </span>
      </header>
      {indexes.length === 0 ? (
        <Empty title={rows.length === 0 ? 'This run logged nothing' : 'No entry is like that'} />
      ) : (
        <VirtualList
          label="Entries"
          className={clsx(logStyles.rows, styles.entryRows)}
          count={indexes.length}
          selected={indexes.indexOf(at)}
          idOf={(nth) => `log-row-${indexes[nth]!}`}
          onSelect={(nth) => {
            onSeek(indexes[nth]!);
          }}
          row={({ nth, top, key }) => {
            const index = indexes[nth]!;
            return (
              <LogRowView
                key={key}
                row={rows[index]!}
                line={nth}
                previous={rows[index - 1]}
                start={summary.start}
                top={top}
                selected={index === at}
                future={index > at}
                hit={false}
                onSelect={() => {
                  onSeek(index);
                }}
              />
            );
          }}
        />
      )}
    </section>
  );
}
