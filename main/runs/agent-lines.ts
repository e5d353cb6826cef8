import {
  agentLogsOf,
  headsOf,
  notificationsOf,
  notificationRulesOf,
  type LogHead,
  type Store,
  type NotificationRules,
} from '../../engine/index.ts';
import type { TranscriptLine, RecordedAction, RunSummary, SimTime } from '../../engine/model/index.ts';
import type { AgentLines } from '../../preload/contract.ts';
import { gistOf } from './gist.ts';

/** So many entries are read at a time: a few milliseconds' work, for the window must always answer. */
const ENTRIES_PER_READ = 2_000;
const LONGEST = 20_000; // characters

/** What happened between the agent and its world from entry `from` on, and where to read on. */
export function agentLines(store: Store, run: RunSummary, from: number): AgentLines {
  const told = notificationRulesOf(run);
  const heads = store.heads(run.id, from, ENTRIES_PER_READ);
  return { lines: heads.flatMap((entry) => linesOf(entry, told)), next: from + heads.length };
}

/** What the file of a trace tells of its agent; nothing of runs of our own. */
export function agentLogs(store: Store, { id, start }: RunSummary): readonly TranscriptLine[] {
  const document = store.extras(id)?.document;
  if (document === undefined) return [];
  const times = new Map<string, SimTime>();
  for (const { event, time } of headsOf(store, id)) if (!times.has(event)) times.set(event, time);
  return agentLogsOf(document, start, (event) => times.get(event));
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
  return { ...act, kind: 'did', title: `${app}.${tool}`, text: gistOf(entry) };
}
