import {
  type ActionEntry,
  type AppName,
  type Intervention,
  type Json,
  type LogEntry,
  parsePath,
  RECORDED_AGENT,
  type RunMode,
  type RunSummary,
} from '../../../engine/model/index.ts';
import { isActive } from '../../stores/runs.ts';

/** What a branch can have otherwise, in the order they are offered in. */
export const CHANGE_KINDS = {
  argument: 'Change an argument',
  'leave-out': 'Skip this event',
  set: 'Change a value in an app’s state',
  act: 'Add a call',
  plain: 'No agent from here on',
  oracle: 'Oracle plays the agent from here on',
  recorded: 'Replay the recorded calls',
  script: 'Script plays the agent',
  program: 'Process plays the agent from here on',
  nothing: 'No change (rerun)',
} as const;

export type ChangeKind = keyof typeof CHANGE_KINDS;

/** What stands in the form beside the way. */
export interface Written {
  readonly argument: string;
  readonly app: string;
  readonly path: string;
  /** JSON, or plain text; `undefined` until something is typed. */
  readonly value: string | undefined;
  /** Of an agent, by its path in the workspace; empty until one is picked. */
  readonly script: string;
  /** The command that starts it. */
  readonly program: string;
}

/** The action of `entry`, where it is one that the scenario plans: only such can be called otherwise, or left out. */
export const plannedIn = (entry: LogEntry): ActionEntry | undefined =>
  'action' in entry && entry.direct === undefined ? entry : undefined;

export const argumentsOf = ({
  action: { args, resolved = args },
}: ActionEntry): ActionEntry['action']['args'] => resolved;

/** What the form of a way begins with. */
export function writtenAt(entry: LogEntry, app: string): Written {
  const planned = plannedIn(entry);
  const [argument = ''] = planned === undefined ? [] : Object.keys(argumentsOf(planned));
  return { argument, app, path: '', value: undefined, script: '', program: '' };
}

/**
 * The ways open at `entry` of `run` in a workspace with these `programs`. A run in motion has its calls made in itself, and of
 * a trace the agent goes on anyway.
 */
export function changeKindsAt(
  entry: LogEntry,
  run: RunSummary,
  programs: readonly string[],
): readonly ChangeKind[] {
  const shut: readonly ChangeKind[] = [
    ...(isActive(run) ? (['act'] as const) : []),
    ...(run.mode === 'trace' ? (['recorded'] as const) : []),
    ...(programs.length === 0 ? (['program'] as const) : []),
  ];
  const planned = plannedIn(entry);
  const argument = planned !== undefined && Object.keys(argumentsOf(planned)).length > 0;
  return (Object.keys(CHANGE_KINDS) as readonly ChangeKind[]).filter((way) => {
    if (way === 'argument') return argument;
    return way === 'leave-out' ? planned !== undefined : !shut.includes(way);
  });
}

/** What must be written beside a way; one that is not listed says all. */
const ASKED: Readonly<Partial<Record<ChangeKind, (written: Written) => boolean>>> = {
  argument: ({ value }) => value !== undefined,
  set: ({ path, value }) => path !== '' && value !== undefined,
  script: ({ script }) => script !== '',
  program: ({ program }) => program !== '',
};

/** Whether all is written that a branch of this way needs. */
export const isComplete = (way: ChangeKind, written: Written): boolean => ASKED[way]?.(written) ?? true;

/** What a branch at `entry` has otherwise; values are set right after it. */
export function interventionFor(
  way: Exclude<ChangeKind, 'act'>,
  { index: at, event }: LogEntry,
  { argument, app, path, value = '', script }: Written,
): Intervention | undefined {
  switch (way) {
    case 'argument':
      return { kind: 'argument', event, name: argument, value: valueOf(value) };
    case 'leave-out':
      return { kind: 'leave-out', event };
    case 'set':
      return { kind: 'set', at: at + 1, app: app as AppName, path: parsePath(path), value: valueOf(value) };
    case 'plain':
    case 'oracle':
      return { kind: 'mode', at, mode: way satisfies RunMode };
    case 'recorded':
      return { kind: 'agent', at, script: RECORDED_AGENT };
    case 'script':
      return { kind: 'agent', at, script };
    // That a program acts is asked for beside it.
    case 'program':
    case 'nothing':
      return undefined;
  }
}

/** `value` as the form has it: texts as they are, all else as JSON. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);

/**
 * What is wrong with the value as written: an object or a list that is not JSON. Where a text stood, any text may stand; elsewhere
 * one that begins like JSON needs quotes.
 */
export function valueProblem(
  way: ChangeKind,
  entry: LogEntry,
  { argument, value }: Written,
): string | undefined {
  if (value === undefined || !/^\s*[{[]/.test(value)) return undefined;
  const planned = plannedIn(entry);
  const before = way === 'argument' && planned !== undefined ? argumentsOf(planned)[argument] : undefined;
  if (typeof before === 'string' || (way !== 'argument' && way !== 'set')) return undefined;
  try {
    JSON.parse(value);
    return undefined;
  } catch (thrown) {
    return `This is not valid JSON: ${(thrown as SyntaxError).message}. Put a text that begins with { or [ in quotes.`;
  }
}

export function valueOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON: the text itself.
    return text;
  }
}
