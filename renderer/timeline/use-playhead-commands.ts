import { useRef } from 'react';
import { useStore } from 'zustand';
import { useCommand } from '../shortcuts/use-command.ts';
import { seekChange } from '../state/seek-change.ts';
import { FASTEST, positionNow, seek } from '../state/playhead.ts';
import { useBench, useRows, useShownRun } from '../state/use-bench.ts';
import { groupOf } from './lanes.ts';
import { aMinuteFrom, decides, isTurn, nearest } from './landmarks.ts';
import { typedOn, type Typed } from './typed-number.ts';
import type { LogRow } from '../../preload/contract.ts';

const LEAP = 10; // entries

/** The commands that move the playhead. Without a digit, that of speed is `focusSpeed`. */
export function usePlayheadCommands(focusSpeed: () => void): void {
  const bench = useBench();
  const { playhead, preferences } = bench;
  const lanes = useStore(preferences, ({ timeline }) => timeline.lanes);
  const rows = useRows();
  const verdict = useShownRun()?.verdict;
  const typed = useRef<Typed>(undefined);
  const go = (to: number): void => {
    playhead.setState({ playing: false });
    seek(playhead, to, rows.length);
  };
  const goBy = (step: number) => (): void => {
    go(positionNow(bench) + step);
  };
  const goToNearest = (step: 1 | -1, isOne: (row: LogRow) => boolean): void => {
    go(nearest(rows, positionNow(bench), step, isOne));
  };
  const goToTurn = (step: 1 | -1) => (): void => {
    goToNearest(step, isTurn);
  };
  const goToVerdict = (step: 1 | -1) => (): void => {
    goToNearest(step, decides(verdict));
  };
  const goInLane = (step: 1 | -1) => (): void => {
    const here = rows[positionNow(bench)];
    goToNearest(step, (row) => here !== undefined && groupOf(row, lanes) === groupOf(here, lanes));
  };

  useCommand('playhead.previous', goBy(-1));
  useCommand('playhead.next', goBy(1));
  useCommand('playhead.back', goBy(-LEAP));
  useCommand('playhead.ahead', goBy(LEAP));
  useCommand('playhead.minuteOn', () => {
    go(aMinuteFrom(rows, positionNow(bench), 1));
  });
  useCommand('playhead.minuteBack', () => {
    go(aMinuteFrom(rows, positionNow(bench), -1));
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
  useCommand('playhead.nextChange', () => void seekChange(bench, 'on'));
  useCommand('playhead.previousChange', () => void seekChange(bench, 'back'));
  useCommand('playhead.cause', () => {
    const at = positionNow(bench);
    go(rows[at]?.causes[0] ?? at);
  });
  useCommand('playhead.effect', () => {
    const at = positionNow(bench);
    goToNearest(1, ({ causes }) => causes.includes(at));
  });
  useCommand('playhead.speed', (digit) => {
    if (digit === undefined) {
      focusSpeed();
      return;
    }
    typed.current = typedOn(typed.current, digit, performance.now());
    const speed = Number(typed.current.text);
    if (speed > 0) playhead.setState({ speed: Math.min(FASTEST, speed) });
  });
}
