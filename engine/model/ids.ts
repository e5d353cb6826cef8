/** Names an event of a scenario. Unique within it. */
export type EventId = Brand<string, 'EventId'>;

/** Names an app of a world; the key its scenario gave it. */
export type AppName = Brand<string, 'AppName'>;

/** Names a run within one workspace. */
export type RunId = Brand<string, 'RunId'>;

/** @throws {RangeError} when `text` is empty. */
export const eventId = (text: string): EventId => named(text, 'event id') as EventId;

/** @throws {RangeError} when `text` is empty. */
export const appName = (text: string): AppName => named(text, 'app name') as AppName;

/** @throws {RangeError} when `text` is empty. */
export const runId = (text: string): RunId => named(text, 'run id') as RunId;

function named(text: string, what: string): string {
  if (text === '') throw new RangeError(`${what}: found "", wanted a text that is not empty`);
  return text;
}

declare const brand: unique symbol;

/** A `Base` that cannot be mistaken for another `Base`: only the function that mints it makes one. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/**
 * A name for one more that wants to be called `id`, which is taken: `pay-0`, or the next that is not.
 *
 * @param counts how many were tried before, by what they wanted to be called; it is kept up to date
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

/** As the field's apps make them, and ours: 32 hexadecimal digits, with or without dashes. */
const MADE_UP = /[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const WHOLE = new RegExp(`^(?:${MADE_UP.source})$`);
const SHORTEST = 32;

const NONE: readonly string[] = [];

/** Whether `text` is an id that a run made up. */
export const isGeneratedId = (text: string): boolean => WHOLE.test(text);

/** The made-up ids in `text`, in order. */
export const generatedIdsIn = (text: string): readonly string[] =>
  text.length < SHORTEST ? NONE : (text.match(MADE_UP) ?? NONE);

/** `text` with `#` for every id in it. */
export const maskGeneratedIds = (text: string): string =>
  text.length < SHORTEST ? text : text.replace(MADE_UP, '#');
