import type { JSX } from 'react';
import { useStore } from 'zustand';
import { Trash2 } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { breakpointWords } from '../format/breakpoint.ts';
import { setBreakpoints, switched, toggled } from '../state/breakpoints.ts';
import { useBench } from '../state/use-bench.ts';
import { NewBreakpoint } from './new-breakpoint.tsx';
import './breakpoints.css';

/** Where runs of this workspace pause by themselves, and a way to set more. */
export function Breakpoints(): JSX.Element {
  const bench = useBench();
  const { list, hit } = useStore(bench.breakpoints);
  return (
    <div className="breakpoints">
      <NewBreakpoint />
      <ul aria-label="Breakpoints">
        {list.map(({ condition, enabled }) => {
          const words = breakpointWords(condition);
          const isHit = hit !== undefined && breakpointWords(hit.condition) === words;
          return (
            <li key={words} className={`breakpoint ${isHit ? 'hit' : ''}`}>
              <label>
                <input
                  type="checkbox"
                  checked={enabled}
                  onChange={() => void setBreakpoints(bench, switched(list, condition, !enabled))}
                />
                <span className="mono">{words}</span>
              </label>
              {isHit ? <span className="breakpoint-found">{hit.found}</span> : null}
              <Button
                bare
                icon={Trash2}
                label={`Delete breakpoint: ${words}`}
                onClick={() => void setBreakpoints(bench, toggled(list, condition))}
              />
            </li>
          );
        })}
      </ul>
      {list.length === 0 ? (
        <p className="breakpoints-none">None yet. F9 sets one on the selected event.</p>
      ) : null}
    </div>
  );
}
