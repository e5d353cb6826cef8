import {
  type ActionEntry,
  type AppName,
  type EntryChange,
  type Json,
  type LogEntry,
  parsePath,
  RECORDED_AGENT,
  type RunMode,
  type RunSummary,
} from '../../../engine/model/index.ts';
import { isActive } from '../../stores/runs.ts';

/** The kinds of change in a branch, in the order offered. */
export const CHANGE_KINDS = {
  argument: 'Change an argument',
  'leave-out': 'Skip this event',
  set: 'Change app state',
  act: 'Add a call',
  plain: 'No agent from here',
  oracle: 'Oracle plays from here',
  recorded: 'Replay the recorded calls',
  script: 'Script plays from here',
  program: 'Process plays from here',
  nothing: 'No change (rerun)',
} as const;

export type ChangeKind = keyof typeof CHANGE_KINDS;

/** The values in the form. */
export interface BranchDraft {
  readonly argument: string;
  readonly app: string;
  readonly path: string;
  /** JSON, or plain text; `undefined` until something is typed. */
  readonly value: string | undefined;
  /** Path of the agent's script; empty until one is picked. */
  readonly script: string;
  /** Path of the agent's program. */
  readonly program: string;
}

/** `entry` as a planned action, if it is one: only planned actions can be changed or skipped. */
export const plannedIn = (entry: LogEntry): ActionEntry | undefined =>
  'action' in entry && entry.direct === undefined ? entry : undefined;

export const argumentsOf = ({
  action: { args, resolved = args },
}: ActionEntry): ActionEntry['action']['args'] => resolved;

/** The initial values of the form. */
export function writtenAt(entry: LogEntry, app: string): BranchDraft {
  const planned = plannedIn(entry);
  const [argument = ''] = planned === undefined ? [] : Object.keys(argumentsOf(planned));
  return { argument, app, path: '', value: undefined, script: '', program: '' };
}

/**
 * The changes possible at `entry` of `run` in a workspace with these `programs`. Calls are made in an active run itself, and
 * the agent of a trace continues anyway.
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

/** Whether the fields of each kind of change are filled in; a kind without an item has none. */
const IS_FILLED_IN: Readonly<Partial<Record<ChangeKind, (written: BranchDraft) => boolean>>> = {
  argument: ({ value }) => value !== undefined,
  set: ({ path, value }) => path !== '' && value !== undefined,
  script: ({ script }) => script !== '',
  program: ({ program }) => program !== '',
};

/** Whether all fields that the change needs are filled in. */
export const isComplete = (way: ChangeKind, written: BranchDraft): boolean =>
  IS_FILLED_IN[way]?.(written) ?? true;

/** The intervention of a branch at `entry`; values are set right after it. */
export function interventionFor(
  way: Exclude<ChangeKind, 'act'>,
  { index: at, event }: LogEntry,
  { argument, app, path, value = '', script }: BranchDraft,
): EntryChange | undefined {
  switch (way) {
    case 'argument':
      return { kind: 'argument', event, name: argument, value: typedValue(value) };
    case 'leave-out':
      return { kind: 'leave-out', event };
    case 'set':
      return {
        kind: 'set',
        at: at + 1,
        app: app as AppName,
        path: parsePath(path),
        value: typedValue(value),
      };
    case 'plain':
    case 'oracle':
      return { kind: 'mode', at, mode: way satisfies RunMode };
    case 'recorded':
      return { kind: 'agent', at, script: RECORDED_AGENT };
    case 'script':
      return { kind: 'agent', at, script };
    // The program is passed separately, not as an intervention.
    case 'program':
    case 'nothing':
      return undefined;
  }
}

/** `value` as shown in the form: texts unchanged, other values as JSON. */
export const formText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);

/**
 * The problem with the typed value: an object or list that is not valid JSON. Where the old value is a text, any text is valid;
 * elsewhere a text that begins like JSON needs quotes.
 */
export function valueProblem(
  way: ChangeKind,
  entry: LogEntry,
  { argument, value }: BranchDraft,
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

function typedValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON: the text itself.
    return text;
  }
}
