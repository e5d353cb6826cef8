import { type JSX, useEffect } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { RunMode } from '../../../engine/model/index.ts';
import { clearAgent, chooseProgram, chooseScript, chooseMode } from '../../stores/run-settings.ts';
import { useStores, usePrograms, useScripts } from '../../stores/use-stores.ts';
import { MODE_WORDS } from '../../ui/format/words.ts';
import { Segments } from '../../ui/segments.tsx';
import styles from './title-bar.module.css';

type Acting = RunMode | 'script' | 'program';

const MODES = { oracle: MODE_WORDS.oracle, plain: MODE_WORDS.plain } as const;

/** Who does the agent's part of the next run: the oracle, nobody, or a script or program where the workspace has any. */
export function AgentChoice(): JSX.Element {
  const { runSettings } = useStores();
  const mode = useStore(runSettings, (now) => now.mode);
  const agent = useStore(runSettings, (now) => now.agent);
  const script = useStore(runSettings, (now) => now.script);
  const programs = usePrograms();
  const scripts = useScripts();
  const isGone =
    (agent !== undefined && !programs.includes(agent.command)) ||
    (script !== undefined && !scripts.includes(script));
  useEffect(() => {
    if (isGone) clearAgent(runSettings);
  }, [isGone, runSettings]);
  const start = (command: string): void => {
    chooseProgram(runSettings, command);
  };
  const follow = (path: string): void => {
    chooseScript(runSettings, path);
  };
  const choose = (chosen: Acting): void => {
    if (chosen === 'program') start(programs[0]!);
    else if (chosen === 'script') follow(scripts[0]!);
    else chooseMode(runSettings, chosen);
  };
  return (
    <>
      <Segments<Acting>
        label="Who acts as the agent"
        choices={{
          ...MODES,
          ...(scripts.length === 0 ? {} : { script: 'A script' }),
          ...(programs.length === 0 ? {} : { program: 'A program' }),
        }}
        chosen={agent !== undefined ? 'program' : script !== undefined ? 'script' : mode}
        onChoose={choose}
      />
      {script === undefined ? null : (
        <Which label="Script that the agent follows" choices={scripts} chosen={script} onChoose={follow} />
      )}
      {agent === undefined ? null : (
        <Which
          label="Program that acts as the agent"
          choices={programs}
          chosen={agent.command}
          onChoose={start}
        />
      )}
    </>
  );
}

interface WhichProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly chosen: string;
  readonly onChoose: (choice: string) => void;
}

/** Which of several; nothing where there is but one. */
function Which({ label, choices, chosen, onChoose }: WhichProps): JSX.Element | null {
  if (choices.length === 1) return null;
  return (
    <select
      className={clsx('quiet', styles.variant)}
      aria-label={label}
      value={chosen}
      onChange={({ target }) => {
        onChoose(target.value);
      }}
    >
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
