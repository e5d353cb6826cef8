import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import { valueAt } from '../values/paths.ts';

/** A reference to the result of an event, or to a part of it. */
export interface Reference {
  readonly id: string;
  readonly path: readonly string[];
}

/** Reads a typed reference, `{ $result: id, path }`. */
export function parseReference(value: Json): Reference | undefined {
  if (!isJsonObject(value)) return undefined;
  const { $result: id, path } = value;
  return typeof id === 'string' && Array.isArray(path) ? { id, path: path as readonly string[] } : undefined;
}

/** The result of event `id`; `undefined` when it has not fired. */
export type ResultLookup = (id: string) => Json | undefined;

/** Replaces references by results: typed references at any depth, text placeholders as whole arguments. */
export function resolveReferences(args: JsonObject, lookup: ResultLookup): JsonObject {
  if (hasNoReferences(args)) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' ? placeholderValue(value, lookup) : resolved(value, lookup),
    ]),
  );
}

/** The first reference in `args` whose path leads to nothing, as text for an error message. */
export function unresolvedReference(args: Json, lookup: ResultLookup): string | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  const reference = parseReference(args);
  if (reference === undefined) {
    for (const part of Object.values<Json>(args)) {
      const nothing = unresolvedReference(part, lookup);
      if (nothing !== undefined) return nothing;
    }
    return undefined;
  }
  const { id, path } = reference;
  const answered = lookup(id);
  const leadsToNothing = answered !== undefined && valueAtPath(answered, path) === undefined;
  return leadsToNothing ? `${path.join('.')} in what ${id} answered` : undefined;
}

/** The ids of the events that the typed references in `value` refer to, at any depth. */
export function referredEvents(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const reference = parseReference(value);
  return reference === undefined ? Object.values<Json>(value).flatMap(referredEvents) : [reference.id];
}

/** False if `args` may contain a reference. */
export function hasNoReferences(args: JsonObject): boolean {
  for (const name in args) if (mayRefer(args[name]!)) return false;
  return true;
}

const mayRefer = (value: Json): boolean =>
  typeof value === 'string' ? value.includes('{{') : holdsReference(value);

function holdsReference(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return parseReference(value) !== undefined || Object.values<Json>(value).some(holdsReference);
}

/** Reads a placeholder such as `{{id.key}}`. The whole text must be the placeholder. */
export function parsePlaceholder(text: string): Reference | undefined {
  const inside = /^\{\{(.*?)\}\}$/.exec(text.trim())?.[1];
  if (inside === undefined) return undefined;
  const [id = '', ...path] = inside.split('.');
  return { id, path };
}

/** The result that a placeholder names. A placeholder without a result stays text; null is a result. */
function placeholderValue(text: string, lookup: ResultLookup): Json {
  const named = parsePlaceholder(text);
  const answered = named === undefined ? undefined : lookup(named.id);
  if (named === undefined || answered === undefined) return text;
  const value = valueAtKeys(answered, named.path);
  return value === undefined ? text : value;
}

function resolved(value: Json, lookup: ResultLookup): Json {
  if (Array.isArray(value)) return value.map((item: Json) => resolved(item, lookup));
  if (!isJsonObject(value)) return value;
  const reference = parseReference(value);
  if (reference === undefined)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, resolved(field, lookup)]));
  const answered = lookup(reference.id);
  return answered === undefined ? null : (valueAtPath(answered, reference.path) ?? null);
}

/** The value at `path`, through objects only, as placeholders use it. Typed references lead through lists as well. */
const valueAtKeys = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (place, key) => (isJsonObject(place) ? valueAt(place, [key]) : undefined),
    value,
  );

/** The value at `path`, through objects and lists. As in JavaScript, `length` of a list is the number of its items. */
const valueAtPath = (value: Json, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (place, key) => (key === 'length' && Array.isArray(place) ? place.length : valueAt(place, [key])),
    value,
  );
