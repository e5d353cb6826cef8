import { isJsonObject, type Json, type JsonObject } from '../../../engine/model/index.ts';

const HEAD_CHARACTERS = 1_200; // characters of a text
const TAIL_CHARACTERS = 400; // characters of a text: errors come last
const MAX_ITEMS = 12;
const MAX_DEPTH = 3;
const LIST_CHARACTERS = 2_000; // of the texts before which an item of a list is shown

/** The characters that are left for the lists of a value. Images take none. */
interface Room {
  left: number;
}

/** A shortened `value`: texts without their middle, lists and objects with their first items. */
export function shortenedValue(value: Json, depth = 0, room: Room = { left: LIST_CHARACTERS }): Json {
  if (typeof value === 'string') {
    const text = excerpt(value);
    if (!isImage(text)) room.left -= text.length;
    return text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return Array.isArray(value) ? '[…]' : '{…}';
  if (isJsonObject(value)) return shortenedObject(value, depth, room);
  const items: Json[] = [];
  for (const item of value.slice(0, MAX_ITEMS))
    if (room.left > 0) items.push(shortenedValue(item, depth + 1, room));
  return value.length > items.length ? [...items, `… ${value.length - items.length} more`] : items;
}

/** A shortened object. */
export function shortenedObject(
  value: JsonObject,
  depth = 0,
  room: Room = { left: LIST_CHARACTERS },
): JsonObject {
  const entries = Object.entries(value);
  const shown = entries
    .slice(0, MAX_ITEMS)
    .map(([key, item]): [string, Json] => [
      key.slice(0, HEAD_CHARACTERS),
      shortenedValue(item, depth + 1, room),
    ]);
  if (entries.length > MAX_ITEMS) shown.push(['…', `${entries.length - MAX_ITEMS} more`]);
  return Object.fromEntries(shown);
}

/** Whether a text is an image, which cannot be shortened. */
const isImage = (text: string): boolean => text.startsWith('data:image/');

function excerpt(text: string): string {
  if (isImage(text)) return text.length <= MAX_IMAGE ? text : '[image]';
  if (text.length <= HEAD_CHARACTERS + TAIL_CHARACTERS + 100) return text;
  // Whole lines where there are any.
  const lineEnd = text.lastIndexOf('\n', HEAD_CHARACTERS);
  const head = text.slice(0, lineEnd > HEAD_CHARACTERS / 2 ? lineEnd : HEAD_CHARACTERS);
  const lineStart = text.indexOf('\n', text.length - TAIL_CHARACTERS) + 1;
  const tail = text.slice(
    lineStart > 0 && lineStart < text.length ? lineStart : text.length - TAIL_CHARACTERS,
  );
  const left = text.slice(head.length, text.length - tail.length);
  const lines = left.split('\n').length - 1;
  const what =
    lines > 2
      ? `${(lines - 1).toLocaleString('en-US')} more lines`
      : `${left.length.toLocaleString('en-US')} more characters`;
  return `${head}\n… ${what} …\n${tail}`;
}

const MAX_IMAGE = 200_000; // characters
