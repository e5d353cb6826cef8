import { type JSX, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { isTrajectory, type SimTime } from '../../engine/model/index.ts';
import type { ReportedRun } from '../../preload/contract.ts';
import { USUAL_SPEED } from '../ui/format/replay-speeds.ts';
import { EntryDetails } from '../views/inspector/entry-details.tsx';
import { costLane } from '../views/timeline/layout/costs.ts';
import { notedEntries, type Shown } from '../views/timeline/layout/track.ts';
import { Picture, type PictureActions } from '../views/timeline/picture.tsx';
import type { Plot } from '../views/timeline/plot/plot.ts';
import { ZoomToolsView } from '../views/timeline/tools.tsx';
import { TransportView } from '../views/timeline/transport.tsx';
import type { Replay } from './replay.ts';
import styles from './report.module.css';

/** The playhead over `count` entries, with its actions; −1 is before the first. */
export interface Playhead {
  readonly at: number;
  readonly count: number;
  readonly playing: boolean;
  /** Entries per second. */
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  readonly seek: (at: number) => void;
  readonly toggle: () => void;
}

/** The shortest time between two steps of a replay, in seconds: a browser's frame. */
const FRAME_SECONDS = 1 / 60;

/** Keys that move the playhead, with the number of entries. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  'Shift+ArrowLeft': -10,
  'Shift+ArrowRight': 10,
  Home: -Infinity,
  End: Infinity,
};

/** A playhead that the page's keys move, unless the focused element handles keys. */
export function usePlayhead(count: number, first: number): Playhead {
  const [at, setAt] = useState(first);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(USUAL_SPEED);
  const seek = (to: number): void => {
    setPlaying(false);
    setAt(Math.max(-1, Math.min(count - 1, to)));
  };
  const toggle = (): void => {
    if (!playing && at >= count - 1) setAt(-1);
    setPlaying(!playing);
  };

  const onTick = useEffectEvent(() => {
    const next = Math.min(count - 1, at + Math.max(1, Math.round(speed * FRAME_SECONDS)));
    setAt(next);
    if (next === count - 1) setPlaying(false);
  });
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(
      () => {
        onTick();
      },
      1000 * Math.max(1 / speed, FRAME_SECONDS),
    );
    return () => {
      clearInterval(timer);
    };
  }, [playing, speed]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (
      event.target instanceof Element &&
      event.target.closest('input, [role=combobox], [role=listbox], [role=tablist], [role=scrollbar]') !==
        null
    )
      return;
    const onButton = event.target instanceof Element && event.target.closest('button') !== null;
    const step = STEPS[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
    if (event.key === ' ' && !onButton) toggle();
    else if (step !== undefined) seek(at + step);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      onKey(event);
    };
    window.addEventListener('keydown', listener);
    return () => {
      window.removeEventListener('keydown', listener);
    };
  }, []);

  return { at, count, playing, speed, setSpeed, seek, toggle };
}

interface TransportProps {
  readonly playhead: Playhead;
  /** Text that describes the position of the playhead. */
  readonly words: string;
}

/** Buttons to play and step through a report. */
export function Transport({ playhead, words }: TransportProps): JSX.Element {
  const { at, count, playing, speed, setSpeed, seek, toggle } = playhead;
  const speedField = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.scrubber}>
      <TransportView
        {...{ count, playing }}
        atStart={at < 0}
        atEnd={at >= count - 1}
        speed={{ field: speedField, chosen: speed, onChoose: setSpeed }}
        onFirst={() => {
          seek(-1);
        }}
        onLast={() => {
          seek(count - 1);
        }}
        onStep={(steps) => {
          seek(at + steps);
        }}
        onTogglePlay={toggle}
      />
      <output className="number" aria-live="off">
        {words}
      </output>
    </div>
  );
}

interface RunTimelineProps {
  readonly run: ReportedRun;
  /** Accessible name of the playhead. */
  readonly label: string;
  /** Name of the run in a comparison. */
  readonly name?: string;
  /** Length of the longer of two runs, in microseconds: both are drawn to its scale, without cuts. */
  readonly longest?: number;
  readonly at: number;
  readonly playing: boolean;
  readonly onSeek: (at: number) => void;
}

const NONE: readonly never[] = [];
const TEXT_SIZE = 13; // CSS px, the font size of the page

/** Length of a run in simulated time, in microseconds. */
export const lengthOf = ({ summary: { start, now } }: ReportedRun): number => now - start;

/** The timeline of a run, as in the window. */
export function RunTimeline(props: RunTimelineProps): JSX.Element {
  const { run, label, name, longest, at, playing, onSeek } = props;
  const { summary, rows, notes, costs } = run;
  const [plot, setPlot] = useState<Plot>();
  const [fitted, setFitted] = useState(true);
  const go = useRef(onSeek);
  useEffect(() => {
    go.current = onSeek;
  });
  const [range, setRange] = useState<Shown['range']>();
  const moves = useMemo<PictureActions>(
    () => ({
      seek: (to) => {
        go.current(to);
      },
      selectRange: (from, to) => {
        setRange({ from: Math.min(from, to), to: Math.max(from, to) });
      },
      clearRange: () => {
        setRange(undefined);
      },
    }),
    [],
  );
  const drawn = useMemo(
    () => ({
      run: longest === undefined ? summary : { ...summary, now: (summary.start + longest) as SimTime },
      notes: notedEntries(notes),
      choices: { lanes: 'app', clock: 'simulated', skipGaps: longest === undefined } as const,
    }),
    [summary, notes, longest],
  );
  const shown = useMemo<Shown>(
    () => ({
      ...drawn,
      rows,
      count: rows.length,
      at,
      playing,
      range,
      following: false,
      results: NONE,
      resultCount: 0,
      edits: NONE,
      breakpointHits: NONE,
      probes: NONE,
      costs,
      costLane: costLane(costs),
      looping: false,
      text: TEXT_SIZE,
      hidden: NONE,
    }),
    [drawn, rows, costs, at, playing, range],
  );
  return (
    <section
      className={styles.runTimeline}
      aria-label={name === undefined ? 'Timeline' : `Timeline of ${name}`}
    >
      <header>
        {name === undefined ? <h2>Timeline</h2> : <span className={styles.letter}>{name}</span>}
        <ZoomToolsView
          missing={plot === undefined}
          fitted={fitted}
          onZoom={(direction) => plot?.zoomStep(direction)}
          onFit={() => plot?.fit()}
        />
      </header>
      <div className={styles.runPicture}>
        <Picture
          run={summary}
          {...{ shown, moves, label }}
          id={`plot-of-${run.summary.id}`}
          onPlot={setPlot}
          onFitted={setFitted}
        />
      </div>
    </section>
  );
}

interface RunEntryProps {
  readonly run: ReportedRun;
  readonly replay: Replay;
  readonly at: number;
}

/** An entry of the report in full. */
export function RunEntry({ run, replay, at }: RunEntryProps): JSX.Element {
  const entry = run.entries[at];
  const before = useMemo(() => replay.before(at), [replay, at]);
  if (entry === undefined)
    return <p className={styles.entryNone}>Before the first entry: the apps are in their initial state.</p>;
  return <EntryDetails {...{ entry, before }} rows={run.rows} isOfPlan={!isTrajectory(run.summary)} />;
}
