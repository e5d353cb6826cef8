import { createStore, type StoreApi } from 'zustand/vanilla';
import { isTrajectory, type SourceLocation } from '../../engine/model/index.ts';
import type { CallName, CallProblem, Bridge, Reply, Request, WorkspaceView } from '../../preload/contract.ts';
import { LIMITS } from '../../preload/limits.ts';
import { formatCount } from '../ui/format/numbers.ts';
import type { AppStores } from './app-stores.ts';
import { closeComparison } from './comparison.ts';
import { closeLibrary } from './library.ts';
import { notify, notifyAbout, retract } from './notices.ts';
import { requestReveal, showPanel } from './panels.ts';
import { selectRun } from './selection.ts';
import { ask } from './sync.ts';
import { runOf } from './workspace.ts';

/** A scenario's source: as last read from disk, and as edited. */
export interface SourceText {
  readonly saved: string;
  readonly text: string;
  /** Set while the file is missing; `saved` is then the last text read. */
  readonly gone?: true;
  /** Text that another program has written to the file while this one has unsaved edits. */
  readonly theirs?: string;
}

/** The loaded sources by path, and the one open in the editor. */
export interface DocumentsState {
  readonly open: string | undefined;
  readonly texts: Readonly<Record<string, SourceText>>;
  readonly problem: CallProblem | undefined;
}

export type DocumentsStore = StoreApi<DocumentsState>;

export const createDocumentsStore = (): DocumentsStore =>
  createStore<DocumentsState>(() => ({ open: undefined, texts: {}, problem: undefined }));

const sourceAt = ({ texts }: DocumentsState, path: string | undefined): SourceText | undefined =>
  path === undefined ? undefined : texts[path];

export const isDirty = (state: DocumentsState, path: string | undefined): boolean => {
  const source = sourceAt(state, path);
  return source !== undefined && source.text !== source.saved;
};

/** Whether the file at `path` was deleted after its text was loaded. */
export const wasDeleted = (state: DocumentsState, path: string | undefined): boolean =>
  sourceAt(state, path)?.gone === true;

/** Sets the edited text. */
export function edit(store: DocumentsStore, path: string, text: string): void {
  store.setState(({ texts }) => {
    const source = texts[path];
    return source === undefined ? {} : { texts: { ...texts, [path]: { ...source, text } } };
  });
}

/** Reads `path` again. Unsaved edits stay, and another program's text is kept in `theirs`. Returns whether the text changed. */
export async function load(bridge: Bridge, store: DocumentsStore, path: string): Promise<boolean> {
  const before = store.getState().texts[path]?.saved;
  const reply = await ask(bridge, 'scenario.read', { path });
  const { open, texts } = store.getState();
  const source = texts[path];
  const dirty = isDirty(store.getState(), path);
  if (source !== undefined && (dirty || open === path)) noteGone(store, path, isMissing(reply));
  // The file was saved meanwhile, so the text read may be older and would undo edits.
  if (source?.saved !== before) return load(bridge, store, path);
  if (dirty) {
    if (reply.ok) noteTheirs(store, path, reply.value);
    return false;
  }
  if (!reply.ok) {
    if (open === path && !wasDeleted(store.getState(), path)) store.setState({ problem: reply.error });
    return false;
  }
  const { value } = reply;
  putText(store, path, { saved: value, text: value });
  return before !== undefined && value !== before;
}

/** Whether the reply says that the file does not exist. */
export const isMissing = (reply: Reply<string>): boolean => !reply.ok && reply.error.code === 'no-such-file';

function noteGone(store: DocumentsStore, path: string, gone: boolean): void {
  const { saved, text } = store.getState().texts[path]!;
  if (wasDeleted(store.getState(), path) !== gone)
    putText(store, path, { saved, text, ...(gone && { gone }) });
}

/** Records that `onDisk` was read at `path`, which has unsaved edits. */
function noteTheirs(store: DocumentsStore, path: string, onDisk: string): void {
  const { saved, text, theirs } = store.getState().texts[path]!;
  if (onDisk === text) putText(store, path, { saved: onDisk, text });
  else if (onDisk !== saved) putText(store, path, { saved, text, theirs: onDisk });
  else if (theirs !== undefined) putText(store, path, { saved, text });
}

/** Replaces the edits at `path` with the text of another program. */
export function takeTheirs(store: DocumentsStore, path: string): void {
  const theirs = store.getState().texts[path]?.theirs;
  if (theirs !== undefined) putText(store, path, { saved: theirs, text: theirs });
}

/** Keeps the edits: the next save of `path` overwrites the other program's text. */
export function keepMine(store: DocumentsStore, path: string): void {
  const { text, theirs } = store.getState().texts[path] ?? {};
  if (text !== undefined && theirs !== undefined) putText(store, path, { saved: theirs, text });
}

/** Sets the source at `path`. */
export const putText = (store: DocumentsStore, path: string, source: SourceText): void => {
  store.setState(({ texts }) => ({ texts: { ...texts, [path]: source } }));
};

/** Drops the text at `path` from the store, with unsaved edits, and closes it in the editor. The file is not touched. */
export function forget(store: DocumentsStore, path: string): void {
  store.setState(({ texts, open }) => ({
    texts: withoutText(texts, path),
    ...(open === path ? { open: undefined, problem: undefined } : {}),
  }));
}

/** Moves the text at `path`, with unsaved edits, to `to`, a file with the same saved text. */
export function move(store: DocumentsStore, path: string, to: string): void {
  store.setState(({ texts, open }) => {
    const source = texts[path];
    const others = withoutText(texts, path);
    const moved = source && { saved: source.saved, text: source.text };
    return {
      texts: moved === undefined ? others : { ...others, [to]: moved },
      ...(open === path ? { open: to } : {}),
    };
  });
}

const withoutText = (texts: DocumentsState['texts'], path: string): DocumentsState['texts'] =>
  Object.fromEntries(Object.entries(texts).filter(([other]) => other !== path));

/** Closes the open file in the editor. Unsaved edits are kept. */
export function closeOpenFile(store: DocumentsStore): void {
  store.setState({ open: undefined, problem: undefined });
}

/** Opens `path` in the editor. */
export async function openFile(bridge: Bridge, store: DocumentsStore, path: string): Promise<void> {
  store.setState({ open: path, problem: undefined });
  if (store.getState().texts[path] === undefined) await load(bridge, store, path);
}

/**
 * Saves `path` if its text differs from the disk, but never over another program's newer text. Returns the problem if it
 * failed.
 */
export async function save(
  bridge: Bridge,
  store: DocumentsStore,
  path: string,
): Promise<CallProblem | undefined> {
  const { text, saved, gone } = store.getState().texts[path] ?? {};
  if (text === undefined || (text === saved && gone !== true)) return undefined;
  if (text.length > LIMITS.sourceCharacters)
    return {
      code: 'file-too-large',
      message: `${path} is not saved: It has ${formatCount(text.length)} characters; a scenario may have at most ${formatCount(LIMITS.sourceCharacters)}.`,
      problems: [],
    };
  const reply = await ask(bridge, 'scenario.save', { path, text, replaces: gone === true ? null : saved! });
  if (!reply.ok) {
    if (reply.error.code === 'file-changed') await load(bridge, store, path);
    return reply.error;
  }
  // The file may have been renamed or deleted meanwhile.
  const now = store.getState().texts[path];
  if (now !== undefined) putText(store, path, { saved: text, text: now.text });
  return undefined;
}

/** The file among `files` with the saved text of the deleted `path`, as after a rename by another program. */
export async function newNameOf(
  bridge: Bridge,
  files: WorkspaceView['scenarios'],
  documents: DocumentsState,
  path: string,
): Promise<string | undefined> {
  const saved = documents.texts[path]?.saved ?? '';
  const bytes = new TextEncoder().encode(saved).length;
  for (const file of files) {
    if (bytes === 0 || file.bytes !== bytes || isDirty(documents, file.path)) continue;
    const reply = await ask(bridge, 'scenario.read', { path: file.path });
    if (reply.ok && reply.value === saved) return file.path;
  }
  return undefined;
}

const plain = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** Whether two texts differ only in line endings, which an editor normalizes. */
export const sameLines = (one: string, other: string): boolean =>
  one === other || plain(one) === plain(other);

/** Opens a scenario in the editor. A shown trajectory, which has no code, is closed. */
export async function openScenario(
  stores: Pick<
    AppStores,
    'comparison' | 'documents' | 'bridge' | 'library' | 'panels' | 'selection' | 'workspace'
  >,
  path: string,
): Promise<void> {
  const { selection, workspace } = stores;
  if (isTrajectory(runOf(workspace.getState(), selection.getState().run))) selectRun(selection, undefined);
  closeComparison(stores);
  closeLibrary(stores.library);
  showPanel(stores.panels, 'code');
  await openInBackground(stores, path);
}

/** Like {@link openScenario}, without switching to the editor tab. */
export async function openInBackground(
  { bridge, documents }: Pick<AppStores, 'documents' | 'bridge'>,
  path: string,
): Promise<void> {
  if (documents.getState().open === path && documents.getState().problem === undefined) return;
  await openFile(bridge, documents, path);
}

/** Saves the open file. Returns whether disk and editor now have the same text. */
export function saveOpenFile(stores: Pick<AppStores, 'documents' | 'bridge' | 'notices'>): Promise<boolean> {
  const { open: path } = stores.documents.getState();
  return path === undefined ? Promise.resolve(true) : saveFile(stores, path);
}

/** Saves the file at `path`, if it has edits or was deleted. Returns whether disk and editor now have the same text. */
export async function saveFile(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'notices'>,
  path: string,
): Promise<boolean> {
  const documents = stores.documents.getState();
  if (!(isDirty(documents, path) || wasDeleted(documents, path))) return true;
  const problem = await save(stores.bridge, stores.documents, path);
  if (problem === undefined) retract(stores.notices, path);
  else notifyAbout(stores.notices, path, problem.message);
  return problem === undefined;
}

/** Opens `place` in the editor. */
export async function revealSource(
  stores: Parameters<typeof openScenario>[0],
  place: SourceLocation,
): Promise<void> {
  await openScenario(stores, place.file);
  requestReveal(stores.panels, place);
}

type FileCall = Extract<
  CallName,
  'scenario.create' | 'scenario.rename' | 'scenario.trash' | 'workspace.open' | 'workspace.trust'
>;

export type Template = Request<'scenario.create'>['template'];

/** Sends a request to main and notifies the person of an error. Returns whether it succeeded. */
async function callOrNotify<Name extends FileCall>(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  name: Name,
  request: Request<Name>,
): Promise<boolean> {
  const reply = await ask(stores.bridge, name, request);
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  return reply.ok;
}

/**
 * The path of the scenario with the typed `name`, which may end in `.ts`: `own` gives `scenarios/own.ts`. Blanks around its folder
 * names are removed.
 */
export const scenarioPath = (name: string): string =>
  `scenarios/${name
    .trim()
    .replace(/\.ts$/, '')
    .split('/')
    .map((part) => part.trim())
    .join('/')}.ts`;

/** Creates a scenario from a template. Returns whether it succeeded. */
export const createScenario = (
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  path: string,
  template: Template,
): Promise<boolean> => callOrNotify(stores, 'scenario.create', { path, template });

/** Renames a scenario. Unsaved edits move along. */
export async function renameScenario(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'notices' | 'panels'>,
  path: string,
  to: string,
): Promise<void> {
  if (path === to || !(await callOrNotify(stores, 'scenario.rename', { path, to }))) return;
  const { documents, panels } = stores;
  if (documents.getState().open === path) showPanel(panels, 'code');
  move(documents, path, to);
}

/** Moves a scenario to the system's trash, and closes it. */
export async function trashScenario(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'notices'>,
  path: string,
): Promise<void> {
  if (await callOrNotify(stores, 'scenario.trash', { path })) forget(stores.documents, path);
}

/** Opens a window on another folder: `folder`, or one that the person picks. */
export const openFolder = (
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  folder?: string,
): Promise<boolean> => callOrNotify(stores, 'workspace.open', folder === undefined ? {} : { folder });

export const trustWorkspace = (stores: Pick<AppStores, 'bridge' | 'notices'>): Promise<boolean> =>
  callOrNotify(stores, 'workspace.trust', {});
