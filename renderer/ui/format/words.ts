import {
  type CheckResult,
  type EventKind,
  type Note,
  type OracleStatus,
  RECORDED_AGENT,
  type RunMode,
  type RunState,
  type RunSummary,
  type Verdict,
  wasCutShort,
} from '../../../engine/model/index.ts';
import type { BreakCondition, LogRow, Probe, ProbeValue } from '../../../preload/contract.ts';

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
export function agentText({
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
export const entryTitle = ({ app, tool, event }: Pick<LogRow, 'app' | 'tool' | 'event'>): string =>
  app === undefined || tool === undefined ? event : `${app}.${tool}`;

const BROKEN: readonly (string | undefined)[] = ['failed', 'broken', 'timed-out'];

/** True where something went wrong: a tool failed, a check broke, timed out or did not pass. */
export const isFailure = ({ status, verdict }: Pick<LogRow, 'status' | 'verdict'>): boolean =>
  status === 'failed' || BROKEN.includes(verdict);

/** True where nothing came of it yet: a check that waits, an action nobody carried out. */
export const isIdle = ({ status, verdict }: Pick<LogRow, 'status' | 'verdict'>): boolean =>
  status === 'skipped' || verdict === 'waiting';

/** `waiting · open: both have answered`: what an entry came to, and before it how a check stands. */
export function summaryOf({
  verdict,
  summary,
  status,
}: Pick<LogRow, 'verdict' | 'summary' | 'status'>): string {
  const standing = status === 'skipped' ? status : verdict;
  return [standing, summary === standing ? '' : summary].filter(Boolean).join(' · ');
}

/** What a run's verdict is called. */
export function verdictWords(run: RunSummary, { passed }: Verdict): string {
  if (passed) return 'Passed';
  return wasCutShort(run) ? 'Stopped by hand before it could pass' : 'Did not pass';
}

/** What stands before each line that the agent's program wrote to its standard error, among a run's notes. */
const AGENT = 'agent: ';

/** The lines that the program which acts as the agent wrote to its standard error. */
export const agentWords = (notes: readonly string[]): readonly string[] =>
  notes.filter((note) => note.startsWith(AGENT)).map((note) => note.slice(AGENT.length));

/** What else there is to note of a run. */
export const notesBesideAgent = (notes: readonly string[]): readonly string[] =>
  notes.filter((note) => !note.startsWith(AGENT));

/** What a breakpoint stands on, in a few words. */
export function breakpointWords(condition: BreakCondition): string {
  switch (condition.on) {
    case 'event':
      return `Event ${condition.event}`;
    case 'tool':
      return `Call of ${condition.app}.${condition.tool}`;
    case 'state': {
      const { app, path, is, value } = condition;
      return `${[app, ...path.split('.')].filter((part) => part !== '').join('.')} ${is} ${JSON.stringify(value)}`;
    }
    case 'probe':
      return `${condition.expression} ${condition.when === 'true' ? 'becomes true' : 'changes'}`;
    case 'failure':
      return 'Any failure';
    case 'notification':
      return 'The agent is told something';
    case 'verdict':
      return 'A validation passes or fails';
  }
}

/** What a note is about, in a few words: `The run`, `#12`, `#12 to #40`, `mail › unread after #12`. */
export function aboutWords({ range, value }: Pick<Note, 'range' | 'value'>): string {
  if (range === undefined) return 'The run';
  const { from, to } = range;
  const entries = from === to ? `#${to}` : `#${from} to #${to}`;
  return value === undefined ? entries : `${[value.app, ...value.path].join(' › ')} after ${entries}`;
}

/** The notes that have all of `words` in their text or tags, capitals aside. */
export function notesWith(notes: readonly Note[], words: string): readonly Note[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return notes.filter(({ text, tags }) => {
    const said = [text, ...tags].join('\n').toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

/** What a probe goes by. */
export const probeName = ({ name, expression }: Probe): string => (name === '' ? expression : name);

/** Whether there is no value, but a reason for that. */
export const isGap = (value: ProbeValue): value is { readonly gap: string } =>
  typeof value === 'object' && value !== null && 'gap' in value;

/** A value as it is read: texts without quotes, lists and objects as JSON; of a gap its reason. */
export function valueWords(value: ProbeValue): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return 'gap' in value ? value.gap : value.json;
}

/** At most so many digits as can be told apart on screen. */
export const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
