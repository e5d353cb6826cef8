import * as z from 'zod';
import { findingIn, findingsOf, findingText, isJsonObject, type JsonObject } from '../../model/index.ts';
import { type Argument, refuse } from '../../world/index.ts';

/**
 * The words of the shapes that recorded states come in. What the field's loaders fill in may be missing. The shapes
 * themselves are lazy: most runs never read a recording, and all of them would wait for them to be made.
 */
export const text = z.string();
export const texts = z.array(text).nullish();

/** Seconds since the Unix epoch, from year 1 to 9999, which is as far as the field's dates go. */
export const time = z.number().min(-62_135_596_800).max(253_402_300_799);

/** A recorded id, unless it is empty: then the one it goes by elsewhere. */
export const idOrDefault = (id: string | null | undefined, other: string): string =>
  id === undefined || id === null || id === '' ? other : id;

/** What `make` makes of each, under the same keys. */
export const mapValues = <From, To>(
  all: Readonly<Record<string, From>>,
  make: (one: From, key: string) => To,
): Record<string, To> => Object.fromEntries(Object.entries(all).map(([key, one]) => [key, make(one, key)]));

/**
 * What `read` makes of the whole thing that a call has `given` as `argument`.
 *
 * @throws {ToolError} `AssertionError` naming the place, when it is no such thing.
 */
export function parseArgument<Whole>(argument: string, given: unknown, read: () => Whole): Whole {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof z.ZodError)) throw thrown;
    return refuse('AssertionError', firstProblem(argument, thrown, given));
  }
}

/** The first place in which `given`, which goes by `name`, is not as `error` says that it should be. */
export function firstProblem(name: string, error: z.ZodError, given: unknown): string {
  const [finding] = findingsOf(error, given);
  return findingText(findingIn(name, finding!));
}

/** A whole thing of the field's class `type`: its fields or, as recordings have it, the text that it prints itself as. */
export const objectOrPrinted = (type: string, description: string): Argument<JsonObject | string> => ({
  type,
  schema: { anyOf: [{ type: 'object' }, { type: 'string' }], description },
  accepts: (value) => typeof value === 'string' || isJsonObject(value),
});

/**
 * What stands in `text` beside each of `labels`, in their order and up to the next of them; null where that is Python's `None`.
 *
 * @throws {ToolError} `AssertionError` naming `argument`, when they are not all there.
 */
export function parsePrinted(
  argument: string,
  text: string,
  labels: readonly string[],
): readonly (string | null)[] {
  const found: string[] = [];
  for (const line of text.trim().split('\n')) {
    const begin = `${labels[found.length] ?? '\n'}:`;
    // What has lines of its own stands indented.
    if (line.trimStart().startsWith(begin)) found.push(line.trimStart().slice(begin.length + 1));
    else if (found.length > 0) found.push(`${found.pop()!}\n${line}`);
  }
  if (found.length < labels.length)
    refuse('AssertionError', `${argument} has no line "${labels[found.length]!}: …".`);
  return found.map((value) => (value === 'None' ? null : value));
}
