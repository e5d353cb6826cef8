import { type CsvFormulas, csvLine } from '../../../engine/model/index.ts';
import type { Cell, QueryResult } from './query-database.ts';

/** `lines`, each with a line break. */
export function* withLineBreaks(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** Rows as CSV, with column names in the first line. NULL is an empty field. */
export function* csvLines({ columns, rows }: QueryResult, formulas: CsvFormulas): Generator<string> {
  yield csvLine(columns, formulas);
  // Readers skip empty lines, so a row whose only field is empty is written with quotes.
  for (const row of rows) yield csvLine(row.map(cellText), formulas) || '""';
}

/** Each row as a JSON object. Texts in the columns `json` are JSON and are inserted as values. */
export function* objectLines(
  { columns, rows }: QueryResult,
  json: ReadonlySet<string> = new Set(),
): Generator<string> {
  const names = distinct(columns).map((name) => JSON.stringify(name));
  for (const row of rows) {
    const fields = row.map((cell, index) => {
      const value =
        json.has(columns[index]!) && typeof cell === 'string' ? cell : JSON.stringify(jsonOf(cell));
      return `${names[index]!}:${value}`;
    });
    yield `{${fields.join()}}`;
  }
}

/** Makes column names unique, because an object would lose duplicates: the second is renamed to `name_2`. */
function distinct(names: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const name of names) {
    let free = name;
    for (let nth = 2; found.includes(free); nth++) free = `${name}_${nth}`;
    found.push(free);
  }
  return found;
}

const jsonOf = (cell: Cell): string | number | null =>
  cell === null || typeof cell === 'number' ? cell : cellText(cell);

/** A cell as text: NULL is empty, and bytes are an SQL literal. */
export function cellText(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Uint8Array ? `x'${Buffer.from(cell).toString('hex')}'` : String(cell);
}
