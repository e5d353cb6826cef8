import * as z from 'zod';
import { probeExpression } from './probe.ts';

const name = z.string().min(1).max(200);

/** A value of an app's state against another: what it is, what it holds, or how large it is. */
const relation = z.enum(['=', '≠', '<', '≤', '>', '≥', 'contains']);

/** What a breakpoint waits for. */
const condition = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('event'), event: name }),
  z.strictObject({ on: z.literal('tool'), app: name, tool: name }),
  /** Comes true. `path` leads into the app's state by dots; `length` counts what a list, an object or a text holds. */
  z.strictObject({
    on: z.literal('state'),
    app: name,
    path: z.string().max(500),
    is: relation,
    value: z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]),
  }),
  /** What a probe comes to changes, or becomes `true`. */
  z.strictObject({ on: z.literal('probe'), expression: probeExpression, when: z.enum(['changes', 'true']) }),
  z.strictObject({ on: z.literal('failure') }),
  z.strictObject({ on: z.literal('notification') }),
  z.strictObject({ on: z.literal('verdict') }),
]);

/** The breakpoints of a workspace, as they are sent and kept. */
export const breakpointList = z
  .array(z.strictObject({ condition, enabled: z.boolean() }))
  .max(200)
  .readonly();

export type Relation = z.infer<typeof relation>;
export type BreakCondition = z.infer<typeof condition>;
/** Where runs of the workspace pause by themselves. */
export type Breakpoint = z.infer<typeof breakpointList>[number];

/** A breakpoint that a run has come to. */
export interface BreakpointHit {
  readonly condition: BreakCondition;
  /** The entry it paused at. */
  readonly entry: number;
  /** What was found there, in a few words. */
  readonly found: string;
}
