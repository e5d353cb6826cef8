/** The id of an event, unique within its scenario. */
export type EventId = Brand<string, 'EventId'>;

/** The name of an app: the key that its scenario gave it. */
export type AppName = Brand<string, 'AppName'>;

/** The id of a run, unique within its workspace. */
export type RunId = Brand<string, 'RunId'>;

/** @throws {RangeError} when `text` is empty. */
export const eventId = (text: string): EventId => requireName(text, 'An event id') as EventId;

/** @throws {RangeError} when `text` is empty. */
export const appName = (text: string): AppName => requireName(text, 'The name of an app') as AppName;

/** @throws {RangeError} when `text` is empty. */
export const runId = (text: string): RunId => requireName(text, 'A run id') as RunId;

function requireName(text: string, what: string): string {
  if (text === '') throw new RangeError(`${what} must not be empty.`);
  return text;
}

declare const brand: unique symbol;

/** A `Base` that cannot be confused with another `Base`, because only its own function creates one. Compiler errors show `Name`. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/**
 * A free id for another event called `id`: `pay-0`, or the next free number.
 * @param counts The number of earlier tries for each id; updated by the call.
 */
export function nextFreeId(
  id: EventId,
  taken: Pick<ReadonlyMap<EventId, unknown>, 'has'>,
  counts: Map<EventId, number>,
): EventId {
  for (let count = counts.get(id) ?? 0; ; count += 1) {
    const name = eventId(`${id}-${count}`);
    if (taken.has(name)) continue;
    counts.set(id, count);
    return name;
  }
}

/** Generated ids, ARE's and Orrery's: 32 hexadecimal digits, with or without dashes. */
const GENERATED = /[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const WHOLE_ID = new RegExp(`^(?:${GENERATED.source})$`);
const MIN_LENGTH = 32;

const NO_IDS: readonly string[] = [];

/** Whether `text` is an id that a run generated. */
export const isGeneratedId = (text: string): boolean => WHOLE_ID.test(text);

/** The generated ids in `text`, in order. */
export const generatedIdsIn = (text: string): readonly string[] =>
  text.length < MIN_LENGTH ? NO_IDS : (text.match(GENERATED) ?? NO_IDS);

/** `text` with `#` in place of every generated id. */
export const maskGeneratedIds = (text: string): string =>
  text.length < MIN_LENGTH ? text : text.replace(GENERATED, '#');
