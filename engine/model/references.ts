import { isJsonObject, type Json, type JsonObject } from './json.ts';

/** A part of what an event answered. */
export interface Reference {
  readonly id: string;
  readonly path: readonly string[];
}

/** What `value` refers to, where it is the typed reference of a result: `{ $result: id, path }`. */
export function parseReference(value: Json): Reference | undefined {
  if (!isJsonObject(value)) return undefined;
  const { $result: id, path } = value;
  return typeof id === 'string' && Array.isArray(path) ? { id, path: path as readonly string[] } : undefined;
}

/** The value that the event `id` answered, `undefined` when it has not fired. */
export type ResultLookup = (id: string) => Json | undefined;

/** `args` with the results of earlier events in place: typed references anywhere, text placeholders as whole arguments. */
export function resolveReferences(args: JsonObject, lookup: ResultLookup): JsonObject {
  if (hasNoReferences(args)) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' ? placeholderValue(value, lookup) : resolved(value, lookup),
    ]),
  );
}

/** Why a result that `args` name is null: the first path that leads to nothing, and whose answer it should lead into. */
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
  const leadsToNothing = answered !== undefined && at(answered, path) === undefined;
  return leadsToNothing ? `${path.join('.')} in what ${id} answered` : undefined;
}

/** Whether no result of another event can stand in `args`. */
export function hasNoReferences(args: JsonObject): boolean {
  for (const name in args) if (mayRefer(args[name]!)) return false;
  return true;
}

const mayRefer = (value: Json): boolean =>
  typeof value === 'string' ? value.includes('{{') : typeof value === 'object';

/** The event that a text such as `{{id.key}}` names, and the path into its value. Only whole texts count. */
export function parsePlaceholder(text: string): Reference | undefined {
  const inside = /^\{\{(.*?)\}\}$/.exec(text.trim())?.[1];
  if (inside === undefined) return undefined;
  const [id = '', ...path] = inside.split('.');
  return { id, path };
}

/** A placeholder that cannot be resolved stays text. Null is a result like any other. */
function placeholderValue(text: string, lookup: ResultLookup): Json {
  const named = parsePlaceholder(text);
  const answered = named === undefined ? undefined : lookup(named.id);
  if (named === undefined || answered === undefined) return text;
  const value = atKeys(answered, named.path);
  return value === undefined ? text : value;
}

function resolved(value: Json, lookup: ResultLookup): Json {
  if (Array.isArray(value)) return value.map((item: Json) => resolved(item, lookup));
  if (!isJsonObject(value)) return value;
  const reference = parseReference(value);
  if (reference === undefined)
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, resolved(field, lookup)]));
  const answered = lookup(reference.id);
  return answered === undefined ? null : (at(answered, reference.path) ?? null);
}

/** Placeholders name keys of objects only; typed references go into lists as well. */
function atKeys(value: Json, path: readonly string[]): Json | undefined {
  let place: Json | undefined = value;
  for (const key of path) place = isJsonObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  return place;
}

function at(value: Json, path: readonly string[]): Json | undefined {
  let place: Json | undefined = value;
  for (const key of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as JsonObject)[key];
  }
  return place;
}
