import type { RunSummary } from '../../engine/model/index.ts';
import type { Breakpoint, BreakpointHit } from '../../preload/contract.ts';
import type { KeptRuns } from '../kept-runs.ts';
import type { Probing } from '../probes/probing.ts';
import { findHit, type Way } from './find-hit.ts';
import { findProbeHit } from './find-probe-hit.ts';

/** Where `run` would have paused next after entry `at`, or, with a `step` of −1, last before it: probes are asked in a process of their own. */
export async function findNearestHit(
  { store, probing }: Pick<KeptRuns, 'store'> & { readonly probing: Pick<Probing, 'follow'> },
  run: RunSummary,
  breakpoints: readonly Breakpoint[],
  way: Way,
): Promise<BreakpointHit | undefined> {
  const others = breakpoints.filter(({ condition }) => condition.on !== 'probe');
  let nearest = await findHit(store, run, others, way);
  for (const { condition, enabled } of breakpoints) {
    if (condition.on !== 'probe' || !enabled) continue;
    const hit = await findProbeHit(probing, run, condition, way);
    if (hit === undefined) continue;
    if (nearest === undefined || (hit.entry - nearest.entry) * way.step < 0) nearest = hit;
  }
  return nearest;
}
