import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Reply } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { ask } from './sync.ts';

/** An action that a notice offers. */
interface NoticeAct {
  readonly label: string;
  readonly run: () => void;
}

/** A list that is too long for a notice. */
export interface NoticeDetails {
  readonly title: string;
  readonly items: readonly { readonly title: string; readonly text: string }[];
}

/** A message about an event in the background. */
export interface Notice {
  readonly id: number;
  /** A `note` is of something that is no error; a `hint` answers a key. Good news and hints disappear by themselves. */
  readonly tone: 'good' | 'hint' | 'note' | 'bad' | 'offer';
  readonly text: string;
  /** More about it, which the person can open. */
  readonly details?: NoticeDetails;
  /** The actions that the notice offers. */
  readonly acts: readonly NoticeAct[];
  /** The file of {@link notifyAbout}. */
  readonly about?: string;
}

/** Progress of a long operation. */
export interface Progress {
  readonly text: string;
  /** From 0 to 1; `undefined` while unknown. */
  readonly share: number | undefined;
  readonly cancel: () => void;
}

export type NoticesStore = StoreApi<{
  readonly notices: readonly Notice[];
  readonly progress: Progress | undefined;
}>;

export const createNoticesStore = (): NoticesStore =>
  createStore(() => ({ notices: [] as readonly Notice[], progress: undefined as Progress | undefined }));

/** Shows a line, and returns its id. */
export function notify(
  store: NoticesStore,
  tone: Notice['tone'],
  text: string,
  ...acts: readonly NoticeAct[]
): number {
  return add(store, { tone, text, acts });
}

/** Shows a line that opens a list. */
export function notifyWithDetails(
  store: NoticesStore,
  tone: Notice['tone'],
  text: string,
  details: NoticeDetails,
  ...acts: readonly NoticeAct[]
): void {
  add(store, { tone, text, details, acts });
}

/** Shows an error that stands until the same is done with `file` successfully, see {@link retract}. */
export function notifyAbout(store: NoticesStore, file: string, text: string): void {
  retract(store, file);
  add(store, { tone: 'bad', text, acts: [], about: file });
}

/** One that still says the same gives way to the new one: saving twice into a full disk is one piece of news. So does a hint to another. */
function add(store: NoticesStore, added: Omit<Notice, 'id'>): number {
  const { notices: shown } = store.getState();
  const id = (shown.at(-1)?.id ?? 0) + 1;
  const others = shown.filter(
    ({ tone, text }) => tone !== added.tone || (text !== added.text && tone !== 'hint'),
  );
  store.setState({ notices: [...others.slice(-3), { id, ...added }] });
  return id;
}

/** Removes the error about `file`, if there is one. */
export function retract(store: NoticesStore, file: string): void {
  store.setState(({ notices: shown }) => ({ notices: shown.filter(({ about }) => about !== file) }));
}

/** Shows progress; `undefined` hides it. */
export function showProgress(store: NoticesStore, progress: Progress | undefined): void {
  store.setState({ progress });
}

export function dismiss(store: NoticesStore, id: number): void {
  store.setState(({ notices: shown }) => ({ notices: shown.filter((notice) => notice.id !== id) }));
}

/** Notifies that `file` was written, and offers to open it. `what` begins the sentence, such as `Exported to`. */
export function notifySaved(
  { bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>,
  what: string,
  file: string,
  notes: readonly string[] = [],
): void {
  const show = (how: 'open' | 'folder') => (): void =>
    void ask(bridge, 'file.show', { file, how }).then((reply) => {
      if (!reply.ok) notify(notices, 'bad', reply.error.message);
    });
  notify(
    notices,
    notes.length === 0 ? 'good' : 'bad',
    [`${what} ${file}`, ...notes].join('\n'),
    { label: 'Open', run: show('open') },
    { label: 'Show in folder', run: show('folder') },
  );
}

/**
 * Replaces the list in `store` and saves it through `keep`; restores the old list on an error. Returns whether it succeeded.
 */
export async function persistList<Item>(
  store: StoreApi<{ readonly list: readonly Item[] }>,
  list: readonly Item[],
  keep: (list: Item[]) => Promise<Reply<null>>,
  notices: NoticesStore,
): Promise<boolean> {
  const before = store.getState().list;
  store.setState({ list });
  const reply = await keep([...list]);
  if (reply.ok) return true;
  if (store.getState().list === list) store.setState({ list: before });
  notify(notices, 'bad', reply.error.message);
  return false;
}

/**
 * Copies `text` to the clipboard and notifies that `what` was copied. The page has no clipboard permission, but copying a
 * selection needs none.
 */
export function copyText({ notices }: Pick<AppStores, 'notices'>, text: string, what: string): void {
  const holder = document.createElement('textarea');
  holder.value = text;
  document.body.append(holder);
  const { activeElement } = document;
  holder.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the one way to copy without a permission
  document.execCommand('copy');
  holder.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  notify(notices, 'good', `${what} copied`);
}
