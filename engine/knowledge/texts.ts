import { isJsonObject, type Json } from '../model/json.ts';
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
  return { given: textsIn(resolved, []), answered: textsIn(entry.outcome.value, []) };
}

/** `texts` with every text in `value`, names of fields among them: things are often kept by their ids. */
function textsIn(value: Json, texts: string[]): string[] {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const item of value as Json[]) textsIn(item, texts);
  else if (isJsonObject(value))
    for (const key of Object.keys(value)) {
      texts.push(key);
      textsIn(value[key]!, texts);
    }
  return texts;
}
