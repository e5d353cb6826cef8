import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { probeExpression } from './probe-calls.ts';
import { call, run } from './values.ts';

const name = z.string().min(1).max(200);

/** Compares a value of an app's state: equality, order, or containment. */
const relation = z.enum(['=', '≠', '<', '≤', '>', '≥', 'contains']);

/** The condition of a breakpoint. */
const condition = z.discriminatedUnion('on', [
  /** The event fires. A condition or a validation fires when it is met, given up or failed. */
  z.strictObject({ on: z.literal('event'), event: name }),
  /** A condition or a validation is checked, with any result. */
  z.strictObject({ on: z.literal('check'), event: name }),
  z.strictObject({ on: z.literal('tool'), app: name, tool: name }),
  /** Becomes true. `path` is a path into the app's state with dots; `length` is the size of a list, an object or a text. */
  z.strictObject({
    on: z.literal('state'),
    app: name,
    path: z.string().max(500),
    is: relation,
    value: z.union([z.string().max(LIMITS.lineCharacters), z.number(), z.boolean(), z.null()]),
  }),
  /** The probe's value changes, or becomes `true`. */
  z.strictObject({ on: z.literal('probe'), expression: probeExpression, when: z.enum(['changes', 'true']) }),
  z.strictObject({ on: z.literal('failure') }),
  z.strictObject({ on: z.literal('notification') }),
  z.strictObject({ on: z.literal('verdict') }),
]);

/** The breakpoints of a workspace, as they are sent and stored. */
const breakpointList = z
  .array(z.strictObject({ condition, enabled: z.boolean() }))
  .max(LIMITS.breakpoints)
  .readonly();

export type Relation = z.infer<typeof relation>;
export type BreakCondition = z.infer<typeof condition>;
/** A place where runs of the workspace pause. */
export type Breakpoint = z.infer<typeof breakpointList>[number];

/** A breakpoint that a run has reached. */
export interface BreakpointHit {
  readonly condition: BreakCondition;
  /** The entry where it paused. */
  readonly entry: number;
  /** The value or outcome there, as a short text. */
  readonly found: string;
}

/** Calls for breakpoints. */
export const breakpointCalls = {
  /**
   * The nearest breakpoint hit after entry `at`, or before it with a `step` of −1. Breakpoints on code instead of a path need
   * the workspace's trust.
   */
  'breakpoints.find': call(z.strictObject({ run, at: z.int().min(-1), step: z.literal([1, -1]) }), {
    untrusted: 'without-code',
    atMost: 'Evaluate the breakpoints of a trusted folder on the states of a run, in a worker process.',
  }).answers<BreakpointHit | null>(),
  'breakpoints.read': call(z.strictObject({}), {
    untrusted: 'allowed',
    atMost: 'Read the breakpoints.',
  }).answers<readonly Breakpoint[]>(),
  /** Replaces all breakpoints of the workspace. */
  'breakpoints.set': call(z.strictObject({ breakpoints: breakpointList }), {
    untrusted: 'allowed',
    atMost: 'Replace the breakpoints. Their expressions run only in a trusted folder, and read only states.',
  }).answers<null>(),
};
