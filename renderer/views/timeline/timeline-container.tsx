import { type JSX, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { RunSummary } from '../../../engine/model/index.ts';
import type { LogRow, CostsOverTime } from '../../../preload/contract.ts';
import { LIMITS } from '../../../preload/limits.ts';
import { changePreferences } from '../../stores/settings.ts';
import { isActive } from '../../stores/runs.ts';
import { editedEntries } from '../../stores/preview.ts';
import {
  advance,
  clearRange,
  pausePlayback,
  positionNow,
  seek,
  selectRange,
  setRangeEnd,
  setSpeed,
  toggleLooping,
  togglePlay,
} from '../../stores/selection.ts';
import {
  useAnswer,
  useCommand,
  useCount,
  usePosition,
  useRows,
  useShownRun,
  useStores,
} from '../../stores/use-stores.ts';
import { savePicture } from '../../stores/import-export.ts';
import { seekChange } from '../../stores/inspection.ts';
import { notify } from '../../stores/notices.ts';
import { entryTitle, timeName } from '../../ui/format/words.ts';
import { isFailure } from '../../ui/format/row-state.ts';
import { EntryMenu } from '../menus/menus-container.tsx';
import { GoToView } from './go-to.tsx';
import { costLane } from './layout/costs.ts';
import { groupOf, possibleLanes } from './layout/lanes.ts';
import { Legend } from './legend.tsx';
import { availableClock, notedEntries, type Shown, whyNoTime, whyNoWallClock } from './layout/track.ts';
import { appendDigit, decidesRun, isAgentAction, minuteFrom, nearest, type Typed } from './moves.ts';
import { Picture, type PictureActions } from './picture.tsx';
import type { Plot } from './plot/plot.ts';
import { probeLanes } from './probe-names.tsx';
import { TimelineView } from './timeline.tsx';
import { RangeToolsView, ViewChoicesView, ZoomToolsView } from './tools.tsx';
import { LiveChipView, TransportView } from './transport.tsx';

/** The timeline of the shown run, with the playhead that all other panels follow. */
export function Timeline(): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  const loading = useStore(stores.log, (log) => log.loading && log.count === 0);
  const [plot, setPlot] = useState<Plot>();
  const [fitted, setFitted] = useState(true);
  const timeline = useStore(stores.preferences, (preferences) => preferences.timeline);
  const choice = timeline.lanes;
  const hidden = timeline.hidden?.[choice] ?? NONE_HIDDEN;
  const save = (): void => {
    if (run !== undefined && plot !== undefined)
      void savePicture(stores, run.id, plot.picture(`${run.id} ${run.scenario}`));
  };
  useCommand('timeline.save', save, run !== undefined && plot !== undefined);
  return (
    <>
      <TimelineView
        {...{ run, loading }}
        tools={
          <>
            <Transport />
            <RangeTools plot={plot} />
            <LiveChip />
            <ViewChoices />
            <Legend
              lanes={run === undefined ? [] : possibleLanes(choice, run.apps)}
              hidden={hidden}
              onHide={(groups) => {
                const next = { ...timeline, hidden: { ...timeline.hidden, [choice]: [...groups] } };
                void changePreferences(stores, { timeline: next });
              }}
              onSave={run === undefined || plot === undefined ? undefined : save}
            />
            <ZoomTools plot={plot} fitted={fitted} />
          </>
        }
        picture={
          run === undefined ? null : (
            <EntryMenu
              entryOf={(target, spot) =>
                spot === undefined ? positionNow(stores) : plot?.entryUnder(target, spot)
              }
            >
              <RunPicture run={run} hidden={hidden} onPlot={setPlot} onFitted={setFitted} />
            </EntryMenu>
          )
        }
      />
      <GoTo />
    </>
  );
}

const NONE_HIDDEN: readonly string[] = [];

interface RunPictureProps {
  readonly run: RunSummary;
  /** Groups whose lanes are hidden. */
  readonly hidden: readonly string[];
  readonly onPlot: (plot: Plot | undefined) => void;
  readonly onFitted: (fitted: boolean) => void;
}

function RunPicture({ run, hidden, onPlot, onFitted }: RunPictureProps): JSX.Element {
  const { selection, log } = useStores();
  const moves = useMemo<PictureActions>(
    () => ({
      seek: (to) => {
        seek(selection, to, log.getState().rows.length);
      },
      selectRange: (from, to) => {
        selectRange(selection, from, to);
      },
      clearRange: () => {
        clearRange(selection);
      },
    }),
    [selection, log],
  );
  return <Picture {...{ run, moves, onPlot, onFitted }} shown={useShown(run, hidden)} />;
}

const NO_RESULTS: readonly number[] = [];

/** The data of the timeline: a new object only when its content changed. */
function useShown(run: RunSummary, hidden: readonly string[]): Shown {
  const { selection, search, breakpoints, preferences, preview, notes: store, probes: watched } = useStores();
  const rows = useRows();
  const count = useCount();
  const at = usePosition();
  const playing = useStore(selection, (head) => head.playing);
  const following = useStore(selection, (head) => head.following) && run.state === 'running';
  const range = useStore(selection, (head) => head.range);
  const looping = useStore(selection, (head) => head.looping);
  const results = useStore(search, (state) => state.results) ?? NO_RESULTS;
  const resultCount = useStore(search, (state) => state.count);
  const previewed = useStore(preview, ({ shown }) => shown);
  const edits = useMemo(() => editedEntries(previewed, run.id), [previewed, run.id]);
  const choices = useStore(preferences, ({ timeline }) => timeline);
  const text = useStore(preferences, ({ fontSize }) => fontSize);
  const past = useStore(breakpoints, (state) => state.past);
  const breakpointHits = useMemo(
    () => past.filter((hit) => hit.run === run.id).map(({ entry }) => entry),
    [past, run.id],
  );
  const written = useStore(store, (state) => state.notes);
  const notes = useMemo(() => notedEntries(written), [written]);
  const list = useStore(watched, (state) => state.list);
  const series = useStore(watched, (state) => state.series);
  const probes = useMemo(() => probeLanes(list, series), [list, series]);
  const costs = useCosts(run);
  const lane = useMemo(() => costLane(costs), [costs]);
  const same = useShallow((shown: Shown) => shown);
  return same({
    run,
    rows,
    count,
    at,
    playing,
    following,
    results,
    resultCount,
    edits,
    notes,
    probes,
    costs,
    costLane: lane,
    range,
    looping,
    choices,
    text,
    hidden,
    breakpointHits,
  });
}

/** What models cost and how long calls took in an ended run. */
function useCosts(run: RunSummary): CostsOverTime | undefined {
  const { id } = run;
  const answered = useAnswer('inspect.costsOverTime', isActive(run) ? undefined : { run: id });
  return answered?.request.run === id && answered.reply.ok ? answered.reply.value : undefined;
}

/** Buttons that move the playhead through the log, by steps or by playback. */
function Transport(): JSX.Element {
  const stores = useStores();
  const { selection, inspection } = stores;
  const count = useCount();
  const atStart = useStore(inspection, ({ at }) => at < 0);
  const atEnd = useStore(inspection, ({ at }) => at >= count - 1);
  const playing = useStore(selection, (head) => head.playing);
  const speed = useStore(selection, (head) => head.speed);
  const speedField = useRef<HTMLButtonElement>(null);
  usePlaying();
  usePlayheadCommands(() => speedField.current?.focus());
  const go = (to: number): void => {
    pausePlayback(selection);
    seek(selection, to, count);
  };
  return (
    <TransportView
      {...{ count, atStart, atEnd, playing }}
      speed={{
        field: speedField,
        chosen: speed,
        onChoose: (chosen) => {
          setSpeed(selection, chosen);
        },
      }}
      onFirst={() => {
        go(-1);
      }}
      onLast={() => {
        go(count - 1);
      }}
      onStep={(steps) => {
        go(positionNow(stores) + steps);
      }}
      onTogglePlay={() => {
        togglePlay(selection, count);
      }}
    />
  );
}

/** Moves the playhead during playback: at most once per frame, by as many entries as are due. */
function usePlaying(): void {
  const { selection, log } = useStores();
  const playing = useStore(selection, (head) => head.playing);
  const speed = useStore(selection, (head) => head.speed);
  useEffect(() => {
    if (!playing) return undefined;
    let due = 0;
    let before = performance.now();
    const step = (now: number): void => {
      due += ((now - before) * speed) / 1000;
      before = now;
      const steps = Math.floor(due);
      due -= steps;
      if (steps > 0) advance(selection, log.getState().rows.length, steps);
      frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [selection, log, playing, speed]);
}

/** Shows whether the playhead follows an active run, and follows it on click. */
function LiveChip(): JSX.Element | null {
  const { selection } = useStores();
  const count = useCount();
  const following = useStore(selection, (head) => head.following);
  if (!isActive(useShownRun())) return null;
  return (
    <LiveChipView
      following={following}
      onFollow={() => {
        seek(selection, count - 1, count);
      }}
    />
  );
}

function RangeTools({ plot }: { readonly plot: Plot | undefined }): JSX.Element {
  const stores = useStores();
  const { selection } = stores;
  const range = useStore(selection, (head) => head.range);
  const looping = useStore(selection, (head) => head.looping);
  const rows = useRows();
  const picked = range !== undefined;
  const loop = (): void => {
    toggleLooping(selection);
  };
  const show = (): void => {
    if (range !== undefined) plot?.lookAt(range.from, range.to);
  };
  const drop = (): void => {
    clearRange(selection);
  };
  useCommand('range.from', () => {
    setRangeEnd(selection, 'from', positionNow(stores), rows.length);
  });
  useCommand('range.to', () => {
    setRangeEnd(selection, 'to', positionNow(stores), rows.length);
  });
  useCommand('range.loop', loop, picked);
  useCommand('range.show', show, picked);
  useCommand('range.drop', drop, picked);
  const span = range === undefined ? 0 : (rows[range.to]?.time ?? 0) - (rows[range.from]?.time ?? 0);
  return <RangeToolsView {...{ range, span, looping }} onLoop={loop} onShow={show} onClear={drop} />;
}

/** Options for the lanes, the clock and the cutting of long gaps. */
function ViewChoices(): JSX.Element {
  const stores = useStores();
  const timeline = useStore(stores.preferences, (now) => now.timeline);
  const run = useShownRun();
  const first = useStore(stores.log, ({ rows }) => rows[0]);
  return (
    <ViewChoicesView
      chosen={timeline}
      timeName={timeName(run)}
      clock={run === undefined ? timeline.clock : availableClock(timeline.clock, run, first)}
      missing={run === undefined ? {} : { simulated: whyNoTime(run), wall: whyNoWallClock(run, first) }}
      onChange={(changed) => void changePreferences(stores, { timeline: { ...timeline, ...changed } })}
    />
  );
}

const PAN_STEP = 0.2; // share of the visible part

interface ZoomToolsProps {
  readonly plot: Plot | undefined;
  readonly fitted: boolean;
}

/** Buttons to zoom and to fit the whole run. */
function ZoomTools({ plot, fitted }: ZoomToolsProps): JSX.Element {
  const zoom = (direction: 'in' | 'out'): void => {
    plot?.zoomStep(direction);
  };
  const fit = (): void => {
    plot?.fit();
  };
  useCommand('timeline.fit', fit);
  useCommand('timeline.closer', () => {
    zoom('in');
  });
  useCommand('timeline.farther', () => {
    zoom('out');
  });
  useCommand('timeline.earlier', () => plot?.panBy(-PAN_STEP));
  useCommand('timeline.later', () => plot?.panBy(PAN_STEP));
  return <ZoomToolsView missing={plot === undefined} fitted={fitted} onZoom={zoom} onFit={fit} />;
}

/** The dialog that asks where to move the playhead, once requested. */
function GoTo(): JSX.Element | null {
  const { selection } = useStores();
  const rows = useRows();
  const start = useShownRun()?.start;
  const [open, setOpen] = useState(false);
  useCommand(
    'playhead.goTo',
    () => {
      setOpen(true);
    },
    rows.length > 0,
  );
  if (!open || start === undefined) return null;
  const close = (): void => {
    setOpen(false);
  };
  return (
    <GoToView
      {...{ rows, start }}
      onGo={(entry) => {
        pausePlayback(selection);
        seek(selection, entry, rows.length);
        close();
      }}
      onClose={close}
    />
  );
}

const LEAP = 10; // entries

/** Binds the commands that move the playhead. The speed command calls `focusSpeed` when no digit was pressed. */
function usePlayheadCommands(focusSpeed: () => void): void {
  const stores = useStores();
  const { notices, selection, preferences } = stores;
  const lanes = useStore(preferences, ({ timeline }) => timeline.lanes);
  const rows = useRows();
  const verdict = useShownRun()?.verdict;
  const typed = useRef<Typed>(undefined);
  const go = (to: number): void => {
    pausePlayback(selection);
    seek(selection, to, rows.length);
  };
  const goBy = (step: number) => (): void => {
    go(positionNow(stores) + step);
  };
  /** Goes to the nearest entry that is `what`, or says that there is none. */
  const goToNearest = (step: 1 | -1, what: string, isOne: (row: LogRow) => boolean): void => {
    const at = positionNow(stores);
    const to = nearest(rows, at, step, isOne);
    if (to !== at) go(to);
    else if (rows.length > 0)
      notify(
        notices,
        'hint',
        `No ${what} ${at < 0 ? 'in this run' : `${step === 1 ? 'after' : 'before'} #${at}`}.`,
      );
  };
  const goToTurn = (step: 1 | -1) => (): void => {
    goToNearest(step, 'action of the agent', isAgentAction);
  };
  const goToFailure = (step: 1 | -1) => (): void => {
    goToNearest(step, 'failure', isFailure);
  };
  const goToTool = (step: 1 | -1) => (): void => {
    const here = rows[positionNow(stores)];
    if (here?.tool === undefined) notify(notices, 'hint', 'The entry at the playhead calls no tool.');
    else
      goToNearest(
        step,
        `call of ${entryTitle(here)}`,
        ({ app, tool }) => app === here.app && tool === here.tool,
      );
  };
  const goToVerdict = (step: 1 | -1) => (): void => {
    goToNearest(step, 'decisive check', decidesRun(verdict));
  };
  const goInLane = (step: 1 | -1) => (): void => {
    const here = rows[positionNow(stores)];
    goToNearest(
      step,
      'entry in this lane',
      (row) => here !== undefined && groupOf(row, lanes) === groupOf(here, lanes),
    );
  };

  useCommand('playhead.previous', goBy(-1));
  useCommand('playhead.next', goBy(1));
  useCommand('playhead.back', goBy(-LEAP));
  useCommand('playhead.ahead', goBy(LEAP));
  useCommand('playhead.minuteOn', () => {
    go(minuteFrom(rows, positionNow(stores), 1));
  });
  useCommand('playhead.minuteBack', () => {
    go(minuteFrom(rows, positionNow(stores), -1));
  });
  useCommand('playhead.first', () => {
    go(-1);
  });
  useCommand('playhead.last', () => {
    go(rows.length - 1);
  });
  useCommand('playhead.nextTurn', goToTurn(1));
  useCommand('playhead.previousTurn', goToTurn(-1));
  useCommand('playhead.nextFailure', goToFailure(1));
  useCommand('playhead.previousFailure', goToFailure(-1));
  useCommand('playhead.nextOfTool', goToTool(1));
  useCommand('playhead.previousOfTool', goToTool(-1));
  useCommand('playhead.nextVerdict', goToVerdict(1));
  useCommand('playhead.previousVerdict', goToVerdict(-1));
  useCommand('playhead.nextInLane', goInLane(1));
  useCommand('playhead.previousInLane', goInLane(-1));
  useCommand('playhead.nextChange', () => void seekChange(stores, 'on'));
  useCommand('playhead.previousChange', () => void seekChange(stores, 'back'));
  useCommand('playhead.cause', () => {
    const at = positionNow(stores);
    goToNearest(-1, 'cause', ({ index }) => index === rows[at]?.causes[0]);
  });
  useCommand('playhead.effect', () => {
    const at = positionNow(stores);
    goToNearest(1, 'effect', ({ causes }) => causes.includes(at));
  });
  useCommand('playhead.speed', (digit) => {
    if (digit === undefined) {
      focusSpeed();
      return;
    }
    typed.current = appendDigit(typed.current, digit, performance.now());
    const speed = Number(typed.current.text);
    if (speed > 0) setSpeed(selection, Math.min(LIMITS.replaySpeed, speed));
  });
}
