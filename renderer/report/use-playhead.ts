import { useEffect, useEffectEvent, useState } from 'react';

const MILLISECONDS = 125; // between entries while it plays

/** Where a reader stands among `count` places, −1 being before the first, and the ways to move. */
export interface Playhead {
  readonly at: number;
  readonly count: number;
  readonly playing: boolean;
  readonly seek: (at: number) => void;
  readonly toggle: () => void;
}

/** Keys that move the playhead, by how far. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  'Shift+ArrowLeft': -10,
  'Shift+ArrowRight': 10,
  Home: -Infinity,
  End: Infinity,
};

/** A playhead that the keys of the page move, unless something that takes them has the focus. */
export function usePlayhead(count: number, first: number): Playhead {
  const [at, setAt] = useState(first);
  const [playing, setPlaying] = useState(false);
  const seek = (to: number): void => {
    setPlaying(false);
    setAt(Math.max(-1, Math.min(count - 1, to)));
  };
  const toggle = (): void => {
    if (!playing && at >= count - 1) setAt(-1);
    setPlaying(!playing);
  };

  const onTick = useEffectEvent(() => {
    setAt(Math.min(count - 1, at + 1));
    if (at + 1 >= count - 1) setPlaying(false);
  });
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      onTick();
    }, MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, [playing]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest('input, [role=tablist]') !== null) return;
    const onButton = event.target instanceof Element && event.target.closest('button') !== null;
    const step = STEPS[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
    if (event.key === ' ' && !onButton) toggle();
    else if (step !== undefined) seek(at + step);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      onKey(event);
    };
    window.addEventListener('keydown', listener);
    return () => {
      window.removeEventListener('keydown', listener);
    };
  }, []);

  return { at, count, playing, seek, toggle };
}
