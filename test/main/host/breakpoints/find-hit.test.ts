import { describe, expect, it } from 'vitest';
import { findHit } from '../../../../main/host/breakpoints/find-hit.ts';
import type { BreakCondition, BreakpointHit } from '../../../../preload/contract.ts';
import { dinner, recordedOnce } from '../runs/dinner.ts';

const CALLS = 2500;

/** The user sends many messages; one call fails, and one event has an id. */
const EVENTS = `
  for (let call = 0; call < ${CALLS}; call++)
    user.send_message_to_agent({ content: 'call ' + call }).id('call ' + call).at(seconds(call + 1));
  user.get_last_message_from_user({ of: 'nobody' }).unchecked().id('odd').at(seconds(1000.5));`;

const over = recordedOnce(dinner(EVENTS));

const length = (value: number): BreakCondition => ({
  on: 'state',
  app: 'user',
  path: 'messages.length',
  is: '≥',
  value,
});

describe('findHit()', () => {
  it.each<[string, BreakCondition, number, 1 | -1, number | undefined]>([
    ['an event ahead', { on: 'event', event: 'call 1200' }, 5, 1, 1201],
    ['an event behind', { on: 'event', event: 'call 3' }, 2400, -1, 3],
    ['not the event at the entry itself', { on: 'event', event: 'call 3' }, 3, 1, undefined],
    ['a failure ahead', { on: 'failure' }, -1, 1, 1000],
    ['a failure behind', { on: 'failure' }, 2499, -1, 1000],
    ['a condition that becomes true ahead', length(2000), 10, 1, 2000],
    ['a condition that became true behind', length(2000), 2400, -1, 2000],
    ['none ahead when the condition is already true', length(2000), 2100, 1, undefined],
    ['a notification', { on: 'notification' }, 999, 1, 1001],
    ['a call of a tool', { on: 'tool', app: 'user', tool: 'send_message_to_agent' }, 1001, -1, 999],
  ])('finds the nearest hit before or after an entry: %s', async (_what, condition, at, step, entry) => {
    const { store, run } = await over();

    const hit: BreakpointHit | undefined = await findHit(store, run, [{ condition, enabled: true }], {
      at,
      step,
    });

    expect(hit?.entry).toBe(entry);
  });

  it('ignores disabled breakpoints', async () => {
    const { store, run } = await over();

    expect(
      await findHit(store, run, [{ condition: { on: 'failure' }, enabled: false }], { at: -1, step: 1 }),
    ).toBeUndefined();
  });
});
