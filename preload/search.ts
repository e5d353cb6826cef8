import * as z from 'zod';

const words = z.string().min(1).max(1000);

/** What is asked of the arguments, values and errors of entries; all of it must be so, or, with `not`, must not. */
export const search = z
  .array(
    z.strictObject({
      term: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('text'), text: words }),
        z.strictObject({
          kind: z.literal('argument'),
          name: z.string().regex(/^[\w-]{1,200}$/),
          test: z.enum(['has', 'is']),
          value: z.string().max(1000),
        }),
      ]),
      not: z.boolean(),
    }),
  )
  .max(20)
  .readonly();

export type Search = z.output<typeof search>;
