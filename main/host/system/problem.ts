import { OrreryError } from '../../../engine/index.ts';
import type { Problem } from '../../../engine/model/index.ts';

/** Codes of the errors of the main process. */
export type ProblemCode =
  | 'bad-path'
  | 'no-such-file'
  | 'not-imported'
  | 'no-original'
  | 'cancelled'
  | 'file-too-large'
  | 'file-not-written'
  | 'file-changed'
  | 'file-exists'
  | 'not-trusted'
  | 'code-not-trusted'
  | 'no-database'
  | 'database-locked'
  | 'bad-query'
  | 'bad-queue'
  | 'bad-sweep'
  | 'sweep-active'
  | 'no-such-run'
  | 'not-kept'
  | 'no-plan'
  | 'plans-too-long'
  | 'no-such-entry'
  | 'run-ended'
  | 'run-too-large'
  | 'run-active'
  | 'run-not-active'
  | 'run-not-paused'
  | 'run-not-ours'
  | 'run-not-interrupted'
  | 'entry-recorded'
  | 'oracle-not-kept'
  | 'no-such-agent'
  | 'tool-name-taken'
  | 'mcp-gone'
  | 'mcp-changed'
  | 'servers-not-known'
  | 'outside-not-recorded'
  | 'agent-gone'
  | 'agent-timeout'
  | 'bad-prices'
  | 'model-failed'
  | 'limit-reached'
  | 'agent-bad-line'
  | 'request-differs'
  | 'host-not-allowed'
  | 'file-not-allowed'
  | 'no-chat'
  | 'no-request'
  | 'no-acts'
  | 'no-events'
  | 'not-compared'
  | 'transcript-too-long'
  | 'bad-expression'
  | 'probe-hangs'
  | 'probe-ended';

/** A request that failed, with the reason for the person who made it. */
export class ProblemError extends OrreryError {
  override readonly name = 'ProblemError';
  readonly code: string;
  /** The problems with their locations in files. */
  readonly problems: readonly Problem[];

  constructor(code: ProblemCode, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }

  /** The error that a worker process reported, which may be one of the engine's. */
  static fromWorker(told: {
    readonly code: string;
    readonly message: string;
    readonly problems: readonly Problem[];
  }): ProblemError {
    // The code is a `ProblemCode` or one of the engine's.
    return new ProblemError(told.code as ProblemCode, told.message, told.problems);
  }
}

/** The problems of an error with their locations in files; empty for most errors. */
export const problemsOf = (error: OrreryError): readonly Problem[] =>
  'problems' in error ? (error.problems as readonly Problem[]) : [];

/** Whether a file operation failed because the file does not exist, or is part of a cycle of links. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && MISSING.has(thrown.code);

const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);
