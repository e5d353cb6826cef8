import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lab, Refusal } from '../../preload/contract.ts';
import { ask } from './ask.ts';

/** A scenario's source: as it is on disk, and as it stands in the editor. */
export interface SourceText {
  readonly saved: string;
  readonly text: string;
}

/** The sources read so far by path, and which of them the editor shows. */
export interface DocumentsState {
  readonly open: string | undefined;
  readonly texts: Readonly<Record<string, SourceText>>;
  readonly refusal: Refusal | undefined;
}

export type Documents = StoreApi<DocumentsState>;

export const documents = (): Documents =>
  createStore<DocumentsState>(() => ({ open: undefined, texts: {}, refusal: undefined }));

export const isDirty = ({ texts }: DocumentsState, path: string | undefined): boolean => {
  const source = path === undefined ? undefined : texts[path];
  return source !== undefined && source.text !== source.saved;
};

/** Takes in the text as typed. */
export function edit(store: Documents, path: string, text: string): void {
  store.setState(({ texts }) => {
    const source = texts[path];
    return source === undefined ? {} : { texts: { ...texts, [path]: { ...source, text } } };
  });
}

/** Reads `path` anew, unless it holds edits that are not saved. Answers whether it is another text than what was read before. */
export async function load(lab: Lab, store: Documents, path: string): Promise<boolean> {
  const before = store.getState().texts[path]?.saved;
  const reply = await ask(lab, 'scenario.read', { path });
  if (isDirty(store.getState(), path)) return false;
  // Saved meanwhile: what was read may be from before that, and would take back what was typed.
  if (store.getState().texts[path]?.saved !== before) return load(lab, store, path);
  if (!reply.ok) {
    if (store.getState().open === path) store.setState({ refusal: reply.error });
    return false;
  }
  const { value } = reply;
  store.setState(({ texts }) => ({ texts: { ...texts, [path]: { saved: value, text: value } } }));
  return before !== undefined && value !== before;
}

/** Shows `path` in the editor. */
export async function open(lab: Lab, store: Documents, path: string): Promise<void> {
  store.setState({ open: path, refusal: undefined });
  if (store.getState().texts[path] === undefined) await load(lab, store, path);
}

/** Writes `path` to disk. Answers why not, where it could not. */
export async function save(lab: Lab, store: Documents, path: string): Promise<Refusal | undefined> {
  const source = store.getState().texts[path];
  if (source === undefined || source.text === source.saved) return undefined;
  const reply = await ask(lab, 'scenario.save', { path, text: source.text });
  if (!reply.ok) return reply.error;
  store.setState(({ texts }) => ({ texts: { ...texts, [path]: { ...texts[path]!, saved: source.text } } }));
  return undefined;
}
