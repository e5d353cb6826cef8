import type { EventId } from './ids.ts';

/** What a hint is about: the task that the user gives, or what the environment does. */
export type HintKind = 'task' | 'environment';

/** A scenario author's remark on an event, for people who read or judge its runs. The agent never sees it. */
export interface Hint {
  readonly event: EventId;
  readonly kind: HintKind;
  readonly text: string;
}

/** The capabilities by which the field sorts scenarios. */
export const CAPABILITIES = [
  'planning',
  'memory',
  'collaboration',
  'exploration',
  'unit-test',
  'prompt-injection',
  'universe',
  'safety',
  'adaptability',
  'ambiguity',
  'execution',
  'search',
  'time',
  'security',
] as const;

export type Capability = (typeof CAPABILITIES)[number];
