import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Note, RunId } from '../../engine/model/index.ts';
import { ask } from './ask.ts';
import type { Bench } from './bench.ts';
import { endAll } from './end-all.ts';
import { latest } from './latest.ts';

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
  readonly looked: string;
}

export type Notes = StoreApi<NotesState>;

export const notesStore = (): Notes =>
  createStore<NotesState>(() => ({ notes: [], draft: undefined, looked: '' }));

/** Brings in the notes on whichever run the window shows, until the returned function is called. */
export function followNotes({ lab, panels, notes }: Bench): () => void {
  let shown: RunId | undefined;
  const read = latest(async (run: RunId) => {
    const reply = await ask(lab, 'note.list', { run });
    if (run === shown) notes.setState({ notes: reply.ok ? reply.value : [] });
  });
  const look = ({ run }: { readonly run: RunId | undefined }): void => {
    if (run === shown) return;
    shown = run;
    notes.setState({ notes: [], draft: undefined });
    if (run !== undefined) read(run);
  };
  const stops = [
    panels.subscribe(look),
    lab.on('workspace.changed', () => {
      if (shown !== undefined) read(shown);
    }),
  ];
  look(panels.getState());
  return endAll(stops);
}

/** The notes that entry `at` lies in. */
export const notesAt = (notes: readonly Note[], at: number): readonly Note[] =>
  notes.filter(({ range }) => range !== undefined && range.from <= at && at <= range.to);

/** The tags in what was typed, each once. */
export const tagsIn = (typed: string): readonly string[] => [
  ...new Set(typed.split(/[\s,#]+/).filter((tag) => tag !== '')),
];
