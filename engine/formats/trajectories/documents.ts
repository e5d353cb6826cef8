import { readDocument, type TraceDocument } from '../../are/index.ts';
import { type Json, TraceError } from '../../model/index.ts';
import { isInspected, readInspected } from './inspected.ts';

/**
 * The document in a text, or the list of successive documents, as programs that append to a file write them.
 * @throws {TraceError} when the text has none.
 */
export function readDocuments(marked: string, file: string): TraceDocument {
  const text = marked.startsWith('\uFEFF') ? marked.slice(1) : marked;
  if (text.trim() === '') throw new TraceError(file, [{ path: '', message: 'The file is empty.' }]);
  if (isJsonLines(text)) return readAll(linesOf(text), file);
  if (isInspected(text)) return readAll(objectsIn(text), file, readPrinted);
  if (OBJECTS_IN_A_ROW.test(text) || hasOtherText(text)) return readAll(objectsIn(text), file);
  if (OTHER_TEXT.test(text) && !isJson(text))
    throw new TraceError(file, [{ path: '', message: AIDER.test(text) ? AIDER_TEXT : TEXT }]);
  try {
    return readDocument(text, file);
  } catch (thrown) {
    if (thrown instanceof TraceError && isCutOff(text))
      throw new TraceError(file, [{ path: '', message: CUT_OFF }]);
    throw thrown;
  }
}

const CUT_OFF =
  'The file is cut off: its JSON has no end. Copy it again, or export it again from the tool that wrote it.';

/** Whether `text` is the beginning of a JSON document. */
function isCutOff(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.?)*(?:"|$)|[{}[\]]/gs))
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
  return depth > 0 && /^\s*[{[]/.test(text);
}

/** Reads an object that Node.js printed. */
function readPrinted(text: string, file: string): TraceDocument {
  const document = readInspected(text);
  if (document === undefined)
    throw new TraceError(file, [{ path: '', message: 'The object that Node.js printed is damaged.' }]);
  return { document, notes: [] };
}

/** Matches text that begins no JSON object or list, such as that of a README. */
const OTHER_TEXT = /^\s*[^\s\0{[]/;
const TEXT = 'This is text, not a trajectory: trajectories in JSON begin with { or [.';

/** Matches what Aider writes of its chats. */
const AIDER = /^\s*(?:# aider chat started at |TO LLM \d{4}-)/;
const AIDER_TEXT =
  'This is a chat of Aider, which it writes as text without marks for calls and results. Orrery reads none of its files.';

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
  /** Set if it is what a program printed between its objects. */
  readonly isOther?: true;
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

/** Whether a file begins with an object, and has another one after other output of the program. */
function hasOtherText(text: string): boolean {
  const end = /^\s*\{/.test(text) ? text.indexOf('\n}') : -1;
  return end !== -1 && text.includes('\n{', end) && !isJson(text);
}

function* objectsIn(text: string): Generator<Piece> {
  let nth = 1;
  for (let start = 0; start < text.length;) {
    const found = text.startsWith('{', start) ? start : text.indexOf('\n{', start) + 1;
    const begin = found === 0 && start > 0 ? text.length : found;
    const other = text.slice(start, begin);
    const place = nth === 1 ? 'the text before object 1' : `the text after object ${nth - 1}`;
    if (other.trim() !== '') yield { text: other, place, isOther: true };
    const close = text.indexOf('\n}', begin);
    const end = close === -1 ? text.length : close + 2;
    if (begin < end) yield { text: text.slice(begin, end), place: `object ${nth}` };
    nth += 1;
    start = end;
  }
}

/** The documents of all pieces as one list. Damaged documents are left out and listed in a note. */
function readAll(pieces: Iterable<Piece>, file: string, reads = readDocument): TraceDocument {
  const documents: Json[] = [];
  const notes: string[] = [];
  const refused: { readonly place: string; readonly error: TraceError }[] = [];
  let last = '';
  const others: string[] = [];
  for (const { text, place, isOther } of pieces) {
    if (isOther) {
      others.push(place);
      continue;
    }
    last = place;
    try {
      const read = reads(text, `${file}, ${place}`);
      documents.push(read.document);
      notes.push(...read.notes.map((note) => `In ${place}: ${note}`));
    } catch (thrown) {
      if (!(thrown instanceof TraceError)) throw thrown;
      refused.push({ place, error: thrown });
    }
  }
  if (refused.length > documents.length) throw refused[0]!.error;
  const cut = refused.at(-1)?.place === last ? refused.pop() : undefined;
  const left = [...refused.map(({ place }) => place), ...others];
  return {
    document: documents,
    notes: [
      ...notes,
      ...(cut === undefined ? [] : [`The file is cut off: ${cut.place}, its last, is left out.`]),
      ...(left.length === 0
        ? []
        : [
            `Left out, because they are no JSON: ${left.slice(0, 5).join(', ')}${left.length > 5 ? ` and ${left.length - 5} more` : ''}.`,
          ]),
    ],
  };
}
