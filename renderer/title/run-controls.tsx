import type { JSX } from 'react';
import { useStore } from 'zustand';
import { Bot, ChevronsRight, Pause, Play, RotateCcw, Square, StepForward, UserRound } from 'lucide-react';
import { Button } from '../elements/button.tsx';
import { canRepeat, canStart, controlsOf, go, playUser, restart, step, stop } from '../state/run-control.ts';
import { useBench, useNextScenario, useShownRun } from '../state/use-bench.ts';
import { whyNoRuns } from '../state/workspace-store.ts';
import { AgentChoice } from './agent-choice.tsx';
import { PaceChoice } from './pace-choice.tsx';
import { RunOptions } from './run-options.tsx';
import { useRunCommands } from './use-run-commands.ts';
import { VariantChoice } from './variant-choice.tsx';

const MAIN = {
  start: { icon: Play, label: 'Run' },
  pause: { icon: Pause, label: 'Pause' },
  resume: { icon: Play, label: 'Resume' },
} as const;

/** Starts, pauses, steps and stops runs, and says how the next one starts. */
export function RunControls(): JSX.Element {
  const bench = useBench();
  const run = useShownRun();
  const settings = useStore(bench.settings);
  const next = useNextScenario();
  const workspace = useStore(bench.workspace);
  const canPlay = canStart(next, settings, workspace);
  const { main, canGo, canStep, canStop } = controlsOf(run, canPlay);

  useRunCommands();

  return (
    <div className="run-controls" role="group" aria-label="Run">
      <Button
        {...MAIN[main]}
        {...(main === 'start' && next !== undefined
          ? { title: whyNoRuns(workspace) ?? `Run ${next} (F5)` }
          : {})}
        tone="primary"
        keys="F5"
        disabled={!canGo}
        onClick={() => void go(bench)}
      />
      <Button
        bare
        icon={StepForward}
        label="Step"
        keys="F10"
        disabled={!canStep}
        onClick={() => void step(bench, 'event')}
      />
      <Button
        bare
        icon={ChevronsRight}
        label="Step one tick"
        keys="Shift+F10"
        disabled={!canStep}
        onClick={() => void step(bench, 'tick')}
      />
      <Button
        bare
        icon={Bot}
        label="Step to what the agent does next"
        keys="F11"
        disabled={!canStep}
        onClick={() => void step(bench, 'turn')}
      />
      <Button
        bare
        icon={Square}
        label="Stop"
        keys="Shift+F5"
        disabled={!canStop}
        onClick={() => void stop(bench)}
      />
      <Button
        bare
        icon={RotateCcw}
        label={run?.mode === 'trace' ? 'Run what the trace planned' : 'Start anew'}
        keys="Ctrl+Shift+F5"
        disabled={run === undefined || !canRepeat(run)}
        onClick={() => void restart(bench)}
      />
      <Button
        bare
        icon={UserRound}
        label="Play the user"
        keys="U"
        disabled={!canPlay}
        onClick={() => void playUser(bench)}
      />
      <PaceChoice />
      <AgentChoice />
      <VariantChoice />
      <RunOptions />
    </div>
  );
}
