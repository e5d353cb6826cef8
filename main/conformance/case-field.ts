import type * as z from 'zod';

type LeftOut<Schema extends z.ZodType, Value> = z.ZodPipe<
  z.ZodOptional<z.ZodNullable<Schema>>,
  z.ZodTransform<Value, z.output<Schema> | null | undefined>
>;

/** A field that may be left out, or null, which says the same. */
export const given = <Schema extends z.ZodType>(
  schema: Schema,
): LeftOut<Schema, z.output<Schema> | undefined> => schema.nullish().transform((value) => value ?? undefined);

/** The same for a field that has a default. */
export const or = <Schema extends z.ZodType>(
  schema: Schema,
  fallback: z.output<Schema>,
): LeftOut<Schema, z.output<Schema>> => schema.nullish().transform((value) => value ?? fallback);
