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
  standIn,
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

/** A moment of a run: its time, and the tick it belongs to. */
export interface Moment {
  readonly now: SimTime;
  /** The time at which the tick began. */
  readonly time: SimTime;
  /** The number of the tick. */
  readonly tick: number;
  /** The player of the agent. */
  readonly mode: RunMode;
}

/** The past and the future of a run. {@link commit} is the one way into the log for new entries; {@link replay} repeats recorded ones. */
export class RunState {
  readonly scheduler = new Scheduler();
  readonly log = new EventLog();
  readonly verdicts = new VerdictTracker();
  readonly inbox = new Inbox();
  readonly monitor: AgentValidationMonitor;
  readonly #plan: Plan;
  readonly #graph: DependencyGraph;
  readonly #notify: NotificationRules;
  /** Events scheduled while the run goes on. */
  readonly #added = new Map<EventId, ScenarioEvent>();
  /** The releases of agent validations and of the oracle's messages, which come with the agent's calls. */
  readonly #releasedByAgent = new Map<EventId, Release>();
  /** Created on demand, unless the plan has references: reading a long log back would take longer than a step may. */
  #results: ResultIndex | undefined;
  #plannedById: ReadonlyMap<EventId, ScenarioEvent> | undefined;
  readonly #turns: TurnTracker;
  /** The number of entries when the last turn began, if the agent's messages begin turns. */
  #turnBegan: number | undefined;
  /** The results of the agent's calls that the judge matched with the oracle's, by the oracle's events. */
  #matched: ReadonlyMap<string, Json> = new Map();
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

  /** Whether the next step may take long by itself: many events are due or released, or a turn is judged by a long log. */
  get isNextStepLong(): boolean {
    const { tick, tickPolicy } = this.#plan;
    return (
      this.#graph.hasHubs ||
      (this.log.length > MANY_EVENTS && this.#turns.hasTurns) ||
      this.scheduler.hasManyDue(tickPolicy === 'by-tick' ? tick : NO_TIME)
    );
  }

  /** Whether events wait for the agent's messages to the user. */
  get hasTurns(): boolean {
    return this.#turns.hasTurns;
  }

  /** Whether the judge has found that a turn failed. */
  get hasRejectedTurn(): boolean {
    return this.#hasRejectedTurn;
  }

  /** The planned events, then the added ones. */
  get events(): readonly ScenarioEvent[] {
    const added = [...this.#added.values()].filter((event) => this.#planned.get(event.id) !== event);
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
    moment: Moment,
    observed?: readonly Observation[],
  ): LogEntry {
    const { event } = scheduled;
    const fired = toEntry(this.log.length, moment.now, scheduled, result.draft);
    const entry = this.monitor.isActive ? this.#observed(fired, result.draft, moment, observed) : fired;
    this.#append(entry, event, moment.mode);
    if (entry !== fired) this.#releasePassed(entry);
    if (event.kind === 'agent-validation') this.monitor.begin(event, moment.tick);
    if (result.releases) this.#graph.release(event.id, entry);
    if (result.repeats) this.scheduler.push(this.#nextCheck(scheduled, entry.index));
    return entry;
  }

  /** Logs a recorded entry: it releases its successors and notifies the agent. Returns its event, if it was planned. */
  replay(entry: LogEntry, { tick, mode }: Pick<Moment, 'tick' | 'mode'>): ScenarioEvent | undefined {
    const event = this.#planned.get(entry.event);
    this.#append(entry, event, mode);
    if ('observations' in entry) this.monitor.restore(entry.observations);
    this.#releasePassed(entry);
    if (event?.kind === 'agent-validation') this.monitor.begin(event, tick);
    if (event !== undefined && releasesWith(event, entry)) this.#graph.release(event.id, entry);
    return event;
  }

  /** After the last recorded entry: drops scheduled events that already happened, and continues repeated checks. */
  endReplay(): void {
    const latest = new Map<EventId, LogEntry>();
    for (const entry of this.log) latest.set(entry.event, entry);
    this.scheduler.update((scheduled) => {
      const last = latest.get(scheduled.event.id);
      if (last === undefined) return scheduled;
      if (!('attempt' in last) || last.verdict !== 'waiting') return undefined;
      return this.#nextCheck({ ...scheduled, time: last.due, checks: last.attempt - 1 }, last.index);
    });
  }

  /** Adds events while the run goes on. @throws {RangeError} when an id is taken. */
  schedule(events: readonly ScenarioEvent[]): void {
    for (const event of events) {
      const planned = this.#planned.get(event.id);
      if (this.#added.has(event.id) || (planned !== undefined && !planned.dormant))
        throw new RangeError(`An event with the id "${event.id}" is already there.`);
      this.#added.set(event.id, event);
      this.#graph.add(event, (id) => this.#releaseOf(id));
    }
  }

  /** The value of a reference to `name`: null after a failure, `undefined` when there is no such result yet. */
  resultOf(name: string): Json | undefined {
    this.#results ??= new ResultIndex(this.log);
    const own = this.#results.get(name);
    return own === undefined ? this.#standInFor(name) : own;
  }

  get #planned(): ReadonlyMap<EventId, ScenarioEvent> {
    return (this.#plannedById ??= new Map(this.#plan.events.map((event) => [event.id, event])));
  }

  /** Shows the last of `actions` to the agent validations, which see all of them at the end of the log. */
  observe(actions: readonly ActionEntry[], { time, tick }: Moment): readonly Observation[] {
    return this.monitor.observe(actions.at(-1)!, tick, this.log.pastAt(time, actions));
  }

  /** `entry` with the agent validations' observations of it and of the calls it made. */
  #observed(
    entry: LogEntry,
    draft: EntryDraft,
    moment: Moment,
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

  /**
   * Handles the end of a turn of the agent's. Unless the judge rejects it, events that wait for the oracle's message are
   * released.
   */
  #endTurn(entry: LogEntry, messages: readonly EventId[]): void {
    const { isRejected, results } = this.turnJudge?.(this.log) ?? { isRejected: false, results: NO_RESULTS };
    this.#turnBegan = entry.index + 1;
    this.#matched = results;
    this.#hasRejectedTurn ||= isRejected;
    if (isRejected) return;
    for (const message of messages) this.#releaseByAgent(message, entry);
  }

  /** Releases the successors of agent validations that passed with `entry`. */
  #releasePassed(entry: LogEntry): void {
    if (!('observations' in entry)) return;
    for (const { validation, verdict } of entry.observations)
      if (verdict === 'passed') this.#releaseByAgent(validation, entry);
  }

  #releaseByAgent(event: EventId, { due, index }: Release): void {
    if (!this.#releasedByAgent.has(event)) this.#releasedByAgent.set(event, { due, index });
    this.#graph.release(event, { due, index });
  }

  /**
   * The result of the agent's call that replaces an oracle event after a turn: the call that the judge matched, otherwise one
   * of the same tool.
   */
  #standInFor(name: string): Json | undefined {
    const matched = this.#matched.get(name);
    if (matched !== undefined) return matched;
    const turns = this.#turnBegan === undefined ? this.#plan.turns : replacementsOf(this.#plan);
    const outcome = turns.length === 0 ? undefined : standIn(name, turns, this.log.entries, this.#turnBegan);
    return outcome && resultOf(outcome);
  }

  #releaseOf(id: EventId): Release | undefined {
    const byAgent = this.#releasedByAgent.get(id);
    if (byAgent !== undefined) return byAgent;
    const entry = this.log.latestOf(id);
    const event = this.#added.get(id) ?? this.#planned.get(id);
    return entry !== undefined && event !== undefined && releasesWith(event, entry) ? entry : undefined;
  }

  #nextCheck({ event, time: last, checks }: ScheduledEvent, entry: number): ScheduledEvent {
    const every = 'every' in event ? event.every : 1;
    const time = after(last, (every * this.#plan.tick) as SimSpan);
    return { time, key: orderKey(event, checks + 1), event, causes: [entry], checks: checks + 1 };
  }
}

const NO_TIME = 0 as SimSpan;
const NO_RESULTS: ReadonlyMap<string, Json> = new Map();
