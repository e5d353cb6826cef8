import type { Failure } from '../model/outcome.ts';

/** What is longer is no message to read. */
const LONGEST = 10_000; // characters

/** What was thrown, as the log keeps it. */
export function failureOf(thrown: unknown): Failure {
  try {
    return shortened(told(thrown));
  } catch {
    // What is thrown may itself throw when it is looked at.
    return { type: 'Error', message: 'what was thrown has no words' };
  }
}

function told(thrown: unknown): Failure {
  if (!isErrorLike(thrown)) return { type: 'Error', message: String(thrown) };
  const { name, message, stack } = thrown;
  // Our own frames say nothing to authors. Errors from a scenario's realm are no instances of ours; their frames are its.
  return thrown instanceof Error || typeof stack !== 'string'
    ? { type: name, message }
    : { type: name, message, stack };
}

const shortened = ({ type, message, stack }: Failure): Failure => ({
  type: cut(type),
  message: cut(message),
  ...(stack === undefined ? {} : { stack: cut(stack) }),
});

const cut = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/** Errors of another realm are not `instanceof Error`. */
function isErrorLike(thrown: unknown): thrown is { name: string; message: string; stack?: unknown } {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    typeof (thrown as { name?: unknown }).name === 'string' &&
    typeof (thrown as { message?: unknown }).message === 'string'
  );
}
