import { isJsonObject, type Json } from '../model/json.ts';
import type { Path } from '../model/change.ts';
import { refuse } from './tool.ts';

/**
 * Puts `value` in the place of what is at `path` of `state`, or adds a field to an object that is there.
 *
 * @throws {ToolError} `LookupError` naming how far the path leads.
 */
export function setValue(state: object, path: Path, value: Json): void {
  const last = path.at(-1);
  if (last === undefined) return refuse('LookupError', 'path: found none, wanted one into the state');
  const owner = path.slice(0, -1).reduce<Json>((part, key, depth) => {
    const inner = childOf(part, key);
    return inner ?? refuse('LookupError', `path: found nothing at ${path.slice(0, depth + 1).join('.')}`);
  }, state as Json);
  if (isJsonObject(owner) && typeof last === 'string') (owner as Record<string, Json>)[last] = value;
  else if (childOf(owner, last) !== undefined) (owner as Json[])[last as number] = value;
  else refuse('LookupError', `path: found nothing at ${path.join('.')}`);
}

function childOf(part: Json, key: string | number): Json | undefined {
  if (Array.isArray(part)) return typeof key === 'number' ? (part as Json[])[key] : undefined;
  return isJsonObject(part) && Object.hasOwn(part, key) ? part[key] : undefined;
}
