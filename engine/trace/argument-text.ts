import { ToolError } from '../apps/tool.ts';
import type { Json } from '../model/json.ts';
import { parseValue } from './parse-value.ts';
import { valueOf } from './text-value.ts';

/** An older way to write that a value may be none, by which only plain types are known. */
const OPTIONAL = /^Optional\[(.*)\]$/;

/**
 * The value that a scenario's file wrote as `text`. Beside it stands what the tool declares, such as `list[str] | None`,
 * or the class of the value. What does not read as either stays the text it was.
 */
export function argumentOf(text: string | null, type: string | null): Json {
  try {
    return parseValue(text, type?.replace(OPTIONAL, '$1 | None') ?? null).value;
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return valueOf(text, /^\w+/.exec(type ?? '')?.[0] ?? null);
  }
}
