import type { RunSummary } from '../../engine/model/index.ts';
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
  /** Whether it keeps up with a run that goes on. */
  readonly following: boolean;
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

type Parts = readonly (keyof Shown)[];

const TRACK = ['run', 'rows', 'count', 'choices'] as const satisfies Parts;
const GROUND = [...TRACK, 'hits', 'found', 'breakpoints', 'notes', 'probes'] as const satisfies Parts;

const differs =
  (parts: Parts) =>
  (before: Shown | undefined, after: Shown): boolean =>
    before === undefined || parts.some((part) => before[part] !== after[part]);

/** Whether the log differs, or how it is drawn: its axis and the overview have to be made anew. */
export const trackDiffers = differs(TRACK);

/** Whether more than the playhead and the range differ: what is under them has to be drawn anew. */
export const groundDiffers = differs(GROUND);

/** Whether the playhead was moved by a person, rather than by time or by the run. */
export const isStepped = (before: Shown | undefined, after: Shown): boolean =>
  before !== undefined && before.at !== after.at && !after.playing && !after.following;
