import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { Argument } from './argument.ts';
import { refuse } from './tool.ts';

/** A whole thing of the field's class `type`: its fields or, as recordings have it, the text that it prints itself as. */
export const whole = (type: string, description: string): Argument<JsonObject | string> => ({
  type,
  schema: { anyOf: [{ type: 'object' }, { type: 'string' }], description },
  accepts: (value) => typeof value === 'string' || isJsonObject(value),
});

/**
 * What stands in `text` beside each of `labels`, in their order and up to the next of them; null where that is Python's `None`.
 *
 * @throws {ToolError} `AssertionError` naming `argument`, when they are not all there.
 */
export function printedFields(
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
    refuse('AssertionError', `${argument}: found a text without "${labels[found.length]!}: …"`);
  return found.map((value) => (value === 'None' ? null : value));
}
