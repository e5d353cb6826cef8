import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Note, RunId } from '../../engine/model/index.ts';
import type { Request } from '../../preload/contract.ts';
import type { AppStores } from './app-stores.ts';
import { showApp, showPanel } from './panels.ts';
import { notify } from './notices.ts';
import { positionNow, seek } from './selection.ts';
import { ask, disposeAll, coalesceLatest } from './sync.ts';

/** What a note is about: entries, a value right after the last of them, or, without either, the whole run. */
export type About = Pick<Note, 'range' | 'value'>;

/** A note that is being written. */
export interface NoteDraft extends About {
  /** The note it changes; `undefined` for a new one. */
  readonly id: number | undefined;
  readonly text: string;
  /** As typed: words with commas or spaces between them. */
  readonly tags: string;
}

export interface NotesState {
  /** Those on the run on show: what is on all of it, then by entry. */
  readonly notes: readonly Note[];
  readonly draft: NoteDraft | undefined;
  /** What those on show have in their words. */
  readonly searchText: string;
}

export type NotesStore = StoreApi<NotesState>;

export const createNotesStore = (): NotesStore =>
  createStore<NotesState>(() => ({ notes: [], draft: undefined, searchText: '' }));

/** Brings in the notes on whichever run the window shows, until the returned function is called. */
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
  const look = ({ run }: { readonly run: RunId | undefined }): void => {
    if (run === shown) return;
    shown = run;
    notes.setState({ notes: [], draft: undefined });
    if (run !== undefined) read(run);
  };
  const stops = [
    selection.subscribe(look),
    bridge.on('workspace.changed', () => {
      if (shown !== undefined) read(shown);
    }),
  ];
  look(selection.getState());
  return disposeAll(stops);
}

/** The notes that entry `at` lies in. */
export const notesAt = (notes: readonly Note[], at: number): readonly Note[] =>
  notes.filter(({ range }) => range !== undefined && range.from <= at && at <= range.to);

/** The tags in what was typed, each once. */
export const tagsIn = (typed: string): readonly string[] => [
  ...new Set(typed.split(/[\s,#]+/).filter((tag) => tag !== '')),
];

/** Begins a note on the run on show. */
export function beginNote(
  { notes, panels, selection }: Pick<AppStores, 'notes' | 'panels' | 'selection'>,
  about: About,
): void {
  if (selection.getState().run === undefined) return;
  notes.setState({ draft: { ...about, id: undefined, text: '', tags: '' } });
  showPanel(panels, 'notes');
}

/** Begins a note on the entry at the playhead; on the whole run before the first. */
export function beginNoteHere(stores: Pick<AppStores, 'log' | 'notes' | 'panels' | 'selection'>): void {
  const at = positionNow(stores);
  beginNote(stores, { range: at < 0 ? undefined : { from: at, to: at }, value: undefined });
}

/** Begins a change of `note`. */
export function editNote({ notes, panels }: Pick<AppStores, 'notes' | 'panels'>, note: Note): void {
  const { id, text, tags, range, value } = note;
  notes.setState({ draft: { id, text, tags: tags.join(', '), range, value } });
  showPanel(panels, 'notes');
}

/** Writes the draft down. It is put away at once, so that it cannot be written twice, and comes back where it is refused. */
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
}

/** The same without what it is not about. */
const aboutOf = ({ range, value }: About): Pick<Request<'note.add'>, 'range' | 'value'> => ({
  ...(range && { range }),
  ...(value && { value }),
});

export const isWorthSaving = ({ text, tags }: NoteDraft): boolean =>
  text.trim() !== '' || tagsIn(tags).length > 0;

/** Takes a note away, and offers it back. */
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

/** Takes the playhead, and with it the window, to what `note` is about. */
export function showNote(
  { selection, log, panels }: Pick<AppStores, 'log' | 'panels' | 'selection'>,
  { range, value }: About,
): void {
  if (range !== undefined) seek(selection, range.to, log.getState().rows.length);
  if (value !== undefined) showApp(panels, value.app);
}

/** Takes in what was typed of the draft. */
export function changeNoteDraft(notes: NotesStore, change: Partial<NoteDraft>): void {
  notes.setState(({ draft }) => ({ draft: draft && { ...draft, ...change } }));
}

export function discardNoteDraft(notes: NotesStore): void {
  notes.setState({ draft: undefined });
}

export function searchNotes(notes: NotesStore, searchText: string): void {
  notes.setState({ searchText });
}
