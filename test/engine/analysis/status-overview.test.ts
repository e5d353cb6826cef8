import { expect, it } from 'vitest';
import { statusOverview } from '../../../engine/analysis/event-status.ts';
import { type BriefEventStatus, EVENT_MARKS } from '../../../engine/model/event-status.ts';
import { eventId } from '../../../engine/model/values/ids.ts';
import { instant } from '../../../engine/model/values/time.ts';

const statuses: Record<string, BriefEventStatus> = {
  soup: { kind: 'scheduled', time: instant(9), withinRun: true },
  bread: { kind: 'scheduled', time: instant(5), withinRun: true },
  apples: { kind: 'scheduled', time: instant(5), withinRun: true },
  cheese: { kind: 'scheduled', time: instant(99), withinRun: false },
  coffee: { kind: 'waiting', waitsFor: [eventId('soup')], neverFires: false },
  brandy: { kind: 'waiting', waitsFor: [eventId('cheese')], neverFires: true },
  order: { kind: 'fired', entry: 0 },
  menu: { kind: 'never-releases', entry: 2, reason: 'it failed' },
  taste: { kind: 'not-held', entry: 1, checked: instant(5), next: instant(7) },
};
const events = Object.entries(statuses).map(([id, status]) => ({ event: eventId(id), status }));

it('statusOverview() separates scheduled, waiting and never-firing events, sorted by time', () => {
  const { next, waiting, never } = statusOverview(events, 10).queue;

  const ids = ({ first }: typeof next): string[] => first.map(({ nth }) => events[nth]!.event);
  expect(ids(next)).toEqual(['apples', 'bread', 'taste', 'soup']);
  expect(ids(waiting)).toEqual(['coffee']);
  expect(ids(never)).toEqual(['cheese', 'brandy']);
});

it('statusOverview() counts all events of a group and returns the first ones', () => {
  const { next, never } = statusOverview(events, 2).queue;

  expect(next.count).toBe(4);
  expect(next.first.map(({ nth }) => events[nth]!.event)).toEqual(['apples', 'bread']);
  expect(never.count).toBe(2);
  expect(never.first.map(({ nth }) => events[nth]!.event)).toEqual(['cheese', 'brandy']);
});

it('statusOverview() marks each event, with the entry of those that have fired', () => {
  const { marks, entries } = statusOverview(events, 1);

  expect([...marks].map((mark) => EVENT_MARKS[mark])).toEqual([
    ...['next', 'next', 'next', 'never', 'waiting', 'never', 'fired', 'blocks', 'next'],
  ]);
  expect([...entries]).toEqual([-1, -1, -1, -1, -1, -1, 0, 2, -1]);
});
