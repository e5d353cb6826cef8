import type { Action } from '../model/action.ts';
import { isSameJson, type JsonObject } from '../model/json.ts';
import type { RecordedAction } from '../model/log-entry.ts';

/** `action` as the log keeps it: with the arguments that were `used` where they are not those given. */
export function recordedAction(
  action: Action,
  used: JsonObject | undefined,
  effect: 'read' | 'write',
): RecordedAction {
  const { app, tool, args } = action;
  if (used === undefined || isSameJson(used, args)) return { app, tool, args, effect };
  return { app, tool, args, resolved: used, effect };
}
