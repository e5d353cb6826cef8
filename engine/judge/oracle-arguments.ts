import { differencesBetween, type Same } from '../compare/differences.ts';
import { placeholderIn, referenceIn, withResults, type Lookup } from '../kernel/results.ts';
import type { Difference } from '../model/comparison.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { own } from '../model/own.ts';

/** Arguments that people word in many ways. Source: those that the field's judge leaves to a language model. */
const WORDED: ReadonlySet<string> = new Set([
  'content',
  'description',
  'end_location',
  'location',
  'start_location',
  'subject',
  'title',
  'updates',
]);

/** How near a call's arguments come to those of the oracle. */
export type Nearness = 'same' | 'reworded' | 'other';

/** The arguments of the oracle, results in place. Those that need what is not known are left out. */
export function wantedArguments(args: JsonObject, lookup: Lookup): JsonObject {
  const known = Object.entries(args).filter(([, value]) =>
    sources(value).every((id) => lookup(id) !== undefined),
  );
  return withResults(Object.fromEntries(known), lookup);
}

/** Where `found` differs from what is `wanted`. What either leaves out or leaves empty is the same; so is another order of texts. */
export function argumentDifferences(wanted: JsonObject, found: JsonObject): readonly Difference[] {
  return Object.keys(wanted).flatMap((name): readonly Difference[] => {
    const [a, b] = [wanted[name]!, own(found, name) ?? null];
    if ((isEmpty(a) && isEmpty(b)) || isSameSet(a, b)) return [];
    return differencesBetween(a, b, sameText, [name]);
  });
}

export function nearnessOf(differences: readonly Difference[]): Nearness {
  if (differences.length === 0) return 'same';
  return differences.every(({ path: [name] }) => isWorded(String(name))) ? 'reworded' : 'other';
}

/** Whether the argument `name` is one that people word in many ways. */
export const isWorded = (name: string): boolean => WORDED.has(name);

/** A text that is the same for all arguments between which {@link argumentDifferences} finds none under `names`. */
export const likeness = (args: JsonObject, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => gist(own(args, name) ?? null)));

/** The same for all values that count as the same; others may have it too, for what is in objects is not looked at. */
function gist(value: Json): string | number | boolean | null | readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (typeof value !== 'object') return value;
  if (isEmpty(value)) return null;
  return isTexts(value) ? inOrder(value) : ['an object, or a list of them'];
}

const sameText: Same = (one, other) => one.trim() === other.trim();

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

function isSameSet(one: Json, other: Json): boolean {
  if (!isTexts(one) || !isTexts(other) || one.length !== other.length) return false;
  const sorted = inOrder(other);
  return inOrder(one).every((text, at) => text === sorted[at]);
}

/** Trimmed first: a space in front would put a text elsewhere. */
const inOrder = (texts: readonly string[]): readonly string[] => texts.map((text) => text.trim()).sort();

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The events whose results `value` needs. */
function sources(value: Json): readonly string[] {
  const named = typeof value === 'string' ? placeholderIn(value) : referenceIn(value);
  if (named !== undefined) return [named.id];
  return typeof value === 'object' && value !== null ? Object.values<Json>(value).flatMap(sources) : [];
}
