import { ArrowLeftToLine, ArrowRightToLine, Trash2 } from 'lucide-react';
import { type JSX, useRef } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { BreakCondition } from '../../../preload/contract.ts';
import { seekBreakpoint, setBreakpoints, withEnabled, withToggled } from '../../stores/breakpoints.ts';
import { useStores, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { breakpointWords } from '../../ui/format/words.ts';
import { NewBreakpoint } from './new-breakpoint.tsx';
import styles from './breakpoints.module.css';

/** Where runs of this workspace pause by themselves, and a way to set more. */
export function Breakpoints(): JSX.Element {
  const stores = useStores();
  const { list, hit } = useStore(stores.breakpoints);
  const panel = useRef<HTMLDivElement>(null);
  const remove = (condition: BreakCondition, line: Element): void => {
    const next = line.nextElementSibling ?? line.previousElementSibling ?? panel.current!;
    next.querySelector<HTMLElement>('input, select')?.focus();
    void setBreakpoints(stores, withToggled(list, condition));
  };
  return (
    <div ref={panel}>
      <NewBreakpoint />
      {list.length === 0 ? null : <Seek />}
      <ul aria-label="Breakpoints">
        {list.map(({ condition, enabled }) => {
          const words = breakpointWords(condition);
          const isHit = hit !== undefined && breakpointWords(hit.condition) === words;
          return (
            <li key={words} className={clsx(styles.breakpoint, isHit && styles.hit)}>
              <label>
                <input
                  type="checkbox"
                  checked={enabled}
                  onChange={() => void setBreakpoints(stores, withEnabled(list, condition, !enabled))}
                />
                <span className="mono">{words}</span>
              </label>
              {isHit ? (
                <span className={styles.found} title={hit.found}>
                  {hit.found}
                </span>
              ) : null}
              <Button
                bare
                icon={Trash2}
                label={`Delete breakpoint: ${words}`}
                onClick={({ currentTarget }) => {
                  remove(condition, currentTarget.closest('li')!);
                }}
              />
            </li>
          );
        })}
      </ul>
      {list.length === 0 ? (
        <p className={styles.none}>
          None yet. Say above where runs are to pause, or press F9 on an event of the log or the graph, or
          Shift+F9 on a probe.
        </p>
      ) : null}
    </div>
  );
}

/** Leads through the recording from hit to hit. */
function Seek(): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  const none = useStore(stores.breakpoints, ({ list }) => list.every(({ enabled }) => !enabled));
  const disabled = run === undefined || none;
  return (
    <div className={styles.seek} role="group" aria-label="In this run">
      <Button
        icon={ArrowLeftToLine}
        label="Previous hit"
        keys="Ctrl+Shift+F9"
        disabled={disabled}
        onClick={() => void seekBreakpoint(stores, -1)}
      />
      <Button
        icon={ArrowRightToLine}
        label="Next hit"
        keys="Ctrl+F9"
        disabled={disabled}
        onClick={() => void seekBreakpoint(stores, 1)}
      />
    </div>
  );
}
