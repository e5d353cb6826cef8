import { isJsonObject, type Json } from '../../engine/model/json.ts';
import { refuse } from '../../engine/scenario/index.ts';
import { same } from './same.ts';

/** What Python's `+` makes of two values. @throws {ToolError} a `TypeError` where it has none. */
export function plus(one: Json, other: Json): Json {
  if (isNumber(one) && isNumber(other)) return Number(one) + Number(other);
  if (typeof one === 'string' && typeof other === 'string') return one + other;
  if (Array.isArray(one) && Array.isArray(other)) return one.concat(other) as Json;
  return refuse(
    'TypeError',
    `unsupported operand type(s) for +: '${typeName(one)}' and '${typeName(other)}'`,
  );
}

/** How many characters, items or keys a value has. @throws {ToolError} a `TypeError` when it is none that has any. */
export function lengthOf(value: Json): number {
  if (typeof value === 'string') return Array.from(value).length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  return refuse('TypeError', `object of type '${typeName(value)}' has no len()`);
}

/** Less than nothing where `one` comes first. @throws {ToolError} a `TypeError` when the two have no order. */
export function orderOf(one: Json, other: Json): number {
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other);
  if (typeof one === 'string' && typeof other === 'string') return Number(one > other) - Number(one < other);
  return refuse('TypeError', `no order of '${typeName(one)}' and '${typeName(other)}'`);
}

/** Whether `value` is in `whole`: an item, a key, or a part of a text. @throws {ToolError} a `TypeError` when none can be. */
export function isIn(value: Json, whole: Json): boolean {
  if (Array.isArray(whole)) return whole.some((item) => same(item, value));
  if (isJsonObject(whole)) return typeof value === 'string' && Object.hasOwn(whole, value);
  if (typeof whole === 'string' && typeof value === 'string') return whole.includes(value);
  return refuse('TypeError', `argument of type '${typeName(whole)}' is not iterable`);
}

/** Python counts with true and false as with 1 and 0. */
const isNumber = (value: Json): value is number | boolean =>
  typeof value === 'number' || typeof value === 'boolean';

function typeName(value: Json): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return Array.isArray(value) ? 'list' : 'dict';
}
