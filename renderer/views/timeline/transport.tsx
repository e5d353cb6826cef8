import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play, Radio } from 'lucide-react';
import type { JSX, Ref } from 'react';
import { Button } from '../../ui/button.tsx';
import { SPEEDS } from '../../ui/format/replay-speeds.ts';
import { Select } from '../../ui/select.tsx';
import styles from './transport.module.css';

interface TransportViewProps {
  /** Number of entries. */
  readonly count: number;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly playing: boolean;
  readonly speed: SpeedChoiceProps;
  readonly onFirst: () => void;
  readonly onLast: () => void;
  /** Moves the playhead by entries. */
  readonly onStep: (steps: 1 | -1) => void;
  readonly onTogglePlay: () => void;
}

/** Buttons that move the playhead through the log, by steps or by playback. */
export function TransportView(props: TransportViewProps): JSX.Element {
  const { count, atStart, atEnd, playing, speed, onFirst, onLast, onStep, onTogglePlay } = props;
  return (
    <div className={styles.transport} role="group" aria-label="Replay">
      <Button
        bare
        icon={ChevronFirst}
        label="Before the first entry"
        command="playhead.first"
        disabled={atStart}
        onClick={onFirst}
      />
      <Button
        bare
        icon={ChevronLeft}
        label="Previous entry"
        command="playhead.previous"
        disabled={atStart}
        onClick={() => {
          onStep(-1);
        }}
      />
      <Button
        bare
        icon={playing ? Pause : Play}
        label={playing ? 'Pause replay' : 'Replay'}
        disabled={count === 0}
        onClick={onTogglePlay}
      />
      <Button
        bare
        icon={ChevronRight}
        label="Next entry"
        command="playhead.next"
        disabled={atEnd}
        onClick={() => {
          onStep(1);
        }}
      />
      <Button
        bare
        icon={ChevronLast}
        label="Last entry"
        command="playhead.last"
        disabled={atEnd}
        onClick={onLast}
      />
      <SpeedChoice {...speed} />
    </div>
  );
}

interface SpeedChoiceProps {
  readonly field: Ref<HTMLButtonElement>;
  readonly chosen: number;
  readonly onChoose: (speed: number) => void;
}

/** Selects the playback speed: a preset, or the speed that was typed. */
function SpeedChoice({ field, chosen, onChoose }: SpeedChoiceProps): JSX.Element {
  const choices = [...new Set([...SPEEDS, chosen])].sort((one, other) => one - other);
  return (
    <Select
      quiet
      className={styles.choice}
      field={field}
      label="Replay speed"
      title="Entries per second; type digits to set it"
      value={chosen}
      options={choices.map((choice) => ({ value: choice, label: `${choice} / s` }))}
      onChoose={onChoose}
    />
  );
}

interface LiveChipViewProps {
  readonly following: boolean;
  readonly onFollow: () => void;
}

/** Shows whether the playhead follows an active run, and follows it on click. */
export function LiveChipView({ following, onFollow }: LiveChipViewProps): JSX.Element {
  return (
    <button
      type="button"
      className={styles.liveChip}
      aria-label="Live"
      aria-pressed={following}
      title={following ? 'The playhead follows the run' : 'Go to the end of the run (End)'}
      onClick={onFollow}
    >
      <Radio aria-hidden />
      <span className={styles.liveWord}>Live</span>
    </button>
  );
}
