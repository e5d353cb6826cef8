import type { EntryHead, Json, RunId } from '../model/index.ts';
import { keyOf, rowIdOf } from './column-values.ts';
import type { Database } from './database.ts';
import type { EntryTable } from './entry-table.ts';
import type { RunTable } from './run-table.ts';

/** A test of one argument, as JSON if it is not a text. Ignores case. */
interface ArgumentTerm {
  readonly kind: 'argument';
  readonly name: string;
  readonly test: 'has' | 'is';
  readonly value: string;
}

/** A test of an entry. */
export type SearchTerm =
  /** Consecutive words in its arguments, values or errors; the last may be incomplete. */
  { readonly kind: 'text'; readonly text: string } | ArgumentTerm;

/** Terms that must hold or, with `not`, must not hold. */
export type Search = readonly { readonly term: SearchTerm; readonly not: boolean }[];

/** Finds entries by their texts, with an index that is a cache of the log. */
export interface SearchTable {
  /** Adds at most `limit` entries that are not in the index yet. Returns whether it added that many. */
  extend(run: RunId, limit: number): boolean;
  /** The indexes of the indexed entries of `run` from position `from` on that meet all of `search`, ascending. */
  find(run: RunId, search: Search, from: number): readonly number[];
}

/** Numbers this large arrive as floating point, which FTS5 does not accept as row numbers. */
const ROW_ID = 'CAST(? AS INTEGER)';

/** Prepares its statements once. The caller owns `db` and closes it. */
export function searchTable(db: Database, runs: RunTable, entries: EntryTable): SearchTable {
  const last = db
    .prepare<[number, number], number>(
      `SELECT rowid FROM entry_text WHERE rowid >= ${ROW_ID} AND rowid < ${ROW_ID} ORDER BY rowid DESC LIMIT 1`,
    )
    .pluck();
  const insert = db.prepare<[number, string]>(`INSERT INTO entry_text (rowid, text) VALUES (${ROW_ID}, ?)`);
  const match = db
    .prepare<[phrase: string, from: number, to: number], number>(
      `SELECT rowid FROM entry_text
       WHERE entry_text MATCH ? AND rowid >= ${ROW_ID} AND rowid < ${ROW_ID} ORDER BY rowid`,
    )
    .pluck();
  const insertArgument = db.prepare<[number, string, number, string]>(
    'INSERT INTO entry_argument VALUES (?, ?, ?, ?)',
  );
  const argument = (test: string) =>
    db
      .prepare<[number, string, number, string], number>(
        `SELECT position FROM entry_argument WHERE run = ? AND name = ? AND position >= ? AND ${test} ORDER BY position`,
      )
      .pluck();
  const argumentTests = { has: argument('instr(value, ?) > 0'), is: argument('value = ?') };

  const all = (run: RunId, from: number): readonly number[] =>
    Array.from({ length: Math.max(0, (runs.read(run)?.entries ?? 0) - from) }, (_, nth) => from + nth);

  const meeting = (run: RunId, term: SearchTerm, from: number): readonly number[] => {
    const key = keyOf(run);
    if (term.kind === 'argument')
      return argumentTests[term.test].all(key, term.name, from, term.value.toLowerCase());
    const phrase = phraseOf(term.text);
    // A text without words, such as a dash, matches every entry.
    if (phrase === undefined) return all(run, from);
    return match.all(phrase, rowIdOf(key, from), rowIdOf(key + 1, 0)).map((id) => id - rowIdOf(key, 0));
  };

  return {
    extend: (run, limit) => {
      const key = keyOf(run);
      const known = last.get(rowIdOf(key, 0), rowIdOf(key + 1, 0)) ?? rowIdOf(key, -1);
      const heads = entries.heads(run, known + 1 - rowIdOf(key, 0), limit);
      for (const head of heads) {
        insert.run(rowIdOf(key, head.index), textOfEntry(head));
        if (!('action' in head)) continue;
        for (const [name, value] of Object.entries<Json>({ ...head.action.args, ...head.action.resolved }))
          if (value !== null) insertArgument.run(key, name, head.index, written(value).toLowerCase());
      }
      return heads.length === limit;
    },
    find: (run, search, from) => {
      let found: readonly number[] | undefined;
      // Terms that must hold come first: they leave few entries for the others.
      for (const { term, not } of search.toSorted((one, other) => Number(one.not) - Number(other.not))) {
        const those = meeting(run, term, from);
        found = found === undefined && !not ? those : among(found ?? all(run, from), those, !not);
      }
      return found ?? all(run, from);
    },
  };
}

const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The numbers of `some` that are among `others` or, without `within`, those that are not; all ascending. */
function among(some: readonly number[], others: readonly number[], within: boolean): readonly number[] {
  let nth = 0;
  return some.filter((at) => {
    while (others[nth]! < at) nth++;
    return (others[nth] === at) === within;
  });
}

/** `text` as an FTS5 phrase whose last word may be incomplete; `undefined` when it has no word. */
export const phraseOf = (text: string): string | undefined =>
  /[\p{L}\p{N}]/u.test(text)
    ? `"${text.replaceAll('"', '""')}"${/[\p{L}\p{N}]$/u.test(text) ? '*' : ''}`
    : undefined;

/** All texts of an entry: its tool, its arguments, its result and its error. */
function textOfEntry(entry: EntryHead): string {
  const { event, outcome } = entry;
  const said: Json[] = [event];
  if (outcome.status === 'done') said.push(outcome.value);
  if (outcome.status === 'failed') said.push(outcome.error.type, outcome.error.message);
  if (outcome.status === 'skipped') said.push(outcome.reason);
  if ('action' in entry)
    said.push(entry.action.app, entry.action.tool, entry.action.resolved ?? entry.action.args);
  if ('name' in entry) said.push(entry.name);
  if ('milestones' in entry) said.push(entry.milestones, entry.minefields);
  if ('achieved' in entry) said.push(entry.achieved, entry.open, entry.tripped);
  return leavesOf(said).join('\n');
}

/**
 * The texts and numbers within `values`. Neither recursive nor with spread arguments: an import may be arbitrarily deep and
 * wide.
 */
function leavesOf(values: readonly Json[]): readonly (string | number)[] {
  const leaves: (string | number)[] = [];
  const open: Json[] = [...values];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string' || typeof value === 'number') leaves.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values<Json>(value)) open.push(part);
  }
  return leaves;
}
