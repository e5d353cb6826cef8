import * as z from 'zod';

const json = z.json();
const name = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

/** A question of a case, in its own small language. */
export type Predicate = { readonly name?: string | undefined } & (
  | { readonly state: readonly [string, string, Comparison, z.core.util.JSONType] }
  | { readonly time_ge: number }
  | { readonly log_has: string }
  | { readonly log_count_ge: readonly [string, number] }
  | { readonly event: readonly [string, string, Record<string, z.core.util.JSONType>] }
  | { readonly not: Predicate }
  | { readonly all: readonly Predicate[] }
  | { readonly any: readonly Predicate[] }
  | { readonly value: boolean }
  | { readonly raise: string }
);

const comparison = z.enum(['eq', 'ge', 'gt', 'lt', 'contains', 'len_ge']);
export type Comparison = z.output<typeof comparison>;

export const predicate: z.ZodType<Predicate> = z.lazy(() =>
  z.union(
    [
      z.strictObject({ name, state: z.tuple([z.string(), z.string(), comparison, json]) }),
      z.strictObject({ name, time_ge: z.number() }),
      z.strictObject({ name, log_has: z.string() }),
      z.strictObject({ name, log_count_ge: z.tuple([z.string(), z.number()]) }),
      z.strictObject({
        name,
        event: z
          .union([
            z.tuple([z.string(), z.string()]),
            z.tuple([z.string(), z.string(), z.record(z.string(), json)]),
          ])
          .transform(([app, tool, args]) => [app, tool, args ?? {}] as const),
      }),
      z.strictObject({ name, not: predicate }),
      z.strictObject({ name, all: z.array(predicate) }),
      z.strictObject({ name, any: z.array(predicate) }),
      z.strictObject({ name, value: z.boolean() }),
      z.strictObject({ name, raise: z.string() }),
    ],
    'a question that cases have',
  ),
);
