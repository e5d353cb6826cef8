import { type JSX, useEffect } from 'react';
import { useStore } from 'zustand';
import type { RunMode } from '../../../engine/model/index.ts';
import { chooseMode, chooseProgram, chooseScript, clearAgent } from '../../stores/settings.ts';
import { useStores, usePrograms, useScripts } from '../../stores/use-stores.ts';
import { MODE_WORDS } from '../../ui/format/words.ts';
import { type Option, Select } from '../../ui/select.tsx';
import styles from './title-bar.module.css';

/** A mode, or a script or a program by its path. */
type Acting = RunMode | `script ${string}` | `program ${string}`;

const MODES: readonly Option<Acting>[] = [
  { value: 'oracle', label: MODE_WORDS.oracle },
  { value: 'plain', label: MODE_WORDS.plain },
];

/** Selects the agent of the next run: the oracle, nobody, or a script or program of the workspace. */
export function AgentChoice(): JSX.Element {
  const { runSettings } = useStores();
  const mode = useStore(runSettings, (now) => now.mode);
  const agent = useStore(runSettings, (now) => now.agent);
  const script = useStore(runSettings, (now) => now.script);
  const programs = usePrograms();
  const scripts = useScripts();
  const isGone =
    (agent !== undefined && !programs.includes(agent.program)) ||
    (script !== undefined && !scripts.includes(script));
  useEffect(() => {
    if (isGone) clearAgent(runSettings);
  }, [isGone, runSettings]);
  const choose = (chosen: Acting): void => {
    if (chosen === 'oracle' || chosen === 'plain') chooseMode(runSettings, chosen);
    else if (chosen.startsWith('script ')) chooseScript(runSettings, chosen.slice('script '.length));
    else chooseProgram(runSettings, chosen.slice('program '.length));
  };
  return (
    <Select<Acting>
      quiet
      className={styles.choice}
      label="Agent"
      prefix
      title="Who plays the agent in the next run"
      value={
        agent !== undefined ? `program ${agent.program}` : script !== undefined ? `script ${script}` : mode
      }
      options={[
        ...MODES,
        ...scripts.map((path) => ({
          value: `script ${path}` as const,
          label: nameOf(path),
          group: 'Scripts',
        })),
        ...programs.map((path) => ({
          value: `program ${path}` as const,
          label: path,
          group: 'Processes',
        })),
      ]}
      onChoose={choose}
    />
  );
}

const nameOf = (path: string): string => path.split('/').at(-1)!;
