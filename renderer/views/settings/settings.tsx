import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import { SPEEDS } from '../../stores/selection.ts';
import { changePreferences } from '../../stores/preferences.ts';
import { useStores, useCommand } from '../../stores/use-stores.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import styles from './settings.module.css';

const THEMES = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;
const FONT_SIZES = [11, 12, 13, 14, 15, 16, 18] as const; // CSS px

/** How the person likes the workbench. Every change holds at once. */
export function Settings(): JSX.Element | null {
  const stores = useStores();
  const now = useStore(stores.preferences);
  const [open, setOpen] = useState(false);
  useCommand('settings.open', () => {
    setOpen(true);
  });
  if (!open) return null;
  const change = (changed: Partial<typeof now>): void => {
    void changePreferences(stores, changed);
  };
  return (
    <Dialog
      label="Settings"
      className={styles.settings}
      closeButton
      onClose={() => {
        setOpen(false);
      }}
    >
      <h2>Settings</h2>
      <div className={styles.setting}>
        <span>Theme</span>
        <Segments
          label="Theme"
          choices={THEMES}
          chosen={now.theme}
          onChoose={(theme) => {
            change({ theme });
          }}
        />
      </div>
      <label className={styles.setting}>
        <span>Text size</span>
        <select
          value={now.fontSize}
          onChange={(event) => {
            change({ fontSize: Number(event.target.value) });
          }}
        >
          {FONT_SIZES.map((size) => (
            <option key={size} value={size}>
              {size} px
            </option>
          ))}
        </select>
      </label>
      <label className={styles.setting}>
        <span>Replay begins at</span>
        <select
          value={now.speed}
          onChange={(event) => {
            change({ speed: Number(event.target.value) });
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed} entries a second
            </option>
          ))}
        </select>
      </label>
      <label className={styles.setting}>
        <span>Run when saved, and compare with the run before</span>
        <input
          type="checkbox"
          checked={now.rerunOnSave}
          onChange={(event) => {
            change({ rerunOnSave: event.target.checked });
          }}
        />
      </label>
    </Dialog>
  );
}
