import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agenda, type Due, EventQueue } from '../../../engine/kernel/scheduler.ts';
import { compareCodePoints } from '../../../engine/model/collections.ts';
import { eventId } from '../../../engine/model/ids.ts';
import { fromSeconds, seconds } from '../../../engine/model/time.ts';

const due = (time: number, key: string): Due => ({
  ...{ time: fromSeconds(time), key, causes: [], checks: 0 },
  event: {
    id: eventId(key),
    kind: 'stop',
    timing: { kind: 'from-start', delay: seconds(0) },
    place: undefined,
  },
});

// Few times and few keys, so that there are many ties; the last two sort otherwise by code unit than by code point.
const dues = fc.array(
  fc.tuple(fc.nat(5), fc.constantFrom('a', 'b', 'ab', '\u{1f600}', '\ufffd')).map((one) => due(...one)),
  { maxLength: 60 },
);

const inOrder = (all: readonly Due[]): readonly Due[] =>
  all.toSorted((one, other) => one.time - other.time || compareCodePoints(one.key, other.key));

const named = (all: readonly Due[]): readonly string[] => all.map(({ time, key }) => `${time} ${key}`);

describe('a queue of events', () => {
  it('gives back all by time and key, whatever the order they came in', () => {
    fc.assert(
      fc.property(dues, (given) => {
        const queue = new EventQueue();
        for (const one of given) queue.push(one);

        expect(named(queue.list())).toEqual(named(inOrder(given)));
        expect(named(queue.takeUntil(fromSeconds(9)))).toEqual(named(inOrder(given)));
        expect(queue.nextTime).toBeUndefined();
      }),
    );
  });

  it('is next at the first that may fire, and keeps those that wait for others in their places', () => {
    const some = fc.array(
      dues.chain((given) => fc.tuple(...given.map((one) => fc.nat(2).map((open) => ({ ...one, open }))))),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(some, (given) => {
        const all = given.flat();
        const queue = new EventQueue();
        for (const one of all) queue.push(one);

        expect(queue.nextTime).toBe(inOrder(all.filter(({ open }) => open === 0))[0]?.time);
        expect(named(queue.takeUntil(fromSeconds(9)))).toEqual(named(inOrder(all)));
      }),
    );
  });

  it('gives back what is due, and keeps its order while more come in', () => {
    fc.assert(
      fc.property(dues, dues, fc.nat(5), (first, second, until) => {
        const now = fromSeconds(until);
        const queue = new EventQueue();
        for (const one of first) queue.push(one);
        const taken = queue.takeUntil(now);
        for (const one of second) queue.push(one);

        expect(named(taken)).toEqual(named(inOrder(first.filter(({ time }) => time <= now))));
        const left = [...first.filter(({ time }) => time > now), ...second];
        expect(queue.nextTime).toBe(inOrder(left)[0]?.time);
        expect(named(queue.takeUntil(fromSeconds(9)))).toEqual(named(inOrder(left)));
      }),
    );
  });
});

describe('an agenda', () => {
  it('is next at the first that may fire in the middle of a batch, too', () => {
    const agenda = new Agenda();
    for (const one of [due(1, 'a'), { ...due(1, 'b'), open: 1 }, due(5, 'c')]) agenda.push(one);

    expect(agenda.take(fromSeconds(1))?.key).toBe('a');
    expect(agenda.nextTime).toBe(fromSeconds(5));
    expect(agenda.take(fromSeconds(1))?.key).toBe('b');
  });
});
