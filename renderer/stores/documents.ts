import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lab, CallProblem, Reply, WorkspaceView } from '../../preload/contract.ts';
import { ask } from './sync.ts';

/** A scenario's source: as it is on disk, and as it stands in the editor. */
export interface SourceText {
  readonly saved: string;
  readonly text: string;
  /** Set while nothing lies at its path any more; what was saved there is what was last read. */
  readonly gone?: true;
}

/** The sources read so far by path, and which of them the editor shows. */
export interface DocumentsState {
  readonly open: string | undefined;
  readonly texts: Readonly<Record<string, SourceText>>;
  readonly refusal: CallProblem | undefined;
}

export type DocumentsStore = StoreApi<DocumentsState>;

export const createDocumentsStore = (): DocumentsStore =>
  createStore<DocumentsState>(() => ({ open: undefined, texts: {}, refusal: undefined }));

const sourceAt = ({ texts }: DocumentsState, path: string | undefined): SourceText | undefined =>
  path === undefined ? undefined : texts[path];

export const isDirty = (state: DocumentsState, path: string | undefined): boolean => {
  const source = sourceAt(state, path);
  return source !== undefined && source.text !== source.saved;
};

/** Whether the file at `path` went while the window had its text. */
export const isGone = (state: DocumentsState, path: string | undefined): boolean =>
  sourceAt(state, path)?.gone === true;

/** Takes in the text as typed. */
export function edit(store: DocumentsStore, path: string, text: string): void {
  store.setState(({ texts }) => {
    const source = texts[path];
    return source === undefined ? {} : { texts: { ...texts, [path]: { ...source, text } } };
  });
}

/** Reads `path` anew, unless it holds edits that are not saved. Answers whether it is another text than what was read before. */
export async function load(lab: Lab, store: DocumentsStore, path: string): Promise<boolean> {
  const before = store.getState().texts[path]?.saved;
  const reply = await ask(lab, 'scenario.read', { path });
  const { open, texts } = store.getState();
  const source = texts[path];
  const dirty = isDirty(store.getState(), path);
  if (source !== undefined && (dirty || open === path)) noteGone(store, path, isMissing(reply));
  if (dirty) return false;
  // Saved meanwhile: what was read may be from before that, and would take back what was typed.
  if (source?.saved !== before) return load(lab, store, path);
  if (!reply.ok) {
    if (open === path && !isGone(store.getState(), path)) store.setState({ refusal: reply.error });
    return false;
  }
  const { value } = reply;
  putText(store, path, { saved: value, text: value });
  return before !== undefined && value !== before;
}

/** Whether main found no file where it was to read one. */
export const isMissing = (reply: Reply<string>): boolean => !reply.ok && reply.error.code === 'no-such-file';

function noteGone(store: DocumentsStore, path: string, gone: boolean): void {
  const { saved, text } = store.getState().texts[path]!;
  if (isGone(store.getState(), path) !== gone) putText(store, path, { saved, text, ...(gone && { gone }) });
}

/** Puts `source` in the place of what was read at `path`. */
export const putText = (store: DocumentsStore, path: string, source: SourceText): void => {
  store.setState(({ texts }) => ({ texts: { ...texts, [path]: source } }));
};

/** Lets go of the text at `path`, and of the editor's sight of it. */
export function forget(store: DocumentsStore, path: string): void {
  store.setState(({ texts, open }) => ({
    texts: without(texts, path),
    ...(open === path ? { open: undefined, refusal: undefined } : {}),
  }));
}

/** Has the text at `path`, with what was typed and not saved, be that of `to`, a file that holds what was saved. */
export function move(store: DocumentsStore, path: string, to: string): void {
  store.setState(({ texts, open }) => {
    const source = texts[path];
    const others = without(texts, path);
    const moved = source && { saved: source.saved, text: source.text };
    return {
      texts: moved === undefined ? others : { ...others, [to]: moved },
      ...(open === path ? { open: to } : {}),
    };
  });
}

const without = (texts: DocumentsState['texts'], path: string): DocumentsState['texts'] =>
  Object.fromEntries(Object.entries(texts).filter(([other]) => other !== path));

/** Shows `path` in the editor. */
export async function open(lab: Lab, store: DocumentsStore, path: string): Promise<void> {
  store.setState({ open: path, refusal: undefined });
  if (store.getState().texts[path] === undefined) await load(lab, store, path);
}

/** Writes `path` to disk, where that does not hold its text. Answers why not, where it could not. */
export async function save(lab: Lab, store: DocumentsStore, path: string): Promise<CallProblem | undefined> {
  const { text, saved, gone } = store.getState().texts[path] ?? {};
  if (text === undefined || (text === saved && gone !== true)) return undefined;
  const reply = await ask(lab, 'scenario.save', { path, text });
  if (!reply.ok) return reply.error;
  putText(store, path, { saved: text, text: store.getState().texts[path]!.text });
  return undefined;
}

/** Which of `files` holds what lay at `path` before that went, as after another program gave it that name. */
export async function newNameOf(
  lab: Lab,
  files: WorkspaceView['scenarios'],
  documents: DocumentsState,
  path: string,
): Promise<string | undefined> {
  const saved = documents.texts[path]?.saved ?? '';
  const bytes = new TextEncoder().encode(saved).length;
  for (const file of files) {
    if (bytes === 0 || file.bytes !== bytes || isDirty(documents, file.path)) continue;
    const reply = await ask(lab, 'scenario.read', { path: file.path });
    if (reply.ok && reply.value === saved) return file.path;
  }
  return undefined;
}

const plain = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** True where two texts differ in nothing but how their lines end, which an editor makes the same throughout. */
export const sameLines = (one: string, other: string): boolean =>
  one === other || plain(one) === plain(other);
