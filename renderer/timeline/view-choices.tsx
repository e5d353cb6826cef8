import type { JSX } from 'react';
import { useStore } from 'zustand';
import { FoldHorizontal } from 'lucide-react';
import type { Preferences } from '../../preload/contract.ts';
import { Button } from '../elements/button.tsx';
import { prefer } from '../state/preferences.ts';
import { useBench, useShownRun } from '../state/use-bench.ts';
import { keptClock, whyNoWall } from './kept-clock.ts';

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
  const bench = useBench();
  const timeline = useStore(bench.preferences, (now) => now.timeline);
  const run = useShownRun();
  const first = useStore(bench.log, ({ rows }) => rows[0]);
  const noWall = run === undefined ? undefined : whyNoWall(run, first);
  const clock = run === undefined ? timeline.clock : keptClock(timeline.clock, run, first);
  const change = (changed: Partial<Choices>): void => {
    void prefer(bench, { timeline: { ...timeline, ...changed } });
  };
  return (
    <div className="view-choices" role="group" aria-label="View">
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
    <label className="timeline-choice" title={label}>
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
