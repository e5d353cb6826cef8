import { waitsOf } from '../../kernel/event-graph.ts';
import type { ScenarioEvent } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import { earlier, later, type SimTime } from '../../model/time.ts';
import type { Outlooks } from './outlook.ts';

/** When a stop ends the run, whatever its agent does and its checks answer; nothing where none is sure to. */
export function sureStop(
  ordered: readonly ScenarioEvent[],
  outlooks: Outlooks,
  start: SimTime,
): SimTime | undefined {
  const releasing = new Set<EventId>();
  let end: SimTime | undefined;
  for (const event of ordered) {
    const { earliest, sure } = outlooks.get(event.id)!;
    const fires =
      sure && event.dormant !== true && waitsOf(event.timing).every(({ event: id }) => releasing.has(id));
    if (!fires) continue;
    if (event.kind === 'stop') end = end === undefined ? earliest : earlier(end, earliest);
    else if ('action' in event && !event.oracle && event.onFailure === 'continue') releasing.add(event.id);
  }
  // One that is due before the start ends the run as it begins.
  return end === undefined ? undefined : later(start, end);
}
