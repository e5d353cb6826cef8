import { compareWithOracle } from '../analysis/index.ts';
import type { EventOutline, JsonObject, OracleMatch, RunSummary } from '../model/index.ts';
import { headsOf, type Store } from '../store/index.ts';
import { plannedOracle } from './planned-events.ts';
import { type FindTool, recordedEffect, toolsIn } from './tools.ts';

/**
 * What the agent of a run did held against its oracle; nothing where its scenario has none.
 *
 * Reading is free: tools that the field records as reads are not compared, on either side.
 *
 * @throws {StoreError} when it cannot be read.
 */
export function oracleOfRun(
  store: Pick<Store, 'heads' | 'plan' | 'extras'>,
  { id, start, apps }: RunSummary,
): readonly OracleMatch[] {
  const planned = store.plan(id)?.events ?? plannedOracle(store.extras(id)?.document ?? null);
  if (!planned.some(({ oracle }) => oracle)) return [];
  const find = toolsIn(apps);
  const events = planned.map((event) => withDefaults(event, find));
  return compareWithOracle({ start, events }, headsOf(store, id), (action, effect) => {
    const declared = find(action);
    return (declared === undefined ? effect : recordedEffect(declared)) !== 'read';
  });
}

/** What the scenario leaves out, its tool fills in; that the agent's call has. */
function withDefaults(event: EventOutline, find: FindTool): EventOutline {
  const { action } = event;
  const declared = event.oracle && action !== undefined ? find(action)?.args : undefined;
  if (action === undefined || declared === undefined) return event;
  const defaults: JsonObject = Object.fromEntries(
    Object.entries(declared).flatMap(([name, { fallback }]) =>
      fallback === undefined ? [] : [[name, fallback] as const],
    ),
  );
  return { ...event, action: { ...action, args: { ...defaults, ...action.args } } };
}
