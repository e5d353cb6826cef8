import type { JSX } from 'react';
import { useStore } from 'zustand';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { RunLibrary, RunOrder } from '../../engine/model/index.ts';
import { linesOf, pick, sortBy } from '../state/library.ts';
import { useBench } from '../state/use-bench.ts';

interface Column {
  readonly title: string;
  /** What it sorts by; nothing where that would say nothing. */
  readonly order?: RunOrder;
  readonly className: string;
}

const COLUMNS: readonly Column[] = [
  { title: 'Verdict', order: 'verdict', className: 'cell-verdict' },
  { title: 'Run', className: 'cell-id' },
  { title: 'Scenario', order: 'scenario', className: 'cell-scenario' },
  { title: 'Seed', order: 'seed', className: 'cell-seed' },
  { title: 'Agent', order: 'mode', className: 'cell-mode' },
  { title: 'Events', order: 'events', className: 'cell-events' },
  { title: 'Simulated', order: 'simulated', className: 'cell-simulated' },
  { title: 'Took', order: 'wall', className: 'cell-wall' },
  { title: 'Started', order: 'started', className: 'cell-started' },
  { title: 'Tags', className: 'cell-tags' },
];

/** The names of the columns; a press sorts by one. */
export function Columns({ answer }: { readonly answer: RunLibrary }): JSX.Element {
  const { library } = useBench();
  const { order, descending, picked } = useStore(library);
  const all = linesOf(answer).map(({ id }) => id);
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <div className="run-line run-columns" role="row">
      <span role="columnheader" className="cell-pick">
        <input
          type="checkbox"
          aria-label="Pick all"
          checked={picked.size > 0 && picked.size === all.length}
          onChange={() => {
            pick(library, all);
          }}
        />
      </span>
      {COLUMNS.map(({ title, order: by, className }) => (
        <span
          key={title}
          role="columnheader"
          className={className}
          aria-sort={by !== order ? undefined : descending ? 'descending' : 'ascending'}
        >
          {by === undefined ? (
            title
          ) : (
            <button
              type="button"
              onClick={() => {
                sortBy(library, by);
              }}
            >
              {title}
              {by === order ? <Arrow aria-hidden /> : null}
            </button>
          )}
        </span>
      ))}
    </div>
  );
}
