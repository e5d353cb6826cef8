import type { Json } from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { type Cell, openToQuery } from './query-database.ts';

/** A query, and the position of the first row to return. */
export interface RowsRequest {
  readonly sql: string;
  readonly parameters: readonly (string | number | null)[];
  readonly from: number;
  readonly limit: number;
}

/** Rows of a query as lists of values, and the position of the next row; no `next` at the end. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly Json[];
  readonly next?: number;
}

const MAX_MEMORY = 512; // MB
const TIMEOUT = 20_000; // milliseconds
const MAX_LENGTH = 100_000; // characters of the rows, as JSON

/** Runs queries in a worker process, one at a time, because a query can take forever. */
export class QueryWorker implements Disposable {
  readonly #file: string;
  readonly #worker: WorkerProcess<RowsRequest & { readonly file: string }, Rows>;

  /** @param program the worker's script */
  constructor(file: string, program?: URL) {
    this.#file = file;
    this.#worker = new WorkerProcess('query', { memory: MAX_MEMORY, program });
  }

  /** Runs a query. @throws {ProblemError} when the query is invalid, may write, or takes too long. */
  async rows(request: RowsRequest): Promise<Rows> {
    try {
      return await this.#worker.ask({ ...request, file: this.#file }, { time: TIMEOUT });
    } catch (thrown) {
      if (!(thrown instanceof WorkerError)) throw thrown;
      throw new ProblemError(
        'bad-query',
        thrown.why === 'time'
          ? `The query took longer than ${TIMEOUT / 1000} s. Ask for less.`
          : `The query needs too much memory, or its process ended (${thrown.why}). Ask for less.`,
      );
    }
  }

  [Symbol.dispose](): void {
    this.#worker[Symbol.dispose]();
  }
}

/** The worker process's side of {@link QueryWorker}. */
export function queryJob({
  file,
  sql,
  parameters,
  from,
  limit,
}: RowsRequest & { readonly file: string }): Rows {
  using database = openToQuery(file);
  const { columns, rows } = database.query(sql, ...parameters);
  const found: Json[] = [];
  let nth = -1;
  let length = 0;
  for (const row of rows) {
    nth += 1;
    if (nth < from) continue;
    if (found.length >= limit || length > MAX_LENGTH) return { columns, rows: found, next: nth };
    const cells = row.map(cellJson);
    length += JSON.stringify(cells).length;
    found.push(cells);
  }
  return { columns, rows: found };
}

const MAX_CELL = 8_000; // characters

/** A cell as JSON: bytes as an SQL literal, and large integers as texts. */
function cellJson(cell: Cell): Json {
  if (typeof cell === 'number' || cell === null) return cell;
  const text =
    cell instanceof Uint8Array
      ? `x'${Buffer.from(cell.subarray(0, MAX_CELL)).toString('hex')}'`
      : String(cell);
  return text.length <= MAX_CELL
    ? text
    : `${text.slice(0, MAX_CELL)}… (${text.length - MAX_CELL} more characters)`;
}
