import { useState, type JSX } from 'react';
import { chordInWords, chordOf } from './chords.ts';

interface KeyCapProps {
  /** Of the command. */
  readonly title: string;
  readonly chord: string | undefined;
  /** Another command has it too. */
  readonly clashes: boolean;
  readonly onPress: (chord: string) => void;
}

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/** A command's key, which can be changed: once clicked, the next key is it. */
export function KeyCap({ title, chord, clashes, onPress }: KeyCapProps): JSX.Element {
  const [waiting, setWaiting] = useState(false);
  const words = chord === undefined ? 'none' : chordInWords(chord);
  return (
    <button
      type="button"
      className={`key-cap ${clashes ? 'clashes' : ''}`}
      aria-label={`${title}: ${waiting ? 'press a key' : words}${clashes ? ', also another’s' : ''}`}
      title={clashes ? 'Another command has this key too' : 'Click, then press another key'}
      onClick={() => {
        setWaiting(true);
      }}
      onBlur={() => {
        setWaiting(false);
      }}
      onKeyDown={(event) => {
        // Tab leads on, as everywhere.
        if (!waiting || event.key === 'Tab' || MODIFIERS.includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        setWaiting(false);
        if (event.key !== 'Escape') onPress(chordOf(event));
      }}
    >
      <kbd className={chord === undefined && !waiting ? 'no-key' : ''}>{waiting ? 'press a key' : words}</kbd>
    </button>
  );
}
