import type { Store } from './store.ts';
import { StoreError } from './store-error.ts';

/** `store` as one that takes nothing in. Who tries is told that `file` must not be written. */
export function lookOnly(store: Store, file: string): Store {
  const refuse = (): never => {
    throw new StoreError(
      'store-read-only',
      file,
      'a file or folder that must not be written',
      'one that may be',
    );
  };
  const writing = { begin: refuse, whole: refuse, remove: refuse, tag: refuse, pin: refuse };
  return { ...store, ...writing, addNote: refuse, changeNote: refuse, removeNote: refuse };
}
