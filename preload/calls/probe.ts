import * as z from 'zod';
import { probeExpression, probeList, type Probe, type ProbeStretch } from '../probe.ts';
import { call } from './call.ts';
import { run } from './values.ts';

/** Expressions that are watched over whole runs. */
export const probeCalls = {
  'probes.read': call(z.strictObject({})).answers<readonly Probe[]>(),
  /** Sets these in the place of all others, now and when the workspace is opened again. */
  'probes.set': call(z.strictObject({ probes: probeList })).answers<null>(),
  /**
   * What the expression came to from entry `from` on, −1 for all of the run; so much of it as is found in a moment. Ask
   * again from `next` until that is the end.
   */
  'probes.follow': call(
    z.strictObject({ run, expression: probeExpression, from: z.int().min(-1) }),
  ).answers<ProbeStretch>(),
};
