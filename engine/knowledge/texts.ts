import type { Json } from '../model/json.ts';
import type { LogEntry } from '../model/log-entry.ts';

/** The texts of a call: what it was given, and what it answered. */
export interface Call {
  readonly given: readonly string[];
  readonly answered: readonly string[];
}

/** The call of the agent's own that `entry` tells of, where it was carried out. */
export function callOfAgent(entry: LogEntry): Call | undefined {
  if (entry.kind !== 'agent' || entry.outcome.status !== 'done') return undefined;
  const { args, resolved = args } = entry.action;
  return { given: [...textsIn(resolved)], answered: [...textsIn(entry.outcome.value)] };
}

/** Every text in `value`, names of fields among them: things are often kept by their ids. */
function* textsIn(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield* Object.keys(value);
  for (const item of Object.values(value) as Json[]) yield* textsIn(item);
}
