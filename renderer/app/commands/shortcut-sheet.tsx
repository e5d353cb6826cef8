import { group } from 'd3';
import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { changePreferences } from '../../stores/settings.ts';
import { useStores, useCommand } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import {
  chordOf,
  chordText,
  COMMAND_NAMES,
  commandOf,
  conflictsIn,
  keysOf,
  menuOf,
  type Remapped,
} from '../../ui/commands.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './sheet.module.css';

/** Pointer gestures that have no button. */
const GESTURES = [
  ['Scroll the lanes of the timeline', 'Wheel'],
  ['Zoom the timeline', 'Ctrl+wheel, or wheel on the ruler'],
  ['Pan the timeline', 'Shift+wheel, Shift+drag'],
  ['Move the playhead', 'Drag on the ruler'],
  ['Select a range of entries', 'Drag over the lanes'],
  ['Zoom the graph', 'Wheel'],
  ['Pan the graph', 'Drag'],
] as const;

/** The list of pointer gestures, which cannot be changed. */
function ByPointer(): JSX.Element {
  return (
    <section>
      <h3>Mouse and trackpad</h3>
      <ul aria-label="Mouse and trackpad">
        {GESTURES.map(([title, gesture]) => (
          <li key={title}>
            <span>{title}</span>
            <kbd>{gesture}</kbd>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface KeyCapProps {
  /** Title of the command. */
  readonly title: string;
  readonly chord: string | undefined;
  /** Whether another command has the same key. */
  readonly clashes: boolean;
  readonly onPress: (chord: string) => void;
}

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/** A command's key. After a click, the next key pressed replaces it. */
function KeyCap({ title, chord, clashes, onPress }: KeyCapProps): JSX.Element {
  const [waiting, setWaiting] = useState(false);
  const words = chord === undefined ? 'none' : chordText(chord);
  return (
    <button
      type="button"
      className={clsx(styles.keyCap, clashes && styles.clashes)}
      aria-label={`${title}: ${waiting ? 'press a key' : words}${clashes ? ', conflict' : ''}`}
      title={clashes ? 'Another command has this key' : 'Click, then press another key'}
      onClick={() => {
        setWaiting(true);
      }}
      onBlur={() => {
        setWaiting(false);
      }}
      onKeyDown={(event) => {
        // Tab moves the focus as usual.
        if (!waiting || event.key === 'Tab' || MODIFIERS.includes(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
        setWaiting(false);
        if (event.key !== 'Escape') onPress(chordOf(event));
      }}
    >
      <kbd className={chord === undefined && !waiting ? styles.noKey : undefined}>
        {waiting ? 'press a key' : words}
      </kbd>
    </button>
  );
}

/** All commands with their keys, by menu. Each key can be changed. */
export function ShortcutSheet(): JSX.Element | null {
  const stores = useStores();
  const remapped = useStore(stores.preferences, ({ keys }) => keys) as Remapped;
  const [open, setOpen] = useState(false);
  useCommand('help.shortcuts', () => {
    setOpen(true);
  });
  if (!open) return null;
  const clashes = conflictsIn(remapped);
  const remap = (keys: Remapped): void => {
    void changePreferences(stores, { keys: keys as Record<string, string[]> });
  };
  return (
    <Dialog
      label="Keyboard shortcuts"
      className={styles.sheet}
      closeButton
      onClose={() => {
        setOpen(false);
      }}
    >
      <header>
        <h2>Keyboard shortcuts</h2>
        <Button
          label="Reset all"
          disabled={Object.keys(remapped).length === 0}
          onClick={() => {
            remap({});
          }}
        />
      </header>
      <div className={styles.menus}>
        {Array.from(group(COMMAND_NAMES, menuOf), ([menu, names]) => (
          <section key={menu}>
            <h3>{menu}</h3>
            <ul aria-label={menu}>
              {names.map((name) => (
                <li key={name}>
                  <span>{commandOf(name).title}</span>
                  <KeyCap
                    title={commandOf(name).title}
                    chord={keysOf(name, remapped)[0]}
                    clashes={keysOf(name, remapped).some((chord) => clashes.has(chord))}
                    onPress={(chord) => {
                      remap({ ...remapped, [name]: [chord] });
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <ByPointer />
      </div>
    </Dialog>
  );
}
