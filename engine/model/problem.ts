/** A problem of a scenario, found before it runs. Only errors keep it from running. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'note';
  /** States what was found and what is expected. */
  readonly message: string;
  readonly place: SourceLocation | undefined;
}

/** A place in a scenario's source. Lines and columns count from 1. */
export interface SourceLocation {
  /** Path within the workspace, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `scenarios/invoice.ts:12:5`, as editors and terminals write it. */
export const formatLocation = ({ file, line, column }: SourceLocation): string => `${file}:${line}:${column}`;

/**
 * An error that a person can fix, such as a broken scenario or a damaged file. The result of a tool for an agent is an
 * `Outcome`.
 */
export abstract class OrreryError extends Error {
  /** Stable across releases; the window and the tests match on this, not on the message. */
  abstract readonly code: string;
}
