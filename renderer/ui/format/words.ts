import {
  type CheckResult,
  type EventKind,
  type Note,
  noteText,
  RECORDED_AGENT,
  USUAL_NOISE,
  type RunMode,
  type RunNote,
  type RunState,
  type RunSummary,
  type VerdictOutcome,
  type VerdictPart,
} from '../../../engine/model/index.ts';
import type { BreakCondition, LogRow, Probe, ProbeValue } from '../../../preload/contract.ts';

/** The word each kind of event goes by on screen. */
export const KIND_WORDS = {
  agent: 'Agent',
  user: 'User',
  environment: 'Environment',
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
  oracle: 'Oracle',
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
  if (script === RECORDED_AGENT) return 'Recorded agent';
  if (script !== undefined) return `Script ${script.split('/').at(-1)!}`;
  if (choices?.agent !== undefined) return choices.agent.command;
  return MODE_WORDS[last?.kind === 'mode' ? last.mode : mode];
}

/** The agent of a row of the library: a command, a script's path, or a mode. */
export function agentName(agent: string): string {
  if (agent === RECORDED_AGENT) return 'As it was recorded';
  if (Object.hasOwn(MODE_WORDS, agent)) return MODE_WORDS[agent as keyof typeof MODE_WORDS];
  return agent.endsWith('.json') ? `Follows ${agent.split('/').at(-1)!}` : agent;
}

/** What the settings of a run change about its world, in a few words each: `30 % tool failures`. */
export const settingWords = ({
  variant,
  failures = 0,
  noise = 0,
  noiseSeed,
}: {
  readonly variant?: string | undefined;
  readonly failures?: number | undefined;
  readonly noise?: number | undefined;
  readonly noiseSeed?: number | undefined;
}): readonly string[] => [
  ...(variant === undefined ? [] : [`variant ${variant}`]),
  ...(failures === 0 ? [] : [`${formatNumber(failures * 100)} % tool failures`]),
  ...(noise === 0 ? [] : [`${formatNumber(noise)} noise events a minute`]),
  ...(noiseSeed === undefined ? [] : [`noise seed ${noiseSeed}`]),
];

/** The same of a run. */
export const runSettingWords = ({ choices }: Pick<RunSummary, 'choices'>): readonly string[] => {
  const { toolFailures, noise } = choices?.augmentation ?? {};
  return settingWords({
    ...{ variant: choices?.variant, failures: toolFailures, noiseSeed: noise?.seed },
    noise: noise === undefined ? 0 : (noise.perMinute ?? USUAL_NOISE),
  });
};

/** What tells a run from others of its scenario, the weightiest first: where it branched off, its settings, who acted as the agent. */
export const runFacts = (run: Pick<RunSummary, 'origin' | 'choices' | 'mode'>): readonly string[] => [
  ...(run.origin === undefined ? [] : [`branch of ${run.origin.parent} at #${run.origin.at}`]),
  ...runSettingWords(run),
  run.choices?.agent === undefined ? agentText(run) : run.choices.agent.command.split('/').at(-1)!,
];

export const CHECK_WORDS = {
  reached: 'Reached',
  missed: 'Missed',
  clear: 'Clear',
  tripped: 'Triggered',
  'not-checked': 'Not checked',
} as const satisfies Record<CheckResult['status'], string>;

/** What a row is about: the tool that was called, or the check or stop by its event. */
export const entryTitle = ({ app, tool, event }: Pick<LogRow, 'app' | 'tool' | 'event'>): string =>
  app === undefined || tool === undefined ? event : `${app}.${tool}`;

const BROKEN: readonly (string | undefined)[] = ['failed', 'broken', 'timed-out'];

/** True where something went wrong: a tool failed, a check broke, timed out or did not pass. */
export const isFailure = ({ status, verdict }: Pick<LogRow, 'status' | 'verdict'>): boolean =>
  status === 'failed' || BROKEN.includes(verdict);

/** True of a check that found its time not yet come. */
export const isWaiting = ({ verdict }: Pick<LogRow, 'verdict'>): boolean => verdict === 'waiting';

/** True where nothing came of it yet: a check that waits, an action nobody carried out. */
export const isIdle = (row: Pick<LogRow, 'status' | 'verdict'>): boolean =>
  row.status === 'skipped' || isWaiting(row);

/** `waiting · both have answered`: what an entry came to, and before it how a check stands. */
export function summaryOf({
  verdict,
  summary,
  status,
}: Pick<LogRow, 'verdict' | 'summary' | 'status'>): string {
  const standing = status === 'skipped' ? status : verdict;
  return [standing, summary === standing ? '' : summary].filter(Boolean).join(' · ');
}

/** What a verdict is called. */
export const VERDICT_WORDS = {
  passed: 'Passed',
  failed: 'Failed',
  'not-judged': 'Not judged',
} as const satisfies Record<VerdictOutcome, string>;

/** What decides on a run. */
export const PART_WORDS = {
  checks: 'Checks',
  judge: 'Judge',
  'final-state': 'Final state',
} as const satisfies Record<VerdictPart, string>;

/** The lines that the program which acts as the agent wrote to its standard error. */
export const agentWords = (notes: readonly RunNote[]): readonly string[] =>
  notes.filter(({ kind }) => kind === 'agent').map(({ text }) => text);

/** What else there is to note of a run. */
export const notesBesideAgent = (notes: readonly RunNote[]): readonly string[] =>
  notes.filter(({ kind }) => kind !== 'agent').map(noteText);

/** What a breakpoint stands on, in a few words. */
export function breakpointWords(condition: BreakCondition): string {
  switch (condition.on) {
    case 'event':
      return `Event ${condition.event}`;
    case 'check':
      return `Every check of ${condition.event}`;
    case 'tool':
      return `Call ${condition.app}.${condition.tool}`;
    case 'state': {
      const { app, path, is, value } = condition;
      return `${[app, ...path.split('.')].filter((part) => part !== '').join('.')} ${is} ${JSON.stringify(value)}`;
    }
    case 'probe':
      return `${condition.expression} ${condition.when === 'true' ? 'becomes true' : 'changes'}`;
    case 'failure':
      return 'Any failure';
    case 'notification':
      return 'Notification to the agent';
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

/** The notes that have all of `words` in their text, their tags, or what they are about, capitals aside. */
export function notesWith(notes: readonly Note[], words: string): readonly Note[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return notes.filter(({ text, tags, range, value }) => {
    const path = value === undefined ? [] : [[value.app, ...value.path].join('.')];
    const said = [text, ...tags, aboutWords({ range, value }), ...path].join('\n').toLowerCase();
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
