/** A fault that a person can mend: a broken scenario, a damaged file. What a tool answers an agent is an `Outcome`. */
export abstract class LabError extends Error {
  /** Stable across releases; the window and the tests match on this, not on the message. */
  abstract readonly code: string;
}
