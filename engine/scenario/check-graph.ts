import { predecessors } from '../kernel/event-graph.ts';
import { placeholderIn } from '../kernel/results.ts';
import type { ScenarioEvent } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';
import type { Problem } from '../model/problem.ts';

/** What is wrong with the graph of `events`: cycles, and placeholders that name no event. */
export function checkGraph(events: readonly ScenarioEvent[]): readonly Problem[] {
  const known = new Map(events.map((event) => [event.id, event]));
  const cycle = findCycle(known);
  return [
    ...(cycle === undefined ? [] : [cycleProblem(cycle)]),
    ...events.flatMap((event) => unknownPlaceholders(event, known)),
  ];
}

/** The events of one cycle, in the order in which they wait for one another. Walks without recursion: chains are long. */
function findCycle(events: ReadonlyMap<EventId, ScenarioEvent>): readonly ScenarioEvent[] | undefined {
  const finished = new Set<EventId>();
  for (const root of events.values()) {
    const path: ScenarioEvent[] = [];
    const onPath = new Set<EventId>();
    const stack: { readonly event: ScenarioEvent; readonly leave: boolean }[] = [
      { event: root, leave: false },
    ];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { event, leave } = top;
      if (leave) {
        finished.add(event.id);
        onPath.delete(event.id);
        path.pop();
        continue;
      }
      if (finished.has(event.id)) continue;
      if (onPath.has(event.id)) return path.slice(path.indexOf(event));
      onPath.add(event.id);
      path.push(event);
      stack.push({ event, leave: true });
      for (const id of predecessors(event.timing)) {
        const before = events.get(id);
        if (before !== undefined) stack.push({ event: before, leave: false });
      }
    }
  }
  return undefined;
}

function cycleProblem(cycle: readonly ScenarioEvent[]): Problem {
  const ids = [...cycle, cycle[0]!].map(({ id }) => `"${id}"`).join(' waits for ');
  return {
    severity: 'error',
    message: `found a cycle: ${ids}; wanted events that do not wait for themselves`,
    place: cycle[0]!.place,
  };
}

function unknownPlaceholders(
  event: ScenarioEvent,
  known: ReadonlyMap<string, ScenarioEvent>,
): readonly Problem[] {
  if (!('action' in event)) return [];
  return Object.entries(event.action.args).flatMap(([name, value]): Problem[] => {
    const id = typeof value === 'string' ? placeholderIn(value)?.id : undefined;
    if (id === undefined || known.has(id)) return [];
    const message = `${name}: found a placeholder for "${id}", wanted the id of an event; it stays as text`;
    return [{ severity: 'warning', message, place: event.place }];
  });
}
