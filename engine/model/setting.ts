import type { Path } from './change.ts';
import type { AppName } from './ids.ts';
import type { Json } from './json.ts';
import type { ActionEntry } from './log-entry.ts';

/** The tool that entries name where a value was set by hand. An app of an author's own may have one of that name, too. */
export const SETTING = 'set_state';

/** A value that was put into an app's state by hand, and where. */
export interface Setting {
  readonly app: AppName;
  readonly path: Path;
  readonly value: Json;
}

/** What `entry` set by hand; `undefined` when it tells of a call, also of a tool by that name. */
export function settingOf({
  kind,
  direct,
  action: { app, tool, args },
}: Pick<ActionEntry, 'kind' | 'direct' | 'action'>): Setting | undefined {
  if (tool !== SETTING || kind !== 'environment' || direct !== true) return undefined;
  const { path, value } = args;
  return isPath(path) && value !== undefined ? { app, path, value } : undefined;
}

const isPath = (given: Json | undefined): given is Path =>
  Array.isArray(given) && given.every((step) => typeof step === 'string' || typeof step === 'number');
