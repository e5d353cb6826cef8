import { useRef } from 'react';
import { useStore } from 'zustand';
import { useCommand } from '../shortcuts/use-command.ts';
import { seekChange } from '../state/seek-change.ts';
import { FASTEST, seek } from '../state/playhead.ts';
import { useBench, usePosition, useRows, useShownRun } from '../state/use-bench.ts';
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
  const at = usePosition();
  const typed = useRef<Typed>(undefined);
  const here = rows[at];
  const go = (to: number): void => {
    playhead.setState({ playing: false });
    seek(playhead, to, rows.length);
  };
  const goToNearest = (step: 1 | -1, isOne: (row: LogRow) => boolean) => (): void => {
    go(nearest(rows, at, step, isOne));
  };
  const goToVerdict = (step: 1 | -1) => (): void => {
    go(nearest(rows, at, step, decides(verdict)));
  };
  const sameLane = (row: LogRow): boolean =>
    here !== undefined && groupOf(row, lanes) === groupOf(here, lanes);

  useCommand('playhead.previous', () => {
    go(at - 1);
  });
  useCommand('playhead.next', () => {
    go(at + 1);
  });
  useCommand('playhead.back', () => {
    go(at - LEAP);
  });
  useCommand('playhead.ahead', () => {
    go(at + LEAP);
  });
  useCommand('playhead.minuteOn', () => {
    go(aMinuteFrom(rows, at, 1));
  });
  useCommand('playhead.minuteBack', () => {
    go(aMinuteFrom(rows, at, -1));
  });
  useCommand('playhead.first', () => {
    go(-1);
  });
  useCommand('playhead.last', () => {
    go(rows.length - 1);
  });
  useCommand('playhead.nextTurn', goToNearest(1, isTurn));
  useCommand('playhead.previousTurn', goToNearest(-1, isTurn));
  useCommand('playhead.nextVerdict', goToVerdict(1));
  useCommand('playhead.previousVerdict', goToVerdict(-1));
  useCommand('playhead.nextInLane', goToNearest(1, sameLane));
  useCommand('playhead.previousInLane', goToNearest(-1, sameLane));
  useCommand('playhead.nextChange', () => void seekChange(bench, 'on'));
  useCommand('playhead.previousChange', () => void seekChange(bench, 'back'));
  useCommand('playhead.cause', () => {
    go(here?.causes[0] ?? at);
  });
  useCommand(
    'playhead.effect',
    goToNearest(1, ({ causes }) => causes.includes(at)),
  );
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
