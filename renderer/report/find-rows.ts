import type { Json, LogEntry } from '../../engine/model/index.ts';
import type { ReportedRun, Search } from '../../preload/contract.ts';
import { parseFilter } from '../filter/parse.ts';

/** The entries a filter is about, by index; or what is wrong with it. */
export type Found = { readonly indexes: readonly number[] } | { readonly mistake: string };

/** The entries of `run` that meet all of `text`, a filter as the window's log has it. */
export function findRows({ rows, entries, summary, notes }: ReportedRun, text: string): Found {
  const filter = parseFilter(text, { start: summary.start, notes });
  if ('message' in filter) return { mistake: filter.message };
  const meets = (entry: LogEntry): boolean =>
    filter.said.every(({ term, not }) => saysTerm(entry, term) !== not);
  return {
    indexes: rows.flatMap((row, index) => (filter.holds(row) && meets(entries[index]!) ? [index] : [])),
  };
}

function saysTerm(entry: LogEntry, term: Search[number]['term']): boolean {
  if (term.kind === 'text') {
    // What it wrote is looked at in the states.
    return JSON.stringify({ ...entry, changes: undefined })
      .toLowerCase()
      .includes(JSON.stringify(term.text).slice(1, -1).toLowerCase());
  }
  if (!('action' in entry)) return false;
  const { args, resolved = args } = entry.action;
  const found = wordsOf(Object.hasOwn(resolved, term.name) ? resolved[term.name]! : '');
  const wanted = term.value.toLowerCase();
  return term.test === 'is' ? found === wanted : found.includes(wanted);
}

const wordsOf = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();
