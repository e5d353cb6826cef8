import { FoldHorizontal, Maximize2, Repeat, X, ZoomIn, ZoomOut } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { Preferences } from '../../../preload/contract.ts';
import { clearRange, positionNow, setRangeEnd, toggleLooping } from '../../stores/selection.ts';
import { changePreferences } from '../../stores/preferences.ts';
import { useStores, useCommand, useRows, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatEntries } from '../../ui/format/numbers.ts';
import { availableClock, whyNoWallClock } from './layout/track.ts';
import type { Plot } from './plot/plot.ts';
import styles from './transport.module.css';

/** The range of entries that is picked: how long it is, whether it loops, and the way to let go of it. */
export function RangeTools({ plot }: { readonly plot: Plot | undefined }): JSX.Element {
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

  return (
    <div className={styles.rangeTools} role="group" aria-label="Range">
      <Button
        bare
        icon={Repeat}
        label="Loop the range"
        keys="L"
        title={
          picked ? 'Loop the range (L)' : 'Loop a range: drag over the lanes, or set its ends with I and O'
        }
        aria-pressed={looping}
        disabled={!picked}
        onClick={loop}
      />
      {range === undefined ? null : (
        <>
          <button
            type="button"
            className={clsx(styles.rangeChip, 'number')}
            title="Zoom to the range (Z)"
            onClick={show}
          >
            #{range.from} – #{range.to}
            <span className={styles.rangeLength}>{lengthOf(rows, range.from, range.to)}</span>
          </button>
          <Button bare icon={X} label="Let go of the range" keys="Esc" onClick={drop} />
        </>
      )}
    </div>
  );
}

const lengthOf = (rows: ReturnType<typeof useRows>, from: number, to: number): string =>
  `${formatEntries(to - from + 1)} · ${formatSpan((rows[to]?.time ?? 0) - (rows[from]?.time ?? 0))}`;

const ZOOM_STEP = 1.6;
const PAN_STEP = 0.2; // of what is on show

interface ZoomToolsProps {
  readonly plot: Plot | undefined;
  readonly fitted: boolean;
}

/** How close the picture is. */
export function ZoomTools({ plot, fitted }: ZoomToolsProps): JSX.Element {
  const missing = plot === undefined;
  const zoom = (factor: number) => (): void => {
    plot?.zoomBy(factor);
  };
  const pan = (share: number) => (): void => {
    plot?.panBy(share);
  };
  const fit = (): void => {
    plot?.fit();
  };
  useCommand('timeline.fit', fit);
  useCommand('timeline.closer', zoom(ZOOM_STEP));
  useCommand('timeline.farther', zoom(1 / ZOOM_STEP));
  useCommand('timeline.earlier', pan(-PAN_STEP));
  useCommand('timeline.later', pan(PAN_STEP));
  return (
    <div className={styles.zoomTools} role="group" aria-label="Zoom">
      <Button
        bare
        icon={ZoomOut}
        label="Zoom out"
        keys="S"
        title="Zoom out (S, or Ctrl and the wheel)"
        disabled={missing || fitted}
        onClick={zoom(1 / ZOOM_STEP)}
      />
      <Button
        bare
        icon={ZoomIn}
        label="Zoom in"
        keys="W"
        title="Zoom in (W, or Ctrl and the wheel)"
        disabled={missing}
        onClick={zoom(ZOOM_STEP)}
      />
      <Button
        bare
        icon={Maximize2}
        label="Show the whole run"
        keys="F"
        disabled={missing || fitted}
        onClick={fit}
      />
    </div>
  );
}

type Choices = Preferences['timeline'];

const LANES: Readonly<Record<Choices['lanes'], string>> = {
  app: 'By app',
  actor: 'By actor',
  kind: 'By kind',
};

const CLOCKS: Readonly<Record<Choices['clock'], string>> = {
  simulated: 'Simulated time',
  entry: 'Entry number',
  wall: 'Wall clock',
};

/** What the lanes stand for, what they are drawn along, and whether long gaps are cut out. */
export function ViewChoices(): JSX.Element {
  const stores = useStores();
  const timeline = useStore(stores.preferences, (now) => now.timeline);
  const run = useShownRun();
  const first = useStore(stores.log, ({ rows }) => rows[0]);
  const noWall = run === undefined ? undefined : whyNoWallClock(run, first);
  const clock = run === undefined ? timeline.clock : availableClock(timeline.clock, run, first);
  const change = (changed: Partial<Choices>): void => {
    void changePreferences(stores, { timeline: { ...timeline, ...changed } });
  };
  return (
    <div className={styles.viewChoices} role="group" aria-label="View">
      <Choice
        label="Lanes"
        choices={LANES}
        chosen={timeline.lanes}
        onChoose={(lanes) => {
          change({ lanes });
        }}
      />
      <Choice
        label="Clock"
        choices={CLOCKS}
        missing={{ wall: noWall }}
        chosen={clock}
        onChoose={(clock) => {
          change({ clock });
        }}
      />
      <Button
        bare
        icon={FoldHorizontal}
        label="Cut long gaps out"
        aria-pressed={timeline.skipGaps}
        disabled={clock === 'entry'}
        onClick={() => {
          change({ skipGaps: !timeline.skipGaps });
        }}
      />
    </div>
  );
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly choices: Readonly<Record<Id, string>>;
  readonly chosen: Id;
  /** Why some cannot be chosen. */
  readonly missing?: Partial<Readonly<Record<Id, string | undefined>>>;
  readonly onChoose: (id: Id) => void;
}

function Choice<Id extends string>({
  label,
  choices,
  chosen,
  missing,
  onChoose,
}: ChoiceProps<Id>): JSX.Element {
  return (
    <label className={styles.choice} title={label}>
      <span className="visually-hidden">{label}</span>
      <select
        className="quiet"
        value={chosen}
        onChange={(event) => {
          onChoose(event.target.value as Id);
        }}
      >
        {Object.entries<string>(choices).map(([id, words]) => {
          const why = missing?.[id as Id];
          return (
            <option key={id} value={id} disabled={why !== undefined}>
              {why === undefined ? words : `${words}: ${why}`}
            </option>
          );
        })}
      </select>
    </label>
  );
}
