import type { Failure } from '../model/outcome.ts';

/** What was thrown, as the log keeps it. */
export function failureOf(thrown: unknown): Failure {
  if (!isErrorLike(thrown)) return { type: 'Error', message: String(thrown) };
  const { name, message, stack } = thrown;
  // Our own frames say nothing to authors. Errors from a scenario's realm are no instances of ours; their frames are its.
  return thrown instanceof Error || stack === undefined
    ? { type: name, message }
    : { type: name, message, stack };
}

/** Errors of another realm are not `instanceof Error`. */
function isErrorLike(thrown: unknown): thrown is { name: string; message: string; stack?: string } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    typeof (thrown as { name?: unknown }).name === 'string' &&
    typeof (thrown as { message?: unknown }).message === 'string'
  );
}
