import type { Json } from './json.ts';

/** What firing an event came to. A failed tool call is an answer for the agent to read, not a bug in the lab. */
export type Outcome =
  | { readonly status: 'done'; readonly value: Json }
  | { readonly status: 'failed'; readonly error: Failure }
  /** Nothing was called: an oracle's action in a run that leaves acting to the agent. */
  | { readonly status: 'skipped'; readonly reason: string };

/** The class of error of a scenario's code that did not come back and was stopped: never an answer, always a bug. */
export const ENDLESS = 'WatchdogError';

export interface Failure {
  /** The field's class of error, such as `ValueError`. */
  readonly type: string;
  readonly message: string;
  /** Frames in the author's own files. Not part of the log's hash: engines word frames differently. */
  readonly stack?: string;
}
