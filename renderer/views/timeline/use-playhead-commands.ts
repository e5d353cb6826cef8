import { bisector } from 'd3';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { minutes, type Verdict } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { FASTEST, positionNow, seek, pausePlayback, setSpeed } from '../../stores/selection.ts';
import { useStores, useCommand, useRows, useShownRun } from '../../stores/use-stores.ts';
import { seekChange } from '../../stores/value-history.ts';
import { groupOf } from './layout/lanes.ts';

const PAUSE = 900; // milliseconds after which another number begins

/** A number as it is typed, digit by digit. */
export interface Typed {
  readonly text: string;
  /** When its last digit came, in milliseconds. */
  readonly at: number;
}

/** What has been typed once `digit` follows at `now`. */
const appendDigit = (before: Typed | undefined, digit: string, now: number): Typed => ({
  text: before === undefined || now - before.at > PAUSE ? digit : before.text + digit,
  at: now,
});

/** Whether the agent acts in `row`. */
export const isTurn = ({ kind, status }: Pick<LogRow, 'kind' | 'status'>): boolean =>
  kind === 'agent' && status !== 'skipped';

/** Answers whether an entry decides something: a validation that is over, or what the verdict of the run points to. */
export function decides(
  verdict: Verdict | undefined,
): (row: Pick<LogRow, 'index' | 'kind' | 'verdict'>) => boolean {
  const named = new Set(
    [...(verdict?.checks ?? []), ...(verdict?.shortfalls ?? [])].map(({ entry }) => entry),
  );
  return ({ index, kind, verdict: own }) =>
    named.has(index) || (kind === 'validation' && own !== undefined && own !== 'waiting');
}

/** The nearest entry after `at`, or before it, that `isOne`; `at` when there is none. */
export function nearest<Row>(
  rows: readonly Row[],
  at: number,
  step: 1 | -1,
  isOne: (row: Row) => boolean,
): number {
  for (let index = at + step; index >= 0 && index < rows.length; index += step)
    if (isOne(rows[index]!)) return index;
  return at;
}

const byTime = bisector(({ time }: Pick<LogRow, 'time'>) => time);

/** The last entry of the next minute of simulated time, or of the one before: one entry on where nothing is that near. */
export function minuteFrom(rows: readonly Pick<LogRow, 'time'>[], at: number, step: 1 | -1): number {
  const here = rows[at];
  if (here === undefined) return at + step;
  const there = byTime.right(rows, here.time + step * minutes(1)) - 1;
  return step === 1 ? Math.max(at + 1, there) : Math.min(at - 1, there);
}

const LEAP = 10; // entries

/** The commands that move the playhead. Without a digit, that of speed is `focusSpeed`. */
export function usePlayheadCommands(focusSpeed: () => void): void {
  const stores = useStores();
  const { selection, preferences } = stores;
  const lanes = useStore(preferences, ({ timeline }) => timeline.lanes);
  const rows = useRows();
  const verdict = useShownRun()?.verdict;
  const typed = useRef<Typed>(undefined);
  const go = (to: number): void => {
    pausePlayback(selection);
    seek(selection, to, rows.length);
  };
  const goBy = (step: number) => (): void => {
    go(positionNow(stores) + step);
  };
  const goToNearest = (step: 1 | -1, isOne: (row: LogRow) => boolean): void => {
    go(nearest(rows, positionNow(stores), step, isOne));
  };
  const goToTurn = (step: 1 | -1) => (): void => {
    goToNearest(step, isTurn);
  };
  const goToVerdict = (step: 1 | -1) => (): void => {
    goToNearest(step, decides(verdict));
  };
  const goInLane = (step: 1 | -1) => (): void => {
    const here = rows[positionNow(stores)];
    goToNearest(step, (row) => here !== undefined && groupOf(row, lanes) === groupOf(here, lanes));
  };

  useCommand('playhead.previous', goBy(-1));
  useCommand('playhead.next', goBy(1));
  useCommand('playhead.back', goBy(-LEAP));
  useCommand('playhead.ahead', goBy(LEAP));
  useCommand('playhead.minuteOn', () => {
    go(minuteFrom(rows, positionNow(stores), 1));
  });
  useCommand('playhead.minuteBack', () => {
    go(minuteFrom(rows, positionNow(stores), -1));
  });
  useCommand('playhead.first', () => {
    go(-1);
  });
  useCommand('playhead.last', () => {
    go(rows.length - 1);
  });
  useCommand('playhead.nextTurn', goToTurn(1));
  useCommand('playhead.previousTurn', goToTurn(-1));
  useCommand('playhead.nextVerdict', goToVerdict(1));
  useCommand('playhead.previousVerdict', goToVerdict(-1));
  useCommand('playhead.nextInLane', goInLane(1));
  useCommand('playhead.previousInLane', goInLane(-1));
  useCommand('playhead.nextChange', () => void seekChange(stores, 'on'));
  useCommand('playhead.previousChange', () => void seekChange(stores, 'back'));
  useCommand('playhead.cause', () => {
    const at = positionNow(stores);
    go(rows[at]?.causes[0] ?? at);
  });
  useCommand('playhead.effect', () => {
    const at = positionNow(stores);
    goToNearest(1, ({ causes }) => causes.includes(at));
  });
  useCommand('playhead.speed', (digit) => {
    if (digit === undefined) {
      focusSpeed();
      return;
    }
    typed.current = appendDigit(typed.current, digit, performance.now());
    const speed = Number(typed.current.text);
    if (speed > 0) setSpeed(selection, Math.min(FASTEST, speed));
  });
}
