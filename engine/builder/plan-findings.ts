import { argumentFindings, FURTHEST, namelessFindings } from '../trace/check-trace.ts';
import { inShort, type Finding } from '../model/finding.ts';
import type { AreTrace, PlannedEvent } from '../trace/trace-format.ts';
import { graphFindings, nodesOf } from './trace-graph.ts';

/** What keeps a trace's scenario from being run, though the trace can be shown. */
export function planFindings(trace: AreTrace): readonly Finding[] {
  const { duration, time_increment_in_seconds } = trace.metadata.definition;
  return [
    ...spanFindings('metadata.definition.duration', duration, 0),
    ...spanFindings('metadata.definition.time_increment_in_seconds', time_increment_in_seconds, 0.000_001),
    ...trace.events.flatMap((event, at) => eventFindings(event, `events[${at}]`)),
    ...graphFindings(nodesOf(trace)),
  ];
}

function eventFindings(event: PlannedEvent, path: string): readonly Finding[] {
  const { event_type, event_time, event_relative_time, action } = event;
  const acts = event_type === 'AGENT' || event_type === 'USER' || event_type === 'ENV';
  return [
    ...spanFindings(`${path}.event_relative_time`, event_relative_time, 0),
    ...spanFindings(`${path}.event_time`, event_time, -FURTHEST),
    ...(acts ? namelessFindings(action, path) : []),
    ...argumentFindings(action, path),
  ];
}

const spanFindings = (path: string, value: number | null, least: number): readonly Finding[] =>
  value === null || (value >= least && value <= FURTHEST)
    ? []
    : [{ path, found: inShort(value), wanted: `seconds, from ${least} to ${FURTHEST}` }];
