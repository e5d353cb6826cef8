import type { Path } from '../model/change.ts';
import type { Comparison, EntryDifference } from '../model/comparison.ts';
import type { Json } from '../model/json.ts';
import { toSeconds, type SimSpan } from '../model/time.ts';
import type { Timed } from './entry-differences.ts';

const LONGEST = 60; // characters

const actors = { agent: 'the agent', user: 'the user', environment: 'the world' } as const;

/** Two counterparts that differ: what differs first, and that it came to something else where it did. */
export function pairInWords(a: Timed, b: Timed, differences: readonly EntryDifference[]): string {
  const [first, ...others] = differences;
  const outcome = others.find(({ aspect }) => aspect === 'outcome');
  const told = [first!, ...(outcome === undefined ? [] : [outcome])].map((one) => whatDiffers(one, a, b));
  const left = differences.length - told.length;
  const more = left === 0 ? '' : ` and ${left} more`;
  return `${inWords(a)}${a.entry.index === b.entry.index ? '' : ` (#${b.entry.index} in B)`}: ${told.join(', and ')}${more}`;
}

/** A counterpart that stands elsewhere. */
export const movedEntry = (a: Timed, b: Timed): string =>
  `${inWords(a)} comes ${timeOf(a)} in A and ${timeOf(b)}, as #${b.entry.index}, in B`;

/** An entry without a counterpart, and what the other run has in its place. */
export const loneEntry = (has: string, entry: Timed, lacks: string, instead: Timed | undefined): string =>
  `only ${has} has ${inWords(entry)}, ${timeOf(entry)}${
    instead === undefined ? '' : `; ${lacks} has ${inWords(instead)} instead`
  }`;

/** First states that differ. */
export function stateInWords({ app, differences }: Comparison['first'][number]): string {
  const [{ path, a, b } = { path: [] }] = differences;
  const more = differences.length === 1 ? '' : ` and ${differences.length - 1} more`;
  return `the runs begin differently: ${[app, ...path].join('.')} ${sides(a, b)}${more}`;
}

function inWords({ entry }: Timed): string {
  const name = `#${entry.index} `;
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return `${name}${entry.action.app}.${entry.action.tool} by ${actors[entry.kind]}`;
    case 'condition':
      return `${name}condition "${entry.name}"`;
    case 'validation':
    case 'agent-validation':
    case 'stop':
      return `${name}${entry.kind} ${entry.event}`;
  }
}

function whatDiffers({ aspect, path, a, b }: EntryDifference, inA: Timed, inB: Timed): string {
  switch (aspect) {
    case 'time':
      return `it comes ${after(a)} in A and ${after(b)} in B`;
    case 'argument':
      return `${placeOf(path)} ${sides(a, b)}`;
    case 'outcome':
      return `it is ${outcomeOf(inA)} in A and ${outcomeOf(inB)} in B`;
    case 'result':
      return `its result${path.length === 0 ? '' : `'s ${placeOf(path)}`} ${sides(a, b)}`;
    case 'check':
      return `its ${placeOf(path)} ${sides(a, b)}`;
    case 'action':
      return `who does what ${sides(a, b)}`;
    case 'effect':
      return `it writes something else: ${writtenAt(path)} ${sides(a, b)}`;
  }
}

const outcomeOf = ({ entry: { outcome } }: Timed): string =>
  outcome.status === 'failed' ? `failed (${outcome.error.type})` : outcome.status;

function sides(a: Json | undefined, b: Json | undefined): string {
  if (a === undefined) return `is only in B, ${brief(b!)}`;
  if (b === undefined) return `is only in A, ${brief(a)}`;
  return `is ${brief(a)} in A and ${brief(b)} in B`;
}

/** The innermost field that was written, past the change and what of it differs. */
const writtenAt = (path: Path): string => path.slice(2).findLast((key) => typeof key === 'string') ?? 'it';

const placeOf = (path: Path): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  );

function brief(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const timeOf = ({ entry, start }: Timed): string => after(entry.time - start);

const after = (span: Json | undefined): string => `${toSeconds(span as SimSpan)} s after the start`;
