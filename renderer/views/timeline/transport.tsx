import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play, Radio } from 'lucide-react';
import { type JSX, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import {
  advance,
  positionNow,
  seek,
  SPEEDS,
  togglePlay,
  pausePlayback,
  setSpeed,
} from '../../stores/selection.ts';
import { isActive } from '../../stores/runs.ts';
import { useStores, useCount, useShownRun } from '../../stores/use-stores.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { usePlayheadCommands } from './use-playhead-commands.ts';
import styles from './transport.module.css';

/** Moves the playhead while it plays: once a frame at most, by as many entries as are due. */
function usePlaying(): void {
  const { selection, log } = useStores();
  const playing = useStore(selection, (head) => head.playing);
  const speed = useStore(selection, (head) => head.speed);
  useEffect(() => {
    if (!playing) return undefined;
    let due = 0;
    let before = performance.now();
    const step = (now: number): void => {
      due += ((now - before) * speed) / 1000;
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      if (steps > 0) advance(selection, log.getState().rows.length, steps);
      frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [selection, log, playing, speed]);
}

/** Moves the playhead through the log, by hand or by itself. */
export function Transport(): JSX.Element {
  const stores = useStores();
  const { selection, inspection } = stores;
  const count = useCount();
  const atStart = useStore(inspection, ({ at }) => at < 0);
  const atEnd = useStore(inspection, ({ at }) => at >= count - 1);
  const playing = useStore(selection, (head) => head.playing);
  const speed = useRef<HTMLSelectElement>(null);
  usePlaying();
  usePlayheadCommands(() => speed.current?.focus());

  return (
    <div className={styles.transport} role="group" aria-label="Replay">
      <Move icon={ChevronFirst} label="Before the first entry" keys="Home" disabled={atStart} to={() => -1} />
      <Move
        icon={ChevronLeft}
        label="Previous entry"
        keys="←"
        disabled={atStart}
        to={() => positionNow(stores) - 1}
      />
      <Button
        bare
        icon={playing ? Pause : Play}
        label={playing ? 'Stop replaying' : 'Replay'}
        disabled={count === 0}
        onClick={() => {
          togglePlay(selection, count);
        }}
      />
      <Move
        icon={ChevronRight}
        label="Next entry"
        keys="→"
        disabled={atEnd}
        to={() => positionNow(stores) + 1}
      />
      <Move icon={ChevronLast} label="Last entry" keys="End" disabled={atEnd} to={() => count - 1} />
      <SpeedChoice field={speed} />
    </div>
  );
}

interface MoveProps extends Pick<ButtonProps, 'icon' | 'label' | 'keys' | 'disabled'> {
  readonly to: () => number;
}

/** Stops the playhead and puts it on an entry. */
function Move({ to, ...look }: MoveProps): JSX.Element {
  const { selection } = useStores();
  const count = useCount();
  return (
    <Button
      bare
      {...look}
      onClick={() => {
        pausePlayback(selection);
        seek(selection, to(), count);
      }}
    />
  );
}

/** How fast it plays: one of the usual speeds, or the one that was typed. */
function SpeedChoice({ field }: { readonly field: React.Ref<HTMLSelectElement> }): JSX.Element {
  const { selection } = useStores();
  const speed = useStore(selection, (head) => head.speed);
  const choices = [...new Set([...SPEEDS, speed])].sort((one, other) => one - other);
  return (
    <label className={styles.choice}>
      <span className="visually-hidden">Replay speed</span>
      <select
        className="quiet"
        ref={field}
        value={speed}
        title="Entries a second; digits set it, too"
        onChange={(event) => {
          setSpeed(selection, Number(event.target.value));
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice} / s
          </option>
        ))}
      </select>
    </label>
  );
}

/** While the run goes on: whether the playhead keeps up with it, and the way back to where it is. */
export function LiveChip(): JSX.Element | null {
  const { selection } = useStores();
  const count = useCount();
  const following = useStore(selection, (head) => head.following);
  if (!isActive(useShownRun())) return null;
  return (
    <button
      type="button"
      className={styles.liveChip}
      aria-pressed={following}
      title={following ? 'The playhead keeps up with the run' : 'Back to where the run is (End)'}
      onClick={() => {
        seek(selection, count - 1, count);
      }}
    >
      <Radio aria-hidden />
      Live
    </button>
  );
}
