import { group } from 'd3';
import { useState, type JSX } from 'react';
import { useStore } from 'zustand';
import { Button } from '../elements/button.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { prefer } from '../state/preferences.ts';
import { useBench } from '../state/use-bench.ts';
import { ByPointer } from './by-pointer.tsx';
import { clashesIn, keysOf, type Remapped } from './chords.ts';
import { KeyCap } from './key-cap.tsx';
import { COMMAND_NAMES, commandOf, menuOf } from './registry.ts';
import { useCommand } from './use-command.ts';
import './sheet.css';

/** Every command with its keys, by menu; a key that is pressed on becomes another. */
export function ShortcutSheet(): JSX.Element | null {
  const bench = useBench();
  const remapped = useStore(bench.preferences, ({ keys }) => keys) as Remapped;
  const [open, setOpen] = useState(false);
  useCommand('help.shortcuts', () => {
    setOpen(true);
  });
  if (!open) return null;
  const clashes = clashesIn(remapped);
  const remap = (keys: Remapped): void => {
    void prefer(bench, { keys: keys as Record<string, string[]> });
  };
  return (
    <Dialog
      label="Keyboard shortcuts"
      className="sheet"
      closeButton
      onClose={() => {
        setOpen(false);
      }}
    >
      <header>
        <h2>Keyboard shortcuts</h2>
        <Button
          label="All as they were"
          disabled={Object.keys(remapped).length === 0}
          onClick={() => {
            remap({});
          }}
        />
      </header>
      <div className="sheet-menus">
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
