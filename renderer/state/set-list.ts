import type { StoreApi } from 'zustand/vanilla';
import type { Reply } from '../../preload/contract.ts';
import { notify, type Notices } from './notices.ts';

/** Sets `list` in the place of what `store` has, and has main `keep` it; where that refuses, all stays as it was. Answers whether it is set. */
export async function setList<Item>(
  store: StoreApi<{ readonly list: readonly Item[] }>,
  list: readonly Item[],
  keep: (list: Item[]) => Promise<Reply<null>>,
  notices: Notices,
): Promise<boolean> {
  const before = store.getState().list;
  store.setState({ list });
  const reply = await keep([...list]);
  if (reply.ok) return true;
  if (store.getState().list === list) store.setState({ list: before });
  notify(notices, 'bad', reply.error.message);
  return false;
}
