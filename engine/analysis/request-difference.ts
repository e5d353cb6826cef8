import { isSameJson, type Json, type JsonObject, type ModelRequest, textOrJson } from '../model/index.ts';

const CONTEXT_WORDS = 3; // words on each side

/** A sentence that says where request `is` first differs from the recorded request `was`: the message and the word, or the setting. */
export function requestDifference(was: ModelRequest, is: ModelRequest): string {
  const keys = new Set([...Object.keys(was.body), ...Object.keys(is.body)]);
  for (const key of keys)
    if (!isSame(was.body[key], is.body[key]))
      return `Its "${key}" differs: ${wordDifference(textOf(was.body[key]), textOf(is.body[key]))}`;
  const index = was.messages.findIndex((message, at) => !isSame(message, is.messages[at]));
  const at = index < 0 ? was.messages.length : index;
  const [before, now] = [was.messages[at], is.messages[at]];
  const which = `Message ${at + 1}${roleOf(now ?? before)}`;
  if (before === undefined) return `${which} is new: ${shortened(textOf(now))}`;
  if (now === undefined) return `${which} is missing: ${shortened(textOf(before))}`;
  return `${which} differs: ${wordDifference(contentOf(before), contentOf(now))}`;
}

const isSame = (a: Json | undefined, b: Json | undefined): boolean =>
  a === undefined || b === undefined ? a === b : isSameJson(a, b);

const roleOf = (message: JsonObject | undefined): string =>
  typeof message?.['role'] === 'string' ? `, of the ${message['role']},` : '';

/** The text of a message; the whole message if the difference is outside of its text. */
const contentOf = (message: JsonObject): string =>
  typeof message['content'] === 'string' && Object.keys(message).length === 2
    ? message['content']
    : textOf(message);

const textOf = (value: Json | undefined): string => (value === undefined ? 'nothing' : textOrJson(value));

const shortened = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 80)}…`);

/** The first differing word, with some words around it. */
function wordDifference(was: string, is: string): string {
  const [before, now] = [was.split(/\s+/), is.split(/\s+/)];
  const found = now.findIndex((word, index) => word !== before[index]);
  const at = found < 0 ? now.length : found;
  const around = (words: readonly string[]): string =>
    shortened(words.slice(Math.max(0, at - CONTEXT_WORDS), at + CONTEXT_WORDS + 1).join(' ')) || 'nothing';
  return `around word ${at + 1} it was "${around(before)}" and is "${around(now)}".`;
}
