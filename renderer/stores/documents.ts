import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem, SourceLocation } from '../../engine/model/index.ts';
import type { CallName, CallProblem, Bridge, Reply, Request, WorkspaceView } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { closeComparison } from './comparison.ts';
import { closeLibrary } from './library.ts';
import { notify } from './notices.ts';
import { requestReveal, showPanel } from './panels.ts';
import { ask } from './sync.ts';

/** A scenario's source: as it is on disk, and as it stands in the editor. */
export interface SourceText {
  readonly saved: string;
  readonly text: string;
  /** Set while nothing lies at its path any more; what was saved there is what was last read. */
  readonly gone?: true;
  /** What another program has written there since, while this holds edits that are not saved. */
  readonly theirs?: string;
}

/** The sources read so far by path, and which of them the editor shows. */
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

/**
 * Reads `path` again. Edits that are not saved stay, and beside them what another program has written. Answers whether the text is
 * another than what was read before.
 */
export async function load(bridge: Bridge, store: DocumentsStore, path: string): Promise<boolean> {
  const before = store.getState().texts[path]?.saved;
  const reply = await ask(bridge, 'scenario.read', { path });
  const { open, texts } = store.getState();
  const source = texts[path];
  const dirty = isDirty(store.getState(), path);
  if (source !== undefined && (dirty || open === path)) noteGone(store, path, isMissing(reply));
  // Saved meanwhile: what was read may be from before that, and would take back what was typed.
  if (source?.saved !== before) return load(bridge, store, path);
  if (dirty) {
    if (reply.ok) noteTheirs(store, path, reply.value);
    return false;
  }
  if (!reply.ok) {
    if (open === path && !isGone(store.getState(), path)) store.setState({ problem: reply.error });
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

/** `onDisk` was read at `path`, whose text holds edits. */
function noteTheirs(store: DocumentsStore, path: string, onDisk: string): void {
  const { saved, text, theirs } = store.getState().texts[path]!;
  if (onDisk === text) putText(store, path, { saved: onDisk, text });
  else if (onDisk !== saved) putText(store, path, { saved, text, theirs: onDisk });
  else if (theirs !== undefined) putText(store, path, { saved, text });
}

/** Lets go of what was typed at `path`, for what another program has written there. */
export function takeTheirs(store: DocumentsStore, path: string): void {
  const theirs = store.getState().texts[path]?.theirs;
  if (theirs !== undefined) putText(store, path, { saved: theirs, text: theirs });
}

/** Has the next save of `path` replace what another program has written there. */
export function keepMine(store: DocumentsStore, path: string): void {
  const { text, theirs } = store.getState().texts[path] ?? {};
  if (text !== undefined && theirs !== undefined) putText(store, path, { saved: theirs, text });
}

/** Puts `source` in the place of what was read at `path`. */
export const putText = (store: DocumentsStore, path: string, source: SourceText): void => {
  store.setState(({ texts }) => ({ texts: { ...texts, [path]: source } }));
};

/** Lets go of the text at `path`, and of the editor's sight of it. */
export function forget(store: DocumentsStore, path: string): void {
  store.setState(({ texts, open }) => ({
    texts: without(texts, path),
    ...(open === path ? { open: undefined, problem: undefined } : {}),
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

/** Leaves the editor without a file. What was typed and not saved stays with its file. */
export function closeOpen(store: DocumentsStore): void {
  store.setState({ open: undefined, problem: undefined });
}

/** Shows `path` in the editor. */
export async function open(bridge: Bridge, store: DocumentsStore, path: string): Promise<void> {
  store.setState({ open: path, problem: undefined });
  if (store.getState().texts[path] === undefined) await load(bridge, store, path);
}

/**
 * Writes `path` to disk, where that does not hold its text; never over what another program has written there since it was read.
 * Answers why not, where it could not.
 */
export async function save(
  bridge: Bridge,
  store: DocumentsStore,
  path: string,
): Promise<CallProblem | undefined> {
  const { text, saved, gone } = store.getState().texts[path] ?? {};
  if (text === undefined || (text === saved && gone !== true)) return undefined;
  const reply = await ask(bridge, 'scenario.save', { path, text, replaces: gone === true ? null : saved! });
  if (!reply.ok) {
    if (reply.error.code === 'file-changed') await load(bridge, store, path);
    return reply.error;
  }
  putText(store, path, { saved: text, text: store.getState().texts[path]!.text });
  return undefined;
}

/** Which of `files` holds what lay at `path` before that went, as after another program gave it that name. */
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

/** True where two texts differ in nothing but how their lines end, which an editor makes the same throughout. */
export const sameLines = (one: string, other: string): boolean =>
  one === other || plain(one) === plain(other);

/** What is wrong with the open scenario, as main last found it. */
export interface ProblemsState {
  readonly scenario: string | undefined;
  readonly problems: readonly Problem[];
}

export type ProblemStore = StoreApi<ProblemsState>;

export const createProblemStore = (): ProblemStore =>
  createStore<ProblemsState>(() => ({ scenario: undefined, problems: [] }));

/** A refusal as problems: its own, or its message as one. */
const problemsOf = ({ message, problems }: CallProblem): readonly Problem[] =>
  problems.length > 0 ? problems : [{ severity: 'error', message, place: undefined }];

/** Shows why `scenario` could not run. */
export function showProblems(store: ProblemStore, scenario: string, problem: CallProblem): void {
  store.setState({ scenario, problems: problemsOf(problem) });
}

/** Has main look over the saved `scenario`. What was found since it was asked is newer, and stays. */
export async function checkScenario(bridge: Bridge, store: ProblemStore, scenario: string): Promise<void> {
  store.setState(({ scenario: before, problems }) => ({
    scenario,
    problems: before === scenario ? problems : [],
  }));
  const asked = store.getState();
  const reply = await ask(bridge, 'scenario.check', { path: scenario });
  if (store.getState() !== asked) return;
  store.setState({ problems: reply.ok ? reply.value : problemsOf(reply.error) });
}

/** Shows a scenario's source and has it looked over. */
export async function openScenario(
  stores: Pick<AppStores, 'comparison' | 'documents' | 'bridge' | 'library' | 'panels' | 'problems'>,
  path: string,
): Promise<void> {
  closeComparison(stores);
  closeLibrary(stores.library);
  showPanel(stores.panels, 'code');
  await openInBackground(stores, path);
}

/** As {@link openScenario}, without turning to the editor. */
export async function openInBackground(
  { bridge, documents, problems }: Pick<AppStores, 'documents' | 'bridge' | 'problems'>,
  path: string,
): Promise<void> {
  if (documents.getState().open === path && documents.getState().problem === undefined) return;
  await open(bridge, documents, path);
  void checkScenario(bridge, problems, path);
}

/** Saves the open scenario and has it looked over. Answers whether what is on disk is now what is in the editor. */
export async function saveOpen(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'notices' | 'problems'>,
): Promise<boolean> {
  const { open: path } = stores.documents.getState();
  const documents = stores.documents.getState();
  if (path === undefined || !(isDirty(documents, path) || isGone(documents, path))) return true;
  const problem = await save(stores.bridge, stores.documents, path);
  if (problem !== undefined) notify(stores.notices, 'bad', `${path} is not saved: ${problem.message}`);
  else void checkScenario(stores.bridge, stores.problems, path);
  return problem === undefined;
}

/** Puts the editor's cursor on `place`. */
export async function revealSource(
  stores: Pick<AppStores, 'comparison' | 'documents' | 'bridge' | 'library' | 'panels' | 'problems'>,
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

/** Puts it to main; what main refuses, the person is told. Answers whether it was done. */
async function callOrNotify<Name extends FileCall>(
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  name: Name,
  request: Request<Name>,
): Promise<boolean> {
  const reply = await ask(stores.bridge, name, request);
  if (!reply.ok) notify(stores.notices, 'bad', reply.error.message);
  return reply.ok;
}

/** `own` and `own.ts` as the path of a scenario; blanks around the names of its folders are left out. */
export const scenarioPath = (name: string): string =>
  `scenarios/${name
    .trim()
    .replace(/\.ts$/, '')
    .split('/')
    .map((part) => part.trim())
    .join('/')}.ts`;

/** Makes a scenario of a template. Answers whether it was made. */
export const createScenario = (
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  path: string,
  template: Template,
): Promise<boolean> => callOrNotify(stores, 'scenario.create', { path, template });

/** Gives a scenario another path. What was typed and not saved goes with it. */
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

/** Puts a scenario into the system's trash, and out of sight. */
export async function trashScenario(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'notices'>,
  path: string,
): Promise<void> {
  if (await callOrNotify(stores, 'scenario.trash', { path })) forget(stores.documents, path);
}

/** Opens a window on another folder: one opened before, or one that the person picks. */
export const openFolder = (
  stores: Pick<AppStores, 'bridge' | 'notices'>,
  folder?: string,
): Promise<boolean> => callOrNotify(stores, 'workspace.open', folder === undefined ? {} : { folder });

export const trustWorkspace = (stores: Pick<AppStores, 'bridge' | 'notices'>): Promise<boolean> =>
  callOrNotify(stores, 'workspace.trust', {});
