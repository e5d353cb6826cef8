import { type EntryHead, type Json, type RunId, textOrJson } from '../model/index.ts';
import { runKeyOf, ROW_IDS_PER_KEY, rowIdOf, runIdOf } from './column-values.ts';
import type { Database } from './database.ts';
import type { EntryTable } from './entry-table.ts';
import type { RunTable } from './run-table.ts';

/** A test of one argument as text or, if it is not a text, as JSON. Ignores case. */
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
export type EntrySearch = readonly { readonly term: SearchTerm; readonly not: boolean }[];

/** A full-text index of log entries. It is a cache of the logs. */
export interface SearchTable {
  /** Adds up to `limit` entries that are not indexed yet. Returns whether it added that many. */
  extend(run: RunId, limit: number): boolean;
  /** The indexes of the indexed entries of `run` from `from` on that meet all of `search`, ascending. */
  find(run: RunId, search: EntrySearch, from: number): readonly number[];
  /** Whether {@link finish} was called for `run`. */
  isFinished(run: RunId): boolean;
  /** Adds the texts of a run besides its log, and marks the run as completely indexed. */
  finish(run: RunId, besides: readonly string[]): void;
  /**
   * Up to `limit` texts in all runs that match `words`, which come from {@link fullTextQuery}: newest run first, in a run the
   * last text first, all of them before `before`.
   */
  findInAllRuns(words: string, before: FoundPosition | undefined, limit: number): readonly FoundPosition[];
}

/** The location of a found text: an entry of a run's log, or the number of a text besides the log. */
export type FoundPosition = { readonly run: RunId } & (
  { readonly entry: number } | { readonly beside: number }
);

/** The first row position of texts besides a log. */
const FIRST_BESIDE_POSITION = ROW_IDS_PER_KEY / 2;
/** The row position that marks a run as completely indexed. */
const FINISHED_POSITION = ROW_IDS_PER_KEY - 1;

const placeOf = (id: number): FoundPosition => {
  const run = runIdOf(Math.floor(id / ROW_IDS_PER_KEY));
  const position = id % ROW_IDS_PER_KEY;
  return position < FIRST_BESIDE_POSITION
    ? { run, entry: position }
    : { run, beside: position - FIRST_BESIDE_POSITION };
};

const rowIdOfPosition = (place: FoundPosition): number =>
  rowIdOf(runKeyOf(place.run), 'entry' in place ? place.entry : FIRST_BESIDE_POSITION + place.beside);

/** The words and "phrases" of a search text. Those after a minus are not wanted. */
export const searchParts = (
  text: string,
): readonly { readonly words: string; readonly isWanted: boolean }[] =>
  [...text.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)].map(([, minus, phrase, word]) => ({
    words: phrase ?? word ?? '',
    isWanted: minus === '',
  }));

/**
 * Converts a search text to a query for {@link SearchTable.findInAllRuns}: words and "phrases" that a text must have, in any
 * order, and words after a minus that it must not have; `undefined` without words to search for.
 */
export function fullTextQuery(text: string): string | undefined {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const { words, isWanted } of searchParts(text)) {
    const phrase = searchPhrase(words);
    if (phrase !== undefined) (isWanted ? wanted : unwanted).push(phrase);
  }
  if (wanted.length === 0) return undefined;
  return [wanted.join(' AND '), ...unwanted].join(' NOT ');
}

/** SQL for a row id parameter: numbers this large arrive as floating point, which FTS5 does not accept as row ids. */
const ROW_ID_PARAMETER = 'CAST(? AS INTEGER)';

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function searchTable(db: Database, runs: RunTable, entries: EntryTable): SearchTable {
  const last = db
    .prepare<[number, number], number>(
      `SELECT rowid FROM entry_text WHERE rowid >= ${ROW_ID_PARAMETER} AND rowid < ${ROW_ID_PARAMETER} ORDER BY rowid DESC LIMIT 1`,
    )
    .pluck();
  const finished = db
    .prepare<[number], number>(`SELECT 1 FROM entry_text WHERE rowid = ${ROW_ID_PARAMETER}`)
    .pluck();
  const inAllRuns = db
    .prepare<[phrase: string, before: number, limit: number], number>(
      `SELECT rowid FROM entry_text WHERE entry_text MATCH ? AND rowid < ${ROW_ID_PARAMETER} ORDER BY rowid DESC LIMIT ?`,
    )
    .pluck();
  const insert = db.prepare<[number, string]>(
    `INSERT INTO entry_text (rowid, text) VALUES (${ROW_ID_PARAMETER}, ?)`,
  );
  const match = db
    .prepare<[phrase: string, from: number, to: number], number>(
      `SELECT rowid FROM entry_text
       WHERE entry_text MATCH ? AND rowid >= ${ROW_ID_PARAMETER} AND rowid < ${ROW_ID_PARAMETER} ORDER BY rowid`,
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
    Array.from({ length: Math.max(0, (runs.read(run)?.entries ?? 0) - from) }, (_, index) => from + index);

  const meeting = (run: RunId, term: SearchTerm, from: number): readonly number[] => {
    const key = runKeyOf(run);
    if (term.kind === 'argument')
      return argumentTests[term.test].all(key, term.name, from, term.value.toLowerCase());
    const phrase = searchPhrase(term.text);
    // A text without words, such as a dash, matches every entry.
    if (phrase === undefined) return all(run, from);
    return match
      .all(phrase, rowIdOf(key, from), rowIdOf(key, FIRST_BESIDE_POSITION))
      .map((id) => id - rowIdOf(key, 0));
  };

  return {
    extend: (run, limit) => {
      const key = runKeyOf(run);
      const known = last.get(rowIdOf(key, 0), rowIdOf(key, FIRST_BESIDE_POSITION)) ?? rowIdOf(key, -1);
      const heads = entries.heads(run, known + 1 - rowIdOf(key, 0), limit);
      for (const head of heads) {
        insert.run(rowIdOf(key, head.index), entryText(head));
        if (!('action' in head)) continue;
        for (const [name, value] of Object.entries<Json>({ ...head.action.args, ...head.action.resolved }))
          if (value !== null) insertArgument.run(key, name, head.index, textOrJson(value).toLowerCase());
      }
      return heads.length === limit;
    },
    find: (run, search, from) => {
      let found: readonly number[] | undefined;
      // Terms that must hold come first: they leave few entries for the others.
      for (const { term, not } of search.toSorted((one, other) => Number(one.not) - Number(other.not))) {
        const those = meeting(run, term, from);
        found =
          found === undefined && !not ? those : filterByMembership(found ?? all(run, from), those, !not);
      }
      return found ?? all(run, from);
    },
    isFinished: (run) => finished.get(rowIdOf(runKeyOf(run), FINISHED_POSITION)) !== undefined,
    finish: (run, besides) => {
      const key = runKeyOf(run);
      for (const [index, text] of besides.slice(0, FINISHED_POSITION - FIRST_BESIDE_POSITION).entries())
        insert.run(rowIdOf(key, FIRST_BESIDE_POSITION + index), text);
      insert.run(rowIdOf(key, FINISHED_POSITION), '');
    },
    findInAllRuns: (words, before, limit) =>
      inAllRuns
        .all(words, before === undefined ? Number.MAX_SAFE_INTEGER : rowIdOfPosition(before), limit)
        .map(placeOf),
  };
}

/** The numbers of `some` that are in `others` or, without `within`, not in it. All lists are ascending. */
function filterByMembership(
  some: readonly number[],
  others: readonly number[],
  within: boolean,
): readonly number[] {
  let nth = 0;
  return some.filter((at) => {
    while (others[nth]! < at) nth++;
    return (others[nth] === at) === within;
  });
}

/** `text` as an FTS5 phrase whose last word may be incomplete; `undefined` when it has no word. */
export const searchPhrase = (text: string): string | undefined =>
  /[\p{L}\p{N}]/u.test(text)
    ? `"${text.replaceAll('"', '""')}"${/[\p{L}\p{N}]$/u.test(text) ? '*' : ''}`
    : undefined;

/** All texts of an entry: its tool, its arguments, its result and its error. */
function entryText(entry: EntryHead): string {
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
  return leafValues(said).join('\n');
}

/**
 * All texts and numbers within `values`. Neither recursive nor with spread arguments, because imported values may be arbitrarily
 * deep and wide.
 */
function leafValues(values: readonly Json[]): readonly (string | number)[] {
  const leaves: (string | number)[] = [];
  const open: Json[] = [...values];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string' || typeof value === 'number') leaves.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values<Json>(value)) open.push(part);
  }
  return leaves;
}
