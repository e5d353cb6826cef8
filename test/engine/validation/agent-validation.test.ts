import { describe, expect, it } from 'vitest';
import type { AgentValidationEvent } from '../../../engine/model/event.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { ActionEntry, Observation } from '../../../engine/model/log-entry.ts';
import { storedPast } from '../../../engine/kernel/event-log.ts';
import { seededRandom } from '../../../engine/model/values/random.ts';
import { instant, seconds } from '../../../engine/model/values/time.ts';
import { AgentValidationMonitor } from '../../../engine/validation/agent-validation.ts';
import { World } from '../../../engine/world/world.ts';

const now = instant(0);

const act: ActionEntry = {
  index: 0,
  time: now,
  due: now,
  event: eventId('act'),
  causes: [],
  changes: [],
  calls: [],
  kind: 'agent',
  oracle: false,
  action: { app: appName('desk'), tool: 'write', args: {}, effect: 'write' },
  outcome: { status: 'done', value: null },
};

/** A monitor of one validation that began in tick 10, and `observe`, which shows an action after which the named checks hold. */
function monitorOf(
  milestones: string[],
  minefields: string[],
  timeout?: number,
): {
  monitor: AgentValidationMonitor;
  observe: (tick: number, ...names: string[]) => readonly Observation[];
} {
  let holding: readonly string[] = [];
  const checks = (names: string[]): AgentValidationEvent['milestones'] =>
    names.map((name) => ({
      name,
      holds: () => {
        if (holding.includes('boom')) throw new RangeError('boom');
        return holding.includes(name);
      },
    }));
  const monitor = new AgentValidationMonitor(new World({}, { now: () => now, random: seededRandom(0) }));
  monitor.begin(
    {
      id: eventId('v'),
      kind: 'agent-validation',
      timing: { kind: 'from-start', delay: seconds(0) },
      place: undefined,
      milestones: checks(milestones),
      minefields: checks(minefields),
      timeout,
    },
    10,
  );
  return {
    monitor,
    observe: (tick, ...names) => {
      holding = names;
      return monitor.observe(
        act,
        tick,
        storedPast(now, 1, () => [act]),
      );
    },
  };
}

describe('AgentValidationMonitor', () => {
  it('returns no observation when no check changes', () => {
    expect(monitorOf(['a'], []).observe(11)).toEqual([]);
  });

  it('keeps achieved milestones and passes with the last one', () => {
    const { monitor, observe } = monitorOf(['a', 'b'], []);

    expect(observe(11, 'b')).toMatchObject([{ verdict: 'watching', achieved: ['b'], open: ['a'] }]);
    expect(observe(12, 'a')).toMatchObject([{ verdict: 'passed', achieved: ['b', 'a'] }]);
    expect(monitor.open).toBe(false);
  });

  it('fails when a minefield is triggered together with the last milestone', () => {
    expect(monitorOf(['a'], ['m']).observe(11, 'a', 'm')).toMatchObject([
      { verdict: 'failed', tripped: ['m'], open: [] },
    ]);
  });

  it('fails on time-out with an open milestone and otherwise ignores its minefields', () => {
    expect(monitorOf(['a'], [], 5).observe(15, 'a')).toMatchObject([{ verdict: 'failed', late: true }]);
    expect(monitorOf([], ['m'], 5).observe(15, 'm')).toMatchObject([{ verdict: 'passed', late: true }]);
    expect(monitorOf(['a'], [], 5).observe(14, 'a')).toMatchObject([{ verdict: 'passed' }]);
  });

  it('fails with the error of a check that throws', () => {
    expect(monitorOf(['a'], []).observe(11, 'boom')).toMatchObject([
      { verdict: 'failed', error: { type: 'RangeError', message: 'boom' } },
    ]);
  });
});
