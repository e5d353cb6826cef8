import { isJsonObject, type Json } from '../model/json.ts';
import { idsIn } from '../model/made-up-ids.ts';

/**
 * What the ids that a call has `made` are in the recording, by their position: whatever stands in the recorded answer where
 * one of them stands in ours. An answer that the field wrote as text, and we have in parts, has its ids in the same order.
 */
export function recordedIds(
  made: readonly string[],
  ours: Json | undefined,
  recorded: Json | undefined,
): ReadonlyMap<number, string> {
  const found = new Map<string, string>();
  if (made.length > 0 && ours !== undefined && recorded !== undefined)
    pair(ours, recorded, new Set(made), found);
  return new Map(
    made.flatMap((id, at): (readonly [number, string])[] => {
      const other = found.get(id);
      return other === undefined || other === id ? [] : [[at, other]];
    }),
  );
}

function pair(ours: Json, recorded: Json, made: ReadonlySet<string>, found: Map<string, string>): void {
  if (typeof recorded === 'string') {
    if (typeof ours === 'string' && made.has(ours)) {
      if (recorded !== '') found.set(ours, recorded);
    } else pairTexts(typeof ours === 'string' ? ours : JSON.stringify(ours), recorded, made, found);
  } else if (Array.isArray(ours) && Array.isArray(recorded)) {
    for (const [at, item] of ours.entries())
      if (at < recorded.length) pair(item as Json, recorded[at] as Json, made, found);
  } else if (isJsonObject(ours) && isJsonObject(recorded))
    for (const [key, field] of Object.entries(ours))
      if (Object.hasOwn(recorded, key)) pair(field, recorded[key]!, made, found);
}

function pairTexts(
  ours: string,
  recorded: string,
  made: ReadonlySet<string>,
  found: Map<string, string>,
): void {
  const theirs = idsIn(recorded);
  for (const [at, id] of idsIn(ours).entries())
    if (made.has(id) && theirs[at] !== undefined) found.set(id, theirs[at]);
}
