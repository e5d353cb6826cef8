import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { findingIn, findingsOf, findingText, isJsonObject, type JsonObject } from '../../model/index.ts';
import { type Argument, refuse } from '../../world/index.ts';
import { MAX_SECONDS, MIN_SECONDS } from './dates.ts';

// Parts of the zod schemas of recorded states. Fields that ARE's loaders fill in may be missing. The schemas are lazy, because
// most runs never read a recording and all of them would wait for the schemas at their start.

export const text = z.string();
export const texts = z.nullish(z.array(text));

/** Seconds since the Unix epoch. */
export const time = z.number().check(z.minimum(MIN_SECONDS)).check(z.maximum(MAX_SECONDS));

/** The recorded id, or `other` when the recording has none or an empty one. */
export const idOrDefault = (id: string | null | undefined, other: string): string =>
  id === undefined || id === null || id === '' ? other : id;

/** The same keys with the values that `make` returns. */
export const mapValues = <From, To>(
  all: Readonly<Record<string, From>>,
  make: (one: From, key: string) => To,
): Record<string, To> => Object.fromEntries(Object.entries(all).map(([key, one]) => [key, make(one, key)]));

/**
 * Parses an object from the call's argument `argument`.
 *
 * @throws {ToolError} `AssertionError` with the first problem that `read` finds in `given`.
 */
export function parseArgument<Whole>(argument: string, given: unknown, read: () => Whole): Whole {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof $ZodError)) throw thrown;
    return refuse('AssertionError', firstProblem(argument, thrown, given));
  }
}

/** The first problem of a failed parse, in a sentence. In the path, `name` replaces `given`. */
export function firstProblem(name: string, error: $ZodError, given: unknown): string {
  const [finding] = findingsOf(error, given);
  return findingText(findingIn(name, finding!));
}

/** An argument for an object of ARE's class `type`: its fields, or the text that ARE prints for it, as in recordings. */
export const objectOrPrinted = (type: string, description: string): Argument<JsonObject | string> => ({
  type,
  schema: { anyOf: [{ type: 'object' }, { type: 'string' }], description },
  accepts: (value) => typeof value === 'string' || isJsonObject(value),
});

/**
 * The values of printed lines such as `Title: Lunch`, in the order of `labels`. Python's `None` becomes null. A value may continue
 * on lines without a label.
 *
 * @throws {ToolError} `AssertionError` naming `argument` and the first label that is missing.
 */
export function parsePrinted(
  argument: string,
  text: string,
  labels: readonly string[],
): readonly (string | null)[] {
  const found: string[] = [];
  for (const line of text.trim().split('\n')) {
    const begin = `${labels[found.length] ?? '\n'}:`;
    // Python indents these lines where they are part of a longer text.
    if (line.trimStart().startsWith(begin)) found.push(line.trimStart().slice(begin.length + 1));
    else if (found.length > 0) found.push(`${found.pop()!}\n${line}`);
  }
  if (found.length < labels.length)
    refuse('AssertionError', `${argument} has no line "${labels[found.length]!}: …".`);
  return found.map((value) => (value === 'None' ? null : value));
}
