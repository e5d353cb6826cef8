import clsx from 'clsx';
import { ArrowLeftToLine, ArrowRightToLine, OctagonPause, Trash2 } from 'lucide-react';
import { type JSX, useRef } from 'react';
import { legible, type EventOutline } from '../../../engine/model/index.ts';
import type { BreakCondition, Breakpoint, BreakpointHit, Probe } from '../../../preload/contract.ts';
import { HoverText } from '../../ui/text.tsx';
import bannerStyles from '../../ui/banner.module.css';
import { Button } from '../../ui/button.tsx';
import { breakpointWords } from '../../ui/format/words.ts';
import { Banner } from '../../ui/messages.tsx';
import { EntryLink } from '../../ui/links.tsx';
import styles from './breakpoints.module.css';
import { NewBreakpoint } from './new-breakpoint.tsx';

interface BreakpointsViewProps {
  readonly list: readonly Breakpoint[];
  /** The last hit, of a run or of a search. */
  readonly hit: BreakpointHit | undefined;
  /** Suggestions for a new breakpoint. */
  readonly events: readonly EventOutline[];
  readonly apps: readonly string[];
  readonly probes: readonly Probe[];
  /** Whether there is a run to seek in. */
  readonly canSeek: boolean;
  /** Returns whether the breakpoint was set. */
  readonly onAdd: (condition: BreakCondition) => Promise<boolean>;
  readonly onEnable: (condition: BreakCondition, enabled: boolean) => void;
  readonly onDelete: (condition: BreakCondition) => void;
  readonly onSeek: (step: 1 | -1) => void;
}

/** The breakpoints, with a form to add one. */
export function BreakpointsView(props: BreakpointsViewProps): JSX.Element {
  const { list, hit, events, apps, probes, canSeek, onAdd, onEnable, onDelete, onSeek } = props;
  const panel = useRef<HTMLDivElement>(null);
  const remove = (condition: BreakCondition, line: Element): void => {
    const next = line.nextElementSibling ?? line.previousElementSibling ?? panel.current!;
    next.querySelector<HTMLElement>('input, [role=combobox]')?.focus();
    onDelete(condition);
  };
  return (
    <div ref={panel}>
      <NewBreakpoint {...{ events, apps, probes, onAdd }} />
      {list.length === 0 ? null : (
        <Seek disabled={!canSeek || list.every(({ enabled }) => !enabled)} onSeek={onSeek} />
      )}
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
                  onChange={() => {
                    onEnable(condition, !enabled);
                  }}
                />
                <span className="mono">{words}</span>
              </label>
              {isHit ? <HoverText className={styles.found} text={hit.found} /> : null}
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
          No breakpoints yet. Add one above, or press F9 on an event in the log, the graph or the editor, or
          Shift+F9 on a probe.
        </p>
      ) : null}
    </div>
  );
}

interface SeekProps {
  readonly disabled: boolean;
  readonly onSeek: (step: 1 | -1) => void;
}

/** Buttons that go to the previous and next hit in the run. */
function Seek({ disabled, onSeek }: SeekProps): JSX.Element {
  return (
    <div className={styles.seek} role="group" aria-label="Hits in this run">
      <Button
        icon={ArrowLeftToLine}
        label="Previous hit"
        command="run.previousHit"
        disabled={disabled}
        onClick={() => {
          onSeek(-1);
        }}
      />
      <Button
        icon={ArrowRightToLine}
        label="Next hit"
        command="run.nextHit"
        disabled={disabled}
        onClick={() => {
          onSeek(1);
        }}
      />
    </div>
  );
}

interface HitBannerViewProps {
  readonly hit: BreakpointHit;
  /** Whether the run is paused there and can continue. */
  readonly active: boolean;
  readonly onDisable: () => void;
  readonly onEdit: () => void;
  readonly onContinue: () => void;
  readonly onSeek: (step: 1 | -1) => void;
}

/** The breakpoint that was hit, the values found, and actions. */
export function HitBannerView(props: HitBannerViewProps): JSX.Element {
  const { hit, active, onDisable, onEdit, onContinue, onSeek } = props;
  const { condition, entry, found } = hit;
  return (
    <Banner icon={OctagonPause} tone="warn" label="Breakpoint" role="status">
      <p className={clsx(bannerStyles.words, bannerStyles.hitWords)} title={legible(found)}>
        {active ? 'Paused after ' : 'Would pause after '}
        <EntryLink entry={entry} /> <strong className="mono">{breakpointWords(condition)}</strong>
        {found === '' ? null : (
          <>
            : <span className="mono">{found}</span>
          </>
        )}
      </p>
      <Button label="Disable" onClick={onDisable} />
      <Button label="Edit" onClick={onEdit} />
      {active ? (
        <Button label="Continue" onClick={onContinue} />
      ) : (
        <>
          <Button
            label="Previous hit"
            command="run.previousHit"
            onClick={() => {
              onSeek(-1);
            }}
          />
          <Button
            label="Next hit"
            command="run.nextHit"
            onClick={() => {
              onSeek(1);
            }}
          />
        </>
      )}
    </Banner>
  );
}
