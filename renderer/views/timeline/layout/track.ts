import type { Note, RunSummary } from '../../../../engine/model/index.ts';
import type { LogRow, Preferences } from '../../../../preload/contract.ts';
import type { EntryRange } from '../../../stores/selection.ts';
import { type Axis, type Clock, entryAxis, timeAxis, wallAxis } from './axis.ts';
import { Columns } from './columns.ts';
import type { ProbeLane } from './probes.ts';

/** The entries that `notes` begin at, by index. */
export const notedEntries = (notes: readonly Note[]): readonly number[] =>
  notes.flatMap(({ range }) => (range === undefined ? [] : [range.from]));

type Row = Pick<LogRow, 'written'>;

/** Why a run that begins with the row `first` cannot be drawn along the wall clock; `undefined` where it can. */
export function whyNoWallClock(
  { mode }: Pick<RunSummary, 'mode'>,
  first: Row | undefined,
): string | undefined {
  if (mode === 'trace') return 'not recorded in traces';
  return first !== undefined && first.written === undefined ? 'not recorded by that version' : undefined;
}

/** The clock that was `chosen`, or simulated time where the run does not have that one. */
export const availableClock = (
  chosen: Clock,
  run: Pick<RunSummary, 'mode'>,
  first: Row | undefined,
): Clock => (chosen === 'wall' && whyNoWallClock(run, first) !== undefined ? 'simulated' : chosen);

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
  /** The size of the text, CSS px. */
  readonly text: number;
  readonly choices: Preferences['timeline'];
  /** The groups whose lanes are not shown. */
  readonly hidden: readonly string[];
}

type Parts = readonly (keyof Shown)[];

const TRACK = ['run', 'rows', 'count', 'choices'] as const satisfies Parts;
const GROUND = [
  ...TRACK,
  'hits',
  'found',
  'breakpoints',
  'notes',
  'probes',
  'text',
  'hidden',
] as const satisfies Parts;

const differs =
  (parts: Parts) =>
  (before: Shown | undefined, after: Shown): boolean =>
    before === undefined || parts.some((part) => before[part] !== after[part]);

/** Whether the log differs, or how it is drawn: its axis and the overview have to be made anew. */
export const trackDiffers = differs(TRACK);

/** Whether more than the playhead and the range differ: what is under them has to be drawn anew. */
export const groundDiffers = differs(GROUND);

/** Whether the playhead was moved by a person, rather than by time or by the run. */
export const isMovedByPerson = (before: Shown | undefined, after: Shown): boolean =>
  before !== undefined && before.at !== after.at && !after.playing && !after.following;

/** The log as the timeline keeps it, and the axis it stands along. */
export interface Track {
  readonly columns: Columns;
  readonly axis: Axis;
}

/** What there is of a run, and how it is to be drawn. */
interface Logged extends Pick<Shown, 'rows' | 'choices'> {
  readonly run: Pick<RunSummary, 'mode' | 'start' | 'now' | 'startedAt'>;
}

/** `before` with what has come since; from the beginning where the log or its lanes are others. */
export function trackOf(before: Track | undefined, { run, rows, choices }: Logged): Track {
  const goesOn = before?.columns.choice === choices.lanes && before.columns.goOn(rows);
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
