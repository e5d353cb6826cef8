import type { JSX } from 'react';
import { useStore } from 'zustand';
import { ChevronDown, ChevronRight } from 'lucide-react';
import type { PassRate } from '../../engine/model/index.ts';
import { formatCount } from '../format/amount.ts';
import { fold } from '../state/library.ts';
import { useBench } from '../state/use-bench.ts';
import type { NamedGroup } from './rows.ts';

interface GroupRowProps {
  readonly group: NamedGroup;
  /** CSS px from the top of the list. */
  readonly top: number;
}

/** Runs that belong together, in a line: how many passed, and how sure that is. */
export function GroupRow({ group, top }: GroupRowProps): JSX.Element {
  const { library } = useBench();
  const { folded, group: by } = useStore(library);
  const { name, runs, rate, regressions } = group;
  const closed = folded.has(name);
  const Chevron = closed ? ChevronRight : ChevronDown;
  return (
    <div className="run-group" role="row" style={{ transform: `translateY(${top}px)` }}>
      <span role="gridcell">
        <button
          type="button"
          aria-expanded={!closed}
          onClick={() => {
            fold(library, name);
          }}
        >
          <Chevron aria-hidden />
          <b>{by === 'seed' ? `Seed ${name}` : name}</b>
        </button>
      </span>
      <span role="gridcell" className="number run-group-count">
        {formatCount(runs)} {runs === 1 ? 'run' : 'runs'}
      </span>
      <span role="gridcell" className="number run-group-rate">
        {rate === undefined ? <span className="rate-none">none judged</span> : <Rate rate={rate} />}
      </span>
      <span role="gridcell" className="number run-group-worse">
        {regressions === 0
          ? ''
          : `${formatCount(regressions)} ${regressions === 1 ? 'regression' : 'regressions'}`}
      </span>
    </div>
  );
}

/** The rate and, as a bar, where it truly lies in 95 of 100 cases. */
function Rate({ rate: { passed, judged, low, high } }: { readonly rate: PassRate }): JSX.Element {
  const share = passed / judged;
  const words = `${percent(share)} % passed, ${formatCount(passed)} of ${formatCount(judged)}`;
  return (
    <>
      <span className="rate-bar" role="img" aria-label={`between ${percent(low)} and ${percent(high)} %`}>
        <i style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        <b style={{ left: `${share * 100}%` }} />
      </span>
      <span className="rate-words">{words}</span>
      <span className="rate-interval" title="Where the rate truly lies, 95 times of 100 (Wilson)">
        95 %: {percent(low)} to {percent(high)} %
      </span>
    </>
  );
}

const percent = (share: number): string => String(Math.round(share * 100));
