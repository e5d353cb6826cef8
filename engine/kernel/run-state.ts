import { Inbox, type NotificationRules, notificationsOf } from '../agents/index.ts';
import {
  type ActionEntry,
  after,
  alwaysReleases,
  type EventId,
  type Json,
  type LogEntry,
  type Observation,
  orderKey,
  releasesWith,
  type RunMode,
  type ScenarioEvent,
  type SimSpan,
  type SimTime,
  replacementOutcome,
  replacementsOf,
  type TurnJudge,
  TurnTracker,
} from '../model/index.ts';
import { AgentValidationMonitor, VerdictTracker } from '../validation/index.ts';
import type { Plan, World } from '../world/index.ts';
import { DependencyGraph, type Release } from './dependency-graph.ts';
import { type ActionDraft, type EntryDraft, toEntry } from './entry-draft.ts';
import { EventLog } from './event-log.ts';
import type { FiringResult } from './fire.ts';
import { ResultIndex, resultOf } from './result-index.ts';
import { MANY_EVENTS, type ScheduledEvent, Scheduler } from './scheduler.ts';

/** A position in a run: its time and its tick. */
export interface FiringPosition {
  readonly now: SimTime;
  /** The time at which the tick began. */
  readonly time: SimTime;
  /** The number of the tick. */
  readonly tick: number;
  /** Whether the oracle plays the agent. */
  readonly mode: RunMode;
}

/** The log and the scheduled events of a run. {@link commit} is the only way to log new entries; {@link replay} logs recorded ones. */
export class RunState {
  readonly scheduler = new Scheduler();
  readonly log = new EventLog();
  readonly verdicts = new VerdictTracker();
  readonly inbox = new Inbox();
  readonly monitor: AgentValidationMonitor;
  readonly #plan: Plan;
  readonly #graph: DependencyGraph;
  readonly #notify: NotificationRules;
  /** Events added after the start of the run. */
  readonly #added = new Map<EventId, ScenarioEvent>();
  /** The releases of agent validations and of the oracle's messages, caused by calls of the agent. */
  readonly #releasedByAgent = new Map<EventId, Release>();
  /** Created on demand, unless the plan has references: reading a long log back would take too long in one step. */
  #results: ResultIndex | undefined;
  #plannedById: ReadonlyMap<EventId, ScenarioEvent> | undefined;
  readonly #turns: TurnTracker;
  /** The number of entries when the last turn began, if the agent's messages begin turns. */
  #turnStart: number | undefined;
  /** The results of the agent's calls that the judge matched with the oracle's, by the id of the oracle's event. */
  #matchedResults: ReadonlyMap<string, Json> = new Map();
  #hasRejectedTurn = false;
  /** Judges each turn when the agent has ended it. */
  turnJudge: TurnJudge | undefined;

  constructor(plan: Plan, world: World, notify: NotificationRules, mode: RunMode) {
    this.#plan = plan;
    this.#notify = notify;
    this.monitor = new AgentValidationMonitor(world);
    this.#graph = new DependencyGraph(plan.start, this.scheduler, (event) => alwaysReleases(event, mode));
    this.#graph.addAll(plan.events);
    this.#turns = new TurnTracker(plan);
    if (plan.events.some((event) => 'literal' in event && !event.literal))
      this.#results = new ResultIndex([]);
  }

  /** Whether the next step may take long without running scenario code: many events are due or released, or a long turn is judged. */
  get isNextStepLong(): boolean {
    const { tick, tickPolicy } = this.#plan;
    return (
      this.#graph.hasManySuccessors ||
      (this.log.length > MANY_EVENTS && this.#turns.hasTurns) ||
      this.scheduler.hasManyDue(tickPolicy === 'by-tick' ? tick : ZERO_SPAN)
    );
  }

  /** Whether any event waits for the agent's messages to the user. */
  get hasTurns(): boolean {
    return this.#turns.hasTurns;
  }

  /** Whether the judge rejected a turn. */
  get hasRejectedTurn(): boolean {
    return this.#hasRejectedTurn;
  }

  /** The planned events, then the added ones. */
  get events(): readonly ScenarioEvent[] {
    const added = [...this.#added.values()].filter((event) => this.#findPlanned.get(event.id) !== event);
    return [...this.#plan.events, ...added];
  }

  /** Removes and returns the next event that fires by `now`. */
  dequeue(now: SimTime): ScheduledEvent | undefined {
    for (;;) {
      const scheduled = this.scheduler.dequeue(now);
      if (scheduled === undefined || this.#graph.dequeued(scheduled)) return scheduled;
    }
  }

  /**
   * Logs the result of an event, notifies the agent and the validations, and releases its successors. Validations that have
   * already observed it are not asked again.
   */
  commit(
    scheduled: ScheduledEvent,
    result: FiringResult,
    moment: FiringPosition,
    observed?: readonly Observation[],
  ): LogEntry {
    const { event } = scheduled;
    const fired = toEntry(this.log.length, moment.now, scheduled, result.draft);
    const entry = this.monitor.isActive
      ? this.#withObservations(fired, result.draft, moment, observed)
      : fired;
    this.#append(entry, event, moment.mode);
    if (entry !== fired) this.#releasePassed(entry);
    if (event.kind === 'agent-validation') this.monitor.begin(event, moment.tick);
    if (result.releases) this.#graph.release(event.id, entry);
    if (result.repeats) this.scheduler.push(this.#rescheduleCheck(scheduled, entry.index));
    return entry;
  }

  /** Logs a recorded entry: releases its successors and notifies the agent. Returns the entry's event, if it was planned. */
  replay(entry: LogEntry, { tick, mode }: Pick<FiringPosition, 'tick' | 'mode'>): ScenarioEvent | undefined {
    const event = this.#findPlanned.get(entry.event);
    this.#append(entry, event, mode);
    if ('observations' in entry) this.monitor.restore(entry.observations);
    this.#releasePassed(entry);
    if (event?.kind === 'agent-validation') this.monitor.begin(event, tick);
    if (event !== undefined && releasesWith(event, entry)) this.#graph.release(event.id, entry);
    return event;
  }

  /** Called after the last recorded entry: drops scheduled events that already fired, and continues repeated checks. */
  endReplay(): void {
    const latest = new Map<EventId, LogEntry>();
    for (const entry of this.log) latest.set(entry.event, entry);
    this.scheduler.update((scheduled) => {
      const last = latest.get(scheduled.event.id);
      if (last === undefined) return scheduled;
      if (!('attempt' in last) || last.verdict !== 'waiting') return undefined;
      return this.#rescheduleCheck({ ...scheduled, time: last.due, checks: last.attempt - 1 }, last.index);
    });
  }

  /**
   * Adds events while the run goes on.
   * @throws {RangeError} when an id is taken.
   */
  schedule(events: readonly ScenarioEvent[]): void {
    for (const event of events) {
      const planned = this.#findPlanned.get(event.id);
      if (this.#added.has(event.id) || (planned !== undefined && !planned.dormant))
        throw new RangeError(`An event with the id "${event.id}" is already there.`);
      this.#added.set(event.id, event);
      this.#graph.add(event, (id) => this.#releaseOf(id));
    }
  }

  /** The value of a reference to `name`: null after a failure, `undefined` when there is no such result yet. */
  resultOf(name: string): Json | undefined {
    this.#results ??= new ResultIndex(this.log);
    const result = this.#results.get(name);
    return result === undefined ? this.#replacementResult(name) : result;
  }

  get #findPlanned(): ReadonlyMap<EventId, ScenarioEvent> {
    return (this.#plannedById ??= new Map(this.#plan.events.map((event) => [event.id, event])));
  }

  /** Lets the agent validations check the last of `actions`. They see all of `actions` at the end of the log. */
  observe(actions: readonly ActionEntry[], { time, tick }: FiringPosition): readonly Observation[] {
    return this.monitor.observe(actions.at(-1)!, tick, this.log.pastAt(time, actions));
  }

  /** `entry` with the agent validations' observations of it and of its nested calls. */
  #withObservations(
    entry: LogEntry,
    draft: EntryDraft,
    moment: FiringPosition,
    observed: readonly Observation[] | undefined,
  ): LogEntry {
    if (!('action' in entry) || !this.monitor.observes(entry)) return entry;
    const { observations: earlier = [] } = draft as ActionDraft;
    const observations = [...earlier, ...(observed ?? this.observe([entry], moment))];
    return observations.length === 0 ? entry : { ...entry, observations };
  }

  #append(entry: LogEntry, event: ScenarioEvent | undefined, mode: RunMode): void {
    this.log.append(entry);
    this.verdicts.add(entry, event);
    this.#results?.add(entry);
    for (const notification of notificationsOf(entry, this.#notify)) this.inbox.push(notification);
    const ended = this.#turns.add(entry, mode);
    if (ended.length > 0) this.#endTurn(entry, ended);
  }

  /** Handles the end of an agent's turn. Unless the judge rejects the turn, events that wait for the oracle's message are released. */
  #endTurn(entry: LogEntry, messages: readonly EventId[]): void {
    const { isRejected, results } = this.turnJudge?.(this.log) ?? { isRejected: false, results: NO_RESULTS };
    this.#turnStart = entry.index + 1;
    this.#matchedResults = results;
    this.#hasRejectedTurn ||= isRejected;
    if (isRejected) return;
    for (const message of messages) this.#releaseByAgent(message, entry);
  }

  /** Releases the successors of agent validations that passed at `entry`. */
  #releasePassed(entry: LogEntry): void {
    if (!('observations' in entry)) return;
    for (const { validation, verdict } of entry.observations)
      if (verdict === 'passed') this.#releaseByAgent(validation, entry);
  }

  #releaseByAgent(event: EventId, { due, index }: Release): void {
    if (!this.#releasedByAgent.has(event)) this.#releasedByAgent.set(event, { due, index });
    this.#graph.release(event, { due, index });
  }

  /** The result of the agent's call that replaces an oracle event: the call that the judge matched, otherwise a call of the same tool. */
  #replacementResult(name: string): Json | undefined {
    const matched = this.#matchedResults.get(name);
    if (matched !== undefined) return matched;
    const turns = this.#turnStart === undefined ? this.#plan.turns : replacementsOf(this.#plan);
    const outcome =
      turns.length === 0 ? undefined : replacementOutcome(name, turns, this.log.entries, this.#turnStart);
    return outcome && resultOf(outcome);
  }

  #releaseOf(id: EventId): Release | undefined {
    const byAgent = this.#releasedByAgent.get(id);
    if (byAgent !== undefined) return byAgent;
    const entry = this.log.latestOf(id);
    const event = this.#added.get(id) ?? this.#findPlanned.get(id);
    return entry !== undefined && event !== undefined && releasesWith(event, entry) ? entry : undefined;
  }

  #rescheduleCheck({ event, time: last, checks }: ScheduledEvent, entry: number): ScheduledEvent {
    const every = 'every' in event ? event.every : 1;
    const time = after(last, (every * this.#plan.tick) as SimSpan);
    return { time, key: orderKey(event, checks + 1), event, causes: [entry], checks: checks + 1 };
  }
}

const ZERO_SPAN = 0 as SimSpan;
const NO_RESULTS: ReadonlyMap<string, Json> = new Map();
