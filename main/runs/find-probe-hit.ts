import type { RunSummary } from '../../engine/model/index.ts';
import type { BreakpointHit, ProbeValue } from '../../preload/contract.ts';
import type { Probing } from '../probes/probing.ts';
import { valueWords } from '../probes/value-words.ts';
import { isMet, type ProbeCondition } from './probe-wire.ts';
import type { Way } from './find-hit.ts';

/** So many entries before the playhead are looked at first; only where nothing is found there, all from the first on. */
const NEAR = 1000;

/** Where `run` would have paused next for a probe after entry `at`, or, with a `step` of −1, last before it. */
export async function findProbeHit(
  probing: Pick<Probing, 'follow'>,
  run: RunSummary,
  condition: ProbeCondition,
  { at, step }: Way,
): Promise<BreakpointHit | undefined> {
  const hits = (from: number, to: number): AsyncGenerator<BreakpointHit> =>
    hitsIn(probing, run, condition, from, to);
  if (step === 1) {
    for await (const hit of hits(at + 1, run.entries)) return hit;
    return undefined;
  }
  let last: BreakpointHit | undefined;
  for (const from of new Set([Math.max(0, at - NEAR), 0])) {
    for await (const hit of hits(from, at)) last = hit;
    if (last !== undefined) break;
  }
  return last;
}

/** The hits among the entries from `from` on that lie before `to`, in their order. */
async function* hitsIn(
  probing: Pick<Probing, 'follow'>,
  { id }: RunSummary,
  condition: ProbeCondition,
  from: number,
  to: number,
): AsyncGenerator<BreakpointHit> {
  const { expression } = condition;
  let next = from;
  while (next < to) {
    const stretch = await probing.follow({ run: id, expression, from: next });
    const values = JSON.parse(stretch.values) as readonly ProbeValue[];
    for (const [nth, value] of values.entries()) {
      const entry = stretch.entries[nth]!;
      if (entry < to && isMet(condition, value)) yield { condition, entry, found: valueWords(value) };
    }
    // A run that goes on may be no longer than it was.
    if (stretch.next <= next) return;
    next = stretch.next;
  }
}
