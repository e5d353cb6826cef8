import type { JSX } from 'react';
import { useStore } from 'zustand';
import { FoldHorizontal } from 'lucide-react';
import type { Preferences } from '../../preload/contract.ts';
import { Button } from '../elements/button.tsx';
import { prefer } from '../state/preferences.ts';
import { useBench } from '../state/use-bench.ts';

type Choices = Preferences['timeline'];

const LANES: Readonly<Record<Choices['lanes'], string>> = {
  app: 'By app',
  actor: 'By actor',
  kind: 'By kind',
};

const CLOCKS: Readonly<Record<Choices['clock'], string>> = {
  simulated: 'Simulated time',
  entry: 'Entry number',
};

/** What the lanes stand for, what they are drawn along, and whether long gaps are cut out. */
export function ViewChoices(): JSX.Element {
  const { lab, preferences } = useBench();
  const timeline = useStore(preferences, (now) => now.timeline);
  const change = (changed: Partial<Choices>): void => {
    prefer(lab, preferences, { timeline: { ...timeline, ...changed } });
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
        missing="Wall time: runs do not keep it"
        chosen={timeline.clock}
        onChoose={(clock) => {
          change({ clock });
        }}
      />
      <Button
        bare
        icon={FoldHorizontal}
        label="Cut long gaps out"
        aria-pressed={timeline.skipGaps}
        disabled={timeline.clock === 'entry'}
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
  /** What cannot be chosen, and why. */
  readonly missing?: string;
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
        {Object.entries<string>(choices).map(([id, words]) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
        {missing === undefined ? null : <option disabled>{missing}</option>}
      </select>
    </label>
  );
}
