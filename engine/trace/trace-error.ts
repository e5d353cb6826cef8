import { LabError } from '../model/lab-error.ts';
import type { Problem } from '../model/problem.ts';

/** One thing that is not as it should be, and where in the file. */
export interface Finding {
  /** Such as `completed_events[3].event_time`; empty for the file as a whole. */
  readonly path: string;
  readonly found: string;
  readonly wanted: string;
}

/** Beyond so many a person reads no further. */
const MOST_FINDINGS = 3;

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

/** The first of `findings`, and how many more there are. */
export function inWords(findings: readonly Finding[]): string {
  const lines = findings
    .slice(0, MOST_FINDINGS)
    .map(({ path, found, wanted }) => `${path === '' ? '' : `${path}: `}found ${found}, wanted ${wanted}`);
  const more = findings.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** `completed_events[3].event_time` of its keys. */
export const pathOf = (keys: readonly PropertyKey[]): string =>
  keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');

/** `value` in a few words. */
export function inShort(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
