import { SlidersHorizontal } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { Verbosity } from '../../../engine/model/index.ts';
import {
  hasChoices,
  numberOf,
  TYPED_OPTIONS,
  type TypedOption,
  chooseVerbosity,
  resetChoices,
  setThinking,
  typeOption,
} from '../../stores/run-settings.ts';
import { useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import styles from './run-options.module.css';

const VERBOSITIES: Readonly<Record<Verbosity, string>> = {
  low: 'Low verbosity',
  medium: 'Medium verbosity',
  high: 'High verbosity',
};

/** In simulated time. */
const THINKING = [
  ['frozen', 'No time'],
  ['measured', 'The time it takes'],
  [1, '1 s a turn'],
  [5, '5 s a turn'],
  [30, '30 s a turn'],
] as const;

/** What the next run is asked for beside its scenario, behind a button that tells when it is anything. */
export function RunOptions(): JSX.Element {
  const { runSettings } = useStores();
  const now = useStore(runSettings);
  const asked = hasChoices(now);
  return (
    <Popover
      label="Run options"
      className={styles.runOptions}
      trigger={
        <Button
          bare
          icon={SlidersHorizontal}
          label={asked ? 'Run options, some set' : 'Run options'}
          className={clsx(styles.open, asked && styles.asked)}
        />
      }
    >
      <h2>The next run</h2>
      {TYPED_OPTIONS.map((option) => (
        <Field key={option.name} option={option} />
      ))}
      <label className={styles.runOption}>
        <span>The agent is told</span>
        <select
          value={now.verbosity}
          onChange={({ target }) => {
            chooseVerbosity(runSettings, target.value as Verbosity);
          }}
        >
          {Object.entries(VERBOSITIES).map(([verbosity, words]) => (
            <option key={verbosity} value={verbosity}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <Thinking />
      <Button
        label="As the scenario says"
        disabled={!asked}
        onClick={() => {
          resetChoices(runSettings);
        }}
      />
    </Popover>
  );
}

/** What the thinking of a program costs in simulated time, where one acts as the agent. */
function Thinking(): JSX.Element | null {
  const { runSettings } = useStores();
  const agent = useStore(runSettings, (now) => now.agent);
  if (agent === undefined) return null;
  return (
    <label className={styles.runOption}>
      <span>Thinking costs</span>
      <select
        value={agent.thinking}
        onChange={({ target: { value } }) => {
          const thinking = value === 'frozen' || value === 'measured' ? value : Number(value);
          setThinking(runSettings, thinking);
        }}
      >
        {THINKING.map(([thinking, words]) => (
          <option key={thinking} value={thinking}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function Field({ option }: { readonly option: TypedOption }): JSX.Element {
  const { name, label, unit, expected: wanted } = option;
  const { runSettings } = useStores();
  const now = useStore(runSettings);
  const unfit = numberOf(now, name) === 'unfit';
  return (
    <label className={styles.runOption} title={wanted}>
      <span>{label}</span>
      <input
        className="text-field"
        name={name}
        aria-label={label}
        aria-description={unit === '' ? undefined : unit}
        inputMode="decimal"
        placeholder="own"
        value={now[name]}
        aria-invalid={unfit}
        onChange={({ target }) => {
          typeOption(runSettings, name, target.value);
        }}
      />
      <span className={styles.unit}>{unit}</span>
      {unfit ? (
        <span className={styles.wanted} role="alert">
          {wanted}
        </span>
      ) : null}
    </label>
  );
}
