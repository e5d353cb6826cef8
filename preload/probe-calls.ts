import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { call, run } from './values.ts';

/** An expression on the apps' states, with the same names as in conditions: `apps.mail.folders.INBOX.emails.length`. */
export const probeExpression = z.string().min(1).max(LIMITS.probeCharacters);

/** The probes of a workspace, as they are sent and stored. */
const probeList = z
  .array(z.strictObject({ name: z.string().max(LIMITS.probeNameCharacters), expression: probeExpression }))
  .max(LIMITS.probes)
  .readonly();

/** An expression that is evaluated over whole runs. Its name, if empty, is the expression. */
export type Probe = z.infer<typeof probeList>[number];

/**
 * The value of a probe: a number, boolean, null or text, a list or object as JSON, or the reason why there is none. Texts and
 * JSON are cut, with `…` at the end.
 */
export type ProbeValue =
  number | boolean | null | string | { readonly json: string } | { readonly gap: string };

/** The values of a probe in a part of a run. */
export interface ProbeStretch {
  /** All entries before this one have been evaluated. */
  readonly next: number;
  /** Indexes of the entries where the value changed; −1 is before the first entry. */
  readonly entries: Int32Array;
  /** The new values, as JSON text, because the bridge copies objects field by field. */
  readonly values: string;
}

/** Calls for probes. */
export const probeCalls = {
  'probes.read': call(z.strictObject({}), { untrusted: 'allowed', atMost: 'Read the probes.' }).answers<
    readonly Probe[]
  >(),
  /** Replaces all probes of the workspace, and stores them. */
  'probes.set': call(z.strictObject({ probes: probeList }), {
    untrusted: 'allowed',
    atMost: 'Replace the probes. Their expressions run only in a trusted folder, and read only states.',
  }).answers<null>(),
  /**
   * The values of an expression from entry `from` on, −1 for the whole run; as many as are found in one time slice. Ask again
   * from `next` until the end. An expression that is not a path needs the workspace's trust.
   */
  'probes.follow': call(z.strictObject({ run, expression: probeExpression, from: z.int().min(-1) }), {
    untrusted: 'without-code',
    atMost:
      'Evaluate an expression on the states of a run, in a worker process. In a folder without trust: read a path.',
  }).answers<ProbeStretch>(),
};
