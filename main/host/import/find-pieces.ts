import type { FileHandle } from 'node:fs/promises';
import { readDocument, TraceError } from '../../../engine/index.ts';
import type { Json } from '../../../engine/model/index.ts';
import { megabytes } from '../system/index.ts';
import { type Around, type Limits, MAX_AROUND_BYTES, Pieces } from './pieces.ts';
import { type Field, Scan, type Scanned } from './json-scan.ts';
import { bytesAt } from './piece-reader.ts';

/** The names of lists and objects whose items are those of traces, however deep they are. */
const OF_TRACES = /^(?:batches|(?:resource|scope|instrumentation_?library)?_?(?:spans|logs)|log_?records)$/i;

const NEWLINE = 0x0a;

const CHUNK = 4_000_000; // bytes

async function* chunksOf(
  file: FileHandle,
  from = 0,
  to = Infinity,
): AsyncGenerator<{ readonly chunk: Buffer; readonly offset: number }> {
  const chunk = Buffer.alloc(CHUNK);
  for (let offset = from; offset < to;) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK, to - offset), offset);
    if (bytesRead === 0) return;
    yield { chunk: chunk.subarray(0, bytesRead), offset };
    offset += bytesRead;
  }
}

/** The maximum number of lists within lists that are divided: each is read again. Known exports have five. */
const MAX_NESTED = 8;

/** The maximum number of fields beside a list. */
const MAX_FIELDS = 10_000;

/** Finds the pieces of a file: its lines, or the items of its longest list. @throws {TraceError} when it has neither. */
export async function piecesOf(
  file: FileHandle,
  size: number,
  label: string,
  limits: Limits,
): Promise<Pieces> {
  if (await hasLines(file)) return linesIn(file, limits);
  const pieces = new Pieces('item');
  const root = await scanned(file, 0, size, limits);
  if (root === undefined)
    throw new TraceError(label, [
      {
        path: '',
        message: `The file is too large to be read at once, and it is no JSON with a list of at most ${limits.pieces} items: import it in parts of at most ${megabytes(limits.most)}.`,
      },
    ]);
  await divide(file, label, root, [], pieces, limits);
  return pieces;
}

/** Adds the items of a list to `pieces`; in place of those that are large and have a list of spans themselves, the items of that. */
async function divide(
  file: FileHandle,
  label: string,
  { list, items, fields }: Scanned,
  around: readonly Around[],
  pieces: Pieces,
  limits: Limits,
): Promise<void> {
  const own = list === undefined ? around : [...around, await aroundOf(file, label, list, fields, pieces)];
  const isNested = around.length >= MAX_NESTED;
  if (items === undefined) {
    const inner = isNested ? undefined : await scanned(file, list!.start, list!.end, limits);
    if (inner !== undefined) await divide(file, label, inner, own, pieces, limits);
    return;
  }
  const mayHoldSpans = !isNested && (list === undefined || list.name === 'data' || OF_TRACES.test(list.name));
  pieces.begin(own);
  for (let nth = 0; nth < items.starts.length; nth++) {
    const [start, end] = [items.starts.at(nth), items.ends.at(nth)];
    const inner =
      mayHoldSpans && end - start > limits.portion ? await scanned(file, start, end, limits) : undefined;
    if (inner?.list === undefined || !OF_TRACES.test(inner.list.name)) pieces.add(start, end, nth + 1);
    else {
      await divide(file, label, inner, own, pieces, limits);
      pieces.begin(own);
    }
  }
}

async function aroundOf(
  file: FileHandle,
  label: string,
  { name, items }: Field,
  fields: readonly Field[],
  pieces: Pieces,
): Promise<Around> {
  const head: Record<string, Json> = {};
  const notes: string[] = [];
  for (const field of fields) {
    const size = field.end - field.start;
    if (field.name === name) continue;
    if (!pieces.takeAround(size))
      notes.push(`${field.name}: Left out, because it has ${megabytes(size)} beside the longest list.`);
    else
      head[field.name] = readDocument(
        (await bytesAt(file, field.start, size)).toString('utf8'),
        `${label}, ${field.name}`,
      ).document;
  }
  return { head, name, isObject: items === undefined, notes };
}

/** Where the longest list is between two places in a file; `undefined` where there is none. */
async function scanned(
  file: FileHandle,
  from: number,
  to: number,
  { pieces }: Limits,
): Promise<Scanned | undefined> {
  const scan = new Scan();
  for await (const { chunk, offset } of chunksOf(file, from, to)) {
    scan.add(chunk, offset);
    if (scan.itemCount > pieces || scan.fieldCount > MAX_FIELDS) return undefined;
  }
  return scan.end();
}

/** Whether the first line is a complete document, and another document follows. */
async function hasLines(file: FileHandle): Promise<boolean> {
  for await (const { chunk, offset } of chunksOf(file, 0, MAX_AROUND_BYTES)) {
    const end = chunk.indexOf(NEWLINE);
    if (end === -1) continue;
    const next = (await bytesAt(file, offset + end + 1, 100)).toString('latin1').trimStart()[0];
    if (next !== '{' && next !== '[') return false;
    const line = (await bytesAt(file, 0, offset + end)).toString('utf8');
    try {
      return isDocument(line);
    } catch {
      return false;
    }
  }
  return false;
}

const isDocument = (text: string): boolean => typeof (JSON.parse(text) as Json) === 'object';

async function linesIn(file: FileHandle, limits: Limits): Promise<Pieces> {
  const pieces = new Pieces('line');
  let [start, nth] = [0, 0];
  const add = (end: number): void => {
    nth += 1;
    if (end - start > 1)
      if (pieces.length < limits.pieces) pieces.add(start, end, nth);
      else pieces.isCut = true;
    start = end + 1;
  };
  let length = 0;
  for await (const { chunk, offset } of chunksOf(file)) {
    for (let index = chunk.indexOf(NEWLINE); index !== -1; index = chunk.indexOf(NEWLINE, index + 1))
      add(offset + index);
    length = offset + chunk.length;
    if (pieces.isCut) return pieces;
  }
  if (start < length) add(length);
  return pieces;
}
