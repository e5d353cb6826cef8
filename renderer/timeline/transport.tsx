import { useEffect, type JSX } from 'react';
import { useStore } from 'zustand';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play, Radio } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { useCommand } from '../shortcuts/use-command.ts';
import { playOn, seek, SPEEDS, togglePlay } from '../state/playhead.ts';
import { isActive } from '../state/run-control.ts';
import { useBench, usePosition, useRows, useShownRun } from '../state/use-bench.ts';
import { decides, isTurn, nearest } from './landmarks.ts';
import './transport.css';

const LEAP = 10; // entries

/** Moves the playhead through the log, by hand or by itself. */
export function Transport(): JSX.Element {
  const { playhead } = useBench();
  const rows = useRows();
  const count = rows.length;
  const verdict = useShownRun()?.verdict;
  const at = usePosition();
  const { playing, speed } = useStore(playhead);
  const go = (to: number) => (): void => {
    playhead.setState({ playing: false });
    seek(playhead, to, count);
  };
  const play = (): void => {
    togglePlay(playhead, count);
  };

  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      playOn(playhead, count);
    }, 1000 / speed);
    return () => {
      clearInterval(timer);
    };
  }, [playhead, playing, speed, count]);

  useCommand('playhead.previous', go(at - 1));
  useCommand('playhead.next', go(at + 1));
  useCommand('playhead.back', go(at - LEAP));
  useCommand('playhead.ahead', go(at + LEAP));
  useCommand('playhead.nextTurn', () => {
    go(nearest(rows, at, 1, isTurn))();
  });
  useCommand('playhead.previousTurn', () => {
    go(nearest(rows, at, -1, isTurn))();
  });
  useCommand('playhead.nextVerdict', () => {
    go(nearest(rows, at, 1, decides(verdict)))();
  });
  useCommand('playhead.previousVerdict', () => {
    go(nearest(rows, at, -1, decides(verdict)))();
  });
  useCommand('playhead.first', go(-1));
  useCommand('playhead.last', go(count - 1));

  const atStart = at < 0;
  const atEnd = at >= count - 1;
  return (
    <div className="transport" role="group" aria-label="Replay">
      <Button
        bare
        icon={ChevronFirst}
        label="Before the first entry"
        keys="Home"
        disabled={atStart}
        onClick={go(-1)}
      />
      <Button
        bare
        icon={ChevronLeft}
        label="Previous entry"
        keys="←"
        disabled={atStart}
        onClick={go(at - 1)}
      />
      <Button
        bare
        icon={playing ? Pause : Play}
        label={playing ? 'Stop replaying' : 'Replay'}
        disabled={count === 0}
        onClick={play}
      />
      <Button bare icon={ChevronRight} label="Next entry" keys="→" disabled={atEnd} onClick={go(at + 1)} />
      <Button
        bare
        icon={ChevronLast}
        label="Last entry"
        keys="End"
        disabled={atEnd}
        onClick={go(count - 1)}
      />
      <label className="transport-speed">
        <span className="visually-hidden">Replay speed</span>
        <select
          value={speed}
          onChange={(event) => {
            playhead.setState({ speed: Number(event.target.value) });
          }}
        >
          {SPEEDS.map((choice) => (
            <option key={choice} value={choice}>
              {choice} / s
            </option>
          ))}
        </select>
      </label>
      <LiveChip count={count} />
    </div>
  );
}

/** While the run goes on: whether the playhead keeps up with it, and the way back to where it is. */
function LiveChip({ count }: { readonly count: number }): JSX.Element | null {
  const { playhead } = useBench();
  const following = useStore(playhead, (head) => head.following);
  if (!isActive(useShownRun())) return null;
  return (
    <button
      type="button"
      className="live-chip"
      aria-pressed={following}
      title={following ? 'The playhead keeps up with the run' : 'Back to where the run is (End)'}
      onClick={() => {
        seek(playhead, count - 1, count);
      }}
    >
      <Radio aria-hidden />
      Live
    </button>
  );
}
