import { useEffect, useEffectEvent } from 'react';
import { keepsKey, shortcutFor, type ShortcutName } from './registry.ts';

/** Calls `act` when the keys of shortcut `name` are pressed and nothing nearer wants them. */
export function useShortcut(name: ShortcutName, act: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || shortcutFor(event) !== name || keepsKey(event.target, event)) return;
    event.preventDefault();
    act();
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
}
