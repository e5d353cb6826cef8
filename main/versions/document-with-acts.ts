import { writePlannedEvents, readJson, toolFinder, TraceError } from '../../engine/index.ts';
import {
  type AppSummary,
  eventId,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../engine/model/index.ts';
import { Fault } from '../fault.ts';
import type { Act } from './acts.ts';

/**
 * The text of a file of ARE's with `acts` among its events, each at its time.
 *
 * @throws {TraceError} when `text` is no JSON.
 * @throws {Fault} where it has no list of events.
 */
export function documentWithActs(
  text: string,
  path: string,
  {
    acts,
    apps,
    run,
  }: { readonly acts: readonly Act[]; readonly apps: readonly AppSummary[]; readonly run: string },
): string {
  const read = readJson(text);
  if ('findings' in read) throw new TraceError(path, read.findings);
  const document = read.value;
  const events = isJsonObject(document) ? document['events'] : undefined;
  if (!Array.isArray(events))
    throw new Fault('no-events', `${path}: events: found none, wanted a list to write what was done into`);
  const done = writePlannedEvents(
    acts.map(({ entry, time, actor, action }) => ({
      id: eventId(`${run}-${entry}`),
      kind: actor,
      timing: { kind: 'at', time, after: [] },
      place: undefined,
      action,
      oracle: false,
      onFailure: 'continue',
    })),
    toolFinder(apps),
  );
  const all = [...(events as readonly Json[]), ...done];
  return `${JSON.stringify({ ...(document as JsonObject), events: all }, null, 2)}\n`;
}
