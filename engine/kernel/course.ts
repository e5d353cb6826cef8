import { Inbox, notificationsOf, type NotificationRules } from '../agents/index.ts';
import {
  type ActionEntry,
  after,
  type EventId,
  type Json,
  type LogEntry,
  type Past,
  releasesSurely,
  releasesWith,
  type RunMode,
  type ScenarioEvent,
  type SimSpan,
  type SimTime,
  standIn,
  orderKey,
  type Observation,
} from '../model/index.ts';
import { VerdictTracker, AgentValidationMonitor } from '../validation/index.ts';
import type { Plan, World } from '../world/index.ts';
import { EventGraph, type Release } from './dependency-graph.ts';
import { EventLog } from './event-log.ts';
import { entryOf, type Fired } from './fire.ts';
import { resultOf, ResultIndex } from './references.ts';
import { Agenda, type Due } from './scheduler.ts';

const NONE_WATCHED: readonly Observation[] = [];

/** When something happens: by the clock, and by the tick it falls in. */
export interface Moment {
  readonly now: SimTime;
  /** As it was when the tick began. */
  readonly past: Past;
  /** The number of the tick that began last. */
  readonly count: number;
}

/** What has happened in a run and what is to come: each entry of the log releases, and tells, what follows from it. */
export class Course {
  readonly agenda = new Agenda();
  readonly log = new EventLog();
  readonly judge = new VerdictTracker();
  readonly inbox = new Inbox();
  readonly watch: AgentValidationMonitor;
  readonly #plan: Plan;
  readonly #graph: EventGraph;
  readonly #telling: NotificationRules;
  readonly #added = new Map<EventId, ScenarioEvent>();
  /** What placeholders stand for; made when first asked for. */
  #answers: ResultIndex | undefined;
  /** What is planned, by name; made when first asked for. */
  #plannedById: ReadonlyMap<EventId, ScenarioEvent> | undefined;

  constructor(plan: Plan, world: World, telling: NotificationRules, mode: RunMode) {
    this.#plan = plan;
    this.#telling = telling;
    this.watch = new AgentValidationMonitor(world);
    this.#graph = new EventGraph(plan.start, this.agenda, (event) => releasesSurely(event, mode));
    for (const event of plan.events) if (!event.dormant) this.#await(event, neverReleased);
    this.#graph.foreseeFirst(plan.events);
  }

  get events(): readonly ScenarioEvent[] {
    const added = [...this.#added.values()].filter((event) => this.#planned.get(event.id) !== event);
    return [...this.#plan.events, ...added];
  }

  /** Takes the next event that fires by `now`. */
  take(now: SimTime): Due | undefined {
    for (;;) {
      const due = this.agenda.take(now);
      if (due === undefined || this.#graph.mayFire(due)) return due;
    }
  }

  /** Logs that `due` has fired as `fired` says, and lets go what waited for it. */
  settle(due: Due, { happened, releases, again }: Fired, moment: Moment): LogEntry {
    const { event, time } = due;
    const entry = this.note(entryOf(this.log.length, moment.now, due, happened), moment, event);
    if (event.kind === 'agent-validation') this.watch.begin(event, moment.count);
    if (releases) this.#release(event.id, time, entry.index);
    if (again) this.agenda.push(this.#nextCheck(due, entry.index));
    return entry;
  }

  /** Logs `entry`, which happened in a recording: it is not done again, but lets go what waited for it, and tells the agent. */
  recall(entry: LogEntry): void {
    const event = this.#planned.get(entry.event);
    this.#log(entry, event);
    if (event !== undefined && releasesWith(event, entry)) this.#release(event.id, entry.due, entry.index);
  }

  /** Ends what was recalled: what has happened there is to come no more, and what was looked at in vain is looked at again. */
  endRecall(): void {
    const latest = new Map<EventId, LogEntry>();
    for (const entry of this.log) latest.set(entry.event, entry);
    this.agenda.renew((due) => {
      const last = latest.get(due.event.id);
      if (last === undefined) return due;
      if (!('attempt' in last) || last.verdict !== 'waiting') return undefined;
      return this.#nextCheck({ ...due, time: last.due, checks: last.attempt - 1 }, last.index);
    });
  }

  /** Logs `entry`, which is what came of `event`, where that was planned; shows it to who watches, and tells the agent. */
  note<Entry extends LogEntry>(entry: Entry, moment: Moment, event?: ScenarioEvent): Entry {
    const watched =
      'action' in entry && this.watch.observes(entry) ? this.#watched(entry, moment) : NONE_WATCHED;
    const seen = watched.length === 0 ? entry : { ...entry, observations: watched };
    this.#log(seen, event);
    if (watched.length > 0) this.#releaseBy(watched, entry);
    return seen;
  }

  /** Takes events in while the run goes on. @throws {RangeError} on an id that is taken. */
  schedule(events: readonly ScenarioEvent[]): void {
    for (const event of events) {
      const planned = this.#planned.get(event.id);
      const isTaken = this.#added.has(event.id) || (planned !== undefined && !planned.dormant);
      if (isTaken) throw new RangeError(`found the id "${event.id}" again, wanted one of its own`);
      this.#added.set(event.id, event);
      this.#await(event, (id) => this.#releaseOf(id));
    }
  }

  /** What a placeholder for `name` stands for: `undefined` when nothing of that name has happened, null when it failed. */
  answerOf(name: string): Json | undefined {
    this.#answers ??= new ResultIndex(this.log);
    const own = this.#answers.get(name);
    return own === undefined ? this.#standInFor(name) : own;
  }

  get #planned(): ReadonlyMap<EventId, ScenarioEvent> {
    return (this.#plannedById ??= new Map(this.#plan.events.map((event) => [event.id, event])));
  }

  #log(entry: LogEntry, event: ScenarioEvent | undefined): void {
    this.log.append(entry);
    this.judge.add(entry, event);
    this.#answers?.add(entry);
    for (const news of notificationsOf(entry, this.#telling)) this.inbox.push(news);
  }

  /** Only a dialogue of turns has any. */
  #standInFor(name: string): Json | undefined {
    const { turns } = this.#plan;
    const outcome = turns.length === 0 ? undefined : standIn(name, turns, this.log.entries);
    return outcome && resultOf(outcome);
  }

  #watched(entry: ActionEntry, moment: Moment): readonly Observation[] {
    const { past, count } = moment;
    return this.log.showing(entry, () => this.watch.observe(entry, count, past));
  }

  /** What `watched` shows to have passed with `entry` lets go who waited for it. */
  #releaseBy(watched: readonly Observation[], { due, index }: LogEntry): void {
    for (const { validation, verdict } of watched)
      if (verdict === 'passed') this.#release(validation, due, index);
  }

  #await(event: ScenarioEvent, released: (id: EventId) => Release | undefined): void {
    this.#graph.add(event, released);
  }

  #release(event: EventId, due: SimTime, entry: number): void {
    this.#graph.release(event, due, entry);
  }

  #releaseOf(id: EventId): Release | undefined {
    const entry = this.log.of(id);
    const event = this.#added.get(id) ?? this.#planned.get(id);
    if (entry === undefined || event === undefined || !releasesWith(event, entry)) return undefined;
    return { due: entry.due, entry: entry.index };
  }

  #nextCheck({ event, time: last, checks }: Due, entry: number): Due {
    const every = 'every' in event ? event.every : 1;
    const time = after(last, (every * this.#plan.tick) as SimSpan);
    return { time, key: orderKey(event, checks + 1), event, causes: [entry], checks: checks + 1 };
  }
}

/** Before a run nothing has released anything. */
const neverReleased = (): undefined => undefined;
