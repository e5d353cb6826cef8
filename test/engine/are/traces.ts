import { readdirSync, readFileSync } from 'node:fs';
import { readTrace, type RecordedRun } from '../../../engine/index.ts';
import { copyJson } from '../../../engine/state/copy.ts';
import type { AppName } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { toSeconds } from '../../../engine/model/values/time.ts';
import { applyChanges } from '../../../engine/state/apply.ts';

const FIXTURES = new URL('../../fixtures/are-traces/', import.meta.url);

/** The text of a file that ARE wrote. */
export const areFile = (name: string): string => readFileSync(new URL(name, FIXTURES), 'utf8');

/** The names of all scenarios and traces that ARE wrote. */
export const areFiles: readonly string[] = readdirSync(FIXTURES).filter((name) =>
  /(scenario|trace|trace-with-world-logs)\.json$/.test(name),
);

export const areTrace = (name: string): RecordedRun => readTrace(areFile(name), name);

/** A trace with a chat and a stove, without events. */
export const kitchen = (over: object = {}): object => ({
  version: 'are_simulation_v1',
  metadata: { definition: { scenario_id: 'kitchen', start_time: 1000 } },
  apps: [
    { name: 'AgentUserInterface', class_name: 'AgentUserInterface', app_state: { messages: [] } },
    { name: 'Stove', class_name: 'Stove', app_state: { lit: false } },
  ],
  events: [],
  completed_events: [],
  ...over,
});

export const readKitchen = (over: object = {}): RecordedRun =>
  readTrace(JSON.stringify(kitchen(over)), 'kitchen.json');

/** A completed call of the stove. */
export const cooking = (event_id: string, over: object = {}): object => ({
  event_type: 'AGENT',
  event_time: 1005,
  event_id,
  action: { app: 'Stove', function: 'light', operation_type: 'WRITE', args: [] },
  metadata: { return_value: null, return_value_type: null, exception: null, exception_stack_trace: null },
  ...over,
});

/** A completed call of the chat. */
export const chatting = (event_id: string, tool: string, content: string, over: object = {}): object =>
  cooking(event_id, {
    action: {
      app: 'AgentUserInterface',
      function: tool,
      operation_type: 'WRITE',
      args: [{ name: 'content', value: content, value_type: 'str' }],
    },
    ...over,
  });

export const check = (event_id: string, event_time: number, return_value: string | null): object => ({
  event_type: 'CONDITION',
  event_time,
  event_id,
  action: { app: null, function: 'water_boils', operation_type: null, args: null },
  metadata: { return_value, return_value_type: return_value === null ? null : 'bool' },
});

/** One line per entry. */
export const linesOf = ({ entries }: RecordedRun): string[] =>
  entries.map(
    ({ time, event, kind, causes, changes }) =>
      `${toSeconds(time)} ${event} ${kind} after [${causes.join()}] changes ${changes.length}`,
  );

/** The state of every app after the last entry. */
export function finalStates({ states, entries }: RecordedRun): Map<string, Json> {
  const now = new Map(Object.entries(states).map(([app, state]) => [app as AppName, copyJson(state)]));
  applyChanges(
    now,
    entries.flatMap(({ changes }) => changes),
  );
  return now;
}
