import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../engine/index.ts';
import { runId } from '../../engine/model/values/ids.ts';
import { openDatabase, packing } from '../open-database.ts';
import { orreryIn } from './orrery.ts';
import { commandsOn, copySampleFor, wordsOf } from './page-commands.ts';
import { PROJECT } from './sample-workspace.ts';
import { REMOVE } from './temporary-folder.ts';

const NAME = 'docs/database.md';
const PAGE = readFileSync(join(PROJECT, NAME), 'utf8');

/** Each query of the page, with the expected table below it, if any. */
const QUERIES = Array.from(
  PAGE.matchAll(/```sql\n([^`]+)```\n(?:\n```text\n([^`]+)```)?/g),
  ([, sql, shown]) => ({ sql: sql!, shown: shown?.split('\n').filter((line) => line !== '') }),
);

const folder = mkdtempSync(join(tmpdir(), 'orrery-e2e-'));
const file = join(folder, 'runs.db');

/** Runs the page's commands, as its reader does. Notes are written in the window, so one is added by hand. */
beforeAll(async () => {
  copySampleFor(folder);
  for (const command of commandsOn(NAME)) {
    const { code, stderr } = await orreryIn(folder, wordsOf(folder, command));
    expect({ command, code, stderr }).toMatchObject({ code: command.endsWith('# fails') ? 1 : 0 });
  }
  const db = openDatabase(file);
  openStore(db, packing).addNote({
    run: runId('r2'),
    text: 'The list failed once; the agent asked again.',
    tags: ['retry'],
    range: { from: 17, to: 43 },
    value: undefined,
    made: 0,
  });
  db.close();
});

afterAll(() => {
  rmSync(folder, REMOVE);
});

type Cell = string | number | null;

/** The columns and rows that `sql` returns. */
function answerTo(sql: string): { columns: readonly string[]; rows: readonly (readonly Cell[])[] } {
  const db = openDatabase(file);
  try {
    const statement = db.prepare<[], Cell[]>(sql).raw();
    return { columns: statement.columns().map(({ name }) => name), rows: statement.all() };
  } finally {
    db.close();
  }
}

/** The cells of a line, cut at the columns of the line of dashes. */
const cellsOf = (line: string, dashes: string): readonly string[] =>
  Array.from(dashes.matchAll(/-+/g), ({ 0: { length }, index }) => line.slice(index, index + length).trim());

/**
 * The content of a cell, without parts that depend on the wording of messages. SQLite's shell prints 5.0 where JavaScript has
 * 5.
 */
function withoutWording(cell: Cell): string | number {
  const text = String(cell ?? '').trim();
  if (/\s/.test(text)) return 'words';
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

describe(NAME, () => {
  it('has at least ten queries', () => {
    expect(QUERIES.length).toBeGreaterThanOrEqual(10);
  });

  it.each(QUERIES)('shows what this answers: $sql', ({ sql, shown }) => {
    const { columns, rows } = answerTo(sql);

    expect(rows).not.toEqual([]);
    if (shown === undefined) return;
    const [names = '', dashes = '', ...lines] = shown;
    const cells = lines.filter((line) => line !== '…').map((line) => cellsOf(line, dashes));
    expect(cellsOf(names, dashes)).toEqual(columns);
    expect(rows.slice(0, cells.length).map((row) => row.map(withoutWording))).toEqual(
      cells.map((row) => row.map(withoutWording)),
    );
    expect(lines.includes('…')).toBe(rows.length > cells.length);
  });

  it('names every column of every view and table', () => {
    const described = PAGE.slice(PAGE.indexOf('## Views'));
    const shadows = /^(?:sqlite|entry_text_|note_text_)|^(?:entry|note)_text$/;
    const missing = answerTo("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
      .rows.map(([name]) => String(name))
      .filter((name) => !shadows.test(name))
      .flatMap((name) => [name, ...answerTo(`SELECT * FROM ${name}`).columns])
      .filter((name) => !described.includes(`\`${name}\``));

    expect(missing).toEqual([]);
  });
});
