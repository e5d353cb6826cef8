import { fromRecorded } from '../../apps/index.ts';
import { newExtras, type RecordedRun, replayCalls } from '../../are/index.ts';
import {
  type ActionEntry,
  after,
  appName,
  type AppSummary,
  type Change,
  ERROR_TOOL,
  eventId,
  instant,
  type Json,
  type JsonObject,
  later,
  LIMIT_TOOL,
  type LogEntry,
  NO_TIMES,
  type Outcome,
  type RecordedAttempt,
  type RecordedSet,
  type Score,
  seconds,
  type SimTime,
  sumTokens,
  textOrJson,
  type TokenCount,
  toSeconds,
  type Verdict,
  type VerdictOutcome,
} from '../../model/index.ts';
import { type Kept, keptNotes, whole } from './followed.ts';

/** One attempt at a task, as another tool recorded it: the messages, calls and thoughts of an agent and its user. */
export interface Trajectory {
  /** The name of the task. */
  readonly task: string;
  readonly seed?: number | undefined;
  /** The steps, in the order of the file. */
  readonly steps: readonly Step[];
  /** The initial states of apps whose states the file has, by app name. */
  readonly states?: Readonly<Record<string, JsonObject>>;
  readonly tags?: readonly string[];
  /** The other tool's verdict on the attempt. */
  readonly verdict?: Verdict | undefined;
  /** Notes on the parts of the file that the run does not show. */
  readonly notes?: readonly string[];
  /** The parts of the file that belong only to this attempt. */
  readonly parts?: readonly Json[];
  /** Data of the attempt as a whole; other values are summed over the steps. */
  readonly attempt?: AttemptFacts;
}

/** Data of an attempt as a whole, as plain values. */
export type AttemptFacts = Partial<Omit<RecordedAttempt, 'tool' | 'errors' | 'set'>> & {
  readonly set?: Omit<RecordedSet, 'tool'> | undefined;
};

/** A message, a tool call, a limit or an error that stopped the agent, or a log of the agent or its program. */
export type Step = TrajectoryMessage | TrajectoryCall | Limit | Trouble | Log;

/** A subagent: an agent that another agent called. Two subagents with the same name are different objects. */
export interface RecordedSubagent {
  readonly name: string;
  /** The subagent that called this one, if no call shows it. */
  readonly of?: RecordedSubagent | undefined;
}

interface Timed {
  /** The time of the step; missing if the file has none. */
  readonly time?: SimTime | undefined;
  /** The subagent of the step; missing for the main agent. */
  readonly subagent?: RecordedSubagent | undefined;
}

/** A message between the user and the agent. */
export interface TrajectoryMessage extends Timed {
  readonly kind: 'message';
  readonly from: 'user' | 'agent';
  readonly text: string;
  /** The value that sending the message returned. */
  readonly value?: Json;
  /** Set if the model refused to answer: the field and value that show it, such as `stop_reason: refusal`. */
  readonly refused?: string | undefined;
}

export interface TrajectoryCall extends Timed {
  readonly kind: 'call';
  readonly by: 'user' | 'agent' | 'environment';
  /** The tool's app. If the file does not name apps, it is `tools`. */
  readonly app: string;
  readonly tool: string;
  readonly args: JsonObject;
  readonly outcome: Outcome;
  /** The effect of the call; `write` if the file does not say. */
  readonly effect?: 'read' | 'write';
  /** The fields of the app's state that the call set. */
  readonly sets?: JsonObject | undefined;
  /** The duration of the call, in seconds. */
  readonly elapsed?: number | undefined;
  /** The subagents that the call started. */
  readonly starts?: readonly RecordedSubagent[] | undefined;
}

/** A limit that stopped the agent, its model or its program. */
export interface Limit extends Timed {
  readonly kind: 'limit';
  /** The name of the limit, such as `tokens`. */
  readonly limit: string;
  readonly text: string;
  /** The field and value that show the limit, such as `stop_reason: max_tokens`. */
  readonly rule: string;
}

/** An error of the model's service, or of the agent's program. */
export interface Trouble extends Timed {
  readonly kind: 'trouble';
  readonly text: string;
  /** The field that shows the error, such as `isApiErrorMessage`. */
  readonly rule: string;
}

/** Any other step of the transcript, such as a prompt, a thought or an error. */
export interface Log extends Timed {
  readonly kind: 'log';
  /** A log type of ARE, which determines how the transcript shows the step; or the input or output of a subagent. */
  readonly type: 'system_prompt' | 'thought' | 'error' | 'score' | 'log' | 'helper_told' | 'helper_said';
  readonly text: string;
  readonly tokens?: TokenCount | undefined;
  /** How long the model took, in seconds. */
  readonly elapsed?: number | undefined;
}

/** The outcome of a call without a result in the file. */
export const NO_RESULT: Outcome = { status: 'done', value: null };

/** The steps of a model's answer with its cost, which is added to the first thought, or else to a separate log. */
export function withCost(
  steps: readonly Step[],
  cost: Pick<Log, 'tokens' | 'elapsed' | 'time'>,
  line: string,
): readonly Step[] {
  const { tokens = {}, ...others } = cost;
  const known = Object.keys(tokens).length > 0 ? cost : others;
  const [first, ...later] = steps;
  if (first?.kind === 'log') return [{ ...first, ...known }, ...later];
  return known === cost || cost.elapsed !== undefined
    ? [{ kind: 'log', type: 'log', text: line, ...known }, ...steps]
    : steps;
}

/** A step of a subagent. Its inputs and messages are not messages between user and agent. */
export function ofSubagent(step: Step, subagent: RecordedSubagent): Step {
  // A subagent's subagent has its own.
  if (step.subagent !== undefined) return step;
  if (step.kind !== 'message') return { ...step, subagent };
  const { from, text, time, refused } = step;
  if (refused !== undefined)
    return { kind: 'log', type: 'error', text: `${refused}: ${text}`, time, subagent };
  return { kind: 'log', type: from === 'user' ? 'helper_told' : 'helper_said', text, time, subagent };
}

/** A step that is shown in the transcript only, because the agent took it back, or another file contains it, too. */
export function asTold(step: Step, where: string): Step {
  if (step.kind === 'log') return { ...step, type: 'log', text: `${where}: ${step.text}` };
  const { time, subagent } = step;
  if (step.kind !== 'call') {
    const who = step.kind === 'message' ? `${step.from}: ` : '';
    return { kind: 'log', type: 'log', text: `${where}: ${who}${step.text}`, time, subagent };
  }
  const { tool, args, outcome } = step;
  const came =
    outcome.status === 'done'
      ? outcome.value
      : outcome.status === 'failed'
        ? outcome.error.message
        : outcome.reason;
  const text = `${where}: called ${tool}(${JSON.stringify(whole(args))}): ${textOrJson(came)}`;
  return { kind: 'log', type: 'log', text, time, subagent };
}

/** A check of the other tool, and whether it was met; `undefined` if unknown. */
export type ToolCheck = readonly [check: string, isMet: boolean | undefined];

/** The other tool's verdict, with its checks as milestones. */
export const toolVerdict = (
  outcome: VerdictOutcome,
  sentence: string,
  checks: readonly ToolCheck[],
): Verdict => ({
  outcome,
  sentence,
  checks: checks.map(([check, isMet]) => ({
    validation: eventId('benchmark'),
    check,
    kind: 'milestone',
    status: isMet === undefined ? 'not-checked' : isMet ? 'reached' : 'missed',
    entry: undefined,
  })),
  shortfalls: [],
});

/** The number for each word that stands for a score. */
const WORDS: Readonly<Record<string, number>> = {
  C: 1,
  I: 0,
  P: 0.5,
  N: 0,
  pass: 1,
  passed: 1,
  correct: 1,
  true: 1,
  fail: 0,
  failed: 0,
  incorrect: 0,
  false: 0,
};

/** A score. If `given` is a word, its number is that of the word. */
export function scoreOf(scorer: string, given: Json, about: Partial<Score> = {}): Score {
  const label = typeof given === 'string' ? given : JSON.stringify(whole(given));
  const word = Object.hasOwn(WORDS, label) ? label : label.toLowerCase();
  const number = label.trim() === '' ? NaN : Number(label);
  const value =
    typeof given === 'boolean'
      ? Number(given)
      : Object.hasOwn(WORDS, word)
        ? WORDS[word]
        : Number.isFinite(number)
          ? number
          : undefined;
  return { scorer, label, value, ...about };
}

/** The class of the app that messages go through. */
const USER_CLASS = 'AgentUserInterface';
/** The name of the app that messages go through, as shown to people. */
const CONVERSATION = 'Conversation';

/**
 * A run that shows `trajectory`: messages go through the app `Conversation`, calls are recorded calls, and everything else is in
 * the transcript.
 * @param format the name of the format of `file`
 * @param kept the parts of the file that the trajectory does not show
 */
export function recordTrajectory(
  trajectory: Trajectory,
  format: string,
  file: string,
  kept: Kept = {},
): RecordedRun {
  const { task, seed = 0, steps, states = {}, tags = [], verdict, notes = [] } = trajectory;
  const times = risingTimes(steps);
  const start = times[0] ?? NO_TIMES;
  const called = steps.flatMap((step) => (step.kind === 'call' ? [step.app] : []));
  const users = fromRecorded(USER_CLASS, { messages: [] })!;
  const others = [...new Set([...Object.keys(states), ...called])].filter((name) => name !== CONVERSATION);
  const apps: readonly AppSummary[] = [
    { name: appName(CONVERSATION), class: USER_CLASS, known: true },
    ...others.map((name) => ({ name: appName(name), class: name, known: false })),
  ];
  const { document, ...extras } = newExtras(
    { scenario: task, seed, start, apps },
    { duration: undefined, tick: seconds(1), events: [] },
  );
  const { entries } = replayCalls(new Map([[appName(CONVERSATION), users]]), entriesOf(steps, times), seed);
  const subagents = subagentsIn(steps);

  return {
    scenario: task,
    source: file,
    seed,
    start,
    now: endOf(steps, times) ?? start,
    apps,
    states: Object.fromEntries<Json>([
      [CONVERSATION, users.state as Json],
      ...others.map((name): [string, Json] => [name, states[name] ?? {}]),
    ]),
    entries,
    extras: {
      ...extras,
      document: {
        ...document,
        world_logs: logsOf(steps, times, subagents),
        ...entryFacts(steps, subagents),
        ...(Object.keys(kept).length === 0 ? {} : { kept }),
      },
    },
    scenarioTags: tags,
    hints: [],
    verdict,
    format,
    attempt: recordedAttempt(trajectory, format, durationOf(steps, times)),
    notes: [...timeNotes(steps), ...notes, ...keptNotes(kept, shownTexts(steps))],
  };
}

/** The task, scores and cost of an attempt: from the file, or summed over the steps. */
function recordedAttempt(
  { task, steps, attempt: { set, ...facts } = {} }: Trajectory,
  format: string,
  duration: number | undefined,
): RecordedAttempt {
  const { cost, ...tokens } = sumTokens(
    steps.flatMap((step) => (step.kind === 'log' ? (step.tokens ?? []) : [])),
  );
  return {
    tool: format,
    task,
    tokens,
    cost,
    duration,
    errors: steps.filter((step) => step.kind === 'call' && step.outcome.status === 'failed').length,
    scores: [],
    ...withoutMissing(facts),
    ...(set === undefined ? {} : { set: { ...set, tool: format } }),
  };
}

/** `fields` without undefined values. */
const withoutMissing = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };

/** A trajectory with plain values instead of proxies of the file's values. */
export const plainTrajectory = (trajectory: Trajectory): Trajectory => ({
  ...trajectory,
  steps: trajectory.steps.map(plainStep),
  ...(trajectory.states === undefined ? {} : { states: whole(trajectory.states) }),
});

const plainStep = (step: Step): Step =>
  step.kind === 'message' && step.value !== undefined
    ? { ...step, value: whole(step.value) }
    : step.kind === 'call'
      ? {
          ...step,
          args: whole(step.args),
          outcome:
            step.outcome.status === 'done'
              ? { status: 'done', value: whole(step.outcome.value) }
              : step.outcome,
          ...(step.sets === undefined ? {} : { sets: whole(step.sets) }),
        }
      : step;

/** `steps` sorted by time. A step without a time stays after the previous one. */
export function inOrder(steps: readonly Step[]): readonly Step[] {
  let last = 0;
  const timed = steps.map((step) => {
    last = step.time ?? last;
    return { step, time: last };
  });
  return timed.toSorted((one, other) => one.time - other.time).map(({ step }) => step);
}

/** The times of `steps`, none earlier than the previous one. If no step has a time, steps are a second apart. */
function risingTimes(steps: readonly Step[]): readonly SimTime[] {
  const first = steps.find(({ time }) => time !== undefined)?.time;
  const times: SimTime[] = [];
  for (const { time } of steps) {
    const last = times.at(-1);
    const next =
      last === undefined ? (first ?? NO_TIMES) : first === undefined ? after(last, seconds(1)) : last;
    times.push(later(next, time ?? next));
  }
  return times;
}

/** The latest end of a step. */
function endOf(steps: readonly Step[], times: readonly SimTime[]): SimTime | undefined {
  const ends = steps.map((step, index) =>
    step.kind === 'call' && step.time !== undefined && step.elapsed !== undefined
      ? times[index]! + Math.round(step.elapsed * 1e6)
      : times[index]!,
  );
  const last = ends.reduce((latest, end) => Math.max(latest, end), -Infinity);
  return Number.isSafeInteger(last) ? instant(last) : times.at(-1);
}

/** Seconds from the first to the last step; `undefined` if the file has no times. */
const durationOf = (steps: readonly Step[], times: readonly SimTime[]): number | undefined =>
  times.length > 1 && steps.some(({ time }) => time !== undefined)
    ? // Seconds as such would bring digits that no clock told.
      (times.at(-1)! - times[0]!) / 1e6
    : undefined;

function timeNotes(steps: readonly Step[]): readonly string[] {
  const timed = steps.filter(({ time }) => time !== undefined).length;
  if (timed === steps.length) return [];
  return [
    timed === 0
      ? 'No times are recorded: the steps are shown by their numbers.'
      : `No time is recorded for ${steps.length - timed} of ${steps.length} steps: they are shown right after the one before.`,
  ];
}

function entriesOf(steps: readonly Step[], times: readonly SimTime[]): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  steps.forEach((step, index) => {
    if (step.kind === 'log') return;
    const time = times[index]!;
    entries.push({
      index: entries.length,
      kind: step.kind === 'call' ? step.by : step.kind === 'message' ? step.from : 'environment',
      time,
      due: time,
      event: eventId(`step-${index}`),
      causes: [],
      oracle: false,
      calls: [],
      ...(step.kind === 'call'
        ? recordedCall(step)
        : step.kind === 'message'
          ? recordedMessage(step)
          : recordedStop(step)),
    });
  });
  return entries;
}

type Recorded = Pick<ActionEntry, 'action' | 'outcome' | 'changes'>;

function recordedCall({ app, tool, args, outcome, effect = 'write', sets = {} }: TrajectoryCall): Recorded {
  const changes = Object.entries(sets).map(([key, value]): Change => ({
    op: 'set',
    app: appName(app),
    path: [key],
    value,
  }));
  return { action: { app: appName(app), tool, args, effect }, outcome, changes };
}

const recordedStop = (step: Limit | Trouble): Recorded => ({
  action: {
    app: appName(CONVERSATION),
    ...(step.kind === 'limit'
      ? { tool: LIMIT_TOOL, args: { limit: step.limit } }
      : { tool: ERROR_TOOL, args: {} }),
    effect: 'read',
  },
  outcome: { status: 'failed', error: { type: step.rule, message: step.text } },
  changes: [],
});

function recordedMessage({ from, text, value = null, refused }: TrajectoryMessage): Recorded {
  const content = refused === undefined ? text : text || 'The model refused to answer.';
  return {
    action: {
      app: appName(CONVERSATION),
      tool: from === 'user' ? 'send_message_to_agent' : 'send_message_to_user',
      args: { content },
      effect: 'write',
    },
    outcome:
      refused === undefined
        ? { status: 'done', value }
        : { status: 'failed', error: { type: refused, message: content } },
    changes: [],
  };
}

/** The complete texts of steps. */
const shownTexts = (steps: readonly Step[]): ReadonlySet<string> =>
  new Set(
    steps
      .flatMap((step): readonly Json[] => {
        if (step.kind !== 'call') return [step.text];
        const { outcome } = step;
        const came =
          outcome.status === 'done'
            ? outcome.value
            : outcome.status === 'failed'
              ? outcome.error.message
              : null;
        return [came, ...Object.values(step.args)];
      })
      .filter((text) => typeof text === 'string'),
  );

/** The subagents in `steps` in order, with their numbers. */
function subagentsIn(steps: readonly Step[]): ReadonlyMap<RecordedSubagent, number> {
  const subagents = new Map<RecordedSubagent, number>();
  const add = (subagent: RecordedSubagent | undefined): void => {
    if (subagent !== undefined && !subagents.has(subagent)) subagents.set(subagent, subagents.size);
  };
  for (const step of steps) {
    for (let one = step.subagent; one !== undefined; one = one.of) add(one);
    if (step.kind === 'call') step.starts?.forEach(add);
  }
  return subagents;
}

/** The entry data that the transcript needs besides the log: the durations of calls, and the subagents with the calls that started them. */
function entryFacts(steps: readonly Step[], subagents: ReadonlyMap<RecordedSubagent, number>): JsonObject {
  const entries = steps.filter(({ kind }) => kind !== 'log');
  const facts = entries.flatMap((step, entry): readonly JsonObject[] => {
    const subagent = step.subagent && subagents.get(step.subagent);
    const elapsed = step.kind === 'call' && (step.elapsed ?? 0) > 0 ? step.elapsed : undefined;
    if (subagent === undefined && elapsed === undefined) return [];
    return [
      {
        entry,
        ...(subagent === undefined ? {} : { helper: subagent }),
        ...(elapsed === undefined ? {} : { elapsed }),
      },
    ];
  });
  const calls = new Map(
    entries.flatMap((step, entry) =>
      step.kind === 'call' ? (step.starts ?? []).map((subagent) => [subagent, { entry, step }] as const) : [],
    ),
  );
  const named = Array.from(subagents.keys(), (subagent): JsonObject => {
    const call = calls.get(subagent);
    const of = subagents.get((call?.step.subagent ?? subagent.of)!);
    return {
      name: subagent.name,
      ...(call === undefined ? {} : { call: call.entry }),
      ...(of === undefined ? {} : { of }),
    };
  });
  return {
    ...(facts.length === 0 ? {} : { entry_facts: facts }),
    ...(named.length === 0 ? {} : { helpers: named }),
  };
}

/** The logs among `steps` in ARE's form, which the transcript reads, each with the index of the next entry. */
function logsOf(
  steps: readonly Step[],
  times: readonly SimTime[],
  subagents: ReadonlyMap<RecordedSubagent, number>,
): readonly JsonObject[] {
  let entry = 0;
  return steps.flatMap((step, index): readonly JsonObject[] => {
    if (step.kind !== 'log') {
      entry += 1;
      return [];
    }
    const { type, text, tokens: { input = 0, output = 0, cached, reasoning, cost } = {}, elapsed = 0 } = step;
    const subagent = step.subagent && subagents.get(step.subagent);
    return [
      {
        log_type: type,
        timestamp: toSeconds(times[index]!),
        before_entry: entry,
        content: text,
        ...(subagent === undefined ? {} : { helper: subagent }),
        prompt_tokens: input,
        completion_tokens: output,
        ...(cached === undefined ? {} : { cached_tokens: cached }),
        ...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
        ...(cost === undefined ? {} : { cost_usd: cost }),
        completion_duration: elapsed,
      },
    ];
  });
}
