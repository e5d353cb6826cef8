import type { Json } from '../model/json.ts';

/** A value as the field's files have it: as text, with the name of its Python class beside it. */
export interface ValueText {
  readonly value: string | null;
  readonly type: string | null;
}

/** `value` written so that {@link valueOf} reads it again. Unlike the field's own it tells 0, false and '' from null. */
export function textOf(value: Json): ValueText {
  if (value === null) return { value: null, type: null };
  if (typeof value === 'string') return { value, type: 'str' };
  if (typeof value === 'boolean') return { value: value ? 'True' : 'False', type: 'bool' };
  if (typeof value === 'number')
    return { value: String(value), type: Number.isSafeInteger(value) ? 'int' : 'float' };
  return { value: JSON.stringify(value), type: Array.isArray(value) ? 'list' : 'dict' };
}
