import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import type { Preferences } from '../../../preload/contract.ts';
import { changePreferences } from '../../stores/settings.ts';
import { useCommand, useStores } from '../../stores/use-stores.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SPEEDS } from '../../ui/format/replay-speeds.ts';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './settings.module.css';

export function Settings(): JSX.Element | null {
  const stores = useStores();
  const now = useStore(stores.preferences);
  const [open, setOpen] = useState(false);
  useCommand('settings.open', () => {
    setOpen(true);
  });
  if (!open) return null;
  return (
    <SettingsView
      now={now}
      onChange={(changed) => void changePreferences(stores, changed)}
      onClose={() => {
        setOpen(false);
      }}
    />
  );
}

const THEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const;
const FONT_SIZES: readonly number[] = [11, 12, 13, 14, 15, 16, 18]; // CSS px

interface SettingsViewProps {
  readonly now: Preferences;
  readonly onChange: (changed: Partial<Preferences>) => void;
  readonly onClose: () => void;
}

/** The settings dialog. Every change takes effect at once. */
function SettingsView({ now, onChange, onClose }: SettingsViewProps): JSX.Element {
  return (
    <Dialog label="Settings" className={styles.settings} closeButton onClose={onClose}>
      <h2>Settings</h2>
      <div className={styles.setting}>
        <span>Theme</span>
        <Segments
          label="Theme"
          choices={THEMES}
          chosen={now.theme}
          onChoose={(theme) => {
            onChange({ theme });
          }}
        />
      </div>
      <div className={styles.setting}>
        <span aria-hidden>Text size</span>
        <Select
          label="Text size"
          value={now.fontSize}
          options={FONT_SIZES.map((size) => ({ value: size, label: `${size} px` }))}
          onChoose={(fontSize) => {
            onChange({ fontSize });
          }}
        />
      </div>
      <div className={styles.setting}>
        <span aria-hidden>Replay speed</span>
        <Select
          label="Replay speed"
          value={now.speed}
          options={SPEEDS.map((speed) => ({ value: speed, label: `${speed} entries per second` }))}
          onChoose={(speed) => {
            onChange({ speed });
          }}
        />
      </div>
      <label className={styles.setting}>
        <span>Run on save and compare with the previous run</span>
        <input
          type="checkbox"
          checked={now.rerunOnSave}
          onChange={(event) => {
            onChange({ rerunOnSave: event.target.checked });
          }}
        />
      </label>
    </Dialog>
  );
}
