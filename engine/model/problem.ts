import { type $ZodError, type $ZodIssue, type $ZodType, type output, safeParse } from 'zod/v4/core';
import type { Json } from './values/json.ts';
import { type Path, printPath, valueAt } from './values/paths.ts';
import { capitalized, plural, truncate } from './values/text.ts';

/** A problem of a scenario, found before it runs. Only errors keep it from running. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'note';
  /** States what was found and what is expected. */
  readonly message: string;
  readonly place: SourceLocation | undefined;
  /** The path of the agent's script that it is about. */
  readonly script?: string;
}

/** A location in a scenario's source. Lines and columns count from 1. */
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
  /** Identifies the error across releases. Programs and tests compare this code, not the message. */
  abstract readonly code: string;
}

/** A problem in data from a file or a message, with its path. */
export interface Finding {
  /** Such as `completed_events[3].event_time`; empty for the data as a whole. */
  readonly path: string;
  /** The problem, as a sentence: `"soon" is not a number.` */
  readonly message: string;
}

/** `completed_events[3].event_time: "soon" is not a number.` */
export const findingText = ({ path, message }: Finding): string =>
  path === '' ? message : `${path}: ${message}`;

const MAX_SHOWN_FINDINGS = 3;

/** The first findings as text, and the number of the others. */
export function findingsText(findings: readonly Finding[]): string {
  const shown = findings.slice(0, MAX_SHOWN_FINDINGS).map(findingText);
  const more = findings.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

/** A finding in a part, as a finding in the whole, which has the part under `name`. */
export const findingIn = (name: string, { path, message }: Finding): Finding => ({
  path: `${name}${path === '' || path.startsWith('[') ? '' : '.'}${path}`,
  message,
});

/** A file from outside cannot be read in the expected form. */
export class TraceError extends OrreryError {
  override readonly name = 'TraceError';
  readonly code = 'trace-broken';
  /** The findings in one message, without the file's name. */
  readonly problems: readonly [Problem];

  /** @param file the file's name, and within it the line where that is known: `supper.orrery, line 3` */
  constructor(file: string, findings: readonly Finding[]) {
    const message = findingsText(findings);
    super(`${file}${findings[0]?.path === '' ? ': ' : ', '}${message}`);
    this.problems = [{ severity: 'error', message, place: undefined }];
  }
}

/** Parses `value` by `shape`. Returns the data, or all findings. */
export function checkShape<Shape extends $ZodType>(
  shape: Shape,
  value: unknown,
): { readonly data: output<Shape> } | { readonly findings: readonly Finding[] } {
  const { success, data, error } = safeParse(shape, value);
  return success ? { data } : { findings: findingsOf(error, value) };
}

/**
 * The findings that `error` reports about `value`: one for each place, because a wrong type often causes a wrong length, too.
 */
export function findingsOf({ issues }: $ZodError, value: unknown): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const issue of issues.flatMap(closestForm)) {
    const path = printPath(issue.path);
    if (!findings.has(path))
      findings.set(path, { path, message: issueMessage(issue, valueAt(value as Json, issue.path as Path)) });
  }
  return [...findings.values()];
}

/** For a value that may have several forms: the problem with the closest form, if there is only one problem. */
function closestForm(issue: $ZodIssue): readonly $ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const isInside = ([first]: readonly $ZodIssue[]): number => (first === undefined ? 0 : first.path.length);
  // Of two forms with as many problems, a problem inside of the value tells more than that it is of another type.
  const [closest] = issue.errors.toSorted(
    (one, other) => one.length - other.length || isInside(other) - isInside(one),
  );
  const [inner, ...others] = closest ?? [];
  if (inner === undefined || others.length > 0) return [issue];
  return closestForm({ ...inner, path: [...issue.path, ...inner.path] });
}

function issueMessage(issue: $ZodIssue, value: unknown): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${describeValue(issue.keys[0])} is not a known field.`;
    case 'invalid_type':
      return typeErrorMessage(value, typeNames[issue.expected] ?? issue.expected);
    case 'invalid_value':
      return typeErrorMessage(value, expectedValues(issue.values));
    case 'too_small':
      if (issue.origin === 'string') return 'The text is empty.';
      if (issue.origin === 'array')
        return `The list has fewer than ${plural(Number(issue.minimum), 'item')}.`;
      return `${describeValue(value)} is less than ${issue.minimum}.`;
    case 'too_big':
      if (issue.origin === 'string') return `The text has more than ${issue.maximum} characters.`;
      if (issue.origin === 'array') return `The list has more than ${issue.maximum} items.`;
      return `${describeValue(value)} is more than ${issue.maximum}.`;
    case 'invalid_key':
      return typeErrorMessage(issue.path.at(-1), ownMessage(issue.issues[0]) ?? 'a known field');
    case 'invalid_union':
      if ('options' in issue && Array.isArray(issue.options))
        return typeErrorMessage(value, expectedValues(issue.options));
      return typeErrorMessage(value, ownMessage(issue) ?? 'allowed here');
    case 'custom':
    case 'invalid_element':
    case 'invalid_format':
    case 'not_multiple_of': {
      const message = ownMessage(issue) ?? 'allowed here';
      return message.endsWith('.') ? message : typeErrorMessage(value, message);
    }
  }
}

/** The message that a shape defines itself: the expected value, such as `64 hexadecimal digits`, or a whole sentence. */
const ownMessage = (issue: $ZodIssue | undefined): string | undefined =>
  issue === undefined || issue.message.startsWith('Invalid') ? undefined : issue.message;

function typeErrorMessage(value: unknown, expected: string): string {
  if (value === undefined) return `${capitalized(expected)} is missing.`;
  const described = describeValue(value);
  // null and other plain values stay as JSON writes them.
  return `${isPlain(value) ? described : capitalized(described)} is not ${expected}.`;
}

/**
 * Refuses a value from an author at `place`: scenario files may be JavaScript, or run with type errors.
 * @throws {TypeError} always, such as `condition(name, check): A function is not a name.`
 */
export function refuseGiven(place: string, value: unknown, expected: string): never {
  throw new TypeError(`${place}: ${typeErrorMessage(value, expected)}`);
}

/**
 * Refuses a generator function at `place`, because calling it would run none of its code.
 * @throws {TypeError} if `code` is a generator function.
 */
export function refuseGenerator(place: string, code: unknown): void {
  // The language's own name: functions of another realm are instances of other classes.
  if (Object.prototype.toString.call(code) === '[object GeneratorFunction]')
    throw new TypeError(
      `${place}: A generator function cannot be used here, because none of its code would run. Write a function without *.`,
    );
}

const expectedValues = (values: readonly unknown[]): string =>
  (values.length === 1 ? '' : 'one of ') + values.map((value) => JSON.stringify(value)).join(', ');

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Whether `value` is an object with fields, and no list. */
export const hasNamedFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Describes `value` in a few words. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (!isPlain(value)) return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  // JSON has no NaN, and no numbers of any length.
  return truncate(typeof value === 'string' ? JSON.stringify(value) : String(value), 60);
}

/** Whether `value` is short enough to show as text. */
const isPlain = (value: unknown): value is string | number | bigint | boolean | null =>
  value === null || !['object', 'function', 'symbol', 'undefined'].includes(typeof value);
