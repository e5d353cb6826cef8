import { fromRecorded } from '../../apps/index.ts';
import { newExtras, type RecordedRun, RepeatedCalls } from '../../are/index.ts';
import {
  type ActionEntry,
  after,
  appName,
  type AppSummary,
  type Change,
  earlier,
  ERROR_TOOL,
  eventId,
  instant,
  type Json,
  type JsonObject,
  later,
  LIMIT_TOOL,
  shownResult,
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
import { type Kept, KeptNotes, whole } from './tracked-fields.ts';

/** One attempt at a task, as another tool recorded it: the messages, calls and thoughts of an agent and its user. */
export interface Trajectory {
  /** The name of the task. */
  readonly task: string;
  /** The id of the conversation in a file with several, by which the parts of a large file belong together. */
  readonly id?: string;
  readonly seed?: number | undefined;
  /** The steps, in the order of the file. */
  readonly steps: readonly Step[];
  /** When the attempt began and ended, if the file has times beside those of the steps. */
  readonly period?: { readonly start: SimTime; readonly end: SimTime } | undefined;
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

/** The type of errors that only the text of an output shows. */
export const ERROR_IN_OUTPUT = 'error in output';

/** The outcome of a call without a result in the file. */
export const NO_RESULT: Outcome = { status: 'no-result' };

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
    const what = step.kind !== 'message' ? step.rule : (step.refused ?? step.from);
    return { kind: 'log', type: 'log', text: `${where}: ${what}: ${step.text}`, time, subagent };
  }
  const { tool, args, outcome } = step;
  const result = textOrJson(shownResult(outcome));
  const text = `${where}: called ${tool}(${JSON.stringify(whole(args))}): ${result}`;
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

/** The tolerance for rounding errors in a number that decides. */
const MARGIN = 1e-6;

/** Whether a reward, or a scorer's number, passes: 1 does, 0 does not. `undefined` for any other: a partial reward is no verdict. */
export function isPass(number: number): boolean | undefined {
  if (Math.abs(number - 1) <= MARGIN) return true;
  return Math.abs(number) <= MARGIN ? false : undefined;
}

/** The verdict of a reward by {@link isPass}. `source` is who gave it, as the subject of a sentence; `details` follow the number. */
export function rewardVerdict(
  source: string,
  reward: number,
  details = '',
  checks: readonly ToolCheck[] = [],
): Verdict {
  const passed = isPass(reward);
  const sentence = `${source} gave a reward of ${reward}${details}.`;
  return passed === undefined
    ? toolVerdict('not-judged', `${sentence} Only 1 passes and only 0 fails.`, checks)
    : toolVerdict(passed ? 'passed' : 'failed', sentence, checks);
}

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

/** A reward, and whether it passes. */
export const rewardScore = (scorer: string, reward: number): Score =>
  scoreOf(scorer, reward, { passed: isPass(reward) });

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
  kept: Kept = [],
): RecordedRun {
  const recorder = new TrajectoryRecorder(format, file);
  const entries = recorder.add(trajectory, kept);
  return { ...recorder.end(), entries };
}

/** Records a trajectory part by part, as {@link recordTrajectory} does. The texts of a part are not needed for the next one. */
export class TrajectoryRecorder {
  readonly #format: string;
  readonly #file: string;
  readonly #users = fromRecorded(USER_CLASS, { messages: [] })!;
  /** All parts, without their steps. */
  #whole: Trajectory | undefined;
  readonly #notes = new Set<string>();
  #ownNotes: readonly string[] = [];
  readonly #keptNotes = new KeptNotes();
  readonly #kept: Kept[] = [];
  #calls: RepeatedCalls | undefined;
  readonly #called = new Set<string>();
  readonly #subagents = new Map<RecordedSubagent, number>();
  /** The calls that started subagents: the entry, and the subagent that made the call. */
  readonly #starts = new Map<RecordedSubagent, { readonly entry: number; readonly by: Step['subagent'] }>();
  /** The number of the entry of each step of the last part; of a log, that of the next entry. */
  #entryNumbers: readonly number[] = [];
  readonly #facts = new Map<number, JsonObject>();
  readonly #logs: JsonObject[] = [];
  #tokens: TokenCount = {};
  #errors = 0;
  #steps = 0;
  #timed = 0;
  #entries = 0;
  #first: SimTime | undefined;
  #last: SimTime | undefined;
  #end = -Infinity;

  constructor(format: string, file: string) {
    this.#format = format;
    this.#file = file;
  }

  /** The entries of the next part of the trajectory. */
  add(part: Trajectory, kept: Kept = []): readonly LogEntry[] {
    const { steps } = part;
    this.#whole = this.#whole === undefined ? { ...part, steps: [] } : together(this.#whole, part);
    this.#addNotes(part.notes ?? []);
    this.#keptNotes.add(kept, shownTexts(steps));
    this.#kept.push(kept);
    const times = this.#timesOf(steps);
    if (part.period !== undefined && this.#timed > 0) {
      const { start, end } = part.period;
      this.#first = earlier(this.#first!, start);
      this.#end = Math.max(this.#end, end);
    }
    this.#addSubagents(steps);
    const recorded: LogEntry[] = [];
    this.#entryNumbers = steps.map((step, index) => {
      const entry = this.#entries;
      const time = times[index]!;
      this.#end = Math.max(this.#end, endOf(step, time));
      if (step.kind === 'log') {
        this.#tokens = sumTokens([this.#tokens, ...(step.tokens === undefined ? [] : [step.tokens])]);
        this.#logs.push(logOf(step, time, entry, step.subagent && this.#subagents.get(step.subagent)));
      } else {
        recorded.push(entryOf(step, time, entry, this.#steps));
        this.#addFacts(entry, step);
        this.#entries += 1;
      }
      this.#steps += 1;
      return entry;
    });
    this.#calls ??= new RepeatedCalls(new Map([[appName(CONVERSATION), this.#users]]), this.#whole.seed ?? 0);
    return this.#calls.repeat(recorded);
  }

  /** The number of the entry of a step of the last part that is no log. */
  entryOf(step: number): number {
    return this.#entryNumbers[step]!;
  }

  /** Takes note of the result of a call in an earlier part. */
  addResult(entry: number, { status }: Outcome, elapsed: number | undefined): void {
    if (status === 'failed') this.#errors += 1;
    if ((elapsed ?? 0) > 0)
      this.#facts.set(entry, { ...(this.#facts.get(entry) ?? { entry }), elapsed: elapsed! });
  }

  /** The run that shows all parts, without its entries. */
  end(): Omit<RecordedRun, 'entries'> {
    const { task, seed = 0, states = {}, tags = [], verdict } = this.#whole ?? { task: this.#file };
    const start = this.#first ?? NO_TIMES;
    const others = [...new Set([...Object.keys(states), ...this.#called])].filter(
      (name) => name !== CONVERSATION,
    );
    const apps: readonly AppSummary[] = [
      { name: appName(CONVERSATION), class: USER_CLASS, known: true },
      ...others.map((name) => ({ name: appName(name), class: name, known: false })),
    ];
    const { document, ...extras } = newExtras(
      { scenario: task, seed, start, apps },
      { duration: undefined, tick: seconds(1), events: [] },
    );
    const kept = this.#kept.flat();
    return {
      scenario: task,
      source: this.#file,
      seed,
      start,
      now: Number.isSafeInteger(this.#end) ? instant(this.#end) : (this.#last ?? start),
      apps,
      states: Object.fromEntries<Json>([
        [CONVERSATION, this.#users.state as Json],
        ...others.map((name): [string, Json] => [name, states[name] ?? {}]),
      ]),
      extras: {
        ...extras,
        document: {
          ...document,
          world_logs: this.#logs,
          ...this.#entryFacts(),
          ...(kept.length === 0 ? {} : { kept: Object.fromEntries(kept) }),
        },
      },
      scenarioTags: tags,
      hints: [],
      verdict,
      format: this.#format,
      attempt: this.#attempt(),
      notes: [...timeNotes(this.#steps, this.#timed), ...this.#ownNotes, ...this.#keptNotes.notes()],
    };
  }

  /** Adds the notes of a part that no earlier part has. */
  #addNotes(notes: readonly string[]): void {
    this.#ownNotes = [...this.#ownNotes, ...notes.filter((note) => !this.#notes.has(note))];
    for (const note of notes) this.#notes.add(note);
  }

  /** The times of steps, none earlier than the previous one. If no step has a time, steps are a second apart. */
  #timesOf(steps: readonly Step[]): readonly SimTime[] {
    const timed = steps.filter(({ time }) => time !== undefined);
    const hasTimes = this.#timed + timed.length > 0;
    this.#timed += timed.length;
    return steps.map(({ time }) => {
      const next =
        this.#last === undefined
          ? (timed[0]?.time ?? NO_TIMES)
          : hasTimes
            ? this.#last
            : after(this.#last, seconds(1));
      this.#last = later(next, time ?? next);
      this.#first ??= this.#last;
      return this.#last;
    });
  }

  /** Numbers the subagents of steps, in order. */
  #addSubagents(steps: readonly Step[]): void {
    const add = (subagent: RecordedSubagent): void => {
      if (!this.#subagents.has(subagent)) this.#subagents.set(subagent, this.#subagents.size);
    };
    for (const step of steps) {
      for (let one = step.subagent; one !== undefined; one = one.of) add(one);
      if (step.kind !== 'call') continue;
      this.#called.add(step.app);
      step.starts?.forEach(add);
    }
  }

  /** Adds what the transcript needs of an entry besides the log: how long a call took, its subagent, and those it started. */
  #addFacts(entry: number, step: Step): void {
    const helper = step.subagent && this.#subagents.get(step.subagent);
    const elapsed = step.kind === 'call' && (step.elapsed ?? 0) > 0 ? step.elapsed : undefined;
    if (helper !== undefined || elapsed !== undefined)
      this.#facts.set(entry, {
        entry,
        ...(helper === undefined ? {} : { helper }),
        ...(elapsed === undefined ? {} : { elapsed }),
      });
    if (step.kind !== 'call') return;
    if (step.outcome.status === 'failed') this.#errors += 1;
    for (const subagent of step.starts ?? []) this.#starts.set(subagent, { entry, by: step.subagent });
  }

  #entryFacts(): JsonObject {
    const named = Array.from(this.#subagents.keys(), (subagent): JsonObject => {
      const call = this.#starts.get(subagent);
      const of = this.#subagents.get((call?.by ?? subagent.of)!);
      return {
        name: subagent.name,
        ...(call === undefined ? {} : { call: call.entry }),
        ...(of === undefined ? {} : { of }),
      };
    });
    return {
      ...(this.#facts.size === 0 ? {} : { entry_facts: [...this.#facts.values()] }),
      ...(named.length === 0 ? {} : { helpers: named }),
    };
  }

  /** The task, scores and cost of the attempt: from the file, or summed over the steps. */
  #attempt(): RecordedAttempt {
    const { task, attempt: { set, ...facts } = {} } = this.#whole ?? { task: this.#file };
    const { cost, ...tokens } = this.#tokens;
    const duration = this.#timed === 0 ? 0 : (this.#end - this.#first!) / 1e6;
    return {
      tool: this.#format,
      task,
      tokens,
      cost,
      // Of a file without times, and of a single step without an end, no duration is known.
      duration: duration > 0 || (this.#steps > 1 && this.#timed > 0) ? duration : undefined,
      errors: this.#errors,
      scores: [],
      ...withoutMissing(facts),
      ...(set === undefined ? {} : { set: { ...set, tool: this.#format } }),
    };
  }
}

/** A trajectory and its next part, without their steps. */
const together = (one: Trajectory, { tags = [], verdict, attempt = {} }: Trajectory): Trajectory => ({
  ...one,
  tags: [...new Set([...(one.tags ?? []), ...tags])],
  verdict: one.verdict ?? verdict,
  attempt: { ...withoutMissing(attempt), ...withoutMissing(one.attempt ?? {}) },
});

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

/** `items`, such as steps, sorted by time. An item without a time stays after the previous one. */
export function inOrder<Item extends Pick<Step, 'time'>>(items: readonly Item[]): readonly Item[] {
  let last = 0;
  const timed = items.map((item) => {
    last = item.time ?? last;
    return { item, time: last };
  });
  return timed.toSorted((one, other) => one.time - other.time).map(({ item }) => item);
}

/** When a step ended, in microseconds since 1970. */
const endOf = (step: Step, time: SimTime): number =>
  step.kind === 'call' && step.time !== undefined && step.elapsed !== undefined
    ? time + Math.round(step.elapsed * 1e6)
    : time;

function timeNotes(steps: number, timed: number): readonly string[] {
  if (timed === steps) return [];
  return [
    timed === 0
      ? 'No times are recorded: the steps are shown by their numbers.'
      : `No time is recorded for ${steps - timed} of ${steps} steps: they are shown right after the one before.`,
  ];
}

const entryOf = (step: Exclude<Step, Log>, time: SimTime, index: number, nth: number): LogEntry => ({
  index,
  kind: step.kind === 'call' ? step.by : step.kind === 'message' ? step.from : 'environment',
  time,
  due: time,
  event: eventId(`step-${nth}`),
  causes: [],
  oracle: false,
  calls: [],
  ...(step.kind === 'call'
    ? recordedCall(step)
    : step.kind === 'message'
      ? recordedMessage(step)
      : recordedStop(step)),
});

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

/** A log in ARE's form, which the transcript reads, with the index of the next entry. */
function logOf(
  { type, text, tokens: { input = 0, output = 0, cached, reasoning, cost } = {}, elapsed = 0 }: Log,
  time: SimTime,
  entry: number,
  subagent: number | undefined,
): JsonObject {
  return {
    log_type: type,
    timestamp: toSeconds(time),
    before_entry: entry,
    content: text,
    ...(subagent === undefined ? {} : { helper: subagent }),
    prompt_tokens: input,
    completion_tokens: output,
    ...(cached === undefined ? {} : { cached_tokens: cached }),
    ...(reasoning === undefined ? {} : { reasoning_tokens: reasoning }),
    ...(cost === undefined ? {} : { cost_usd: cost }),
    completion_duration: elapsed,
  };
}
