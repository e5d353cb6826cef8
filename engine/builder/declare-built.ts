import type { AppInstance } from '../apps/app.ts';
import { seconds } from '../model/time.ts';
import type { Authoring, CapturedApps } from '../scenario/capture.ts';
import type { Declaration } from '../scenario/declaration.ts';
import { turnsEnded } from '../scenario/turns.ts';
import { comparatorOf } from '../trace/time-comparators.ts';
import type { BuiltEvent } from './built-event.ts';

type AppsOf = Readonly<Record<string, AppInstance>>;

/** Declares the events of a scenario that was put together by a builder. @throws {TypeError} when a tool is not there. */
export function declareBuilt(
  events: readonly BuiltEvent[],
  apps: CapturedApps<AppsOf>,
  authoring: Authoring<AppsOf>,
): void {
  const declared = new Map<string, Declaration>(
    events.map((event) => [event.id, declare(event, apps, authoring).id(event.id)]),
  );
  for (const { id, dependencies, relative = 0, at } of events) {
    const event = declared.get(id)!;
    if (dependencies.length > 0)
      event.after(
        dependencies.map((before) => declared.get(before)!),
        seconds(relative),
      );
    else if (at === undefined) event.at(seconds(relative));
    if (at !== undefined) event.at(new Date(at * 1000).toISOString());
  }
}

function declare(
  { type, id, app, tool, args, comparator }: BuiltEvent,
  apps: CapturedApps<AppsOf>,
  authoring: Authoring<AppsOf>,
): Declaration {
  if (type === 'STOP') return authoring.stop();
  if (type === 'CONDITION') {
    const turn = Number(/\d+$/.exec(id)?.[0]);
    return authoring.condition(id, (_states, { log }) => turnsEnded(log) >= turn);
  }
  const tools = apps[app];
  if (tools === undefined)
    throw new TypeError(`found no app "${app}", wanted ${Object.keys(apps).join(', ')}`);
  const action = tools[tool]!(args).unchecked();
  if (type !== 'AGENT') return action.by(type === 'USER' ? 'user' : 'environment');
  const expected = comparatorOf(comparator);
  return authoring.oracle(expected === undefined ? action : action.expectedTime(expected));
}
