import { expect, it } from 'vitest';
import { eventId } from '../../../engine/model/ids.ts';
import type { BriefStanding } from '../../../engine/model/event-status.ts';
import { instant } from '../../../engine/model/time.ts';
import { queueOf } from '../../../renderer/queue/order.ts';
import { waiting } from '../graph/events.ts';

it('has what comes next by time, then what waits, then what never will, and nothing that has fired', () => {
  const standings: Record<string, BriefStanding['standing']> = {
    soup: { kind: 'due', time: instant(9), within: true },
    bread: { kind: 'due', time: instant(5), within: true },
    apples: { kind: 'due', time: instant(5), within: true },
    cheese: { kind: 'due', time: instant(99), within: false },
    coffee: { kind: 'waits', on: [eventId('soup')], hopeless: false },
    brandy: { kind: 'waits', on: [eventId('cheese')], hopeless: true },
    order: { kind: 'fired', entry: 0 },
    taste: { kind: 'not-held', entry: 1, checked: instant(5), next: instant(7) },
  };
  const events = Object.keys(standings).map((id) => waiting(id));

  const {
    next,
    waiting: others,
    never,
  } = queueOf(events, new Map(Object.entries(standings).map(([id, standing]) => [eventId(id), standing])));

  const ids = (heap: typeof next): string[] => heap.map(({ event }) => event.id);
  expect(ids(next)).toEqual(['apples', 'bread', 'taste', 'soup']);
  expect(ids(others)).toEqual(['coffee']);
  expect(ids(never)).toEqual(['cheese', 'brandy']);
});
