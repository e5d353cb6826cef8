import type { Brand } from './brand.ts';

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
