import { FoldHorizontal, Maximize2, Repeat, X, ZoomIn, ZoomOut } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import type { Preferences } from '../../../preload/contract.ts';
import type { EntryRange } from '../../stores/selection.ts';
import { Button } from '../../ui/button.tsx';
import { formatSpan } from '../../ui/format/clock.ts';
import { formatEntries } from '../../ui/format/numbers.ts';
import { Select } from '../../ui/select.tsx';
import styles from './transport.module.css';

interface RangeToolsViewProps {
  readonly range: EntryRange | undefined;
  /** Length of the range in microseconds. */
  readonly span: number;
  readonly looping: boolean;
  readonly onLoop: () => void;
  /** Zooms to the range. */
  readonly onShow: () => void;
  readonly onClear: () => void;
}

/** Shows the length of the picked range, with buttons to loop, zoom to and clear it. */
export function RangeToolsView(props: RangeToolsViewProps): JSX.Element {
  const { range, span, looping, onLoop, onShow, onClear } = props;
  const picked = range !== undefined;
  return (
    <div className={styles.rangeTools} role="group" aria-label="Range">
      <Button
        bare
        icon={Repeat}
        label="Loop range"
        command="range.loop"
        title={picked ? undefined : 'Loop a range: drag over the lanes, or set its ends with I and O'}
        aria-pressed={looping}
        disabled={!picked}
        onClick={onLoop}
      />
      {range === undefined ? null : (
        <>
          <button
            type="button"
            className={clsx(styles.rangeChip, 'number')}
            title="Zoom to range (Z)"
            onClick={onShow}
          >
            #{range.from} – #{range.to}
            <span className={styles.rangeLength}>
              {formatEntries(range.to - range.from + 1)} · {formatSpan(span)}
            </span>
          </button>
          <Button bare icon={X} label="Clear range" keys="Esc" onClick={onClear} />
        </>
      )}
    </div>
  );
}

interface ZoomToolsViewProps {
  /** Whether there is nothing to zoom. */
  readonly missing: boolean;
  /** Whether the whole run is visible. */
  readonly fitted: boolean;
  readonly onZoom: (direction: 'in' | 'out') => void;
  readonly onFit: () => void;
}

/** Buttons to zoom and to fit the whole run. */
export function ZoomToolsView({ missing, fitted, onZoom, onFit }: ZoomToolsViewProps): JSX.Element {
  return (
    <div className={styles.zoomTools} role="group" aria-label="Zoom">
      <Button
        bare
        icon={ZoomOut}
        label="Zoom out"
        command="timeline.farther"
        disabled={missing || fitted}
        onClick={() => {
          onZoom('out');
        }}
      />
      <Button
        bare
        icon={ZoomIn}
        label="Zoom in"
        command="timeline.closer"
        disabled={missing}
        onClick={() => {
          onZoom('in');
        }}
      />
      <Button
        bare
        icon={Maximize2}
        label="Show whole run"
        command="timeline.fit"
        disabled={missing || fitted}
        onClick={onFit}
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
  simulated: 'Time',
  entry: 'Entry number',
  wall: 'Wall clock',
};

interface ViewChoicesViewProps {
  readonly chosen: Choices;
  /** Label of the run's own clock. */
  readonly timeName: string;
  /** The clock in use; differs from the chosen one when that is not available. */
  readonly clock: Choices['clock'];
  /** Why a clock is not available. */
  readonly missing: Partial<Readonly<Record<Choices['clock'], string | undefined>>>;
  readonly onChange: (changed: Partial<Choices>) => void;
}

/** Options for the lanes, the clock and the cutting of long gaps. */
export function ViewChoicesView(props: ViewChoicesViewProps): JSX.Element {
  const { chosen, timeName, clock, missing, onChange } = props;
  return (
    <div className={styles.viewChoices} role="group" aria-label="View">
      <Choice
        label="Lanes"
        choices={LANES}
        chosen={chosen.lanes}
        onChoose={(lanes) => {
          onChange({ lanes });
        }}
      />
      <Choice
        label="Clock"
        choices={{ ...CLOCKS, simulated: timeName }}
        missing={missing}
        chosen={clock}
        onChoose={(other) => {
          onChange({ clock: other });
        }}
      />
      <Button
        bare
        icon={FoldHorizontal}
        label="Collapse gaps"
        aria-pressed={chosen.skipGaps}
        disabled={clock === 'entry'}
        onClick={() => {
          onChange({ skipGaps: !chosen.skipGaps });
        }}
      />
    </div>
  );
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly choices: Readonly<Record<Id, string>>;
  readonly chosen: Id;
  /** Reasons why choices are disabled. */
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
    <Select
      quiet
      className={styles.choice}
      label={label}
      value={chosen}
      options={(Object.entries(choices) as [Id, string][]).map(([value, words]) => {
        const why = missing?.[value];
        return { value, label: why === undefined ? words : `${words}: ${why}`, disabled: why !== undefined };
      })}
      onChoose={onChoose}
    />
  );
}
