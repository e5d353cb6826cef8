import type { EntryHead, Json, RunId } from '../model/index.ts';
import { argumentTable, type ArgumentTerm } from './argument-table.ts';
import type { Database } from './database.ts';
import type { LogTable } from './log-table.ts';
import { numberOf } from './run-table.ts';

/** An index of what stands in logs; `rowid` is run × 2^32 + position. A cache: it is written when it is first asked. */
export const SEARCH_SCHEMA = `
  CREATE VIRTUAL TABLE search USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  )`;

/** What a search asks of an entry. */
export type SearchTerm =
  /** Words that stand beside each other somewhere in its arguments, values or errors; the last may be a beginning. */
  { readonly kind: 'text'; readonly text: string } | ArgumentTerm;

/** A term, or what must not be. */
export type Search = readonly { readonly term: SearchTerm; readonly not: boolean }[];

/** Finds entries by what was said in them. */
export interface SearchTable {
  /** Takes in at most `most` entries that were not yet. Answers whether there were as many. */
  extend(run: RunId, most: number): boolean;
  /** The entries of `run` from position `from` on that meet all of `search`, by index, ascending; of those taken in. */
  find(run: RunId, search: Search, from: number): readonly number[];
  forget(run: RunId): void;
}

const RUN = '(? << 32)';
const IN_RUN = `rowid BETWEEN ${RUN} AND ${RUN} + 0xffffffff`;

/** Prepares its statements once. The caller owns `db` and closes it. */
export function searchTable(db: Database, log: LogTable): SearchTable {
  const last = db
    .prepare<[number, number], number>(
      `SELECT rowid & 0xffffffff FROM search WHERE ${IN_RUN} ORDER BY rowid DESC LIMIT 1`,
    )
    .pluck();
  const insert = db.prepare<[number, number, string]>(
    `INSERT INTO search (rowid, text) VALUES (${RUN} + ?, ?)`,
  );
  const remove = db.prepare<[number, number]>(`DELETE FROM search WHERE ${IN_RUN}`);
  const match = db
    .prepare<[phrase: string, run: number, from: number, run: number], number>(
      `SELECT rowid & 0xffffffff FROM search
       WHERE search MATCH ? AND rowid BETWEEN ${RUN} + ? AND ${RUN} + 0xffffffff ORDER BY rowid`,
    )
    .pluck();
  const arguing = argumentTable(db);

  const all = (run: RunId, from: number): readonly number[] =>
    Array.from({ length: Math.max(0, log.length(run) - from) }, (_, nth) => from + nth);

  const meeting = (run: RunId, term: SearchTerm, from: number): readonly number[] => {
    const id = numberOf(run);
    if (term.kind === 'argument') return arguing.find(id, term, from);
    const phrase = phraseOf(term.text);
    // What has no words in it, such as a dash, is in every text.
    return phrase === undefined ? all(run, from) : match.all(phrase, id, from, id);
  };

  return {
    extend: (run, most) => {
      const id = numberOf(run);
      const heads = log.heads(run, (last.get(id, id) ?? -1) + 1, most);
      for (const head of heads) {
        insert.run(id, head.index, textOf(head));
        if ('action' in head) arguing.write(id, head.index, head.action);
      }
      return heads.length === most;
    },
    find: (run, search, from) => {
      let found: readonly number[] | undefined;
      // Those that are to be met go first: they leave few for the others.
      for (const { term, not } of search.toSorted((one, other) => Number(one.not) - Number(other.not))) {
        const those = meeting(run, term, from);
        found = found === undefined && !not ? those : among(found ?? all(run, from), those, !not);
      }
      return found ?? all(run, from);
    },
    forget: (run) => {
      remove.run(numberOf(run), numberOf(run));
      arguing.forget(numberOf(run));
    },
  };
}

/** Those of `some` that are among `others`, or those that are not; all ascending. */
function among(some: readonly number[], others: readonly number[], within: boolean): readonly number[] {
  let nth = 0;
  return some.filter((at) => {
    while (others[nth]! < at) nth++;
    return (others[nth] === at) === within;
  });
}

/** `text` as FTS5 writes a phrase whose last word may be a beginning; nothing where there is no word. */
export const phraseOf = (text: string): string | undefined =>
  /[\p{L}\p{N}]/u.test(text)
    ? `"${text.replaceAll('"', '""')}"${/[\p{L}\p{N}]$/u.test(text) ? '*' : ''}`
    : undefined;

/** All that an entry says: its tool, what it was given, what it answered and why it failed. */
function textOf(entry: EntryHead): string {
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

/** The texts and numbers within `values`. Neither recursive nor by many arguments: an import may be as deep and wide as it likes. */
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
