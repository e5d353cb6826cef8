import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ScheduledEvent, Scheduler } from '../../../engine/kernel/scheduler.ts';
import { compareCodePoints } from '../../../engine/model/values/collections.ts';
import { eventId } from '../../../engine/model/values/ids.ts';
import { fromSeconds, seconds, type SimTime } from '../../../engine/model/values/time.ts';

const due = (time: number, key: string): ScheduledEvent => ({
  time: fromSeconds(time),
  key,
  causes: [],
  checks: 0,
  event: {
    id: eventId(key),
    kind: 'stop',
    timing: { kind: 'from-start', delay: seconds(0) },
    place: undefined,
  },
});

// Few times and few keys, so that there are many ties; the last two keys sort differently by code unit than by code point.
const dues = fc.array(
  fc.tuple(fc.nat(5), fc.constantFrom('a', 'b', 'ab', '\u{1f600}', '\ufffd')).map((one) => due(...one)),
  { maxLength: 60 },
);

const inOrder = (all: readonly ScheduledEvent[]): readonly ScheduledEvent[] =>
  all.toSorted((one, other) => one.time - other.time || compareCodePoints(one.key, other.key));

const named = (all: readonly ScheduledEvent[]): readonly string[] =>
  all.map(({ time, key }) => `${time} ${key}`);

/** Events due by `now`, in the order in which they are dequeued. */
function takeUntil(scheduler: Scheduler, now: SimTime): readonly ScheduledEvent[] {
  const taken: ScheduledEvent[] = [];
  for (let next = scheduler.dequeue(now); next !== undefined; next = scheduler.dequeue(now)) taken.push(next);
  return taken;
}

describe('Scheduler', () => {
  it('dequeues events by time and key, in any insertion order', () => {
    fc.assert(
      fc.property(dues, (given) => {
        const queue = new Scheduler();
        for (const one of given) queue.push(one);

        expect(named(queue.pending)).toEqual(named(inOrder(given)));
        expect(named(takeUntil(queue, fromSeconds(9)))).toEqual(named(inOrder(given)));
        expect(queue.nextTime).toBeUndefined();
      }),
    );
  });

  it('fires no event with unmet predecessors, and skips it for the next time', () => {
    const some = fc.array(
      dues.chain((given) => fc.tuple(...given.map((one) => fc.nat(2).map((unmet) => ({ ...one, unmet }))))),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(some, (given) => {
        const all = given.flat();
        const queue = new Scheduler();
        for (const one of all) queue.push(one);

        const firing = inOrder(all.filter(({ unmet }) => unmet === 0));
        expect(queue.nextTime).toBe(firing[0]?.time);
        expect(named(takeUntil(queue, fromSeconds(9)))).toEqual(named(firing));
      }),
    );
  });

  it('dequeues the events due by a given time and stays in order when more are added', () => {
    fc.assert(
      fc.property(dues, dues, fc.nat(5), (first, second, until) => {
        const now = fromSeconds(until);
        const queue = new Scheduler();
        for (const one of first) queue.push(one);
        const taken = takeUntil(queue, now);
        for (const one of second) queue.push(one);

        expect(named(taken)).toEqual(named(inOrder(first.filter(({ time }) => time <= now))));
        const left = [...first.filter(({ time }) => time > now), ...second];
        expect(queue.nextTime).toBe(inOrder(left)[0]?.time);
        expect(named(takeUntil(queue, fromSeconds(9)))).toEqual(named(inOrder(left)));
      }),
    );
  });
});

describe('Scheduler.nextTime within a batch', () => {
  it('skips a blocked event in the middle of a batch', () => {
    const scheduler = new Scheduler();
    for (const one of [due(1, 'a'), { ...due(1, 'b'), unmet: 1 }, due(5, 'c')]) scheduler.push(one);

    expect(scheduler.dequeue(fromSeconds(1))?.key).toBe('a');
    expect(scheduler.nextTime).toBe(fromSeconds(5));
    expect(scheduler.dequeue(fromSeconds(1))).toBeUndefined();
  });
});
