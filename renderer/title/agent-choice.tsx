import { useEffect, type JSX } from 'react';
import { useStore } from 'zustand';
import type { RunMode } from '../../engine/model/run.ts';
import { Segments } from '../elements/segments.tsx';
import { MODE_WORDS } from '../format/words.ts';
import { useBench, usePrograms } from '../state/use-bench.ts';

const MODES: Readonly<Record<RunMode, string>> = { oracle: MODE_WORDS.oracle, plain: MODE_WORDS.plain };
const WITH_PROGRAMS = { ...MODES, program: 'A program' };

/** Who does the agent's part of the next run: the oracle, nobody, or a program where the workspace has any. */
export function AgentChoice(): JSX.Element {
  const { settings } = useBench();
  const mode = useStore(settings, (now) => now.mode);
  const agent = useStore(settings, (now) => now.agent);
  const programs = usePrograms();
  const isGone = agent !== undefined && !programs.includes(agent.command);
  useEffect(() => {
    if (isGone) settings.setState({ agent: undefined });
  }, [isGone, settings]);
  const start = (command: string): void => {
    settings.setState({ agent: { thinking: agent?.thinking ?? 'frozen', command } });
  };
  return (
    <>
      <Segments<RunMode | 'program'>
        label="Who acts as the agent"
        choices={programs.length === 0 ? MODES : WITH_PROGRAMS}
        chosen={agent === undefined ? mode : 'program'}
        onChoose={(chosen) => {
          if (chosen === 'program') start(programs[0]!);
          else settings.setState({ mode: chosen, agent: undefined });
        }}
      />
      {agent === undefined || programs.length === 1 ? null : (
        <select
          className="quiet variant"
          aria-label="Program that acts as the agent"
          value={agent.command}
          onChange={({ target }) => {
            start(target.value);
          }}
        >
          {programs.map((command) => (
            <option key={command}>{command}</option>
          ))}
        </select>
      )}
    </>
  );
}
