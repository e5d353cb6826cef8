import { isJsonObject, type Json, type JsonObject } from '../../engine/model/json.ts';
import type { Difference } from './compare.ts';

/**
 * The reference sends a message for each reason to stop and one more at the end, ours sends one. So they are taken out of
 * both, and only the first is compared: that there is one, its time, and the final state it names.
 */
export function withoutStops(result: Readonly<Record<string, Json | undefined>>): {
  rest: Record<string, Json | undefined>;
  stops: readonly JsonObject[];
} {
  const stops: JsonObject[] = [];
  const strip = (value: Json | undefined): Json | undefined => {
    if (Array.isArray(value))
      return (value as readonly Json[])
        .filter((item) => {
          const isStop = isJsonObject(item) && item['type'] === 'ENVIRONMENT_STOP';
          if (isStop) stops.push(item);
          return !isStop;
        })
        .map((item) => strip(item) ?? null);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, strip(field) ?? null]));
  };
  const steps = strip(result['steps']);
  const notifications = strip(result['notifications']);
  return {
    rest: {
      ...result,
      ...(steps === undefined ? {} : { steps }),
      ...(notifications === undefined ? {} : { notifications }),
    },
    stops,
  };
}

/** How our stop message differs from the first that was expected. */
export function stopDifference(
  expected: readonly JsonObject[],
  actual: readonly JsonObject[],
  state: Json | undefined,
): Difference | undefined {
  const [wanted] = expected;
  const [found] = actual;
  const field = 'notifications (stop)';
  if (wanted === undefined || found === undefined)
    return wanted === found ? undefined : { field, expected: wanted, actual: found };
  if (wanted['time'] !== found['time'])
    return { field: `${field}.time`, expected: wanted['time'], actual: found['time'] };
  const { message } = found;
  return typeof message === 'string' && typeof state === 'string' && message.includes(state)
    ? undefined
    : { field: `${field}.message`, expected: state, actual: message };
}
