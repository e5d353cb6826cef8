import { SlidersHorizontal } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { ThinkingTime, Verbosity } from '../../../engine/model/index.ts';
import type { KeptModel } from '../../../preload/contract.ts';
import {
  type ChosenAnswers,
  chooseAnswers,
  chooseUser,
  chooseVerbosity,
  hasChoices,
  LIMIT_OPTIONS,
  typedNumber,
  resetChoices,
  setThinking,
  TYPED_OPTIONS,
  type TypedOption,
  typeOption,
} from '../../stores/settings.ts';
import { modelLabel } from '../../stores/models.ts';
import { isolate } from '../../stores/run-control.ts';
import { useNextScenario, useShownRun, useStores } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { type Option, Select } from '../../ui/select.tsx';
import styles from './run-options.module.css';

const VERBOSITIES: readonly Option<Verbosity>[] = [
  { value: 'low', label: 'Low verbosity' },
  { value: 'medium', label: 'Medium verbosity' },
  { value: 'high', label: 'High verbosity' },
];

/** Choices for the thinking time, in simulated time. */
const THINKING: readonly Option<ThinkingTime>[] = [
  { value: 'frozen', label: 'None' },
  { value: 'measured', label: 'As measured' },
  { value: 1, label: '1 s per turn' },
  { value: 5, label: '5 s per turn' },
  { value: 30, label: '30 s per turn' },
];

/** Options of the next run, behind a button that shows when any is set. */
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
          label={asked ? 'Run options, changed' : 'Run options'}
          className={clsx(styles.open, asked && styles.asked)}
        />
      }
    >
      <h2>Options for the next run</h2>
      {TYPED_OPTIONS.map((option) => (
        <Field key={option.name} option={option} placeholder="from scenario" />
      ))}
      <div className={styles.runOption}>
        <span aria-hidden>Notifications</span>
        <Select
          label="Notifications"
          className={styles.choice}
          value={now.verbosity}
          options={VERBOSITIES}
          onChoose={(verbosity) => {
            chooseVerbosity(runSettings, verbosity);
          }}
        />
      </div>
      <UserChoice />
      <Thinking />
      <AnswerChoice />
      <Limits />
      <FirstRequestButton />
      <Process />
      <Button
        label="Reset"
        disabled={!asked}
        onClick={() => {
          resetChoices(runSettings);
        }}
      />
    </Popover>
  );
}

/** Selects the model that plays the user, and its prompt. */
function UserChoice(): JSX.Element | null {
  const { models, runSettings, workspace } = useStores();
  const list = useStore(models, (now) => now.list);
  const prompts = useStore(workspace, ({ view }) => view?.prompts ?? NONE);
  const user = useStore(runSettings, (now) => now.user);
  const prompt = user?.model.prompt;
  const chosen = user && { ...user.model, prompt: undefined };
  const known = list.map((model) => ({ ...model, prompt: undefined }));
  const choices = chosen === undefined ? known : [...known, chosen];
  const options = new Map(choices.map((model) => [JSON.stringify(model), modelLabel(model)]));
  if (options.size === 0) return null;
  return (
    <>
      <div className={styles.runOption}>
        <span aria-hidden>User</span>
        <Select
          label="User"
          title="Who answers what the agent writes to the user. A model may, beside the scenario and you."
          className={styles.choice}
          value={user === undefined ? '' : JSON.stringify(chosen)}
          options={[
            { value: '', label: 'Scenario' },
            ...[...options].map(([value, label]) => ({ value, label })),
          ]}
          onChoose={(value) => {
            chooseUser(
              runSettings,
              value === '' ? undefined : { ...(JSON.parse(value) as KeptModel), prompt },
            );
          }}
        />
      </div>
      {user === undefined ? null : (
        <div className={styles.runOption}>
          <span aria-hidden>User’s prompt</span>
          <Select
            label="User’s prompt"
            title="Who the user is and what they want: a file in the folder prompts/ of the workspace."
            className={styles.choice}
            value={prompt ?? ''}
            options={[
              { value: '', label: 'Orrery’s own' },
              ...[...new Set([...prompts, ...(prompt === undefined ? [] : [prompt])])].map((path) => ({
                value: path,
                label: path.replace(/^prompts\//, ''),
              })),
            ]}
            onChoose={(path) => {
              chooseUser(runSettings, { ...user.model, prompt: path === '' ? undefined : path });
            }}
          />
        </div>
      )}
    </>
  );
}

/** Selects how much simulated time the thinking of an agent program takes. */
function Thinking(): JSX.Element | null {
  const { runSettings } = useStores();
  const agent = useStore(runSettings, (now) => now.agent);
  if (agent === undefined) return null;
  return (
    <div className={styles.runOption}>
      <span aria-hidden>Thinking time</span>
      <Select
        label="Thinking time"
        className={styles.choice}
        value={agent.thinking}
        options={THINKING}
        onChoose={(thinking) => {
          setThinking(runSettings, thinking);
        }}
      />
    </div>
  );
}

/** What the model that plays the agent may use before the run ends. */
function Limits(): JSX.Element | null {
  const agent = useStore(useStores().runSettings, (now) => now.agent);
  if (agent === undefined || !('model' in agent)) return null;
  return (
    <>
      {LIMIT_OPTIONS.map((option) => (
        <Field key={option.name} option={option} placeholder="no limit" />
      ))}
    </>
  );
}

/** Selects where a model's answers come from: the model itself, the record of the shown run, or that of all runs. */
function AnswerChoice(): JSX.Element | null {
  const { runSettings } = useStores();
  const { agent, answers } = useStore(runSettings);
  const shown = useShownRun();
  const byModel = shown?.choices?.agent?.model === undefined ? undefined : shown.id;
  const run = answers?.replay ?? byModel;
  if (byModel === undefined && (agent === undefined || !('model' in agent))) return null;
  const option = (chosen: ChosenAnswers, label: string): Option<string> => ({
    value: JSON.stringify(chosen),
    label,
  });
  return (
    <div className={styles.runOption}>
      <span aria-hidden>Model’s answers</span>
      <Select
        label="Model’s answers"
        title="Where the answers to the model’s requests come from. A replay stops at the first request that differs."
        className={styles.choice}
        value={JSON.stringify(answers ?? LIVE)}
        options={[
          option(LIVE, 'Ask the model'),
          ...(run === undefined
            ? []
            : [
                option({ replay: run }, `Replay ${run}`),
                option({ replay: run, thenLive: true }, `Replay ${run}, then ask`),
              ]),
          option({ fromLibrary: true }, 'Known answers, then ask'),
        ]}
        onChoose={(chosen) => {
          chooseAnswers(
            runSettings,
            chosen === JSON.stringify(LIVE) ? undefined : (JSON.parse(chosen) as ChosenAnswers),
          );
        }}
      />
    </div>
  );
}

const LIVE: ChosenAnswers = {};

/** Shows the first request that a model would get. */
function FirstRequestButton(): JSX.Element | null {
  const { commands, runSettings } = useStores();
  const agent = useStore(runSettings, (now) => now.agent);
  if (agent === undefined || !('model' in agent)) return null;
  return (
    <div className={styles.runOption}>
      <span aria-hidden>First request</span>
      <Button
        label="Show first request"
        command="run.firstRequest"
        onClick={() => {
          commands.run('run.firstRequest');
        }}
      />
    </div>
  );
}

const PROCESSES: readonly Option<'window' | 'own'>[] = [
  { value: 'window', label: 'Main process' },
  { value: 'own', label: 'Separate process' },
];

/** Selects whether the scenario runs in its own process, where its code cannot block or crash the window. */
function Process(): JSX.Element | null {
  const { bridge, notices, workspace } = useStores();
  const scenario = useNextScenario();
  const isolated = useStore(workspace, ({ view }) => view?.isolated ?? NONE);
  if (scenario === undefined) return null;
  return (
    <div className={styles.runOption}>
      <span aria-hidden>Run in</span>
      <Select
        label="Run in"
        title="In a separate process, code of the scenario cannot block or crash the window"
        className={styles.choice}
        value={isolated.includes(scenario) ? 'own' : 'window'}
        options={PROCESSES}
        onChoose={(process) => {
          void isolate({ bridge, notices }, scenario, process === 'own');
        }}
      />
    </div>
  );
}

const NONE: readonly string[] = [];

interface FieldProps {
  readonly option: TypedOption;
  readonly placeholder: string;
}

function Field({ option, placeholder }: FieldProps): JSX.Element {
  const { name, label, unit, expected: wanted } = option;
  const { runSettings } = useStores();
  const now = useStore(runSettings);
  const unfit = typedNumber(now, name) === 'unfit';
  return (
    <label className={styles.runOption} title={wanted}>
      <span>{label}</span>
      <input
        className="text-field"
        name={name}
        aria-label={label}
        aria-description={unit === '' ? undefined : unit}
        inputMode="decimal"
        placeholder={placeholder}
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
