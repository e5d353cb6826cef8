import { FURTHEST } from '../trace/check-trace.ts';
import { inShort, type Finding } from '../trace/trace-error.ts';
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
  const nameless = (['app', 'function'] as const).filter((field) => acts && (action?.[field] ?? '') === '');
  const argument = action?.args.findIndex(({ name }) => name === '__proto__') ?? -1;
  return [
    ...spanFindings(`${path}.event_relative_time`, event_relative_time, 0),
    ...spanFindings(`${path}.event_time`, event_time, -FURTHEST),
    ...nameless.map((field) => ({
      path: `${path}.action.${field}`,
      found: inShort(action?.[field]),
      wanted: 'a name',
    })),
    ...(argument < 0
      ? []
      : [{ path: `${path}.action.args[${argument}].name`, found: '"__proto__"', wanted: 'a name' }]),
  ];
}

const spanFindings = (path: string, value: number | null, least: number): readonly Finding[] =>
  value === null || (value >= least && value <= FURTHEST)
    ? []
    : [{ path, found: inShort(value), wanted: `seconds, from ${least} to ${FURTHEST}` }];
