import { describe, expect, it } from 'vitest';
import { EventGraph } from '../../../engine/kernel/dependency-graph.ts';
import type { Due } from '../../../engine/kernel/scheduler.ts';
import type { ScenarioEvent } from '../../../engine/model/event.ts';
import { appName, eventId } from '../../../engine/model/ids.ts';
import { fromSeconds, seconds, type SimTime, toSeconds } from '../../../engine/model/time.ts';
import type { Timing } from '../../../engine/model/timing.ts';

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

/** A graph of `events`, what it puts on the agenda, and a word to say that one of them has fired. */
function graphOf(
  events: readonly ScenarioEvent[],
  surely: (event: ScenarioEvent) => boolean = () => true,
): { graph: EventGraph; agenda: Due[]; fired: (id: string, time: number, entry: number) => void } {
  const agenda: Due[] = [];
  const pushed = {
    push: (due: Due) => void agenda.push(due),
    plan: (event: ScenarioEvent, time: SimTime) =>
      void agenda.push({ time, key: event.id, event, causes: [], checks: 0 }),
  };
  const graph = new EventGraph(fromSeconds(0), pushed, surely);
  for (const one of events) graph.add(one, () => undefined);
  graph.foreseeFirst(events);
  const fired = (id: string, time: number, entry: number): void => {
    graph.release(eventId(id), fromSeconds(time), entry);
  };
  return { graph, agenda, fired };
}

const placed = (agenda: readonly Due[]): readonly string[] =>
  agenda.map(({ event: { id }, time }) => `${id} at ${toSeconds(time)}`);

describe('EventGraph', () => {
  it('places a join when the first it waits for has fired and all have a time', () => {
    const { graph, agenda, fired } = graphOf([at('a', 1), at('b', 5), join('c', 'a', 'b', 2)]);
    expect(placed(agenda)).toEqual(['a at 1', 'b at 5']);

    fired('a', 1, 0);
    fired('b', 5, 1);

    expect(placed(agenda)).toEqual(['a at 1', 'b at 5', 'c at 7']);
    expect(graph.mayFire(agenda[2]!)).toBe(true);
    expect(agenda[2]!.causes).toEqual([0, 1]);
  });

  it('lets no join fire before all it waits for, and places it again when they have', () => {
    const { graph, agenda, fired } = graphOf([at('b', 1), at('c', 1), join('a', 'b', 'c')]);
    fired('b', 1, 0);
    expect(graph.mayFire(agenda.pop()!)).toBe(false);

    fired('c', 1, 1);

    expect(placed(agenda)).toEqual(['b at 1', 'c at 1', 'a at 1']);
    expect(graph.mayFire(agenda[2]!)).toBe(true);
  });

  it('places a join of one that may never let it go only when that has', () => {
    const { agenda, fired } = graphOf([at('a', 1), at('b', 5), join('c', 'a', 'b')], ({ id }) => id !== 'b');
    fired('a', 1, 0);
    expect(agenda).toHaveLength(2);

    fired('b', 6, 1);

    expect(placed(agenda)).toEqual(['a at 1', 'b at 5', 'c at 6']);
  });

  it('lets go once, also when a recording has an event twice', () => {
    const after = (id: string, before: string): ScenarioEvent =>
      event(id, { kind: 'after', edges: [{ event: eventId(before), delay: seconds(0) }] });
    const { graph, agenda, fired } = graphOf([
      at('a', 1),
      at('b', 5),
      after('c', 'a'),
      after('d', 'a'),
      join('e', 'b', 'a'),
    ]);
    fired('a', 1, 0);
    fired('a', 2, 1);

    expect(placed(agenda)).toEqual(['a at 1', 'b at 5', 'c at 1', 'd at 1', 'e at 5']);
    expect(graph.mayFire(agenda.at(-1)!)).toBe(false);
  });
});
