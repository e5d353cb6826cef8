import { isTimed, type Note, type RunSummary } from '../../../../engine/model/index.ts';
import type { LogRow, Preferences, CostsOverTime } from '../../../../preload/contract.ts';
import type { EntryRange } from '../../../stores/selection.ts';
import { type Axis, type Clock, entryAxis, timeAxis, wallAxis } from './axis.ts';
import { Columns } from './columns.ts';
import type { CostLane } from './costs.ts';
import type { ProbeLane } from './probes.ts';

/** Indices of the entries at which `notes` start. */
export const notedEntries = (notes: readonly Note[]): readonly number[] =>
  notes.flatMap(({ range }) => (range === undefined ? [] : [range.from]));

type Row = Pick<LogRow, 'written'>;

/** Why a run whose first row is `first` cannot be drawn along the wall clock; `undefined` if it can. */
export function whyNoWallClock(
  { mode }: Pick<RunSummary, 'mode'>,
  first: Row | undefined,
): string | undefined {
  if (mode === 'trace') return 'not recorded in traces';
  return first !== undefined && first.written === undefined ? 'not recorded by that version' : undefined;
}

/** Why a run cannot be drawn along its own time; `undefined` if it can. */
export const whyNoTime = ({ start }: Pick<RunSummary, 'start'>): string | undefined =>
  isTimed(start) ? undefined : 'not recorded';

/** The `chosen` clock, or the run's own time if it does not have that clock, or the entries' numbers if it has no times. */
export function availableClock(
  chosen: Clock,
  run: Pick<RunSummary, 'mode' | 'start'>,
  first: Row | undefined,
): Clock {
  const clock = chosen === 'wall' && whyNoWallClock(run, first) !== undefined ? 'simulated' : chosen;
  return clock === 'simulated' && whyNoTime(run) !== undefined ? 'entry' : clock;
}

/** The data and options that the timeline draws. */
export interface Shown {
  readonly run: RunSummary;
  readonly rows: readonly LogRow[];
  /** Number of rows. */
  readonly count: number;
  readonly at: number;
  /** Whether playback is running. */
  readonly playing: boolean;
  /** Whether the playhead follows an active run. */
  readonly following: boolean;
  /** Indices of the search results. */
  readonly results: readonly number[];
  /** Number of search results. */
  readonly resultCount: number;
  /** Indices of the entries that the last edit changed, in a preview. */
  readonly edits: readonly number[];
  /** Indices of the entries where the run paused at breakpoints. */
  readonly breakpointHits: readonly number[];
  /** Indices of the entries at which notes start. */
  readonly notes: readonly number[];
  /** Probes to draw, each in a lane above the others. */
  readonly probes: readonly ProbeLane[];
  /** What models cost and how long calls took; `undefined` where nothing is known of that. */
  readonly costs: CostsOverTime | undefined;
  readonly costLane: CostLane | undefined;
  readonly range: EntryRange | undefined;
  readonly looping: boolean;
  /** Font size, CSS px. */
  readonly text: number;
  readonly choices: Preferences['timeline'];
  /** Groups whose lanes are hidden. */
  readonly hidden: readonly string[];
}

type Parts = readonly (keyof Shown)[];

const TRACK = ['run', 'rows', 'count', 'choices'] as const satisfies Parts;
const GROUND = [
  ...TRACK,
  'breakpointHits',
  'notes',
  'probes',
  'costs',
  'text',
  'hidden',
] as const satisfies Parts;
const RULER = ['results', 'resultCount', 'edits'] as const satisfies Parts;

const partsDiffer =
  (parts: Parts) =>
  (before: Shown | undefined, after: Shown): boolean =>
    before === undefined || parts.some((part) => before[part] !== after[part]);

/** Whether the log or its drawing options differ, so that axis and overview have to be rebuilt. */
export const trackDiffers = partsDiffer(TRACK);

/** Whether more than the playhead, the range and the search results differ, so that the ground has to be redrawn. */
export const groundDiffers = partsDiffer(GROUND);

/** Whether the search results differ, which only the ruler shows. */
export const rulerDiffers = partsDiffer(RULER);

/** Whether the playhead was moved by a person, and not by playback or an active run. */
export const isPlayheadMovedByPerson = (before: Shown | undefined, after: Shown): boolean =>
  before !== undefined && before.at !== after.at && !after.playing && !after.following;

/** The log in columns, with its axis. */
export interface Track {
  readonly columns: Columns;
  readonly axis: Axis;
}

/** The data of a run that a track is built from. */
interface Logged extends Pick<Shown, 'rows' | 'choices'> {
  readonly run: Pick<RunSummary, 'mode' | 'start' | 'now' | 'startedAt'>;
}

/** `before` with the new rows added; rebuilt when the log or the lanes are different. */
export function trackOf(before: Track | undefined, { run, rows, choices }: Logged): Track {
  const goesOn = before?.columns.choice === choices.lanes && before.columns.isContinuation(rows);
  const columns = goesOn ? before.columns : new Columns(choices.lanes);
  columns.grow(rows);
  return {
    columns,
    axis: axisOf(availableClock(choices.clock, run, rows[0]), columns, run, choices.skipGaps),
  };
}

function axisOf(clock: Clock, columns: Columns, run: Logged['run'], skipGaps: boolean): Axis {
  switch (clock) {
    case 'simulated':
      return timeAxis(columns, run, skipGaps);
    case 'entry':
      return entryAxis(columns);
    case 'wall':
      return wallAxis(columns, run.startedAt, skipGaps);
  }
}
