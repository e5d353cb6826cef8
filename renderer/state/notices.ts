import { createStore, type StoreApi } from 'zustand/vanilla';

/** A line about something that happened out of sight. */
export interface Notice {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
  /** What can be done about it. */
  readonly act: { readonly label: string; readonly run: () => void } | undefined;
}

/** Something that takes its time. */
export interface Progress {
  readonly text: string;
  /** From 0 to 1; `undefined` while nobody can tell. */
  readonly share: number | undefined;
  readonly cancel: () => void;
}

export type Notices = StoreApi<{
  readonly notices: readonly Notice[];
  readonly progress: Progress | undefined;
}>;

export const notices = (): Notices =>
  createStore(() => ({ notices: [] as readonly Notice[], progress: undefined as Progress | undefined }));

export function notify(store: Notices, tone: Notice['tone'], text: string, act?: Notice['act']): void {
  store.setState(({ notices: shown }) => ({
    notices: [...shown.slice(-3), { id: (shown.at(-1)?.id ?? 0) + 1, tone, text, act }],
  }));
}

export function dismiss(store: Notices, id: number): void {
  store.setState(({ notices: shown }) => ({ notices: shown.filter((notice) => notice.id !== id) }));
}
