import { type JSX, type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import { revealSource } from '../../stores/documents.ts';
import { seek } from '../../stores/selection.ts';
import { useStores } from '../../stores/use-stores.ts';
import { RemappedContext } from '../../ui/button.tsx';
import type { Remapped } from '../../ui/commands.ts';
import { type Navigation, NavigationContext } from '../../ui/links.tsx';

/** Connects the links in `children` to the window's playhead and editor, and its buttons to the person's shortcuts. */
export function WindowLinks({ children }: { readonly children: ReactNode }): JSX.Element {
  const stores = useStores();
  const remapped = useStore(stores.preferences, ({ keys }) => keys) as Remapped;
  const navigation = useMemo<Navigation>(
    () => ({
      seek: (entry) => {
        seek(stores.selection, entry, stores.log.getState().rows.length);
      },
      reveal: (place) => void revealSource(stores, place),
    }),
    [stores],
  );
  return (
    <RemappedContext value={remapped}>
      <NavigationContext value={navigation}>{children}</NavigationContext>
    </RemappedContext>
  );
}
