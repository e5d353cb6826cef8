import * as z from 'zod';

/** An expression on the apps' states, as conditions see them: `apps.mail.folders.INBOX.emails.length`. */
export const probeExpression = z.string().min(1).max(2000);

export const MOST_PROBES = 50;

/** The probes of a workspace, as they are sent and kept. */
export const probeList = z
  .array(z.strictObject({ name: z.string().max(100), expression: probeExpression }))
  .max(MOST_PROBES)
  .readonly();

/** What is watched over whole runs. Without a name it goes by its expression. */
export type Probe = z.infer<typeof probeList>[number];

/**
 * What a probe comes to: a number, boolean, null or text as it is, a list or an object as its JSON, or why there is
 * nothing. Texts and JSON are cut, with `…` at the end.
 */
export type ProbeValue =
  number | boolean | null | string | { readonly json: string } | { readonly gap: string };

/** What a probe came to in a part of a run. */
export interface ProbeStretch {
  /** All entries before this one are looked at. */
  readonly next: number;
  /** Where it came to another value, by index; −1 is before the first entry. */
  readonly entries: Int32Array;
  /** These values, as JSON: the bridge copies objects field by field. */
  readonly values: string;
}
