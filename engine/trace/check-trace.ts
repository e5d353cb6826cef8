import { inShort, type Finding } from '../model/finding.ts';
import type { AreTrace, CompletedEvent } from './trace-format.ts';

/** Seconds. Beyond them, whole microseconds are not exact any more: the years 1684 to 2255. */
export const FURTHEST = 9_000_000_000;

/** What the shape of a trace does not tell: times that clocks have, actions that say what they call, names that are one's own. */
export function findingsIn({ metadata, apps, completed_events }: AreTrace): readonly Finding[] {
  const { start_time } = metadata.definition;
  return [
    ...(start_time === null ? [] : timeFindings('metadata.definition.start_time', start_time)),
    ...nameFindings(apps.map(({ name }) => name)),
    ...completed_events.flatMap((event, at) => eventFindings(event, `completed_events[${at}]`)),
  ];
}

const timeFindings = (path: string, seconds: number): readonly Finding[] =>
  Math.abs(seconds) <= FURTHEST
    ? []
    : [{ path, found: inShort(seconds), wanted: `seconds since 1970, at most ${FURTHEST}` }];

function nameFindings(names: readonly string[]): readonly Finding[] {
  const first = new Map(names.map((name, at) => [name, at] as const).reverse());
  return names.flatMap((name, at) =>
    first.get(name) === at
      ? []
      : [{ path: `apps[${at}].name`, found: `${inShort(name)} again`, wanted: 'a name of its own' }],
  );
}

function eventFindings({ event_type, event_time, action }: CompletedEvent, path: string): readonly Finding[] {
  const times = timeFindings(`${path}.event_time`, event_time);
  if (event_type === 'CONDITION' || event_type === 'VALIDATION' || event_type === 'STOP') return times;
  if (action === null || action === undefined)
    return [...times, { path: `${path}.action`, found: inShort(action), wanted: 'an object' }];

  return [...times, ...namelessFindings(action, path), ...argumentFindings(action, path)];
}

type Called = CompletedEvent['action'];

/** What keeps it from being known which tool the event at `path` calls. */
export const namelessFindings = (action: Called, path: string): readonly Finding[] =>
  (['app', 'function'] as const)
    .filter((field) => (action?.[field] ?? '') === '')
    .map((field) => ({ path: `${path}.action.${field}`, found: inShort(action?.[field]), wanted: 'a name' }));

/** The argument that no object can have. */
export function argumentFindings(action: Called, path: string): readonly Finding[] {
  const at = action?.args.findIndex(({ name }) => name === '__proto__') ?? -1;
  return at < 0 ? [] : [{ path: `${path}.action.args[${at}].name`, found: '"__proto__"', wanted: 'a name' }];
}
