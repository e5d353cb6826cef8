import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../model/json.ts';
import { fromSeconds, type SimTime } from '../model/time.ts';
import { FURTHEST } from './check-trace.ts';
import { inShape } from '../model/in-shape.ts';
import { TraceError } from './trace-error.ts';
import { scenarioId, scenarioNamed } from './trace-format.ts';

/** The shape of the files ARE exports in its "lite" format: what agents were given and answered, and no events. */
const lite = z.lazy(() =>
  z.object({
    scenario_id: scenarioId,
    per_agent_interaction_histories: z.record(
      z.string(),
      z.array(z.object({ role: z.string(), timestamp: z.number().min(-FURTHEST).max(FURTHEST) })),
    ),
  }),
);

/** What a file of the "lite" format says of its run. */
export interface LiteTrace {
  readonly scenario: string;
  readonly document: JsonObject;
  readonly start: SimTime;
  readonly now: SimTime;
}

/** A file that has events, too, is read for them. */
export const isLite = (document: Json): document is JsonObject =>
  isJsonObject(document) &&
  Object.hasOwn(document, 'per_agent_interaction_histories') &&
  !Object.hasOwn(document, 'events') &&
  !Object.hasOwn(document, 'completed_events');

/** @throws {TraceError} when `document` is none of the "lite" format. */
export function liteTrace(document: JsonObject, file: string): LiteTrace {
  const read = inShape(lite, document);
  if ('findings' in read) throw new TraceError(file, read.findings);
  const { scenario_id: id, per_agent_interaction_histories: histories } = read.data;
  const times = Object.values(histories).flatMap((messages) =>
    messages.map(({ timestamp }) => fromSeconds(timestamp)),
  );
  times.sort((one, other) => one - other);
  return {
    scenario: scenarioNamed(id, file),
    document,
    start: times[0] ?? fromSeconds(0),
    now: times.at(-1) ?? fromSeconds(0),
  };
}
