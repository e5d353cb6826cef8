import type { RunSummary } from '../../engine/model/run.ts';
import type { LogRow, Preferences } from '../../preload/contract.ts';
import type { EntryRange } from '../state/playhead.ts';
import type { ProbeLane } from './lay-out-probes.ts';

/** What the timeline shows, and how the person likes it. */
export interface Shown {
  readonly run: RunSummary;
  readonly rows: readonly LogRow[];
  /** Of the rows. */
  readonly count: number;
  readonly at: number;
  /** Whether the playhead moves by itself. */
  readonly playing: boolean;
  /** What was looked for and found, by index. */
  readonly hits: readonly number[];
  /** Of the hits. */
  readonly found: number;
  /** Where the run paused at breakpoints, by index. */
  readonly breakpoints: readonly number[];
  /** Where notes begin, by index. */
  readonly notes: readonly number[];
  /** Each has a lane, over all others. */
  readonly probes: readonly ProbeLane[];
  readonly range: EntryRange | undefined;
  readonly looping: boolean;
  readonly choices: Preferences['timeline'];
}

const GROUND = [
  'run',
  'rows',
  'count',
  'hits',
  'found',
  'breakpoints',
  'notes',
  'probes',
  'choices',
] as const satisfies readonly (keyof Shown)[];

/** Whether more than the playhead and the range differ: what is under them has to be drawn anew. */
export const groundDiffers = (before: Shown | undefined, after: Shown): boolean =>
  before === undefined || GROUND.some((part) => before[part] !== after[part]);
