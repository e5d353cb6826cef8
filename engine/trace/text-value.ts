import type { Json } from '../model/json.ts';
import { boundedJson } from './bounded-json.ts';
import { readPythonLiteral } from './python-literal.ts';

const PLAIN: ReadonlySet<string> = new Set([
  'str',
  'int',
  'float',
  'bool',
  'NoneType',
  'list',
  'tuple',
  'dict',
]);

/** Whether values of the Python class `type` are read as what they were. */
export const isPlainType = (type: string): boolean => PLAIN.has(type);

/**
 * The value that the field wrote as `text`, with the name of its Python class beside it. Lists and dictionaries are JSON
 * or, where JSON could not hold them, Python's own notation. What is of another class, or does not read as what it says
 * it is, stays the text it was.
 */
export function valueOf(text: string | null, type: string | null): Json {
  if (text === null) return null;
  switch (type) {
    case 'int':
      return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'float':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'bool':
      return text === 'True' || text === 'true' ? true : text === 'False' || text === 'false' ? false : text;
    case 'NoneType':
      return text === 'None' || text === 'null' ? null : text;
    case 'list':
    case 'tuple':
      return collection(text, Array.isArray);
    case 'dict':
      return collection(
        text,
        (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      );
    case null:
    default:
      return text;
  }
}

function collection(text: string, fits: (value: Json) => boolean): Json {
  const read = boundedJson(text);
  const value = 'value' in read ? read.value : readPythonLiteral(text);
  return value !== undefined && fits(value) ? value : text;
}
