import type { IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { isJsonObject, type Json, type JsonObject } from '../../engine/model/index.ts';
import { pieces, TryError } from './http.ts';

/** Reads a stream of events to its end, each with `onData`. Returns its text. @throws {TryError} when it breaks off. */
export async function readEvents(answer: IncomingMessage, onData: (data: string) => void): Promise<string> {
  let raw = '';
  const parser = createParser({
    onEvent: ({ data }) => {
      onData(data);
    },
  });
  for await (const piece of pieces(answer)) {
    raw += piece;
    parser.feed(piece);
  }
  parser.reset({ consume: true });
  return raw;
}

/** The JSON object in what a server sent. @throws {TryError} when it is none. */
export function objectIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    if (isJsonObject(value)) return value;
  } catch {
    // Told below.
  }
  throw new TryError(`The server sent what is not an answer: ${text.slice(0, 80)}`);
}

/** The items of a list; none if `value` is no list. */
export const itemsOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** The value as a text: a text itself, anything else as JSON. */
export const valueText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);
