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
  type EventId,
  groupBy,
  type Hint,
  type RecordedAction,
  type RunSummary,
  type SimTime,
  type TranscriptLine,
} from '../../../engine/model/index.ts';
import type { AgentLines } from '../../../preload/contract.ts';
import { summarize } from './summary.ts';

/** So many entries are read at a time: a few milliseconds' work, for the window must always answer. */
const ENTRIES_PER_READ = 2_000;
const LONGEST = 20_000; // characters

/** What happened between the agent and its world from entry `from` on, and where to read on. */
export function agentLines(store: Store, run: RunSummary, from: number): AgentLines {
  const told = notificationRulesOf(run);
  const heads = store.heads(run.id, from, ENTRIES_PER_READ);
  const hints = groupBy(store.hints(run.id), ({ event }) => event);
  const lines = heads.flatMap((entry) => [...linesOf(entry, told), ...hintsAt(entry, hints)]);
  return { lines, next: from + heads.length };
}

/** The hints for the event of `entry`; a check has them at its first attempt. */
function hintsAt(entry: LogHead, hints: ReadonlyMap<EventId, readonly Hint[]>): readonly TranscriptLine[] {
  const { event, index, time } = entry;
  const isFirst = !('attempt' in entry) || entry.attempt === 1;
  return isFirst ? (hints.get(event) ?? []).map((hint) => hintLine(hint, time, index)) : [];
}

const hintLine = ({ kind, text }: Hint, time: SimTime, index: number | undefined): TranscriptLine => ({
  kind: 'hint',
  time,
  index,
  title: kind,
  text: text.slice(0, LONGEST),
  failed: false,
});

/** What the file of a trace says of its agent, with the hints for events that it did not record. */
export function agentLogs(store: Store, { id, start, mode }: RunSummary): readonly TranscriptLine[] {
  const hints = mode === 'trace' ? store.hints(id) : [];
  const happened = new Set(hints.length === 0 ? [] : Array.from(headsOf(store, id), ({ event }) => event));
  const document = store.extras(id)?.document;
  return [
    ...hints.filter(({ event }) => !happened.has(event)).map((hint) => hintLine(hint, start, undefined)),
    ...(document === undefined ? [] : readAgentLogs(document, start)),
  ];
}

function linesOf(entry: LogHead, told: NotificationRules): readonly TranscriptLine[] {
  const { index } = entry;
  const notified = notificationsOf(entry, told).map(({ kind, text, time }): TranscriptLine => ({
    kind: kind === 'user-message' ? 'asked' : 'told',
    time,
    index,
    title: '',
    text: text.slice(0, LONGEST),
    failed: false,
  }));
  return entry.kind === 'agent' && entry.outcome.status !== 'skipped'
    ? [actIn(entry, told), ...notified]
    : notified;
}

function actIn(entry: LogHead & { action: RecordedAction }, { classes }: NotificationRules): TranscriptLine {
  const { index, time, action, outcome } = entry;
  const { app, tool, args, resolved = args } = action;
  const act = { time, index, failed: outcome.status === 'failed' };
  const { content } = resolved;
  const speaks = tool === 'send_message_to_user' && classes.get(app) === 'AgentUserInterface';
  if (speaks && typeof content === 'string')
    return { ...act, kind: 'said', title: '', text: content.slice(0, LONGEST) };
  return { ...act, kind: 'did', title: `${app}.${tool}`, text: summarize(entry) };
}
