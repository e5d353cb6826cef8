import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import type { RunState, RunSummary } from '../../../engine/model/run.ts';
import { instant } from '../../../engine/model/values/time.ts';
import { createRunSettingsStore } from '../../../renderer/stores/settings.ts';
import { canStart, controlsOf } from '../../../renderer/stores/runs.ts';
import { createWorkspaceStore } from '../../../renderer/stores/workspace.ts';
import { kitchen } from '../kitchen.ts';

const run = (state: RunState): RunSummary => ({
  id: runId('r1'),
  scenario: 'breakfast',
  source: 'scenarios/breakfast.ts',
  state,
  mode: 'oracle',
  seed: 0,
  startedAt: 0,
  start: instant(0),
  now: instant(0),
  entries: 0,
  verdict: undefined,
  logHash: undefined,
  apps: [],
  notes: [],
  tags: [],
});

describe('the run controls', () => {
  it('offer Pause and Stop for a running run', () => {
    expect(controlsOf(run('running'), true)).toEqual({
      main: 'pause',
      canGo: true,
      canStep: false,
      canStop: true,
    });
  });

  it('offer Resume, Step and Stop for a paused run', () => {
    expect(controlsOf(run('paused'), true)).toEqual({
      main: 'resume',
      canGo: true,
      canStep: true,
      canStop: true,
    });
  });

  it.each(['completed', 'failed', 'interrupted', 'recorded'] as const)(
    'offer Start and Step for a run that is %s',
    (state) => {
      expect(controlsOf(run(state), true)).toEqual({
        main: 'start',
        canGo: true,
        canStep: true,
        canStop: false,
      });
    },
  );

  it('offer nothing without a run or a scenario', () => {
    expect(controlsOf(undefined, false)).toEqual({
      main: 'start',
      canGo: false,
      canStep: false,
      canStop: false,
    });
  });

  it('allow a start only with a scenario, valid options and a trusted, writable workspace', () => {
    const settings = createRunSettingsStore().getState();
    const workspace = createWorkspaceStore().getState();
    const shared = { path: 'oven.ts', bytes: 9, changed: 0, shared: true } as const;

    expect(canStart(undefined, settings, workspace)).toBe(false);
    expect(canStart('a.ts', settings, workspace)).toBe(true);
    expect(canStart('a.ts', { ...settings, noise: 'much' }, workspace)).toBe(false);
    expect(canStart('a.ts', { ...settings, starting: true }, workspace)).toBe(false);
    for (const view of [{ trusted: false }, { readOnly: true }, { databaseProblem: 'the disk is full' }])
      expect(canStart('a.ts', settings, { ...workspace, view: kitchen(view) })).toBe(false);
    const view = kitchen({ scenarios: [shared] });
    expect(canStart(shared.path, settings, { ...workspace, view })).toBe(false);
  });
});
