import { inWords, type Finding } from '../model/finding.ts';
import { LabError } from '../model/lab-error.ts';
import type { Problem } from '../model/problem.ts';

/** A file is no trace that can be read. The message says where in it, what was found and what was wanted. */
export class TraceError extends LabError {
  override readonly name = 'TraceError';
  readonly code = 'trace-broken';
  /** The same without the file's name. */
  readonly problems: readonly [Problem];

  constructor(file: string, findings: readonly Finding[]) {
    const message = inWords(findings);
    super(`${file}: ${message}`);
    this.problems = [{ severity: 'error', message, place: undefined }];
  }
}
