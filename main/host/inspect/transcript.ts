import {
  headsOf,
  type LogHead,
  type NotificationRules,
  notificationRulesOf,
  notificationsOf,
  readAgentLogs,
  readEntryFacts,
  type Store,
} from '../../../engine/index.ts';
import {
  type AgentTurn,
  type EntryFacts,
  type EventId,
  type Failure,
  groupBy,
  type Hint,
  type Json,
  type JsonObject,
  ERROR_TOOL,
  LIMIT_TOOL,
  type LogEntry,
  type RecordedAction,
  type RunId,
  type RunSummary,
  type SimTime,
  type TranscriptStep,
  type Turn,
  type TurnCosts,
  shownResult,
} from '../../../engine/model/index.ts';
import type { CostsOverTime, TranscriptPage } from '../../../preload/contract.ts';
import { shortenedValue, shortenedObject } from './shortened-values.ts';
import { summarizeArguments, summarizeResult } from './summary.ts';

/** The number of entries read at once: a few milliseconds of work, so that the window stays responsive. */
const ENTRIES_PER_READ = 2_000;
const MAX_LENGTH = 100_000; // characters of a step's text
/** The maximum text length of steps from a trace's file, where each prompt repeats the earlier ones. The full text is read on demand. */
const MAX_LOG_LENGTH = 4_000; // characters

/** The steps of `run` from entry `from` and agent turn `turn` on, and the start of the next page. */
export function transcriptPage(store: Store, run: RunSummary, from: number, turn: number): TranscriptPage {
  const heads = store.heads(run.id, from, ENTRIES_PER_READ);
  const turns = store.turns(run.id, turn, ENTRIES_PER_READ);
  const steps = [...stepsOfTurns(store, run, turns, turn), ...heads.flatMap(entrySteps(store, run))].map(
    (step) => shortened(step, MAX_LENGTH),
  );
  return { steps, next: { from: from + heads.length, turn: turn + turns.length } };
}

/** The agent's steps in the file of a trace, and the hints for events that the trace did not record. */
export const traceSteps = (store: Store, run: RunSummary): readonly TranscriptStep[] =>
  wholeTraceSteps(store, run).map((step) => shortened(step, MAX_LOG_LENGTH));

/** The full text of step `nth` of {@link traceSteps}. */
export const traceStepText = (store: Store, run: RunSummary, nth: number): string | undefined =>
  wholeTraceSteps(store, run)[nth]?.text;

/** All steps of `run` in order, with full texts. */
export function* stepsOf(store: Store, run: RunSummary): Generator<TranscriptStep> {
  const ofEntry = entrySteps(store, run);
  const beside = inOrder([
    ...wholeTraceSteps(store, run),
    ...stepsOfTurns(store, run, store.turns(run.id), 0),
  ]);
  let nth = 0;
  for (const head of headsOf(store, run.id)) {
    while (nth < beside.length && isBefore(beside[nth]!, head)) yield beside[nth++]!;
    yield* ofEntry(head);
  }
  yield* beside.slice(nth);
}

/** The steps of `run` that are not in its log: those of its file, and thoughts. */
export const besideSteps = (store: Store, run: RunSummary): readonly TranscriptStep[] => [
  ...wholeTraceSteps(store, run),
  ...stepsOfTurns(store, run, store.turns(run.id), 0),
];

/** The model costs over the course of `run`, and the durations of calls. */
export function costsOverTime(store: Store, run: RunSummary): CostsOverTime {
  const answers = inOrder(besideSteps(store, run)).flatMap(({ time, before, index, tokens, costs }) => {
    if (tokens === undefined) return [];
    const { price } = costs ?? {};
    const priced = price?.currency === 'USD' ? { cost: price.amount } : {};
    return [{ position: before ?? index, time, ...priced, ...tokens }];
  });
  const calls = Array.from(entryFacts(store, run), ([entry, { elapsed = 0 }]) => ({ entry, elapsed }));
  return { answers, calls: calls.filter(({ elapsed }) => elapsed > 0) };
}

/** The first step of an entry of `run`. */
export const firstStepOfEntry = (
  store: Store,
  run: RunSummary,
  index: number,
): TranscriptStep | undefined => {
  const [head] = store.heads(run.id, index, 1);
  return head === undefined ? undefined : entrySteps(store, run)(head)[0];
};

const inOrder = (steps: readonly TranscriptStep[]): readonly TranscriptStep[] =>
  steps.toSorted((one, other) => one.time - other.time);

/**
 * Whether a step comes before an entry: a thought comes before the entry it names, and a step from a trace's file before the
 * entries of its time.
 */
const isBefore = (step: TranscriptStep, { index, time }: LogHead): boolean =>
  step.before !== undefined
    ? step.before <= index
    : step.index === undefined
      ? step.time <= time
      : step.index <= index;

const shortened = (step: TranscriptStep, longest: number): TranscriptStep =>
  step.text.length <= longest
    ? step
    : { ...step, text: step.text.slice(0, longest), cut: step.text.length - longest };

/** The thinking time in milliseconds from which a reply gets a step even without a thought. */
const NOTABLE_MILLISECONDS = 1_000;

/** The steps of some turns of `run`. The number of the first turn is `from`. */
function stepsOfTurns(
  store: Store,
  { id }: RunSummary,
  turns: readonly Turn[],
  from: number,
): readonly TranscriptStep[] {
  const costs = store.turnCosts(id, from, from + turns.length);
  return turns.flatMap((turn, index) => turnSteps(turn, from + index, costs.get(from + index)));
}

/** The steps of a turn without an entry: the thought of the agent or of the model that plays the user, and a call of an unknown tool. */
function turnSteps(turn: Turn, nth: number, costs: TurnCosts | undefined): readonly TranscriptStep[] {
  if (turn.by === 'person' || turn.by === 'world') return [];
  const { act, entry, time } = turn;
  if (act.kind !== 'call' || entry !== undefined) return thoughtStep(turn, nth, costs);
  const call = { kind: 'call', time, index: undefined, title: act.tool, status: 'failed' } as const;
  const text = summarizeArguments(act.args);
  const result = 'There is no such tool.';
  return [
    ...thoughtStep(turn, nth, costs),
    { ...call, text, result, args: shortenedObject(act.args), came: result },
  ];
}

/** The thought of an agent and its cost. Without a thought, the cost alone if it is known or notable, or the requests to a model. */
function thoughtStep(
  { by, position, time, thought, elapsed, tokens, exchanges: requests }: AgentTurn,
  turn: number,
  costs: TurnCosts | undefined,
): readonly TranscriptStep[] {
  const isNotable = tokens !== undefined || requests !== undefined || elapsed >= NOTABLE_MILLISECONDS;
  if (thought === '' && !isNotable) return [];
  const made = requests === undefined ? {} : { requests, turn, ...(costs === undefined ? {} : { costs }) };
  const cost = { elapsed, ...(tokens === undefined ? {} : { tokens }) };
  return [
    {
      kind: 'thought',
      time,
      index: position,
      title: by === 'user' ? 'plays the user' : '',
      text: thought,
      status: 'done',
      ...(by === 'user' ? { by } : {}),
      ...cost,
      ...made,
    },
  ];
}

/** All steps that only the file of a trace has, with their indexes among these. */
function wholeTraceSteps(store: Store, { id, start, mode }: RunSummary): readonly TranscriptStep[] {
  const hints = mode === 'trace' ? store.hints(id) : [];
  const happened = new Set(hints.length === 0 ? [] : Array.from(headsOf(store, id), ({ event }) => event));
  const document = store.extras(id)?.document;
  return [
    ...hints.filter(({ event }) => !happened.has(event)).map((hint) => hintStep(hint, start, undefined)),
    ...(document === undefined ? [] : readAgentLogs(document, start)),
  ].map((step, index) => ({ ...step, log: index }));
}

const hintStep = ({ kind, text }: Hint, time: SimTime, index: number | undefined): TranscriptStep => ({
  kind: 'hint',
  time,
  index,
  title: kind,
  text,
  status: 'done',
});

/** Entry data of the last read run: a long transcript is read in many pages. */
const lastFacts = new WeakMap<
  Store,
  { readonly run: RunId; readonly facts: ReadonlyMap<number, EntryFacts> }
>();

/** Data about entries in a trajectory's file that the log does not have. */
function entryFacts(store: Store, { id, mode }: RunSummary): ReadonlyMap<number, EntryFacts> {
  if (mode !== 'trace') return new Map();
  const last = lastFacts.get(store);
  if (last?.run === id) return last.facts;
  const document = store.extras(id)?.document;
  const facts = document === undefined ? new Map<number, EntryFacts>() : readEntryFacts(document);
  lastFacts.set(store, { run: id, facts });
  return facts;
}

/** The steps of an entry of `run`: the agent's call or reply, its notifications, and hints for the event. */
function entrySteps(store: Store, run: RunSummary): (entry: LogHead) => readonly TranscriptStep[] {
  const rules = notificationRulesOf(run);
  const hints = groupBy(store.hints(run.id), ({ event }) => event);
  const facts = entryFacts(store, run);
  return (entry) => {
    const { subagent, elapsed } = facts.get(entry.index) ?? {};
    const own = {
      ...(subagent === undefined ? {} : { subagent }),
      ...(elapsed === undefined ? {} : { elapsed }),
    };
    return [
      ...actSteps(entry, rules).map((step) => ({ ...step, ...own })),
      ...newsSteps(entry, rules),
      ...hintSteps(entry, hints),
    ];
  };
}

const newsSteps = (entry: LogHead, rules: NotificationRules): readonly TranscriptStep[] =>
  notificationsOf(entry, rules).map(({ kind, text, time, attachments = [] }) => ({
    kind: kind === 'user-message' ? 'user' : 'notification',
    time,
    index: entry.index,
    title: attachments.join(', '),
    // The notification text has the date and the sender around the message; the step shows the message alone.
    text: (kind === 'user-message' ? messageContent(entry) : undefined) ?? text,
    status: 'done',
  }));

/** The text of a message; `undefined` if the entry is not a message. */
function messageContent(entry: LogHead): string | undefined {
  if (!('action' in entry)) return undefined;
  const { content } = entry.action.resolved ?? entry.action.args;
  return typeof content === 'string' ? content : undefined;
}

/** The hints for the event of `entry`. A repeated check shows them at its first attempt only. */
function hintSteps(entry: LogHead, hints: ReadonlyMap<EventId, readonly Hint[]>): readonly TranscriptStep[] {
  const { event, index, time } = entry;
  const isFirst = !('attempt' in entry) || entry.attempt === 1;
  return isFirst ? (hints.get(event) ?? []).map((hint) => hintStep(hint, time, index)) : [];
}

function actSteps(entry: LogHead, rules: NotificationRules): readonly TranscriptStep[] {
  if (entry.kind === 'environment' && entry.outcome.status === 'failed') {
    const { tool, args } = entry.action;
    if (tool === LIMIT_TOOL) return [stopStep(entry, entry.outcome.error, limitTitle(args['limit']))];
    if (tool === ERROR_TOOL) return [stopStep(entry, entry.outcome.error, 'error')];
  }
  if (entry.kind !== 'agent' || entry.outcome.status === 'skipped') return [];
  return [actStep(entry, rules)];
}

const limitTitle = (limit: Json | undefined): string =>
  `limit of ${typeof limit === 'string' ? limit : 'something'}`;

const stopStep = ({ index, time }: LogHead, { type, message }: Failure, title: string): TranscriptStep => ({
  kind: 'log',
  time,
  index,
  title,
  text: message,
  result: type,
  status: 'failed',
});

function actStep(
  entry: LogHead & { readonly action: RecordedAction },
  { classes }: NotificationRules,
): TranscriptStep {
  const { index, time, action, outcome } = entry;
  const { app, tool, args, resolved = args } = action;
  const act = { time, index, status: outcome.status };
  const speaks = tool === 'send_message_to_user' && classes.get(app) === 'AgentUserInterface';
  const said = speaks ? messageContent(entry) : undefined;
  if (said !== undefined && outcome.status === 'done')
    return { ...act, kind: 'reply', title: '', text: said };
  // Where the model refused to answer, its message is the error.
  if (said !== undefined && outcome.status === 'failed' && outcome.error.message === said)
    return { ...act, kind: 'reply', title: 'refusal', text: said, result: outcome.error.type };
  return {
    ...act,
    kind: 'call',
    title: `${app}.${tool}`,
    text: summarizeArguments(resolved),
    result: summarizeResult(outcome),
    args: shortenedObject(resolved),
    came: shortenedValue(shownResult(outcome)),
  };
}

/** The log entry of a call, with its arguments and outcome. */
export const calledEntry = (
  store: Store,
  { id }: RunSummary,
  { kind, index }: TranscriptStep,
): LogEntry | undefined => (kind === 'call' && index !== undefined ? store.entry(id, index) : undefined);

/** A call's arguments and its result, error or reason for being skipped. */
export function callDetails(
  entry: LogEntry | undefined,
): { readonly args: JsonObject; readonly came: Json } | undefined {
  if (entry === undefined || !('action' in entry)) return undefined;
  const { action, outcome } = entry;
  return { args: action.resolved ?? action.args, came: shownResult(outcome) };
}
