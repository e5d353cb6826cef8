import { describe, expect, it } from 'vitest';
import { appName, runId } from '../../../engine/model/values/ids.ts';
import type { Note } from '../../../engine/model/run.ts';
import {
  changeNoteDraft,
  closeNoteDraft,
  createNotesStore,
  type NoteDraft,
  notesAt,
  tagsIn,
} from '../../../renderer/stores/notes.ts';
import { notesWith } from '../../../renderer/ui/format/words.ts';

const note = (id: number, text: string, other: Partial<Note> = {}): Note => ({
  id,
  run: runId('r1'),
  text,
  tags: [],
  range: undefined,
  value: undefined,
  made: 0,
  ...other,
});

const NOTES = [
  note(1, 'Too late', { tags: ['mail'] }),
  note(2, 'late again', { range: { from: 3, to: 5 } }),
  note(3, 'quick', { range: { from: 5, to: 5 } }),
];

const idsOf = (notes: readonly Note[]): readonly number[] => notes.map(({ id }) => id);

describe('the draft of a note', () => {
  const draft: NoteDraft = { id: undefined, text: '', tags: '', range: undefined, value: undefined };

  it('is closed when nothing was written, and else kept', () => {
    const notes = createNotesStore();
    notes.setState({ draft });

    changeNoteDraft(notes, { text: 'Half a thought' });
    closeNoteDraft(notes);
    expect(notes.getState().draft?.text).toBe('Half a thought');

    changeNoteDraft(notes, { text: ' ' });
    closeNoteDraft(notes);
    expect(notes.getState().draft).toBeUndefined();
  });

  it('of a saved note is closed when it says the same as the note', () => {
    const notes = createNotesStore();
    notes.setState({ notes: NOTES, draft: { ...draft, id: 1, text: 'Too late', tags: 'mail, odd' } });

    closeNoteDraft(notes);
    expect(notes.getState().draft).toBeDefined();

    changeNoteDraft(notes, { tags: 'mail' });
    closeNoteDraft(notes);
    expect(notes.getState().draft).toBeUndefined();
  });
});

describe('notes', () => {
  it('are found by all words of a query, in texts and tags', () => {
    expect(idsOf(notesWith(NOTES, 'LATE'))).toEqual([1, 2]);
    expect(idsOf(notesWith(NOTES, 'late mail'))).toEqual([1]);
    expect(idsOf(notesWith(NOTES, ' '))).toEqual([1, 2, 3]);
  });

  it('are found by their entry and their value', () => {
    const value = { app: appName('mail'), path: ['folders', 'INBOX'] };
    const notes = [...NOTES, note(4, 'here', { range: { from: 7, to: 7 }, value })];

    expect(idsOf(notesWith(notes, '#7'))).toEqual([4]);
    expect(idsOf(notesWith(notes, 'mail.folders.inbox'))).toEqual([4]);
  });

  it('belong to every entry of their range, including both ends', () => {
    expect([2, 3, 5, 6].map((at) => idsOf(notesAt(NOTES, at)))).toEqual([[], [2], [2, 3], []]);
  });

  it('have their tags split at spaces and commas, without duplicates', () => {
    expect(tagsIn(' #paper, late  paper,')).toEqual(['paper', 'late']);
  });
});
