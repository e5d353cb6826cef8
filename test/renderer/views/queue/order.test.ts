import { expect, it } from 'vitest';
import type { BriefEventStatus } from '../../../../engine/model/event-status.ts';
import { eventId } from '../../../../engine/model/values/ids.ts';
import { instant } from '../../../../engine/model/values/time.ts';
import { queueOf } from '../../../../renderer/views/queue/order.ts';
import { waiting } from '../graph/events.ts';

it('queueOf() separates scheduled, waiting and never-firing events, sorted by time', () => {
  const statuses: Record<string, BriefEventStatus> = {
    soup: { kind: 'scheduled', time: instant(9), withinRun: true },
    bread: { kind: 'scheduled', time: instant(5), withinRun: true },
    apples: { kind: 'scheduled', time: instant(5), withinRun: true },
    cheese: { kind: 'scheduled', time: instant(99), withinRun: false },
    coffee: { kind: 'waiting', waitsFor: [eventId('soup')], neverFires: false },
    brandy: { kind: 'waiting', waitsFor: [eventId('cheese')], neverFires: true },
    order: { kind: 'fired', entry: 0 },
    taste: { kind: 'not-held', entry: 1, checked: instant(5), next: instant(7) },
  };
  const events = Object.keys(statuses).map((id) => waiting(id));

  const {
    next,
    waiting: others,
    never,
  } = queueOf(events, new Map(Object.entries(statuses).map(([id, status]) => [eventId(id), status])));

  const ids = (heap: typeof next): string[] => heap.map(({ event }) => event.id);
  expect(ids(next)).toEqual(['apples', 'bread', 'taste', 'soup']);
  expect(ids(others)).toEqual(['coffee']);
  expect(ids(never)).toEqual(['cheese', 'brandy']);
});
