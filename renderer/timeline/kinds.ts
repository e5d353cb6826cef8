import type { EventKind } from '../../engine/model/index.ts';

/** Every kind of event, in the order of stacks and lanes. */
export const KINDS = [
  'agent',
  'user',
  'environment',
  'condition',
  'validation',
  'agent-validation',
  'stop',
] as const satisfies readonly EventKind[];

export const NTH_KIND = Object.fromEntries(KINDS.map((kind, nth) => [kind, nth])) as Readonly<
  Record<EventKind, number>
>;
