import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';

/** An object with the fields of `Model`: all of them must be said, and there may be no others. */
export const fieldsOf =
  <Model>() =>
  <Shape extends Record<keyof Model, z.ZodType>>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
    z.strictObject(shape);

/** Lines are read as bounded JSON before, so that only absence is left to find. */
export const json = z.custom<Json>((value) => value !== undefined, 'any value');
export const object = z.custom<JsonObject>((value) => isJsonObject(value as Json), 'an object');

export const name = z
  .string()
  .min(1)
  .refine((text) => text !== '__proto__', 'a name without a meaning of its own');
export const texts = z.array(z.string());
/** Instants, spans and seeds: see {@link Number.isSafeInteger}. */
export const whole = z.int();
export const count = z.int().min(0);

/** Where in a value. */
export const path = z
  .array(
    z.union([z.string().refine((key) => key !== '__proto__', 'a name without a meaning of its own'), count]),
  )
  .max(200);

/** A file's path in a workspace: it leads nowhere else. */
export const filePath = name.refine(
  (text) => !/^[\\/]|^[a-z]:|\0|\\/i.test(text) && !text.split('/').includes('..'),
  'a path within a workspace',
);
