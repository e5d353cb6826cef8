import type { Path } from '../model/change.ts';
import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';

/** What the records of one kind are called, and what tells one from the others. */
export interface RecordKind {
  readonly name: string;
  /** `names` are those of the folders around it. Nothing where it is no record. */
  readonly idOf: (record: JsonObject, names: readonly string[]) => string | undefined;
  /** What it has to say, by which it is known where its id does not stand. */
  readonly textOf: (record: JsonObject) => string | undefined;
}

/** A place in the states of a class of apps. */
export interface Place {
  /** What stands here, where it is a record. */
  readonly kind?: RecordKind;
  /** Nothing where there are no records on the way. */
  readonly into: (key: string | number) => Place | undefined;
}

/** A record where it stands. */
export interface Found {
  readonly kind: RecordKind;
  readonly id: string;
  readonly record: JsonObject;
  readonly path: Path;
}

/** The states in which records stand at the end of these ways. */
export function placeOf(
  ways: readonly { readonly way: readonly string[]; readonly kind: RecordKind }[],
): Place {
  const ended = ways.find(({ way }) => way.length === 0);
  const rest = (key: string) =>
    ways.filter(({ way }) => way[0] === key).map(({ way, kind }) => ({ way: way.slice(1), kind }));
  const next = new Map(
    ways.flatMap(({ way: [key] }) => (key === undefined ? [] : [[key, placeOf(rest(key))] as const])),
  );
  return {
    ...(ended === undefined ? {} : { kind: ended.kind }),
    into: (key) => next.get('*') ?? next.get(String(key)),
  };
}

/** Where a walk through a state has come to. */
export interface Spot {
  readonly value: Json | undefined;
  readonly place: Place | undefined;
  readonly names: readonly string[];
}

/** One step on. */
export function stepInto({ value, place, names }: Spot, key: string | number): Spot {
  const held = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const name = isJsonObject(value) ? value['name'] : undefined;
  return {
    value: held ? (value as Readonly<Record<string | number, Json>>)[key] : undefined,
    place: place?.into(key),
    names: typeof name === 'string' && key === 'children' ? [...names, name] : names,
  };
}

/** The record that stands at `spot` itself. */
export function recordAt({ value, place, names }: Spot, path: Path): Found | undefined {
  if (place?.kind === undefined || !isJsonObject(value)) return undefined;
  const id = place.kind.idOf(value, names);
  return id === undefined ? undefined : { kind: place.kind, id, record: value, path };
}

/** All records at `spot` and below it, in the order of the state. */
export function* recordsIn(spot: Spot, path: Path): Generator<Found> {
  if (spot.place === undefined || typeof spot.value !== 'object' || spot.value === null) return;
  const found = recordAt(spot, path);
  if (found !== undefined) yield found;
  for (const key of keysOf(spot.value)) yield* recordsIn(stepInto(spot, key), [...path, key]);
}

const keysOf = (value: object): Iterable<string | number> =>
  Array.isArray(value) ? value.keys() : Object.keys(value);
