import type { JSX } from 'react';
import { useStore } from 'zustand';
import {
  seekBreakpoint,
  setBreakpoints,
  withBreakpoint,
  withEnabled,
  withToggled,
} from '../../stores/breakpoints.ts';
import { showPanel } from '../../stores/panels.ts';
import { isActive } from '../../stores/runs.ts';
import { startOrPause } from '../../stores/run-control.ts';
import { useCommand, useShownRun, useStores } from '../../stores/use-stores.ts';
import { BreakpointsView, HitBannerView } from './breakpoints.tsx';

/** The breakpoints of the workspace, with a form to add one. */
export function Breakpoints(): JSX.Element {
  const stores = useStores();
  const { list, hit } = useStore(stores.breakpoints);
  const run = useShownRun();
  const probes = useStore(stores.probes, (state) => state.list);
  const plan = useStore(stores.places, (state) => state.plan);
  return (
    <BreakpointsView
      {...{ list, hit, probes }}
      events={plan?.events ?? []}
      apps={run?.apps.map(({ name }) => name) ?? []}
      canSeek={run !== undefined}
      onAdd={(condition) => setBreakpoints(stores, withBreakpoint(list, condition))}
      onEnable={(condition, enabled) => void setBreakpoints(stores, withEnabled(list, condition, enabled))}
      onDelete={(condition) => void setBreakpoints(stores, withToggled(list, condition))}
      onSeek={(step) => void seekBreakpoint(stores, step)}
    />
  );
}

/**
 * A banner while the shown run is paused at a breakpoint, or the playhead is on a hit of a finished run: which breakpoint, the
 * values found, and actions.
 */
export function HitBanner(): JSX.Element | null {
  const stores = useStores();
  const { hit, list } = useStore(stores.breakpoints);
  const run = useShownRun();
  const there = useStore(stores.inspection, ({ at }) => at === hit?.entry);
  const seek = (step: 1 | -1): void => void seekBreakpoint(stores, step);
  useCommand(
    'run.nextHit',
    () => {
      seek(1);
    },
    run !== undefined,
  );
  useCommand(
    'run.previousHit',
    () => {
      seek(-1);
    },
    run !== undefined,
  );
  if (hit === undefined || hit.run !== run?.id) return null;
  const active = isActive(run);
  // In a finished run, a hit is shown while the playhead is on it.
  if (!active && !there) return null;
  return (
    <HitBannerView
      {...{ hit, active }}
      onDisable={() => void setBreakpoints(stores, withEnabled(list, hit.condition, false))}
      onEdit={() => {
        showPanel(stores.panels, 'breakpoints');
      }}
      onContinue={() => void startOrPause(stores)}
      onSeek={seek}
    />
  );
}
