import { readDocument, type TraceDocument } from '../../are/index.ts';
import { type Json, TraceError } from '../../model/index.ts';

/**
 * The document in a text, or the list of successive documents, as programs that append to a file write them.
 * @throws {TraceError} when the text has none.
 */
export function readDocuments(marked: string, file: string): TraceDocument {
  const text = marked.startsWith('\uFEFF') ? marked.slice(1) : marked;
  if (isJsonLines(text)) return readAll(linesOf(text), file);
  if (OBJECTS_IN_A_ROW.test(text)) return readAll(objectsIn(text), file);
  if (OTHER_TEXT.test(text) && !isJson(text)) throw new TraceError(file, [{ path: '', message: TEXT }]);
  return readDocument(text, file);
}

/** Matches text that begins no JSON object or list, such as that of a README. */
const OTHER_TEXT = /^\s*[^\s\0{[]/;
const TEXT = 'This is text, not a trajectory: trajectories in JSON begin with { or [.';

/** Whether `text` is JSON, such as a number alone. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A piece of a file's text, with its location in the file. */
interface Piece {
  readonly text: string;
  readonly place: string;
}

const LINES_TO_TRY = 50;

/** Whether `text` has a JSON document on each line. Programs that were stopped may leave incomplete lines. */
function isJsonLines(text: string): boolean {
  const first = text.indexOf('\n');
  if (first === -1 || text.slice(first).trim() === '') return false;
  let [good, tried] = [0, 0];
  for (const { text: line } of linesOf(text)) {
    if (tried === LINES_TO_TRY) break;
    tried += 1;
    if (isWhole(line)) good += 1;
    // The first line of a document with line breaks.
    else if (good === 0 && tried > 1) return false;
  }
  return tried > 1 && good > 0 && good * 2 >= tried;
}

function isWhole(line: string): boolean {
  const start = line.trimStart()[0];
  if (start !== '{' && start !== '[') return false;
  return isJson(line.replaceAll(/\b-?(?:NaN|Infinity)\b/g, '0'));
}

function* linesOf(text: string): Generator<Piece> {
  let nth = 1;
  for (let start = 0; start < text.length; nth++) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    if (line.trim() !== '') yield { text: line, place: `line ${nth}` };
    start = end + 1;
  }
}

/** Matches successive objects with line breaks, as console exporters write them. */
const OBJECTS_IN_A_ROW = /^\}\s*\n\{/m;

function* objectsIn(text: string): Generator<Piece> {
  let nth = 1;
  for (let start = 0; start < text.length; nth++) {
    const found = text.indexOf('\n}', start);
    const end = found === -1 ? text.length : found + 2;
    const piece = text.slice(start, end);
    if (piece.trim() !== '') yield { text: piece, place: `object ${nth}` };
    start = end;
  }
}

/** The documents of all pieces as one list. Damaged documents are left out and listed in a note. */
function readAll(pieces: Iterable<Piece>, file: string): TraceDocument {
  const documents: Json[] = [];
  const notes: string[] = [];
  const refused: { readonly place: string; readonly error: TraceError }[] = [];
  let last = '';
  for (const { text, place } of pieces) {
    last = place;
    try {
      const read = readDocument(text, `${file}, ${place}`);
      documents.push(read.document);
      notes.push(...read.notes.map((note) => `In ${place}: ${note}`));
    } catch (thrown) {
      if (!(thrown instanceof TraceError)) throw thrown;
      refused.push({ place, error: thrown });
    }
  }
  if (refused.length > documents.length) throw refused[0]!.error;
  const cut = refused.at(-1)?.place === last ? refused.pop() : undefined;
  return {
    document: documents,
    notes: [
      ...notes,
      ...(cut === undefined ? [] : [`The file is cut off: ${cut.place}, its last, is left out.`]),
      ...(refused.length === 0
        ? []
        : [
            `Left out, because they are no JSON: ${refused
              .slice(0, 5)
              .map(({ place }) => place)
              .join(', ')}${refused.length > 5 ? ` and ${refused.length - 5} more` : ''}.`,
          ]),
    ],
  };
}
