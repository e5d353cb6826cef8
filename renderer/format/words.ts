import {
  type CheckResult,
  type EventKind,
  type OracleStatus,
  RECORDED_AGENT,
  type RunMode,
  type RunState,
  type RunSummary,
} from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';

/** The word each kind of event goes by on screen. */
export const KIND_WORDS = {
  agent: 'Agent',
  user: 'User',
  environment: 'World',
  condition: 'Condition',
  validation: 'Validation',
  'agent-validation': 'Agent validation',
  stop: 'End of run',
} as const satisfies Record<EventKind, string>;

export const STATE_WORDS = {
  running: 'Running',
  paused: 'Paused',
  completed: 'Completed',
  stopped: 'Stopped',
  failed: 'Failed',
  interrupted: 'Interrupted',
  recorded: 'Recorded',
} as const satisfies Record<RunState, string>;

export const MODE_WORDS = {
  oracle: 'Oracle acts',
  plain: 'No agent',
  trace: 'Imported trace',
} as const satisfies Record<RunMode | 'trace', string>;

/** Who did the agent's part when `run` came to its end. */
export function agentInWords({
  mode,
  origin,
  choices,
}: Pick<RunSummary, 'mode' | 'origin' | 'choices'>): string {
  const last = origin?.interventions.findLast(({ kind }) => kind === 'agent' || kind === 'mode');
  const script = last?.kind === 'agent' ? last.script : choices?.script;
  if (script === RECORDED_AGENT) return 'As it was recorded';
  if (script !== undefined) return `Follows ${script.split('/').at(-1)!}`;
  if (choices?.agent !== undefined) return choices.agent.command;
  return MODE_WORDS[last?.kind === 'mode' ? last.mode : mode];
}

export const CHECK_WORDS = {
  reached: 'Reached',
  missed: 'Missed',
  clear: 'Clear',
  tripped: 'Stepped on',
  'not-checked': 'Not checked',
} as const satisfies Record<CheckResult['status'], string>;

export const ORACLE_WORDS = {
  matched: 'Matched',
  reworded: 'In other words',
  'wrong-argument': 'Wrong argument',
  late: 'Late',
  early: 'Early',
  missing: 'Missing',
  extra: 'Extra',
} as const satisfies Record<OracleStatus, string>;

/** What a row is about: the tool that was called, or the check or stop by its event. */
export const titleOf = ({ app, tool, event }: Pick<LogRow, 'app' | 'tool' | 'event'>): string =>
  app === undefined || tool === undefined ? event : `${app}.${tool}`;

const BROKEN: readonly (string | undefined)[] = ['failed', 'broken', 'timed-out'];

/** True where something went wrong: a tool failed, a check broke, timed out or did not pass. */
export const isTrouble = ({ status, verdict }: Pick<LogRow, 'status' | 'verdict'>): boolean =>
  status === 'failed' || BROKEN.includes(verdict);

/** True where nothing came of it yet: a check that waits, an action nobody carried out. */
export const isIdle = ({ status, verdict }: Pick<LogRow, 'status' | 'verdict'>): boolean =>
  status === 'skipped' || verdict === 'waiting';

/** `waiting · open: both have answered`: what an entry came to, and before it how a check stands. */
export function inShort({ verdict, gist, status }: Pick<LogRow, 'verdict' | 'gist' | 'status'>): string {
  const standing = status === 'skipped' ? status : verdict;
  return [standing, gist === standing ? '' : gist].filter(Boolean).join(' · ');
}
