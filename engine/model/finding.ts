import type * as z from 'zod';
import { printPath } from './paths.ts';
import { OrreryError, type Problem } from './problem.ts';
import { truncate } from './text.ts';

/** One thing that is not as it should be, and where in the whole. */
export interface Finding {
  /** Such as `completed_events[3].event_time`; empty for the whole itself. */
  readonly path: string;
  readonly found: string;
  readonly wanted: string;
}

/** `path: found …, wanted …`. */
export const findingInWords = ({ path, found, wanted }: Finding): string =>
  `${path === '' ? '' : `${path}: `}found ${found}, wanted ${wanted}`;

/** What was found of a part that goes by `name` in the whole. */
export const within = (name: string, { path, ...rest }: Finding): Finding => ({
  path: `${name}${path === '' || path.startsWith('[') ? '' : '.'}${path}`,
  ...rest,
});

/** Beyond so many a person reads no further. */
const MOST_FINDINGS = 3;

/** The first of `findings`, and how many more there are. */
export function inWords(findings: readonly Finding[]): string {
  const lines = findings.slice(0, MOST_FINDINGS).map(findingInWords);
  const more = findings.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** `value` in a few words. */
export function inShort(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return truncate(JSON.stringify(value), 60);
}

/** `value` as `shape` has it, or all that keeps it from being so, one finding for each place. */
export function inShape<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
): { readonly data: z.output<Shape> } | { readonly findings: readonly Finding[] } {
  const { success, data, error } = shape.safeParse(value);
  return success ? { data } : { findings: findingsOf(error, value) };
}

/** All that keeps `value` from having a shape, by what was thrown when it was held against that: one for each place. */
export function findingsOf({ issues }: z.ZodError, value: unknown): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const issue of issues.flatMap(nearest)) {
    const path = printPath(issue.path);
    // Where the type is wrong the length is, too: the first finding says it all.
    if (findings.has(path)) continue;
    findings.set(path, { path, found: foundBy(issue, value), wanted: wantedBy(issue) });
  }
  return [...findings.values()];
}

/** What is wrong with a value of several forms: what is wrong by the form it comes nearest to, where that is one thing. */
function nearest(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [closest] = issue.errors.toSorted((one, other) => one.length - other.length);
  const [inner, ...others] = closest ?? [];
  if (inner === undefined || others.length > 0) return [issue];
  return nearest({ ...inner, path: [...issue.path, ...inner.path] });
}

const foundBy = (issue: z.core.$ZodIssue, value: unknown): string =>
  issue.code === 'unrecognized_keys' ? `a field ${inShort(issue.keys[0])}` : inShort(at(value, issue.path));

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function wantedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return nouns[issue.expected] ?? issue.expected;
  if (issue.code === 'invalid_value') return issue.values.map((value) => JSON.stringify(value)).join(' or ');
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'a text that is not empty' : `at least ${issue.minimum.toString()}`;
  if (issue.code === 'too_big')
    return `at most ${issue.maximum.toString()}${issue.origin === 'string' ? ' characters' : ''}`;
  if (issue.code === 'unrecognized_keys') return 'only fields that are known here';
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options))
    return issue.options.map((value) => JSON.stringify(value)).join(' or ');
  return issue.message === 'Invalid input' ? 'something else' : issue.message;
}

/** A file is no trace that can be read. The message says where in it, what was found and what was wanted. */
export class TraceError extends OrreryError {
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
