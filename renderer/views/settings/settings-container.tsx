import { type JSX, useState } from 'react';
import { useStore } from 'zustand';
import { changePreferences } from '../../stores/settings.ts';
import { useCommand, useStores } from '../../stores/use-stores.ts';
import { SettingsView } from './settings.tsx';

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
