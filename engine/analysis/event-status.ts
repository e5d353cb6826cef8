import {
  after,
  append,
  type Blocker,
  dueTime,
  EMPTY_LIST,
  type EventId,
  type EventOutline,
  type EventStatus,
  type EventStatusSummary,
  firstPosition,
  groupBy,
  type EntryHead,
  LEFT_TO_AGENT,
  type LogEntry,
  type OwnStatus,
  type PlanOutline,
  predecessors,
  quotedList,
  releasesWith,
  type SimSpan,
  type SimTime,
  type States,
  type RunMode,
  TurnTracker,
  type BriefEventStatus,
  EVENT_MARKS,
  type EventMark,
  type PendingEvent,
  type PendingGroup,
  type StatusOverview,
  failureText,
} from '../model/index.ts';

/** The status of an event right after entry `at` of `log`: that it fired, or why it has not. `at` −1 is before the first entry. */
export const eventStatus = (
  plan: PlanOutline,
  log: readonly EntryHead[],
  at: number,
  event: EventId,
): EventStatus => createHistory(plan, log, at).status(event, at);

/** The status of every event of the plan right after entry `at` of `log`, in the plan's order. */
export const eventStatuses = (
  plan: PlanOutline,
  log: readonly EntryHead[],
  at: number,
): readonly EventStatusSummary[] => createHistory(plan, log, at).statuses(at);

function createHistory(plan: PlanOutline, log: readonly EntryHead[], at: number): EventHistory {
  const history = new EventHistory(plan);
  for (const entry of log.slice(0, at + 1)) history.add(entry);
  return history;
}

/** The result of an agent validation, and the entry that decided it. */
interface Decision {
  readonly entry: EntryHead;
  readonly passed: boolean;
}

/**
 * One event: its plan and its log entries. Statuses are computed from these records, because looking up ids takes most of the
 * time with 100,000 events.
 */
interface EventRecord {
  readonly id: EventId;
  /** The event's plan; `undefined` for an event that is not planned. */
  readonly outline: EventOutline | undefined;
  /** The records of the event's predecessors. Set when all records exist. */
  predecessors: readonly EventRecord[];
  entries: EntryHead[];
  decisions: Decision[];
  /** For an oracle's message: the agent's messages to the user that replace it. */
  answers: EntryHead[];
}

/** The history of all events of a plan, from a run's log. It can be queried for any added entry. */
export class EventHistory {
  readonly plan: PlanOutline;
  readonly #records = new Map<EventId, EventRecord>();
  /** The records of the plan's events, in the plan's order. */
  readonly #planned: readonly EventRecord[];
  readonly #turns: TurnTracker;
  readonly #mode: RunMode;
  /** The index of the first entry that shows that the agent plays, not the oracle. */
  #leftToAgent = Infinity;
  #length = 0;

  /** @param mode whether the oracle plays the agent; if so, the oracle sends its own messages */
  constructor(plan: PlanOutline, mode: RunMode = 'plain') {
    this.plan = plan;
    this.#mode = mode;
    this.#planned = plan.events.map((event) => this.#addRecord(event.id, event));
    for (const [index, { timing }] of plan.events.entries())
      this.#planned[index]!.predecessors = predecessors(timing).map((id) => this.record(id));
    this.#turns = new TurnTracker(plan);
  }

  /** Number of entries that were added. */
  get length(): number {
    return this.#length;
  }

  /** Adds the next entry of the log. */
  add(entry: EntryHead): void {
    this.#length += 1;
    const kept = shortened(entry);
    const record = this.record(entry.event);
    record.entries = append(record.entries, kept);
    for (const message of this.#turns.add(entry, this.#mode)) {
      const answered = this.record(message);
      answered.answers = append(answered.answers, kept);
    }
    const { outcome } = entry;
    if (outcome.status === 'skipped' && outcome.reason === LEFT_TO_AGENT)
      this.#leftToAgent = Math.min(this.#leftToAgent, entry.index);
    if ('observations' in entry)
      for (const { validation, verdict } of entry.observations ?? [])
        if (verdict !== 'watching') {
          const decided = this.record(validation);
          decided.decisions = append(decided.decisions, { entry: kept, passed: verdict === 'passed' });
        }
  }

  /** The status of an event right after entry `at`. */
  status(event: EventId, at: number): EventStatus {
    return new StatusReconstruction(this, at).status(this.record(event));
  }

  /** The status of every event of the plan right after entry `at`, in the plan's order. */
  statuses(at: number): readonly EventStatusSummary[] {
    const reconstruction = new StatusReconstruction(this, at);
    const own = this.#planned.map((record) => reconstruction.ownStatus(record));
    const blocked = blockedForGood(this.#planned, own, reconstruction);
    return this.#planned.map((record, index) => {
      const status = own[index];
      if (status !== undefined) return { event: record.id, status };
      const waitsFor = idsOf(reconstruction.unreleasedBy(record));
      return { event: record.id, status: { kind: 'waiting', waitsFor, neverFires: blocked.has(record) } };
    });
  }

  record(id: EventId): EventRecord {
    return this.#records.get(id) ?? this.#addRecord(id, undefined);
  }

  /** Whether an event waits for the agent's message to the user. */
  awaitsAgent(id: EventId, at: number): boolean {
    return at >= this.#leftToAgent && this.#turns.isEnd(id);
  }

  #addRecord(id: EventId, outline: EventOutline | undefined): EventRecord {
    const record = {
      id,
      outline,
      predecessors: EMPTY_LIST,
      entries: EMPTY_LIST,
      decisions: EMPTY_LIST,
      answers: EMPTY_LIST,
    };
    this.#records.set(id, record);
    return record;
  }
}

const idsOf = (records: readonly EventRecord[]): readonly EventId[] => records.map(({ id }) => id);

/** The last item whose index is at most `at`. */
function lastUpTo<Item>(
  list: readonly Item[],
  at: number,
  indexOf: (item: Item) => number,
): Item | undefined {
  const last = list.at(-1);
  if (last === undefined || indexOf(last) <= at) return last;
  // Most events have one entry.
  return list.length === 1 ? undefined : list[firstPosition(list, (item) => indexOf(item) > at) - 1];
}

const indexOfEntry = ({ index }: EntryHead): number => index;

const indexOfDecision = ({ entry }: Decision): number => entry.index;

const NO_ARGUMENTS = {};

/** `entry` without arguments and results, which take memory and do not affect statuses. */
function shortened(entry: EntryHead): EntryHead {
  const outcome = entry.outcome.status === 'done' ? { ...entry.outcome, value: null } : entry.outcome;
  return 'action' in entry
    ? { ...entry, outcome, action: { ...entry.action, args: NO_ARGUMENTS }, calls: [] }
    : { ...entry, outcome };
}

/**
 * The direct and indirect successors of events that never release their successors.
 * @param statuses the statuses of `events`; `undefined` for an event that waits for others
 */
function blockedForGood(
  events: readonly EventRecord[],
  statuses: readonly (OwnStatus | undefined)[],
  reconstruction: StatusReconstruction,
): ReadonlySet<EventRecord> {
  const blocked = new Set<EventRecord>();
  const open = events.filter(
    (record, index) => neverReleases(statuses[index]) && !reconstruction.hasReleased(record),
  );
  if (open.length === 0) return blocked;
  const waiting = groupBy(
    events.flatMap((record) => reconstruction.unreleasedBy(record).map((before) => ({ record, before }))),
    ({ before }) => before,
  );
  for (let before = open.pop(); before !== undefined; before = open.pop())
    for (const { record } of waiting.get(before) ?? [])
      if (!blocked.has(record)) {
        blocked.add(record);
        open.push(record);
      }
  return blocked;
}

/** Whether an event will never release its successors. A fired event that has not released them is a stop. */
const neverReleases = (status: OwnStatus | undefined): boolean =>
  status?.kind === 'never-releases' || status?.kind === 'fired';

/** Reconstructs the status of events right after entry `at`. */
class StatusReconstruction {
  readonly #history: EventHistory;
  readonly #at: number;

  constructor(history: EventHistory, at: number) {
    this.#history = history;
    this.#at = at;
  }

  status(record: EventRecord): EventStatus {
    return (
      this.ownStatus(record) ?? {
        kind: 'waiting',
        waitsFor: idsOf(this.unreleasedBy(record)),
        blockedBy: this.#blockersOf(record),
      }
    );
  }

  /** The status of an event that waits for no other event; `undefined` for an event that does. */
  ownStatus(record: EventRecord): OwnStatus | undefined {
    const { id, outline } = record;
    if (outline === undefined) return { kind: 'unknown' };
    const answer = this.#agentMessage(record);
    if (answer !== undefined) return { kind: 'fired', entry: answer.index };
    const latest = this.#latest(record);
    const isDone = latest !== undefined && latest.outcome.status !== 'skipped';
    if (!isDone && this.#history.awaitsAgent(id, this.#at)) return { kind: 'awaits-agent' };
    if (latest !== undefined) return this.#statusOnceFired(record, outline, latest);
    const { timing, dormant } = outline;
    if (dormant && record.predecessors.length === 0) return { kind: 'dormant' };
    if (this.unreleasedBy(record).length > 0) return undefined;
    const { start, duration } = this.#history.plan;
    const time = dueTime(timing, start, (before) => this.#releaseOf(this.#history.record(before))?.due)!;
    return { kind: 'scheduled', time, withinRun: duration === undefined || time <= after(start, duration) };
  }

  hasReleased(record: EventRecord): boolean {
    return this.#releaseOf(record) !== undefined;
  }

  /** The predecessors that have not released an event. */
  unreleasedBy(record: EventRecord): readonly EventRecord[] {
    return record.predecessors.length === 0
      ? EMPTY_LIST
      : record.predecessors.filter((before) => !this.hasReleased(before));
  }

  /** The last entry of an event. */
  #latest({ entries }: EventRecord): EntryHead | undefined {
    return lastUpTo(entries, this.#at, indexOfEntry);
  }

  #decision({ decisions }: EventRecord): Decision | undefined {
    return lastUpTo(decisions, this.#at, indexOfDecision);
  }

  #agentMessage({ answers }: EventRecord): EntryHead | undefined {
    return lastUpTo(answers, this.#at, indexOfEntry);
  }

  #statusOnceFired(record: EventRecord, event: EventOutline, latest: EntryHead): OwnStatus {
    const entry = latest.index;
    if (event.kind === 'agent-validation') {
      const decided = this.#decision(record);
      if (decided === undefined) return { kind: 'watching', entry };
      return decided.passed
        ? { kind: 'fired', entry: decided.entry.index }
        : { kind: 'never-releases', entry: decided.entry.index, reason: 'the agent did not do as it asks' };
    }
    if (latest.kind === 'wait') return { kind: 'in-wait', entry, until: latest.until };
    if (event.every !== undefined && 'verdict' in latest && latest.verdict === 'waiting') {
      const next = after(latest.due, (event.every * this.#history.plan.tick) as SimSpan);
      return { kind: 'not-held', entry, checked: latest.due, next };
    }
    const reason = releasesWith(event, latest) ? undefined : whyNotReleased(latest);
    return reason === undefined ? { kind: 'fired', entry } : { kind: 'never-releases', entry, reason };
  }

  /** The entry with which an event released its successors. */
  #releaseOf(record: EventRecord): EntryHead | undefined {
    const decided = this.#decision(record);
    if (decided?.passed === true) return decided.entry;
    const answer = this.#agentMessage(record);
    if (answer !== undefined) return answer;
    const { outline } = record;
    const latest = this.#latest(record);
    return outline !== undefined && latest !== undefined && releasesWith(outline, latest)
      ? latest
      : undefined;
  }

  #blockersOf(record: EventRecord): readonly Blocker[] {
    const blockers: Blocker[] = [];
    const seen = new Set<EventRecord>([record]);
    // A list instead of recursion: chains may be longer than calls can nest.
    const open = [...this.unreleasedBy(record)];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const status = this.ownStatus(next);
      if (status === undefined) for (const before of this.unreleasedBy(next)) open.push(before);
      else
        blockers.push({
          event: next.id,
          status: status.kind === 'fired' ? stopStatus(status.entry) : status,
        });
    }
    return blockers.sort((one, other) => (one.event < other.event ? -1 : 1));
  }
}

/** The status of a stop event, for the events that wait for it. */
const stopStatus = (entry: number): OwnStatus => ({
  kind: 'never-releases',
  entry,
  reason: 'it ended the run',
});

function whyNotReleased(entry: EntryHead): string | undefined {
  const { outcome } = entry;
  if (outcome.status === 'skipped') return outcome.reason;
  if (outcome.status === 'failed') return `it failed: ${failureText(outcome.error)}`;
  if (entry.kind === 'condition' && entry.verdict === 'timed-out') return 'it timed out before it held';
  if (entry.kind === 'validation' && entry.verdict === 'failed')
    return entry.tripped.length > 0
      ? `it triggered ${quotedList(entry.tripped)}`
      : `it timed out; missing: ${quotedList(entry.open)}`;
  return undefined;
}

/** The state of a run right after its latest entry, as JSON: log entries, future events and the apps' states. Times are microseconds. */
interface Dump extends Partial<Omit<PlanOutline, 'events'>> {
  readonly now: SimTime;
  readonly past: readonly LogEntry[];
  /** The events that have not happened, in order of declaration. Missing if no plan is stored, as for traces. */
  readonly future?: readonly (EventOutline & Pick<EventStatusSummary, 'status'>)[];
  readonly apps: States;
}

/**
 * The state of a run right after the last entry of `past`.
 * @param apps the apps' states after that entry
 */
export function runStateDump(
  start: SimTime,
  plan: PlanOutline | undefined,
  past: readonly LogEntry[],
  apps: States,
): Dump {
  const now = past.at(-1)?.time ?? start;
  if (plan === undefined) return { start, now, past, apps };
  const { events, ...settings } = plan;
  const statuses = eventStatuses(plan, past, past.length - 1);
  const future = events
    .map((event, index) => ({ ...event, status: statuses[index]!.status }))
    .filter(({ status }) => status.kind !== 'fired' && status.kind !== 'never-releases');
  return { ...settings, now, past, future, apps };
}

/** The marks of all events, and the first `limit` pending events of each group. `events` has all of a plan, in its order. */
export function statusOverview(events: readonly EventStatusSummary[], limit: number): StatusOverview {
  const marks = new Uint8Array(events.length);
  const entries = new Int32Array(events.length).fill(-1);
  // Ties are broken by id, as the run does.
  const next = new FirstPending(
    limit,
    (one, other) => one.time! - other.time! || (events[one.nth]!.event < events[other.nth]!.event ? -1 : 1),
  );
  const waiting = new FirstPending(limit);
  const never = new FirstPending(limit);
  for (const [index, { status }] of events.entries()) {
    const mark = eventMark(status);
    marks[index] = EVENT_MARKS.indexOf(mark);
    if (status.kind === 'fired' || status.kind === 'never-releases') entries[index] = status.entry;
    // One that has happened without releasing others is over: those that wait for it say so.
    if (mark === 'fired' || mark === 'blocks') continue;
    const time = statusTime(status);
    const group = mark === 'never' ? never : time === undefined ? waiting : next;
    group.add({ nth: index, status, time });
  }
  return { marks, entries, queue: { next: next.group(), waiting: waiting.group(), never: never.group() } };
}

function eventMark(status: BriefEventStatus): EventMark {
  switch (status.kind) {
    case 'fired':
      return 'fired';
    case 'never-releases':
      return 'blocks';
    case 'scheduled':
      return status.withinRun ? 'next' : 'never';
    case 'not-held':
    case 'in-wait':
    case 'watching':
    case 'awaits-agent':
      return 'next';
    case 'waiting':
      return status.neverFires ? 'never' : 'waiting';
    case 'dormant':
    case 'unknown':
      return 'waiting';
  }
}

function statusTime(status: BriefEventStatus): SimTime | undefined {
  if (status.kind === 'scheduled') return status.time;
  if (status.kind === 'in-wait') return status.until;
  return status.kind === 'not-held' ? status.next : undefined;
}

/** Counts pending events and keeps the first ones, because sorting 100,000 takes longer than computing their statuses. */
class FirstPending {
  readonly #limit: number;
  readonly #compare: (one: PendingEvent, other: PendingEvent) => number;
  readonly #first: PendingEvent[] = [];
  #count = 0;

  constructor(limit: number, compare: (one: PendingEvent, other: PendingEvent) => number = () => 0) {
    this.#limit = limit;
    this.#compare = compare;
  }

  add(event: PendingEvent): void {
    this.#count += 1;
    const last = this.#first.at(-1);
    if (last !== undefined && this.#first.length === this.#limit && this.#compare(event, last) >= 0) return;
    const place = firstPosition(this.#first, (other) => this.#compare(event, other) < 0);
    this.#first.splice(place, 0, event);
    if (this.#first.length > this.#limit) this.#first.pop();
  }

  group(): PendingGroup {
    return { count: this.#count, first: this.#first };
  }
}
