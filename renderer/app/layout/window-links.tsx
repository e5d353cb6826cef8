import { type JSX, type ReactNode, useMemo } from 'react';
import { revealSource } from '../../stores/documents.ts';
import { seek } from '../../stores/selection.ts';
import { useStores } from '../../stores/use-stores.ts';
import { type Navigation, NavigationContext } from '../../ui/links.tsx';

/** Connects the links in `children` to the window's playhead and editor. */
export function WindowLinks({ children }: { readonly children: ReactNode }): JSX.Element {
  const stores = useStores();
  const navigation = useMemo<Navigation>(
    () => ({
      seek: (entry) => {
        seek(stores.selection, entry, stores.log.getState().rows.length);
      },
      reveal: (place) => void revealSource(stores, place),
    }),
    [stores],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
