import {
  headsOf,
  type LogHead,
  type NotificationRules,
  notificationRulesOf,
  notificationsOf,
  readAgentLogs,
  type Store,
} from '../../../engine/index.ts';
import {
  type AgentTurn,
  type EventId,
  groupBy,
  type Hint,
  type RecordedAction,
  type RunSummary,
  type SimTime,
  type TranscriptStep,
} from '../../../engine/model/index.ts';
import type { TranscriptPage } from '../../../preload/contract.ts';
import { summarizeArguments, summarizeResult } from './summary.ts';

/** So many entries are read at a time: a few milliseconds' work, for the window must always answer. */
const ENTRIES_PER_READ = 2_000;
const LONGEST = 100_000; // characters of a step's text
/** The same of what only a trace's file has: each prompt repeats those before. All of it is read when it is asked for. */
const LONGEST_LOG = 4_000; // characters

/** The steps of `run` from entry `from` and turn `turn` of its agent process on, and where to read on. */
export function transcriptPage(store: Store, run: RunSummary, from: number, turn: number): TranscriptPage {
  const heads = store.heads(run.id, from, ENTRIES_PER_READ);
  const turns = store.agentTurns(run.id, turn, ENTRIES_PER_READ);
  const steps = [...turns.flatMap(thoughtStep), ...heads.flatMap(entrySteps(store, run))].map((step) =>
    shortened(step, LONGEST),
  );
  return { steps, next: { from: from + heads.length, turn: turn + turns.length } };
}

/** What the file of a trace says of its agent, with the hints for events that it did not record. */
export const traceSteps = (store: Store, run: RunSummary): readonly TranscriptStep[] =>
  wholeTraceSteps(store, run).map((step, nth) => ({ ...shortened(step, LONGEST_LOG), log: nth }));

/** All of the text of step `nth` of {@link traceSteps}. */
export const traceText = (store: Store, run: RunSummary, nth: number): string | undefined =>
  wholeTraceSteps(store, run)[nth]?.text;

/** All steps of `run`, with their texts in full, in order. */
export function* stepsOf(store: Store, run: RunSummary): Generator<TranscriptStep> {
  const ofEntry = entrySteps(store, run);
  const beside = inOrder([...wholeTraceSteps(store, run), ...store.agentTurns(run.id).flatMap(thoughtStep)]);
  let nth = 0;
  for (const head of headsOf(store, run.id)) {
    while (nth < beside.length && isBefore(beside[nth]!, head)) yield beside[nth++]!;
    yield* ofEntry(head);
  }
  yield* beside.slice(nth);
}

const inOrder = (steps: readonly TranscriptStep[]): readonly TranscriptStep[] =>
  steps.toSorted((one, other) => one.time - other.time);

/** A thought stands before the entry that it names; what only the file has, before the entries of its time. */
const isBefore = (step: TranscriptStep, { index, time }: LogHead): boolean =>
  step.index === undefined ? step.time <= time : step.index <= index;

const shortened = (step: TranscriptStep, longest: number): TranscriptStep =>
  step.text.length <= longest
    ? step
    : { ...step, text: step.text.slice(0, longest), cut: step.text.length - longest };

/** An answer that took this long is worth a line, though nothing is known of what was thought. */
const NOTABLE_MILLISECONDS = 1_000;

/** What an agent process thought; of an answer that says nothing of it, what it cost. */
function thoughtStep({ position, time, thought, elapsed, tokens }: AgentTurn): readonly TranscriptStep[] {
  if (thought === '' && tokens === undefined && elapsed < NOTABLE_MILLISECONDS) return [];
  const cost = { elapsed, ...(tokens === undefined ? {} : { tokens }) };
  return [{ kind: 'thought', time, index: position, title: '', text: thought, status: 'done', ...cost }];
}

function wholeTraceSteps(store: Store, { id, start, mode }: RunSummary): readonly TranscriptStep[] {
  const hints = mode === 'trace' ? store.hints(id) : [];
  const happened = new Set(hints.length === 0 ? [] : Array.from(headsOf(store, id), ({ event }) => event));
  const document = store.extras(id)?.document;
  return [
    ...hints.filter(({ event }) => !happened.has(event)).map((hint) => hintStep(hint, start, undefined)),
    ...(document === undefined ? [] : readAgentLogs(document, start)),
  ];
}

const hintStep = ({ kind, text }: Hint, time: SimTime, index: number | undefined): TranscriptStep => ({
  kind: 'hint',
  time,
  index,
  title: kind,
  text,
  status: 'done',
});

/** The steps that an entry of `run` makes: a call or reply of the agent's, what the agent is rules, and hints for the event. */
function entrySteps(store: Store, run: RunSummary): (entry: LogHead) => readonly TranscriptStep[] {
  const rules = notificationRulesOf(run);
  const hints = groupBy(store.hints(run.id), ({ event }) => event);
  return (entry) => [...actSteps(entry, rules), ...newsSteps(entry, rules), ...hintSteps(entry, hints)];
}

const newsSteps = (entry: LogHead, rules: NotificationRules): readonly TranscriptStep[] =>
  notificationsOf(entry, rules).map(({ kind, text, time, attachments = [] }) => ({
    kind: kind === 'user-message' ? 'user' : 'notification',
    time,
    index: entry.index,
    title: attachments.join(', '),
    // The agent is told a message with its date and sender around it.
    text: (kind === 'user-message' ? contentOf(entry) : undefined) ?? text,
    status: 'done',
  }));

/** What a message says; `undefined` where the entry is none. */
function contentOf(entry: LogHead): string | undefined {
  if (!('action' in entry)) return undefined;
  const { content } = entry.action.resolved ?? entry.action.args;
  return typeof content === 'string' ? content : undefined;
}

/** The hints for the event of `entry`; a check has them at its first attempt. */
function hintSteps(entry: LogHead, hints: ReadonlyMap<EventId, readonly Hint[]>): readonly TranscriptStep[] {
  const { event, index, time } = entry;
  const isFirst = !('attempt' in entry) || entry.attempt === 1;
  return isFirst ? (hints.get(event) ?? []).map((hint) => hintStep(hint, time, index)) : [];
}

function actSteps(entry: LogHead, rules: NotificationRules): readonly TranscriptStep[] {
  if (entry.kind !== 'agent' || entry.outcome.status === 'skipped') return [];
  return [actStep(entry, rules)];
}

function actStep(
  entry: LogHead & { readonly action: RecordedAction },
  { classes }: NotificationRules,
): TranscriptStep {
  const { index, time, action, outcome } = entry;
  const { app, tool, args, resolved = args } = action;
  const act = { time, index, status: outcome.status };
  const speaks = tool === 'send_message_to_user' && classes.get(app) === 'AgentUserInterface';
  const said = speaks && outcome.status === 'done' ? contentOf(entry) : undefined;
  if (said !== undefined) return { ...act, kind: 'reply', title: '', text: said };
  const result = summarizeResult(outcome);
  return { ...act, kind: 'call', title: `${app}.${tool}`, text: summarizeArguments(resolved), result };
}
