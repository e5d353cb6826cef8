import { Environment, planTrace, readTrace } from '../../../engine/index.ts';
import type { AppName } from '../../../engine/model/values/ids.ts';
import { isJsonObject, type JsonObject, listAt } from '../../../engine/model/values/json.ts';
import { applyChanges, copyJson } from '../../../engine/state/index.ts';
import { PairedIds, short, withoutContents } from './paired-ids.ts';

/** The first difference of a reference file that is read here, and the reason when the difference is intended. */
export interface TraceOutcome {
  readonly difference: string;
  readonly stated?: string;
}

/** Repeats the calls of a trace and compares its final states with the reference's dump, if there is one. */
export function runTrace(file: string, text: string, finalStates?: string): TraceOutcome | undefined {
  const { states, entries, notes } = readTrace(text, file);
  const failed = notes.find((note) => note.includes('failed only here or only in the recording'));
  if (failed !== undefined) return { difference: failed };
  if (finalStates === undefined) return undefined;

  const reached = new Map(Object.entries(states).map(([name, state]) => [name as AppName, copyJson(state)]));
  for (const { changes } of entries) applyChanges(reached, changes);
  const ids = new PairedIds();
  for (const app of listAt(JSON.parse(finalStates) as JsonObject, 'apps')) {
    const { app_name: name, ...expected } = app as JsonObject;
    const actual = reached.get(name as AppName);
    if (Object.keys(expected).length === 0 || !isJsonObject(actual)) continue;
    const found = ids.differ(withoutContents(expected), withoutContents(actual), `states.${name as string}`);
    if (found === undefined) continue;
    const stated = notes.find((note) => note.includes('recorded before what'));
    return {
      difference: `${found.path}: expected ${short(found.expected)}, got ${short(found.actual)}`,
      ...(stated === undefined ? {} : { stated }),
    };
  }
  return undefined;
}

/** Runs the scenario in a file with its oracle. */
export function runScenarioFile(file: string, text: string): TraceOutcome | undefined {
  const environment = new Environment(planTrace(text, file).plan, { mode: 'oracle' });
  environment.run();
  return environment.state === 'completed'
    ? undefined
    : { difference: `The run ended as ${environment.state}.` };
}
