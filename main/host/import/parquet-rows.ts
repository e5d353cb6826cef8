import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { TraceError } from '../../../engine/index.ts';
import { type Json, type JsonObject, MAX_JSON_DEPTH } from '../../../engine/model/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { megabytes, openRegularFile } from '../system/index.ts';
import type { ImportSourceFile } from './sources.ts';

/** The first characters of a Parquet file. */
export const PARQUET = 'PAR1';

/** The number of rows read at once if the file says which part of it they are in. Otherwise, a row group is read at once. */
const ROWS_AT_ONCE = 4;

/** The maximum number of rows. */
const MAX_ROWS = 10_000_000;

/**
 * The rows of a Parquet file as JSON, each with its number from 1. Only the requested row groups are in memory.
 * @param without columns that are not read, such as one with whole traces
 * @throws {TraceError} when the file is damaged or encrypted.
 */
export async function* parquetRows(
  label: string,
  file: ImportSourceFile,
  without: readonly string[] = [],
): AsyncGenerator<{ readonly nth: number; readonly row: JsonObject }> {
  await using opened = await bufferOf(file);
  try {
    const metadata = await parquetMetadataAsync(opened.buffer);
    const count = Number(metadata.num_rows);
    const [root] = metadata.schema;
    const columns = topColumns(metadata.schema, root?.num_children ?? 0).filter(
      (name) => !without.includes(name),
    );
    if (!Number.isSafeInteger(count) || count < 0 || count > MAX_ROWS)
      throw new Error(`it says that it has ${metadata.num_rows} rows`);
    const size = metadata.row_groups.reduce(
      (most, group) => Math.max(most, Number(group.total_byte_size)),
      0,
    );
    if (without.length === 0 && size > 2 * LIMITS.importBytes)
      throw new TraceError(label, [
        {
          path: '',
          message: `A group of its rows is too large: ${megabytes(size)}, of ${megabytes(2 * LIMITS.importBytes)} at most. Write it anew with smaller groups of rows.`,
        },
      ]);
    let group = 0;
    let groupEnd = Number(metadata.row_groups[0]?.num_rows ?? 0);
    for (let from = 0; from < count;) {
      while (from >= groupEnd && group < metadata.row_groups.length - 1)
        groupEnd += Number(metadata.row_groups[++group]!.num_rows);
      const isIndexed = metadata.row_groups[group]?.columns.every(
        (column) => column.offset_index_offset !== undefined,
      );
      const most = isIndexed === true && without.length === 0 ? from + ROWS_AT_ONCE : count;
      const to = Math.min(most, Math.max(groupEnd, from + 1), count);
      const rows = await parquetReadObjects({
        file: opened.buffer,
        metadata,
        compressors,
        columns,
        rowStart: from,
        rowEnd: to,
        useOffsetIndex: true,
      });
      if (rows.length !== to - from) throw new Error('it has fewer rows than it says');
      for (const [index, row] of rows.entries())
        yield { nth: from + index + 1, row: jsonOf(row) as JsonObject };
      from = to;
    }
  } catch (thrown) {
    if (thrown instanceof TraceError || !(thrown instanceof Error) || 'syscall' in thrown) throw thrown;
    throw new TraceError(label, [
      {
        path: '',
        message: `The Parquet file is damaged, encrypted or was cut off (${thrown.message
          .replace(/^parquet /, '')
          .replace(/\.$/, '')
          .slice(0, 200)}).`,
      },
    ]);
  }
}

/** The names of the top-level columns of a schema, which lists each column with all its children. */
function topColumns(
  schema: readonly { readonly name: string; readonly num_children?: number }[],
  count: number,
): readonly string[] {
  const names: string[] = [];
  let at = 1;
  const skip = (): void => {
    const children = schema[at++]?.num_children ?? 0;
    for (let child = 0; child < children && at < schema.length; child++) skip();
  };
  while (names.length < count && at < schema.length) {
    names.push(schema[at]!.name);
    skip();
  }
  return names;
}

async function bufferOf(file: ImportSourceFile): Promise<{ readonly buffer: AsyncBuffer } & AsyncDisposable> {
  const { location } = file;
  if (location === undefined) {
    const bytes = await file.read();
    const slice = (start: number, end?: number): ArrayBuffer =>
      new Uint8Array(bytes.subarray(start, end)).buffer;
    return { buffer: { byteLength: bytes.length, slice }, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const handle = await openRegularFile(location, { most: Infinity });
  const slice = async (start: number, end = file.size): Promise<ArrayBuffer> => {
    if (start < 0 || end > file.size || end < start) throw new Error('its parts are outside of it');
    const bytes = new Uint8Array(end - start);
    for (let length = 0; length < bytes.length;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length);
      if (bytesRead === 0) throw new Error('it became shorter');
      length += bytesRead;
    }
    return bytes.buffer;
  };
  return { buffer: { byteLength: file.size, slice }, [Symbol.asyncDispose]: () => handle.close() };
}

/** A value of a row as JSON. */
function jsonOf(value: unknown, depth = 0): Json {
  if (depth > MAX_JSON_DEPTH) throw new Error('its values are too deep');
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonOf(item, depth + 1)]));
}
