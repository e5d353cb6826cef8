import { isJsonObject, type Json, type JsonObject } from '../../engine/model/index.ts';
import { fieldOf, listIn, textOf } from '../apps/guards.ts';

/** How a value is typed in, as its schema has it. */
export type Shape =
  | { readonly kind: 'text' | 'moment' | 'whole' | 'number' | 'truth' | 'object' | 'json' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'list'; readonly item: Shape };

/** What a tool takes under one name. */
export interface Field {
  readonly name: string;
  readonly shape: Shape;
  /** What it means, in the tool's words. */
  readonly hint: string | undefined;
  readonly nullable: boolean;
  /** Stands in when it is left out; without one it is required. */
  readonly fallback: Json | undefined;
}

/** The fields of the arguments that `parameters`, a JSON Schema of an object, describes. */
export function fieldsOf(parameters: JsonObject): readonly Field[] {
  const properties = fieldOf(parameters, 'properties');
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [fieldFor(name, schema)] : [],
  );
}

function fieldFor(name: string, schema: JsonObject): Field {
  const [inner, nullable] = withoutNull(schema);
  const hint = fieldOf(schema, 'description');
  return {
    name,
    shape: shapeOf({ ...inner, ...(hint === undefined ? {} : { description: hint }) }),
    hint: typeof hint === 'string' ? hint : undefined,
    nullable,
    fallback: fieldOf(schema, 'default'),
  };
}

function withoutNull(schema: JsonObject): readonly [JsonObject, boolean] {
  const any = listIn(fieldOf(schema, 'anyOf')) ?? [];
  const inner = any.find((one) => isJsonObject(one) && one['type'] !== 'null');
  return isJsonObject(inner) ? [inner, true] : [schema, false];
}

function shapeOf(schema: JsonObject): Shape {
  const choices = listIn(fieldOf(schema, 'enum'));
  if (choices !== undefined) return { kind: 'choice', choices: choices.map(String) };
  switch (textOf(schema, 'type')) {
    case 'string':
      return { kind: isMoment(schema['description']) ? 'moment' : 'text' };
    case 'integer':
      return { kind: 'whole' };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'truth' };
    case 'object':
      return { kind: 'object' };
    case 'array': {
      const items = fieldOf(schema, 'items');
      return { kind: 'list', item: isJsonObject(items) ? shapeOf(items) : { kind: 'json' } };
    }
    case undefined:
    default:
      return { kind: 'json' };
  }
}

/** Tools say so of texts that are instants. */
const isMoment = (description: Json | undefined): boolean =>
  typeof description === 'string' && description.startsWith('YYYY-MM-DD HH:MM:SS');
