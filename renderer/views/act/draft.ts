import {
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  textOrJson,
} from '../../../engine/model/index.ts';
import { fieldAt, asList, textAt as textField } from '../../ui/format/values.ts';

/** The type of input for a value, from its JSON Schema. */
export type FieldShape =
  | { readonly kind: 'text' | 'date-time' | 'whole' | 'number' | 'truth' | 'object' | 'json' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'list'; readonly item: FieldShape };

/** An argument of a tool. */
export interface ArgumentField {
  readonly name: string;
  readonly shape: FieldShape;
  /** The tool's description of the argument. */
  readonly hint: string | undefined;
  readonly nullable: boolean;
  /** The default value; without one the argument is required. */
  readonly fallback: Json | undefined;
}

/** The arguments in `parameters`, a JSON Schema of an object. */
export function argumentFields(parameters: JsonObject): readonly ArgumentField[] {
  const properties = fieldAt(parameters, 'properties');
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [fieldFor(name, schema)] : [],
  );
}

function fieldFor(name: string, schema: JsonObject): ArgumentField {
  const [inner, nullable] = withoutNull(schema);
  const hint = fieldAt(schema, 'description');
  return {
    name,
    shape: shapeOf({ ...inner, ...(hint === undefined ? {} : { description: hint }) }),
    hint: typeof hint === 'string' ? hint : undefined,
    nullable,
    fallback: fieldAt(schema, 'default'),
  };
}

function withoutNull(schema: JsonObject): readonly [JsonObject, boolean] {
  const any = asList(fieldAt(schema, 'anyOf')) ?? [];
  const inner = any.find((one) => isJsonObject(one) && one['type'] !== 'null');
  return isJsonObject(inner) ? [inner, true] : [schema, false];
}

function shapeOf(schema: JsonObject): FieldShape {
  const choices = asList(fieldAt(schema, 'enum'));
  if (choices !== undefined) return { kind: 'choice', choices: choices.map(String) };
  switch (textField(schema, 'type')) {
    case 'string':
      return { kind: asksDateTime(schema['description']) ? 'date-time' : 'text' };
    case 'integer':
      return { kind: 'whole' };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'truth' };
    case 'object':
      return { kind: 'object' };
    case 'array': {
      const items = fieldAt(schema, 'items');
      return { kind: 'list', item: isJsonObject(items) ? shapeOf(items) : { kind: 'json' } };
    }
    case undefined:
    default:
      return { kind: 'json' };
  }
}

/** Tools describe a date and time this way. */
const asksDateTime = (description: Json | undefined): boolean =>
  typeof description === 'string' && description.startsWith('YYYY-MM-DD HH:MM:SS');

/** A value as entered in the form: a text, a checkbox or a list. */
export type FieldDraft = string | boolean | readonly FieldDraft[];

/** The drafts of a form's fields, by name. */
export type FieldDrafts = Readonly<Record<string, FieldDraft>>;

type Read = { readonly value: Json } | { readonly problem: string };

/** The arguments, or the problem of each invalid field by name. */
export type ReadDrafts =
  | { readonly args: JsonObject; readonly problems?: undefined }
  | { readonly problems: Readonly<Record<string, string>> };

/** The initial draft of `field`: its default value, or empty. */
export function fieldDraft({ shape, fallback }: ArgumentField, value = fallback): FieldDraft {
  if (shape.kind === 'truth') return value === true;
  if (shape.kind === 'list') return Array.isArray(value) ? value.map((item) => textOrJson(item as Json)) : [];
  return value === undefined || value === null ? '' : textOrJson(value);
}

/** Reads the arguments from `drafts`. Arguments equal to their default are left out. */
export function readDrafts(fields: readonly ArgumentField[], drafts: FieldDrafts): ReadDrafts {
  const args: Record<string, Json> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const read = readField(field, drafts[field.name] ?? fieldDraft(field));
    if (read === undefined) continue;
    if ('problem' in read) problems[field.name] = read.problem;
    else if (field.fallback === undefined || !isSameJson(read.value, field.fallback))
      args[field.name] = read.value;
  }
  return Object.keys(problems).length === 0 ? { args } : { problems };
}

/** Returns `undefined` for an argument that is left out. */
function readField({ shape, nullable, fallback }: ArgumentField, draft: FieldDraft): Read | undefined {
  const empty = draft === '' || (nullable && Array.isArray(draft) && draft.length === 0);
  if (!empty) return readAs(shape, draft);
  if (nullable) return { value: null };
  if (fallback === undefined) return { problem: `needs ${expectedText(shape)}` };
  return shape.kind === 'text' ? { value: '' } : undefined;
}

function readAs(shape: FieldShape, draft: FieldDraft): Read {
  if (shape.kind === 'list') return readList(shape.item, draft as readonly FieldDraft[]);
  if (typeof draft !== 'string') return { value: draft as Json };
  const value = valueOf(shape, draft.trim(), draft);
  return value === undefined ? { problem: `${quoted(draft)} is not ${expectedText(shape)}` } : { value };
}

function readList(item: FieldShape, drafts: readonly FieldDraft[]): Read {
  const values: Json[] = [];
  for (const [index, draft] of drafts.entries()) {
    const read = draft === '' ? { problem: `needs ${expectedText(item)}` } : readAs(item, draft);
    if ('problem' in read) return { problem: `${index + 1}: ${read.problem}` };
    values.push(read.value);
  }
  return { value: values };
}

/** Reads `text` as a value of `shape`; `undefined` if it is invalid. */
function valueOf(shape: FieldShape, text: string, typed: string): Json | undefined {
  switch (shape.kind) {
    case 'text':
      return typed;
    case 'choice':
      return shape.choices.includes(text) ? text : undefined;
    case 'date-time':
      return isDateTime(text) ? text : undefined;
    case 'whole':
      return numberIn(text, Number.isSafeInteger);
    case 'number':
      return numberIn(text, Number.isFinite);
    case 'object': {
      const value = jsonOf(text);
      return isJsonObject(value) ? value : undefined;
    }
    case 'json':
    case 'truth':
    case 'list':
      return jsonOf(text) ?? typed;
  }
}

/** The number in `text`, which would be 0 for an empty one; `undefined` if it does not meet `isValid`. */
const numberIn = (text: string, isValid: (number: number) => boolean): number | undefined =>
  text !== '' && isValid(Number(text)) ? Number(text) : undefined;

/** Whether `text` has the form `2026-01-05 09:30:00` and is an existing date and time. */
const isDateTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}Z`));

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const WANTED = {
  text: 'text',
  'date-time': 'a date and time, such as 2026-01-05 09:30:00',
  whole: 'a whole number',
  number: 'a number',
  truth: 'true or false',
  object: 'an object, such as {"colour": "blue"}',
  json: 'JSON or text',
  list: 'a list',
} as const;

const expectedText = (shape: FieldShape): string =>
  shape.kind === 'choice' ? `one of ${shape.choices.join(', ')}` : WANTED[shape.kind];

const quoted = (text: string): string => (text.length > 40 ? `"${text.slice(0, 38)}…"` : `"${text}"`);
