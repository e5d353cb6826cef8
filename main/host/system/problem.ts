import { OrreryError } from '../../../engine/index.ts';
import type { Problem } from '../../../engine/model/index.ts';

/** What main refuses, for machines. */
export type ProblemCode =
  | 'bad-path'
  | 'no-such-file'
  | 'not-all-imported'
  | 'import-cancelled'
  | 'import-ended'
  | 'verification-cancelled'
  | 'file-too-large'
  | 'file-not-written'
  | 'file-changed'
  | 'file-exists'
  | 'not-trusted'
  | 'no-database'
  | 'bad-query'
  | 'bad-sweep'
  | 'no-such-run'
  | 'no-plan'
  | 'no-such-entry'
  | 'run-ended'
  | 'run-in-motion'
  | 'run-not-in-motion'
  | 'run-not-paused'
  | 'run-not-ours'
  | 'entry-recorded'
  | 'oracle-not-kept'
  | 'no-such-agent'
  | 'agent-gone'
  | 'agent-timeout'
  | 'agent-rubbish'
  | 'no-acts'
  | 'no-events'
  | 'not-compared'
  | 'transcript-too-long'
  | 'bad-expression'
  | 'probe-hangs'
  | 'probe-ended';

/** A request that cannot be fulfilled, and why, for the person who made it. */
export class ProblemError extends OrreryError {
  override readonly name = 'ProblemError';
  readonly code: string;
  /** What it names place by place. */
  readonly problems: readonly Problem[];

  constructor(code: ProblemCode, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }

  /** The problem that a worker process has told of, which may be one of the engine's. */
  static fromWorker(told: {
    readonly code: string;
    readonly message: string;
    readonly problems: readonly Problem[];
  }): ProblemError {
    // Its code was one of ours or of the engine's before it was sent.
    return new ProblemError(told.code as ProblemCode, told.message, told.problems);
  }
}

/** What an error names place by place; nothing for most. */
export const problemsOf = (error: OrreryError): readonly Problem[] =>
  'problems' in error ? (error.problems as readonly Problem[]) : [];
