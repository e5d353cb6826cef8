import {
  isActiveState,
  isTrajectory,
  isPreview,
  type RunId,
  type CheckResult,
  type EndingCause,
  type RunResult,
  type EntryKind,
  type Note,
  noteText,
  parsePath,
  printPath,
  RECORDED_AGENT,
  USUAL_NOISE,
  type RunMode,
  type RunNote,
  type RunState,
  type RunSummary,
  type VerdictOutcome,
  type VerdictPart,
  legible,
} from '../../../engine/model/index.ts';
import type { BreakCondition, LogRow, Probe, ProbeValue } from '../../../preload/contract.ts';
import { searchWords } from '../json/find.ts';
import { formatNumber } from './numbers.ts';

/** Label of each kind of event. */
export const KIND_WORDS = {
  agent: 'Agent',
  user: 'User',
  environment: 'Environment',
  condition: 'Condition',
  validation: 'Validation',
  'agent-validation': 'Agent validation',
  stop: 'End of run',
  wait: 'Wait',
} as const satisfies Record<EntryKind, string>;

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

/** Who acted as the agent at the end of `run`. */
export function agentText({
  mode,
  origin,
  choices,
}: Pick<RunSummary, 'mode' | 'origin' | 'choices'>): string {
  const last = origin?.interventions.findLast(({ kind }) => kind === 'agent' || kind === 'mode');
  const script = last?.kind === 'agent' ? last.script : choices?.script;
  if (script === RECORDED_AGENT) return 'Recorded agent';
  if (script !== undefined) return `Script ${script.split('/').at(-1)!}`;
  if (choices?.agent !== undefined) return choices.agent.model?.name ?? choices.agent.command;
  return MODE_WORDS[last?.kind === 'mode' ? last.mode : mode];
}

/**
 * The same for a run that says who its agent was. An imported one says it if its file names a model, or if somebody acted in a
 * branch of it.
 */
export const knownAgent = (
  run: Pick<RunSummary, 'mode' | 'origin' | 'choices' | 'model'>,
): string | undefined => {
  const text = agentText(run);
  return text === MODE_WORDS.trace ? run.model : text;
};

/** Label of a run's own clock: a trajectory's time was not simulated. */
export const timeName = (run: Pick<RunSummary, 'notes'> | undefined): string =>
  isTrajectory(run) ? 'Time' : 'Simulated time';

/** Label of an agent in the library: a command, a script's path, or a mode. */
export function agentName(agent: string): string {
  if (agent === RECORDED_AGENT) return 'Recorded agent';
  if (agent === 'trace') return '';
  if (Object.hasOwn(MODE_WORDS, agent)) return MODE_WORDS[agent as keyof typeof MODE_WORDS];
  return agent.endsWith('.json') ? `Script ${agent.split('/').at(-1)!}` : agent;
}

/** Short texts for the settings of a run: `30 % tool failures`. */
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
  ...(noise === 0 ? [] : [`${formatNumber(noise)} noise events per minute`]),
  ...(noiseSeed === undefined ? [] : [`noise seed ${noiseSeed}`]),
];

/** Short texts for the settings of a run summary. */
export const runSettingWords = ({ choices }: Pick<RunSummary, 'choices'>): readonly string[] => {
  const { toolFailures, noise } = choices?.augmentation ?? {};
  return settingWords({
    variant: choices?.variant,
    failures: toolFailures,
    noiseSeed: noise?.seed,
    noise: noise === undefined ? 0 : (noise.perMinute ?? USUAL_NOISE),
  });
};

/** What distinguishes a run from others of its scenario, most important first: branch point, settings, agent. */
export const runFacts = (
  run: Pick<RunSummary, 'origin' | 'choices' | 'mode' | 'model'>,
): readonly string[] => [
  ...(run.origin === undefined ? [] : [`branch of ${run.origin.parent} at #${run.origin.at}`]),
  ...runSettingWords(run),
  ...(run.choices?.agent === undefined
    ? [knownAgent(run) ?? []].flat()
    : [run.choices.agent.model?.name ?? run.choices.agent.command.split('/').at(-1)!]),
  ...(run.choices?.user?.model === undefined ? [] : [`user ${run.choices.user.model.name}`]),
];

/** What a run is called: by its number, but a preview has none. */
export const runName = (id: RunId): string => (isPreview(id) ? 'Live preview' : id);

/** What is said of a run that has logged nothing. */
export const noEntriesText = ({ state }: Pick<RunSummary, 'state'>): string =>
  isActiveState(state) ? 'No entries yet' : 'No entries';

export const CHECK_WORDS = {
  reached: 'Reached',
  missed: 'Missed',
  clear: 'Not triggered',
  tripped: 'Triggered',
  'not-checked': 'Not checked',
} as const satisfies Record<CheckResult['status'], string>;

/** The title of a row: the called tool, or the event of a check or stop. */
export const entryTitle = ({ app, tool, event }: Pick<LogRow, 'app' | 'tool' | 'event'>): string =>
  legible(app === undefined || tool === undefined ? event : `${app}.${tool}`);

/** The outcome of an entry, for a check after its status: `waiting · both have answered`. */
export function summaryOf({
  verdict,
  summary,
  status,
}: Pick<LogRow, 'verdict' | 'summary' | 'status'>): string {
  const standing = status === 'skipped' ? status : verdict;
  return legible([standing, summary === standing ? '' : summary].filter(Boolean).join(' · '));
}

/** Label of each verdict outcome. */
export const VERDICT_WORDS = {
  passed: 'Passed',
  failed: 'Failed',
  'not-judged': 'Not judged',
} as const satisfies Record<VerdictOutcome, string>;

/** Label of each result of a run. */
export const RESULT_WORDS = {
  ...VERDICT_WORDS,
  crashed: 'Crashed',
  'timed-out': 'Timed out',
  interrupted: 'Interrupted',
  stopped: 'Stopped',
  active: 'Not ended',
} as const satisfies Record<RunResult, string>;

/** Label of a run that its agent ended, by cause. */
export const ENDING_WORDS = {
  agent: 'Agent crashed',
  'agent-answer': 'Invalid agent answer',
  'agent-timeout': 'Agent timed out',
  limit: 'Limit reached',
  model: 'Model failed',
  replay: 'Replay differs',
} as const satisfies Partial<Record<EndingCause, string>>;

/** What marks a call that a branch repeats although the agent was asked something else. */
export const OTHER_QUESTION = 'repeated from the record, where the agent had been told something else';

/** What decides on a run. */
export const PART_WORDS = {
  checks: 'Checks',
  judge: 'Judge',
  'final-state': 'Final state',
} as const satisfies Record<VerdictPart, string>;

/** The standard error of the agent's program, by line. */
export const agentStderrLines = (notes: readonly RunNote[]): readonly string[] =>
  notes.filter(({ kind }) => kind === 'agent').map(({ text }) => legible(text));

/** The other notes of a run. */
export const otherNotes = (notes: readonly RunNote[]): readonly string[] =>
  notes.filter(({ kind }) => kind !== 'agent').map(noteText);

/** A short text for the condition of a breakpoint. */
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
      return `${printPath([app, ...parsePath(path)])} ${is} ${JSON.stringify(value)}`;
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

/** A short text for the subject of a note: `The run`, `#12`, `#12 to #40`, `mail.unread after #12`. */
export function aboutWords({ range, value }: Pick<Note, 'range' | 'value'>): string {
  if (range === undefined) return 'The run';
  const { from, to } = range;
  const entries = from === to ? `#${to}` : `#${from} to #${to}`;
  return value === undefined ? entries : `${printPath([value.app, ...value.path])} after ${entries}`;
}

/** The notes with all of `words` in their text, tags or subject. Ignores case. */
export function notesWith(notes: readonly Note[], words: string): readonly Note[] {
  const wanted = searchWords(words);
  return notes.filter(({ text, tags, range, value }) => {
    const said = [text, ...tags, aboutWords({ range, value })].join('\n').toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}

/** The name of a probe, by default its expression. */
export const probeName = ({ name, expression }: Probe): string => (name === '' ? expression : name);

/** Whether the probe has no value but the reason for that. */
export const isGap = (value: ProbeValue): value is { readonly gap: string } =>
  typeof value === 'object' && value !== null && 'gap' in value;

/** A value as text: texts without quotes, lists and objects as JSON, a gap as its reason. */
export function valueWords(value: ProbeValue): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value !== 'object' || value === null) return legible(String(value));
  return legible('gap' in value ? value.gap : value.json);
}
