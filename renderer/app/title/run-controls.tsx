import {
  BookOpen,
  Bot,
  BrainCircuit,
  ChevronDown,
  ChevronsRight,
  ChevronUp,
  type LucideIcon,
  Pause,
  Play,
  Radio,
  RotateCcw,
  Square,
  StepForward,
  UserRound,
} from 'lucide-react';
import { type JSX, useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { isTrajectory } from '../../../engine/model/index.ts';
import type { RunPace } from '../../../preload/contract.ts';
import { chooseVariant, toggleRerunOnSave } from '../../stores/settings.ts';
import { setBreakpoints, toggleLineBreakpoint, withToggled } from '../../stores/breakpoints.ts';
import { unsavedTexts } from '../../stores/problems.ts';
import { positionNow, selectedEvent, togglePlay } from '../../stores/selection.ts';
import { isResumable, canRepeat, canStart, controlsOf, isActive } from '../../stores/runs.ts';
import { resumeInterrupted, runTo } from '../../stores/run-start.ts';
import { startOrPause, setPace, step, stop } from '../../stores/run-control.ts';
import { openNeighbour } from '../../stores/run-opening.ts';
import { restart, saveAndRerun } from '../../stores/run-again.ts';
import { togglePreview } from '../../stores/preview.ts';
import { useAnswer, useStores, useCommand, useNextScenario, useShownRun } from '../../stores/use-stores.ts';
import { runBlocker } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import type { CommandName } from '../../ui/commands.ts';
import { type Option, Select } from '../../ui/select.tsx';
import { AgentChoice } from './agent-choice.tsx';
import { RunOptions } from './run-options.tsx';
import styles from './title-bar.module.css';

/** Binds the commands that start and control runs. */
function useRunCommands(): void {
  const stores = useStores();
  const run = useShownRun();
  const canRun = !isTrajectory(run);

  useCommand('run.go', () => void startOrPause(stores), canRun);
  useCommand('run.toggle', () => {
    if (isActive(run)) void startOrPause(stores);
    else togglePlay(stores.selection, stores.log.getState().rows.length);
  });
  useCommand('run.step', () => void step(stores, 'event'), canRun);
  useCommand('run.tick', () => void step(stores, 'tick'), canRun);
  useCommand('run.turn', () => void step(stores, 'turn'), canRun);
  useCommand('run.request', () => void step(stores, 'request'), canRun);
  useCommand(
    'run.resumeInterrupted',
    () => {
      if (run !== undefined) void resumeInterrupted(stores, run.id);
    },
    isResumable(run),
  );
  useCommand('run.restart', () => void restart(stores), canRun);
  useCommand(
    'run.here',
    () => {
      const { event } = stores.selection.getState();
      const at = positionNow(stores);
      if (event !== undefined) void runTo(stores, { event });
      else if (at >= 0) void runTo(stores, { entry: at });
    },
    canRun,
  );
  useCommand(
    'run.breakpoint',
    () => {
      const { cursor } = stores.panels.getState();
      if (cursor !== undefined) {
        toggleLineBreakpoint(stores, cursor);
        return;
      }
      const event = selectedEvent(stores);
      const { list } = stores.breakpoints.getState();
      if (event !== undefined) void setBreakpoints(stores, withToggled(list, { on: 'event', event }));
    },
    canRun,
  );
  useCommand('run.stop', () => void stop(stores), canRun);
  useCommand('run.next', () => void openNeighbour(stores, 1));
  useCommand('run.previous', () => void openNeighbour(stores, -1));
  useCommand('scenario.save', () => void saveAndRerun(stores));
  useCommand('scenario.rerun', () => void toggleRerunOnSave(stores));
}

const PACES: readonly Option<RunPace>[] = [
  { value: 'fastest', label: 'Fastest' },
  { value: 1, label: 'Real time' },
  { value: 10, label: '10×' },
  { value: 60, label: '60×' },
  { value: 600, label: '600×' },
  { value: 3600, label: '3,600×' },
];

/** Selects the pace of runs. */
function PaceChoice(): JSX.Element {
  const stores = useStores();
  const pace = useStore(stores.runSettings, (settings) => settings.pace);
  return (
    <Select
      quiet
      className={styles.choice}
      label="Speed"
      prefix
      title="How fast simulated time passes"
      value={pace}
      options={PACES}
      onChoose={(chosen) => void setPace(stores, chosen)}
    />
  );
}

/** Selects the variant of the open scenario to run next; `null` if it has none. */
function VariantChoice(): JSX.Element | null {
  const { documents, runSettings } = useStores();
  const path = useStore(documents, ({ open }) => open);
  const chosen = useStore(runSettings, ({ variant }) => variant);
  const names = useVariants(path);
  const isGone = chosen !== undefined && chosen.scenario === path && names?.includes(chosen.name) === false;
  useEffect(() => {
    if (isGone) chooseVariant(runSettings, undefined);
  }, [isGone, runSettings]);
  if (path === undefined || names === undefined || names.length === 0) return null;
  return (
    <Select
      quiet
      className={styles.choice}
      label="Variant"
      prefix
      title="Which variant runs next"
      value={chosen?.scenario === path ? chosen.name : names[0]!}
      options={names.map((name) => ({ value: name, label: name }))}
      onChoose={(name) => {
        chooseVariant(runSettings, { scenario: path, name });
      }}
    />
  );
}

/** Variants of the scenario at `path` as edited; `undefined` while not known. */
function useVariants(path: string | undefined): readonly string[] | undefined {
  const { documents, problems } = useStores();
  const has = useStore(
    documents,
    ({ texts }) => path !== undefined && texts[path]?.text.includes('variants') === true,
  );
  const revision = useStore(problems, ({ revisions }) => (path === undefined ? 0 : (revisions[path] ?? 0)));
  const request = useMemo(
    () => (path !== undefined && has ? { path, ...unsavedTexts(documents.getState()) } : undefined),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- The unsaved texts are those of this revision.
    [path, has, documents, revision],
  );
  const answered = useAnswer('scenario.variants', request, revision);
  const reply = answered?.request.path === request?.path ? answered?.reply : undefined;
  return reply?.ok === true ? reply.value : undefined;
}

const MAIN = {
  start: { icon: Play, label: 'Run' },
  pause: { icon: Pause, label: 'Pause' },
  resume: { icon: Play, label: 'Resume' },
} as const;

/** Buttons for the shown run: a world is run, a trajectory is read. */
export function RunControls(): JSX.Element {
  useRunCommands();
  return isTrajectory(useShownRun()) ? <ReadingControls /> : <WorldControls />;
}

/** Buttons to go from trajectory to trajectory, and to read one in the whole window. */
function ReadingControls(): JSX.Element {
  const { commands, panels } = useStores();
  const reading = useStore(panels, (state) => state.reading);
  const button = (command: CommandName, icon: LucideIcon, label: string, pressed?: boolean): JSX.Element => (
    <Button
      bare
      {...{ command, icon, label }}
      aria-pressed={pressed}
      onClick={() => {
        commands.run(command);
      }}
    />
  );
  return (
    <div className={styles.runControls} role="group" aria-label="Run">
      {button('run.previous', ChevronUp, 'Open previous run')}
      {button('run.next', ChevronDown, 'Open next run')}
      {button('panel.reading', BookOpen, 'Reading mode', reading)}
    </div>
  );
}

/** Buttons to start, pause, step and stop runs, and the choices for the next run. */
function WorldControls(): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  const settings = useStore(stores.runSettings);
  const next = useNextScenario();
  const workspace = useStore(stores.workspace);
  const canPlay = canStart(next, settings, workspace);
  const live = useStore(stores.preview, ({ on }) => on);
  const { main, canGo, canStep, canStop } = controlsOf(run, canPlay);
  const isByModel = isActive(run)
    ? run?.choices?.agent?.model !== undefined || run?.choices?.user?.model !== undefined
    : settings.user !== undefined || (settings.agent !== undefined && 'model' in settings.agent);

  return (
    <div className={styles.runControls} role="group" aria-label="Run">
      <Button
        {...MAIN[main]}
        {...(main === 'start' && next !== undefined ? { title: runBlocker(workspace) ?? `Run ${next}` } : {})}
        tone="primary"
        command="run.go"
        disabled={!canGo}
        onClick={() => void startOrPause(stores)}
      />
      <Button
        bare
        icon={StepForward}
        label="Step"
        command="run.step"
        disabled={!canStep}
        onClick={() => void step(stores, 'event')}
      />
      <Button
        bare
        icon={ChevronsRight}
        label="Step one tick"
        command="run.tick"
        disabled={!canStep}
        onClick={() => void step(stores, 'tick')}
      />
      <Button
        bare
        icon={Bot}
        label="Step to agent action"
        command="run.turn"
        disabled={!canStep}
        onClick={() => void step(stores, 'turn')}
      />
      {isByModel ? (
        <Button
          bare
          icon={BrainCircuit}
          label="Step to request to model"
          command="run.request"
          disabled={!canStep}
          onClick={() => void step(stores, 'request')}
        />
      ) : null}
      <Button
        bare
        icon={Square}
        label="Stop"
        command="run.stop"
        disabled={!canStop}
        onClick={() => void stop(stores)}
      />
      <Button
        bare
        icon={RotateCcw}
        label={run?.mode === 'trace' ? 'Rerun trace' : 'Restart'}
        {...(run === undefined || canRepeat(run)
          ? {}
          : { title: 'This trace has no planned events to rerun' })}
        command="run.restart"
        disabled={run === undefined || !canRepeat(run)}
        onClick={() => void restart(stores)}
      />
      <Button
        bare
        icon={UserRound}
        label="Play the user"
        command="run.play"
        disabled={!canPlay}
        onClick={() => {
          stores.commands.run('run.play');
        }}
      />
      <Button
        bare
        icon={Radio}
        label={live ? 'Turn off live preview' : 'Live preview'}
        command="run.live"
        aria-pressed={live}
        disabled={!live && !canPlay}
        onClick={() => {
          togglePreview(stores);
        }}
      />
      <PaceChoice />
      <AgentChoice />
      <VariantChoice />
      <RunOptions />
    </div>
  );
}
