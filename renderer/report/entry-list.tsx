import { useMemo, useState, type JSX } from 'react';
import type { ReportedRun } from '../../preload/contract.ts';
import { Empty } from '../elements/empty.tsx';
import { formatCount } from '../format/amount.ts';
import { LogRowView } from '../log/log-row.tsx';
import { findRows } from './find-rows.ts';
import { VirtualList } from './virtual-list.tsx';

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
    <section className="entry-list" aria-label="Log">
      <header className="part-head">
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
        <span id="filter-count" className={mistake === undefined ? 'number' : 'bad'} role="status">
          {mistake ?? `${formatCount(indexes.length)} of ${formatCount(rows.length)}`}
        </span>
      </header>
      {indexes.length === 0 ? (
        <Empty title={rows.length === 0 ? 'This run logged nothing' : 'No entry is like that'} />
      ) : (
        <VirtualList
          label="Entries"
          className="log-rows"
          count={indexes.length}
          selected={indexes.indexOf(at)}
          idOf={(nth) => `log-row-${indexes[nth]!}`}
          onSelect={(nth) => {
            onSeek(indexes[nth]!);
          }}
          row={(nth, top) => {
            const index = indexes[nth]!;
            return (
              <LogRowView
                key={index}
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
