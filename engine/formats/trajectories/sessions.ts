import type { JsonObject } from '../../model/index.ts';
import type { EarlierParts } from './chat.ts';
import { untracked } from './tracked-fields.ts';

/** The session that the last line of the earlier parts belongs to. */
class LastSession {
  name: string | undefined;
  /** The line that began it. */
  head: JsonObject | undefined;
}

/**
 * The lines of each session in a file with several, by its name.
 * @param nameIn the name of the session that a line begins, with the line that began the one before; `undefined` for any other line
 */
export function sessionsIn(
  lines: readonly JsonObject[],
  earlier: EarlierParts,
  nameIn: (line: JsonObject, before: JsonObject | undefined) => string | undefined,
): ReadonlyMap<string, readonly JsonObject[]> {
  const last = earlier.state(LastSession);
  const sessions = new Map<string, JsonObject[]>();
  // Lines before the first session belong to it.
  let own: JsonObject[] | undefined = last.name === undefined ? [] : undefined;
  for (const line of lines) {
    const plain = untracked(line) as JsonObject;
    const name = nameIn(plain, last.head);
    if (name !== undefined) {
      own = sessions.get(name) ?? (last.name === undefined ? own : []);
      [last.name, last.head] = [name, plain];
    }
    own ??= sessions.get(last.name!) ?? [];
    if (last.name !== undefined) sessions.set(last.name, own);
    own.push(line);
  }
  return sessions.size === 0 ? new Map([['', lines]]) : sessions;
}
