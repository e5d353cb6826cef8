import { fromRecorded, toolsOf } from '../apps/catalogue.ts';
import type { ScenarioEvent } from '../model/event.ts';
import type { AppName } from '../model/ids.ts';
import type { LogEntry } from '../model/log-entry.ts';
import { castOf } from '../trace/cast.ts';
import type { Finding } from '../model/finding.ts';
import type { AreTrace } from '../trace/trace-format.ts';

/** What keeps `trace` from going on with `all` that was done and is to come: apps that are called, and are not known here. */
export function resumeFindings(
  trace: AreTrace,
  all: readonly (LogEntry | ScenarioEvent)[],
): readonly Finding[] {
  const callers = new Map<AppName, string>();
  for (const one of all)
    if ('action' in one && !callers.has(one.action.app))
      callers.set(one.action.app, 'index' in one ? `entry ${one.index}` : `event ${one.id}`);

  const { apps } = castOf(trace, callers.keys(), fromRecorded);
  const places = new Map<string, number>(trace.apps.map(({ name }, at) => [name, at]));
  return apps.flatMap(({ name, class: className, known }): readonly Finding[] => {
    const caller = callers.get(name);
    if (known || caller === undefined) return [];
    const at = places.get(name);
    if (at === undefined)
      return [{ path: 'apps', found: `no first state of ${name}, which ${caller} calls`, wanted: 'one' }];
    const called = `${name}, which ${caller} calls`;
    if (toolsOf(className) === undefined)
      return [
        {
          path: `apps[${at}].class_name`,
          found: `${className}, which is not built here, as that of ${called}`,
          wanted: 'a class that is',
        },
      ];
    const state = trace.apps[at]!.app_state === null ? 'no first state' : 'one that cannot be read';
    return [{ path: `apps[${at}].app_state`, found: `${state} of ${called}`, wanted: `one of ${className}` }];
  });
}
