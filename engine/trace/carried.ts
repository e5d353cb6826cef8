import { isJsonObject, listIn, type Json, type JsonObject } from '../model/json.ts';
import type { LogEntry } from '../model/log-entry.ts';
import type { AppSummary } from '../model/run.ts';
import type { Deviation, RunExtras } from '../model/run-extras.ts';
import { completedEvent } from './completed-event.ts';
import { deviations } from './deviations.ts';
import { toolsIn } from './find-tool.ts';

/** An app with its first state as the field's files have it. */
export const exportedApp = ({ name, class: class_name }: AppSummary, app_state: Json): JsonObject => ({
  name,
  class_name,
  app_state,
});

/** What was made of a file. */
interface Made {
  readonly apps: readonly AppSummary[];
  readonly states: Readonly<Record<string, Json>>;
  readonly entries: readonly LogEntry[];
}

/** What of `file` its run does not say. Together they make the file again. */
export function carried(file: Json, { apps, states, entries }: Made): RunExtras {
  const document = isJsonObject(file) ? file : {};
  const find = toolsIn(apps);
  const recorded = inOrderOfTime(listIn(document, 'completed_events'));
  const completed = entries.map((entry): readonly [number, readonly Deviation[]] => [
    entry.index,
    deviations(completedEvent(entry, find) ?? null, recorded[entry.index] ?? null),
  ]);
  return {
    document: { ...document, ...emptied(document, 'apps'), ...emptied(document, 'completed_events') },
    apps: deviations(
      apps.map((app) => exportedApp(app, states[app.name] ?? null)),
      listIn(document, 'apps'),
    ),
    completed: Object.fromEntries(completed.filter(([, found]) => found.length > 0)),
    notes: [],
  };
}

/** The list at `key` without its items; nothing where the file has none. */
const emptied = (document: JsonObject, key: string): JsonObject =>
  Array.isArray(document[key]) ? { [key]: [] } : {};

/** As entries are: see {@link recordedEntries}. */
const inOrderOfTime = (events: readonly Json[]): readonly Json[] =>
  events.toSorted((one, other) => timeOf(one) - timeOf(other));

const timeOf = (event: Json): number =>
  isJsonObject(event) && typeof event['event_time'] === 'number' ? event['event_time'] : 0;
