import type { Json } from './values/json.ts';

/** The result of firing an event. A failed tool call is an outcome for the agent to read, not an error of Orrery. */
export type Outcome =
  | { readonly status: 'done'; readonly value: Json }
  | { readonly status: 'failed'; readonly error: Failure }
  /** Nothing was called, for example an oracle's action in a run where the agent acts. */
  | { readonly status: 'skipped'; readonly reason: string }
  /** Another tool's file has the call, but no result of it. */
  | { readonly status: 'no-result' };

/** The reason why the oracle's actions are skipped in a run in which the agent acts. */
export const LEFT_TO_AGENT = 'oracle step, the agent is playing';

/** The error class of scenario code that took too long and was stopped. A run with one has not passed; the third ends it as failed. */
export const TIMED_OUT = 'TimedOut';

export interface Failure {
  /** ARE's error class, such as `ValueError`. */
  readonly type: string;
  readonly message: string;
  /** Stack frames in the author's own files. Not part of the log's hash, because JavaScript engines word frames differently. */
  readonly stack?: string;
  /**
   * Set on an error that the JavaScript engine threw, such as for reading a property of `undefined`. Versions of V8 word the
   * message differently, so the log's hash contains the error's location instead.
   */
  readonly native?: true;
}

/** A failure in one line, as ARE words it: `ValueError: No such folder`. */
export const failureText = ({ type, message }: Pick<Failure, 'type' | 'message'>): string =>
  `${type}: ${message}`;

/** The word for an outcome, such as `failed`, to be read within a sentence. */
export const statusText = (status: Outcome['status']): string =>
  status === 'no-result' ? 'no result recorded' : status;

/** What a reader is shown as the result of a call: its value, its failure in one line, or why there is neither. */
export function shownResult(outcome: Outcome): Json {
  switch (outcome.status) {
    case 'done':
      return outcome.value;
    case 'failed':
      return failureText(outcome.error);
    case 'skipped':
      return outcome.reason;
    case 'no-result':
      return 'No result recorded';
  }
}
