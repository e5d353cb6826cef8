import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Note, RunId } from '../../engine/model/index.ts';
import type { Request } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { showApp, showPanel } from './panels.ts';
import { notify } from './notices.ts';
import { positionNow, seek } from './selection.ts';
import { ask, disposeAll, coalesceLatest } from './sync.ts';

/** The subject of a note: entries, a value right after the last of them, or with neither the whole run. */
export type About = Pick<Note, 'range' | 'value'>;

/** The draft of a note. */
export interface NoteDraft extends About {
  /** The note being edited; `undefined` for a new one. */
  readonly id: number | undefined;
  readonly text: string;
  /** As typed: words separated by commas or spaces. */
  readonly tags: string;
}

export interface NotesState {
  /** The notes of the shown run: first those on the whole run, then by entry. */
  readonly notes: readonly Note[];
  readonly draft: NoteDraft | undefined;
  /** Unsaved drafts on runs that are not shown. */
  readonly otherDrafts: ReadonlyMap<RunId, NoteDraft>;
  /** The search text that filters the notes. */
  readonly searchText: string;
}

export type NotesStore = StoreApi<NotesState>;

export const createNotesStore = (): NotesStore =>
  createStore<NotesState>(() => ({
    notes: [],
    draft: undefined,
    otherDrafts: new Map(),
    searchText: '',
  }));

/** Loads the notes of the shown run, and brings back its unsaved draft, until the returned function is called. */
export function syncNotes({
  bridge,
  selection,
  notes,
}: Pick<AppStores, 'bridge' | 'notes' | 'selection'>): () => void {
  let shown: RunId | undefined;
  const read = coalesceLatest(async (run: RunId) => {
    const reply = await ask(bridge, 'note.list', { run });
    if (run === shown) notes.setState({ notes: reply.ok ? reply.value : [] });
  });
  const update = ({ run }: { readonly run: RunId | undefined }): void => {
    if (run === shown) return;
    closeNoteDraft(notes);
    notes.setState(({ draft, otherDrafts }) => {
      const drafts = new Map(otherDrafts);
      if (shown !== undefined && draft !== undefined) drafts.set(shown, draft);
      const next = run === undefined ? undefined : drafts.get(run);
      if (run !== undefined) drafts.delete(run);
      return { notes: [], draft: next, otherDrafts: drafts };
    });
    shown = run;
    if (run !== undefined) read(run);
  };
  const stops = [
    selection.subscribe(update),
    bridge.on('workspace.changed', () => {
      if (shown !== undefined) read(shown);
    }),
  ];
  update(selection.getState());
  return disposeAll(stops);
}

/** The notes whose range contains entry `at`. */
export const notesAt = (notes: readonly Note[], at: number): readonly Note[] =>
  notes.filter(({ range }) => range !== undefined && range.from <= at && at <= range.to);

/** The distinct tags in the typed text. */
export const tagsIn = (typed: string): readonly string[] => [
  ...new Set(typed.split(/[\s,#]+/).filter((tag) => tag !== '')),
];

type DraftStores = Pick<AppStores, 'notes' | 'notices' | 'panels'>;

/** Starts a note about the shown run, unless there is an unsaved draft: then shows that. */
export function beginNote(stores: DraftStores & Pick<AppStores, 'selection'>, about: About): void {
  if (stores.selection.getState().run === undefined) return;
  openDraft(stores, { ...about, id: undefined, text: '', tags: '' });
}

function openDraft({ notes, notices, panels }: DraftStores, draft: NoteDraft): void {
  closeNoteDraft(notes);
  if (notes.getState().draft === undefined) notes.setState({ draft });
  else notify(notices, 'bad', 'A note is not saved. Save or cancel it first.');
  showPanel(panels, 'notes');
}

/** Starts a note on the entry at the playhead, or on the whole run before the first entry. */
export function beginNoteHere(stores: DraftStores & Pick<AppStores, 'log' | 'selection'>): void {
  const at = positionNow(stores);
  beginNote(stores, { range: at < 0 ? undefined : { from: at, to: at }, value: undefined });
}

/** Opens `note` for editing, unless there is an unsaved draft: then shows that. */
export function editNote(stores: DraftStores, note: Note): void {
  const { id, text, tags, range, value } = note;
  openDraft(stores, { id, text, tags: tags.join(', '), range, value });
}

/** Saves the draft. It is cleared at once, so that it cannot be saved twice, and restored on an error. */
export async function saveDraft(
  stores: Pick<AppStores, 'bridge' | 'notes' | 'notices' | 'selection'>,
): Promise<void> {
  const { bridge, notes, notices, selection } = stores;
  const { draft } = notes.getState();
  const { run } = selection.getState();
  if (draft === undefined || run === undefined || !isWorthSaving(draft)) return;
  notes.setState({ draft: undefined });
  const { id } = draft;
  const said = { text: draft.text.trim(), tags: tagsIn(draft.tags) };
  const reply = await (id === undefined
    ? ask(bridge, 'note.add', { run, ...said, ...aboutOf(draft) })
    : ask(bridge, 'note.change', { id, ...said }));
  if (reply.ok) return;
  notify(notices, 'bad', reply.error.message);
  if (selection.getState().run === run) notes.setState((now) => ({ draft: now.draft ?? draft }));
  else notes.setState(({ otherDrafts }) => ({ otherDrafts: new Map(otherDrafts).set(run, draft) }));
}

/** The subject without undefined fields. */
const aboutOf = ({ range, value }: About): Pick<Request<'note.add'>, 'range' | 'value'> => ({
  ...(range && { range }),
  ...(value && { value }),
});

export const isWorthSaving = ({ text, tags }: NoteDraft): boolean =>
  text.trim() !== '' || tagsIn(tags).length > 0;

/** Removes a note, and offers to undo it. */
export async function removeNote(
  { bridge, notices }: Pick<AppStores, 'bridge' | 'notices'>,
  note: Note,
): Promise<void> {
  const { id, run, text, tags } = note;
  const reply = await ask(bridge, 'note.remove', { id });
  if (!reply.ok) {
    notify(notices, 'bad', reply.error.message);
    return;
  }
  notify(notices, 'good', 'Note deleted.', {
    label: 'Undo',
    run: () => void ask(bridge, 'note.add', { run, text, tags, ...aboutOf(note) }),
  });
}

/** Moves the playhead to the subject of a note, and shows its app. */
export function showNote(
  { selection, log, panels }: Pick<AppStores, 'log' | 'panels' | 'selection'>,
  { range, value }: About,
): void {
  if (range !== undefined) seek(selection, range.to, log.getState().rows.length);
  if (value !== undefined) showApp(panels, value.app);
}

/** Changes fields of the draft. */
export function changeNoteDraft(notes: NotesStore, change: Partial<NoteDraft>): void {
  notes.setState(({ draft }) => ({ draft: draft && { ...draft, ...change } }));
}

/** Closes the draft unless something was written that is not saved. */
export function closeNoteDraft(notes: NotesStore): void {
  const { draft, notes: saved } = notes.getState();
  if (draft === undefined) return;
  const note = saved.find(({ id }) => id === draft.id);
  const isUnchanged =
    note === undefined
      ? !isWorthSaving(draft)
      : note.text === draft.text && note.tags.join() === tagsIn(draft.tags).join();
  if (isUnchanged) discardNoteDraft(notes);
}

export function discardNoteDraft(notes: NotesStore): void {
  notes.setState({ draft: undefined });
}

export function searchNotes(notes: NotesStore, searchText: string): void {
  notes.setState({ searchText });
}
