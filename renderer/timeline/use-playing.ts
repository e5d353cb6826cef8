import { useEffect } from 'react';
import { useStore } from 'zustand';
import { playOn } from '../state/playhead.ts';
import { useBench } from '../state/use-bench.ts';

/** Moves the playhead while it plays: once a frame at most, by as many entries as are due. */
export function usePlaying(): void {
  const { playhead, log } = useBench();
  const playing = useStore(playhead, (head) => head.playing);
  const speed = useStore(playhead, (head) => head.speed);
  useEffect(() => {
    if (!playing) return undefined;
    let due = 0;
    let before = performance.now();
    const step = (now: number): void => {
      due += ((now - before) * speed) / 1000;
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      if (steps > 0) playOn(playhead, log.getState().rows.length, steps);
      frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [playhead, log, playing, speed]);
}
