import { type JSX, useEffect } from 'react';
import { useStore } from 'zustand';
import type { RunMode } from '../../../engine/model/index.ts';
import { isSameModel, modelLabel } from '../../stores/models.ts';
import { chooseMode, chooseModel, chooseProgram, chooseScript, clearAgent } from '../../stores/settings.ts';
import { useStores, useAgentPrograms, useAgentScripts } from '../../stores/use-stores.ts';
import { MODE_WORDS } from '../../ui/format/words.ts';
import { type Option, Select } from '../../ui/select.tsx';
import styles from './title-bar.module.css';

/** A mode, a script or a program by its path, a model by its place in the list, or the command that edits the models. */
type Acting = RunMode | `script ${string}` | `program ${string}` | `model ${number}` | 'models';

const MODES: readonly Option<Acting>[] = [
  { value: 'oracle', label: MODE_WORDS.oracle },
  { value: 'plain', label: MODE_WORDS.plain },
];

/** Selects the agent of the next run: the oracle, nobody, a script or program of the workspace, or a model. */
export function AgentChoice(): JSX.Element {
  const { commands, models, runSettings } = useStores();
  const mode = useStore(runSettings, (now) => now.mode);
  const agent = useStore(runSettings, (now) => now.agent);
  const script = useStore(runSettings, (now) => now.script);
  const list = useStore(models, (now) => now.list);
  const programs = useAgentPrograms();
  const scripts = useAgentScripts();
  const model =
    agent !== undefined && 'model' in agent ? list.findIndex((one) => isSameModel(one, agent.model)) : -1;
  const isGone =
    (agent !== undefined && ('model' in agent ? model < 0 : !programs.includes(agent.program))) ||
    (script !== undefined && !scripts.includes(script));
  useEffect(() => {
    if (isGone) clearAgent(runSettings);
  }, [isGone, runSettings]);
  const choose = (chosen: Acting): void => {
    if (chosen === 'models') commands.run('models.open');
    else if (chosen === 'oracle' || chosen === 'plain') chooseMode(runSettings, chosen);
    else if (chosen.startsWith('script ')) chooseScript(runSettings, chosen.slice('script '.length));
    else if (chosen.startsWith('model '))
      chooseModel(runSettings, list[Number(chosen.slice('model '.length))]!);
    else chooseProgram(runSettings, chosen.slice('program '.length));
  };
  const acting = (): Acting => {
    if (model >= 0) return `model ${model}`;
    if (agent !== undefined && 'program' in agent) return `program ${agent.program}`;
    return script === undefined ? mode : `script ${script}`;
  };
  return (
    <Select<Acting>
      quiet
      className={styles.choice}
      label="Agent"
      prefix
      title="Who plays the agent in the next run"
      value={acting()}
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
        ...list.map((one, index) => ({
          value: `model ${index}` as const,
          label: modelLabel(one),
          group: 'Models',
        })),
        { value: 'models', label: list.length === 0 ? 'Add a model…' : 'Edit models…', group: 'Models' },
      ]}
      onChoose={choose}
    />
  );
}

const nameOf = (path: string): string => path.split('/').at(-1)!;
