import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../engine/index.ts';
import { findNearestHit } from '../../../../main/host/breakpoints/find-hit.ts';
import type { ProbeQuestion } from '../../../../main/host/probes/probe-queries.ts';
import { ProbeEvaluation } from '../../../../main/host/probes/probe-queries.ts';
import type { BreakCondition, ProbeStretch } from '../../../../preload/contract.ts';
import { callingGuest, recordedOnce } from '../runs/dinner.ts';

const CALLS = 2500;

const over = recordedOnce(callingGuest(CALLS));

/** Answers as the probe process does, a few changes at a time. */
const probingIn = (store: Store) => ({
  valuesInSlice({ run, expression, from }: ProbeQuestion): Promise<ProbeStretch> {
    let changes = 0;
    const { next, steps } = new ProbeEvaluation(store, run, expression, 1000).read(
      from,
      () => changes++ > 300,
    );
    const values = `[${steps.map(([, value]) => value).join()}]`;
    return Promise.resolve({ next, entries: Int32Array.from(steps, ([entry]) => entry), values });
  },
});

const probe = (expression: string, when: 'changes' | 'true' = 'true'): BreakCondition => ({
  on: 'probe',
  expression: expression.replace('COUNT', 'apps.user.messages.length'),
  when,
});

describe('findNearestHit() for probes', () => {
  it.each<[string, readonly BreakCondition[], number, 1 | -1, number | undefined]>([
    ['the condition becomes true ahead', [probe('COUNT === 2001')], 10, 1, 2000],
    ['the condition became true behind', [probe('COUNT === 5')], 2400, -1, 4],
    ['the condition became true in an earlier block of entries', [probe('COUNT === 5')], 1004, -1, 4],
    ['the last of many hits behind', [probe('COUNT % 100 === 0')], 2400, -1, 2399],
    ['none ahead when the condition is already true', [probe('COUNT > 2000')], 2100, 1, undefined],
    ['none behind when it becomes true at the entry itself', [probe('COUNT > 2000')], 2000, -1, undefined],
    ['the next change', [probe('COUNT', 'changes')], 7, 1, 8],
    ['the first change', [probe('COUNT > 0', 'changes')], -1, 1, 0],
    ['the last change', [probe('COUNT', 'changes')], 7, -1, 6],
    [
      'the nearest of several ahead',
      [
        probe('COUNT === 901'),
        { on: 'event', event: '00800-user-send_message_to_agent' },
        probe('COUNT === 850'),
      ],
      5,
      1,
      849,
    ],
    [
      'the nearest of several behind',
      [probe('COUNT === 901'), { on: 'failure' }, probe('COUNT === 850')],
      2000,
      -1,
      900,
    ],
  ])('finds the nearest hit before or after an entry: %s', async (_what, conditions, at, step, entry) => {
    const { store, run } = await over();
    const list = conditions.map((condition) => ({ condition, enabled: true }));

    const hit = await findNearestHit({ store, probing: probingIn(store) }, run, list, { at, step });

    expect(hit?.entry).toBe(entry);
  });

  it('returns the condition, the entry and the probe’s value', async () => {
    const { store, run } = await over();
    const list = [{ condition: probe('COUNT', 'changes'), enabled: true }];

    const hit = await findNearestHit({ store, probing: probingIn(store) }, run, list, { at: 41, step: 1 });

    expect(hit).toEqual({ condition: list[0]!.condition, entry: 42, found: '43' });
  });

  it('does not evaluate the probes of disabled breakpoints', async () => {
    const { store, run } = await over();
    const list = [{ condition: probe('COUNT', 'changes'), enabled: false }];
    const probing = { valuesInSlice: () => Promise.reject(new Error('asked')) };

    expect(await findNearestHit({ store, probing: probing }, run, list, { at: 41, step: 1 })).toBeUndefined();
  });
});
