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
  | 'file-exists'
  | 'not-trusted'
  | 'no-database'
  | 'bad-query'
  | 'no-such-run'
  | 'no-plan'
  | 'no-such-entry'
  | 'run-in-motion'
  | 'run-not-in-motion'
  | 'run-not-paused'
  | 'run-not-ours'
  | 'entry-recorded'
  | 'oracle-not-kept'
  | 'tool-hangs'
  | 'no-such-agent'
  | 'agent-gone'
  | 'agent-rubbish'
  | 'no-acts'
  | 'no-events'
  | 'not-compared'
  | 'bad-expression'
  | 'probe-hangs'
  | 'probe-ended';

/** A request that main cannot fulfil, in words for the person who made it: *place: found, wanted*. */
export class ProblemError extends OrreryError {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;

  constructor(code: ProblemCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What was refused in a process of its own, for what was said there. */
export class Refused extends OrreryError {
  override readonly name = 'Refused';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a fault names place by place; nothing for most. */
export const problemsOf = (error: OrreryError): readonly Problem[] =>
  'problems' in error ? (error.problems as readonly Problem[]) : [];
