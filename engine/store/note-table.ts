import type { NewNote, Note, RunId } from '../model/index.ts';
import { type Crc32, jsonOf, runKeyOf, readList, runIdOf } from './column-values.ts';
import type { Database } from './database.ts';
import type { RunTable } from './run-table.ts';
import { searchPhrase } from './entry-search.ts';

interface NoteRow {
  readonly id: number;
  readonly run: number;
  readonly text: string;
  readonly tags: string;
  readonly first: number | null;
  readonly last: number | null;
  readonly value: string | null;
  readonly made: number;
}

/** The notes of people on runs. */
export interface NoteTable {
  insert(note: NewNote): Note;
  /** Changes a note. Returns false when there is no such note. */
  change(id: number, text: string, tags: readonly string[]): boolean;
  remove(id: number): void;
  read(id: number): Note | undefined;
  /** The notes on a run: notes on the whole run first, then by entry. */
  list(run: RunId): readonly Note[];
  /** The notes of all runs that contain `text` in their words or tags, the latest first. */
  find(text: string): readonly Note[];
}

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function noteTable(
  db: Database,
  runs: Pick<RunTable, 'checkPart' | 'setParts'>,
  crc32: Crc32,
): NoteTable {
  const insert = db.prepare(`
    INSERT INTO note (run, text, tags, first, last, value, made)
    VALUES (@run, @text, @tags, @first, @last, @value, @made)`);
  const change = db.prepare<[string, string, number]>('UPDATE note SET text = ?, tags = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM note WHERE id = ?');
  const select = db.prepare<[number], NoteRow>('SELECT * FROM note WHERE id = ?');
  const list = db.prepare<[number], NoteRow>('SELECT * FROM note WHERE run = ? ORDER BY first, last, id');
  const find = db.prepare<[string], NoteRow>(`
    SELECT * FROM note WHERE id IN (SELECT rowid FROM note_text WHERE note_text MATCH ?) ORDER BY id DESC`);

  const checksumOf = (rows: readonly NoteRow[]): number | undefined =>
    rows.length === 0 ? undefined : crc32(JSON.stringify(rows));
  const rowsOf = (run: RunId): readonly NoteRow[] => {
    const rows = list.all(runKeyOf(run));
    runs.checkPart(run, 'notes', checksumOf(rows));
    return rows;
  };
  /** Runs `work` on the notes of `run`, after checking that the notes are undamaged. */
  const changing = <Answer>(run: RunId, work: () => Answer): Answer => {
    rowsOf(run);
    const answer = work();
    const rows = list.all(runKeyOf(run));
    runs.setParts(run, { notes: checksumOf(rows), noteCount: rows.length });
    return answer;
  };
  const runWith = (id: number): RunId | undefined => {
    const row = select.get(id);
    return row && runIdOf(row.run);
  };

  return {
    insert: (note) =>
      changing(note.run, () => ({
        ...note,
        id: Number(insert.run(parametersOf(note)).lastInsertRowid),
      })),
    change: (id, text, tags) => {
      const run = runWith(id);
      return (
        run !== undefined && changing(run, () => change.run(text, JSON.stringify(tags), id).changes === 1)
      );
    },
    remove: (id) => {
      const run = runWith(id);
      if (run !== undefined) changing(run, () => remove.run(id));
    },
    read: (id) => {
      const run = runWith(id);
      const row = run && rowsOf(run).find((one) => one.id === id);
      return row && readNote(row);
    },
    list: (run) => rowsOf(run).map(readNote),
    find: (text) => {
      const phrase = searchPhrase(text);
      if (phrase === undefined) return [];
      const found = find.all(phrase);
      for (const run of new Set(found.map((row) => runIdOf(row.run)))) rowsOf(run);
      return found.map(readNote);
    },
  };
}

const parametersOf = ({ run, text, tags, range, value, made }: NewNote): Omit<NoteRow, 'id'> => ({
  run: runKeyOf(run),
  text,
  made,
  tags: JSON.stringify(tags),
  first: range?.from ?? null,
  last: range?.to ?? null,
  value: value === undefined ? null : JSON.stringify(value),
});

const readNote = ({ id, run, text, tags, first, last, value, made }: NoteRow): Note => ({
  id,
  run: runIdOf(run),
  text,
  made,
  tags: readList<string>(tags),
  range: first === null || last === null ? undefined : { from: first, to: last },
  value: value === null ? undefined : (jsonOf(value) as Note['value']),
});
