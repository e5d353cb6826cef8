import type { JSX } from 'react';
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import type { Playhead } from './use-playhead.ts';

interface ScrubberProps {
  readonly playhead: Playhead;
  /** What stands at the playhead, in words. */
  readonly words: string;
}

/** Plays, steps and scrubs. */
export function Scrubber({ playhead, words }: ScrubberProps): JSX.Element {
  const { at, count, playing, seek, toggle } = playhead;
  const button = (label: string, keys: string, icon: typeof Play, onClick: () => void): JSX.Element => (
    <Button bare label={label} keys={keys} icon={icon} onClick={onClick} disabled={count === 0} />
  );
  return (
    <div className="scrubber">
      {button('To the start', 'Home', SkipBack, () => {
        seek(-1);
      })}
      {button('One back', 'ArrowLeft', ChevronLeft, () => {
        seek(at - 1);
      })}
      {button(playing ? 'Pause' : 'Play', 'Space', playing ? Pause : Play, toggle)}
      {button('One on', 'ArrowRight', ChevronRight, () => {
        seek(at + 1);
      })}
      {button('To the end', 'End', SkipForward, () => {
        seek(count - 1);
      })}
      <input
        type="range"
        aria-label="Playhead"
        aria-valuetext={words}
        min={-1}
        max={Math.max(-1, count - 1)}
        value={at}
        onChange={(event) => {
          seek(Number(event.target.value));
        }}
      />
      <output className="number" aria-live="off">
        {words}
      </output>
    </div>
  );
}
