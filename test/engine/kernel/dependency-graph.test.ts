import { describe, expect, it } from 'vitest';
import { DependencyGraph, type ScheduledEvent, Scheduler } from '../../../engine/kernel/scheduler.ts';
import type { ScenarioEvent } from '../../../engine/model/event.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import { fromSeconds, seconds, toSeconds } from '../../../engine/model/values/time.ts';
import type { Timing } from '../../../engine/model/plan/timing.ts';

const event = (id: string, timing: Timing): ScenarioEvent => ({
  id: eventId(id),
  kind: 'environment',
  timing,
  place: undefined,
  action: { app: appName('desk'), tool: 'write', args: {} },
  oracle: false,
  onFailure: 'continue',
});
const at = (id: string, time: number): ScenarioEvent =>
  event(id, { kind: 'from-start', delay: seconds(time) });
const join = (id: string, first: string, second: string, delay = 0): ScenarioEvent => {
  const edge = (name: string): { event: ReturnType<typeof eventId>; delay: ReturnType<typeof seconds> } => ({
    event: eventId(name),
    delay: seconds(delay),
  });
  return event(id, { kind: 'after', edges: [edge(first), edge(second)] });
};

/** A graph of `events`, the events it has scheduled, their queue, and a function that marks an event as fired. */
function graphOf(
  events: readonly ScenarioEvent[],
  surely: (event: ScenarioEvent) => boolean = () => true,
): {
  queue: Scheduler;
  scheduled: ScheduledEvent[];
  fired: (id: string, time: number, index: number) => void;
} {
  const scheduled: ScheduledEvent[] = [];
  const queue = new Scheduler();
  const pushed = {
    push: (one: ScheduledEvent) => {
      scheduled.push(one);
      queue.push(one);
    },
  };
  const graph = new DependencyGraph(fromSeconds(0), pushed, surely);
  graph.addAll(events);
  const fired = (id: string, time: number, index: number): void => {
    graph.release(eventId(id), { due: fromSeconds(time), index });
  };
  return { queue, scheduled, fired };
}

const placed = (scheduled: readonly ScheduledEvent[]): readonly string[] =>
  scheduled.map(({ event: { id }, time }) => `${id} at ${toSeconds(time)}`);

/** The ids of the events that fire by `time`, in order. */
function firing(queue: Scheduler, time: number): readonly string[] {
  const ids: string[] = [];
  for (
    let next = queue.dequeue(fromSeconds(time));
    next !== undefined;
    next = queue.dequeue(fromSeconds(time))
  )
    ids.push(next.event.id);
  return ids;
}

describe('DependencyGraph', () => {
  it('schedules a join once one predecessor has fired and all due times are known', () => {
    const { queue, scheduled, fired } = graphOf([at('a', 1), at('b', 5), join('c', 'a', 'b', 2)]);
    expect(placed(scheduled)).toEqual(['a at 1', 'b at 5']);

    fired('a', 1, 0);
    fired('b', 5, 1);

    expect(placed(scheduled)).toEqual(['a at 1', 'b at 5', 'c at 7']);
    expect(firing(queue, 7)).toEqual(['a', 'b', 'c']);
    expect(scheduled[2]!.causes).toEqual([0, 1]);
  });

  it('blocks a join until all predecessors have fired, then reschedules it', () => {
    const { queue, scheduled, fired } = graphOf([at('b', 1), at('c', 1), join('a', 'b', 'c')]);
    fired('b', 1, 0);
    expect(firing(queue, 1)).toEqual(['b', 'c']);

    fired('c', 1, 1);

    expect(placed(scheduled)).toEqual(['b at 1', 'c at 1', 'a at 1', 'a at 1']);
    expect(firing(queue, 1)).toEqual(['a']);
  });

  it('schedules a join with an uncertain predecessor only after that predecessor has fired', () => {
    const { scheduled, fired } = graphOf(
      [at('a', 1), at('b', 5), join('c', 'a', 'b')],
      ({ id }) => id !== 'b',
    );
    fired('a', 1, 0);
    expect(scheduled).toHaveLength(2);

    fired('b', 6, 1);

    expect(placed(scheduled)).toEqual(['a at 1', 'b at 5', 'c at 6']);
  });

  it('releases successors once when a recording contains the same event twice', () => {
    const after = (id: string, before: string): ScenarioEvent =>
      event(id, { kind: 'after', edges: [{ event: eventId(before), delay: seconds(0) }] });
    const { queue, scheduled, fired } = graphOf([
      at('a', 1),
      at('b', 5),
      after('c', 'a'),
      after('d', 'a'),
      join('e', 'b', 'a'),
    ]);
    fired('a', 1, 0);
    fired('a', 2, 1);

    expect(placed(scheduled)).toEqual(['a at 1', 'b at 5', 'c at 1', 'd at 1', 'e at 5']);
    expect(firing(queue, 9)).toEqual(['a', 'c', 'd', 'b']);
  });
});
