import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TimeHeap } from '../../../engine/kernel/time-heap.ts';
import { fromSeconds, type SimTime } from '../../../engine/model/time.ts';

const times = fc.array(fc.nat(50).map(fromSeconds), { maxLength: 200 });

it('gives back each thing with its time, the earliest first, while more come in', () => {
  fc.assert(
    fc.property(fc.array(times, { maxLength: 4 }), fc.nat(50), (rounds, until) => {
      const heap = new TimeHeap<{ readonly at: SimTime }>();
      const now = fromSeconds(until);
      let left: readonly SimTime[] = [];
      for (const round of rounds) {
        for (const at of round) heap.push(at, { at });
        left = [...left, ...round].toSorted((one, other) => one - other);

        const taken: SimTime[] = [];
        while (heap.isDue(now)) taken.push(heap.pop().at);
        expect(taken).toEqual(left.filter((at) => at <= now));
        left = left.filter((at) => at > now);
        expect(heap.firstTime).toBe(left[0]);
        expect(heap.list().every(({ time, item }) => time === item.at)).toBe(true);
        expect(heap.items).toHaveLength(left.length);
      }
    }),
  );
});
