import {
  Inbox,
  type NotificationFilter,
  type NotificationRules,
  notificationRules,
  notificationsOf,
} from '../agents/index.ts';
import {
  type Action,
  type ActionEntry,
  type ActionEvent,
  type Actor,
  after,
  alwaysReleases,
  type AppName,
  type AppSummary,
  type CheckVerdict,
  earlier,
  type EventId,
  type Failure,
  type Json,
  type LogEntry,
  type NestedCall,
  type Notification,
  type Observation,
  type OutsideAnswer,
  type OutsideCall,
  type Path,
  plainHost,
  type Random,
  releasesWith,
  type RunMode,
  type ScenarioEvent,
  type ScenarioHost,
  seededRandom,
  SET_STATE,
  type SimSpan,
  type SimTime,
  type States,
  type TurnJudge,
  TurnTracker,
  USUAL_VERBOSITY,
  valueAt,
  type Verbosity,
  type Waited,
  type WaitEntry,
} from '../model/index.ts';
import { AgentValidationMonitor, isUnfinished, VerdictTracker } from '../validation/index.ts';
import {
  type CallResult,
  type DueAlarm,
  type Plan,
  type Recording,
  toolNameForAgent,
  World,
} from '../world/index.ts';
import { Clock, Ticks } from './clock.ts';
import { EventLog, type ReadBack } from './event-log.ts';
import {
  type ActionDraft,
  type DirectCall,
  directCall,
  type EntryDraft,
  fire,
  type FiringContext,
  type FiringResult,
  timedOut,
  toEntry,
  unplannedEvent,
  waitEndResult,
  waitStartResult,
  withoutSuccessors,
} from './fire.ts';
import { RunResults } from './results.ts';
import { type FinalState, RunEnding } from './run-ending.ts';
import {
  DependencyGraph,
  MANY_EVENTS,
  type Release,
  scheduledAt,
  type ScheduledEvent,
  Scheduler,
} from './scheduler.ts';
import { WaitingCalls } from './waiting-calls.ts';

/**
 * The state of an environment. It is `completed` at its natural end and after a stop event, `stopped` when its driver stopped it.
 * A {@link ManualEnvironment} may be `paused`: it ignores real time then, and can still be driven.
 */
export type EnvironmentState = 'setup' | 'running' | 'paused' | FinalState;

/** The settings of a run besides its plan. */
export interface EnvironmentOptions {
  /** Whether the oracle plays the agent. */
  readonly mode: RunMode;
  /** Runs the scenario's code; when left out, the code is called directly. */
  readonly host?: ScenarioHost;
  /** Which tool calls notify the agent: one of ARE's levels, or tools by the class of their app. */
  readonly notify?: Verbosity | NotificationFilter;
  /** The recorded run that this one continues. */
  readonly recording?: Recording;
}

/** Options for a tool call between two events. */
export interface DirectCallOptions extends Omit<DirectCall, 'observations'> {
  /** The time of the call; simulated time moves to it first. No event may be due before. */
  readonly time?: SimTime | undefined;
  /** Whether the call can wait for an answer from outside. If false, a tool that needs an answer fails. */
  readonly canAskOutside?: boolean;
  /** Called if the tool asks for a wait, so that the driver can delay the caller. When left out, the call itself takes that time. */
  readonly onWait?: (span: SimSpan) => void;
}

type CommitOptions = DirectCall & Pick<DirectCallOptions, 'onWait'>;

/** A call that is suspended until its answer from outside arrives. */
interface SuspendedCall {
  readonly call: OutsideCall;
  /** The event that fires again with the answer; `undefined` if a direct caller repeats the call. */
  readonly scheduled: ScheduledEvent | undefined;
  /** The injected failure of the call. */
  readonly failure: Failure | undefined;
  answer?: OutsideAnswer;
}

/** The error class of calls that fail because the scenario injects tool failures. */
const INJECTED_FAILURE = 'InjectedFailure';

/**
 * A running scenario. It fires one event at a time when its driver asks for it; the driver sets the speed. Read it from
 * {@link step} on: a step takes the next event from the scheduler, fires it and commits its result to the log.
 */
export class Environment {
  readonly #plan: Plan;
  readonly #host: ScenarioHost;
  readonly #clock: Clock;
  protected readonly tickClock: Ticks;
  protected readonly world: World;
  /** The events that wait for other events, and those that wait for their time only. */
  readonly #graph: DependencyGraph;
  protected readonly scheduler = new Scheduler();
  protected readonly eventLog = new EventLog();
  readonly #results: RunResults;
  readonly #monitor: AgentValidationMonitor;
  readonly #verdicts = new VerdictTracker();
  readonly #notify: NotificationRules;
  readonly #inbox = new Inbox();
  readonly #turns: TurnTracker;
  #turnJudge: TurnJudge | undefined;
  #hasRejectedTurn = false;
  /** The releases of agent validations and of the oracle's messages, caused by calls of the agent. */
  readonly #releasedByAgent = new Map<EventId, Release>();
  /** Events added after the start of the run. */
  readonly #added = new Map<EventId, ScenarioEvent>();
  #plannedById: ReadonlyMap<EventId, ScenarioEvent> | undefined;
  /** The parts of this run that an event needs to fire. */
  readonly #context: FiringContext & { mode: RunMode };
  /** Decides which of the agent's calls fail. */
  readonly #failures: Random;
  /** Entries of the recorded run, which this run repeats before it continues. */
  readonly #recordedEntries: readonly LogEntry[];
  #state: EnvironmentState = 'setup';
  readonly #ending = new RunEnding();
  /** The time at which the latest tick began, and its number. A call between two ticks belongs to the earlier one. */
  #tickTime: SimTime;
  #tick = 0;
  /** Whether the tick has begun but has not fired an event yet. */
  #tickOpens = false;
  /** The firing event, the options of its call if it comes from outside, and its result after its code has run. */
  #firing: ScheduledEvent | undefined;
  #directOptions: CommitOptions | undefined;
  #result: FiringResult | undefined;
  #suspended: SuspendedCall | undefined;
  readonly #waits = new WaitingCalls();

  constructor(plan: Plan, options: EnvironmentOptions, clock: Clock = new Clock(plan.start)) {
    const { mode, host = plainHost(), notify = USUAL_VERBOSITY, recording } = options;
    const { past = [], replayer } = recording ?? {};
    // If calls are not repeated, they draw no random numbers: a separate stream keeps later ids distinct from recorded ones.
    const repeats = replayer !== undefined || past.length === 0;
    const random = seededRandom(plan.seed, repeats ? 'run' : `run after ${past.length} entries`);
    const { enter, note } = host;
    const context = { now: () => clock.now, random, enter, errors: host, note, ...replayer?.worldContext };
    // Initial states of custom apps are scenario code, too.
    const world = enter(() => new World(plan.apps, context), 'planning');
    const checks = random.fork('scenario');
    host.clock.now = plan.start;
    host.clock.random = () => checks.next();

    this.#plan = plan;
    this.#host = host;
    this.#clock = clock;
    this.#tickTime = clock.now;
    this.tickClock = new Ticks(clock, plan);
    this.world = world;
    this.#notify = notificationRules(world.apps, notify);
    this.#monitor = new AgentValidationMonitor(world);
    this.#graph = new DependencyGraph(plan.start, this.scheduler, (event) => alwaysReleases(event, mode));
    this.#graph.addAll(plan.events);
    this.#turns = new TurnTracker(plan);
    this.#results = new RunResults(plan, this.eventLog);
    this.#context = {
      world,
      replayer,
      mode,
      past: () => this.eventLog.pastAt(this.#tickTime),
      lookup: (name) => this.#results.get(name),
      lastCheck: (validation) => this.#verdicts.lastCheck(validation),
    };
    this.#failures = random.fork('tool failures');
    this.#recordedEntries = past;
  }

  // Stepping: from tick to tick, and from event to event within a tick

  /** Starts the run without firing an event. Drivers that step need not call it. */
  start(): void {
    if (this.#state === 'setup') this.#state = 'running';
  }

  /** Fires the next event. Returns its log entry, or `undefined` when the run is over. */
  step(): LogEntry | undefined {
    while (!this.isOver) {
      const entry = this.#repeatPast() ?? (this.#state === 'setup' ? undefined : this.#stepInTick());
      this.#finishIfDue();
      if (entry !== undefined || this.outside !== undefined) return entry;
      const ended = this.#nextTick();
      if (ended !== undefined) return ended;
    }
    return undefined;
  }

  /** Fires events until the run is over. */
  run(): void {
    while (this.step() !== undefined);
  }

  /** Moves time to the next tick. If there is no next tick, ends a wait and returns its entry, or finishes the run. */
  #nextTick(): LogEntry | undefined {
    if (this.isOver || this.beginTick()) return undefined;
    const ended = this.#endWait(true);
    if (ended === undefined) this.finish();
    return ended;
  }

  /** Moves time to the next tick. Returns false when there is none. */
  protected beginTick(): boolean {
    this.start();
    this.tickClock.end();
    const waits = this.#waits.length > 0;
    if (this.#ending.state !== undefined || !this.tickClock.begin(this.nextTime, waits)) return false;
    this.#tickOpens = true;
    return true;
  }

  /** Fires all due events and the successors they release for the same time. A run that is ending still ticks. */
  protected fireTick(): void {
    this.#tickOpens = true;
    while (this.#stepInTick() !== undefined);
  }

  /** Fires the next event of this tick. Returns `undefined` when the tick is over. */
  #stepInTick(): LogEntry | undefined {
    const held = this.#suspended;
    if (held?.scheduled !== undefined) {
      if (held.answer === undefined) return undefined;
      this.#suspended = undefined;
      return this.#fire(held.scheduled, held.answer);
    }
    if (this.#tickOpens) this.#openTick();
    if (this.#ending.isAtOnce) return undefined;
    const scheduled = this.scheduler.dequeue(this.#tickTime);
    return scheduled === undefined ? this.#endWait(this.#ending.state !== undefined) : this.#fire(scheduled);
  }

  /** Begins a tick at the clock's time. Alarms of apps come before all events. */
  #openTick(): void {
    this.#tickOpens = false;
    this.#ending.beginTick();
    this.#tick = this.tickClock.count;
    this.#readClock();
    const { alarms } = this.world;
    if (alarms.length > 0) this.#scheduleAlarms(alarms.filter(({ time }) => time <= this.now));
  }

  /** Schedules the events of the alarms that are `due`. */
  #scheduleAlarms(due: readonly DueAlarm[]): void {
    this.world.ring(due);
    this.scheduler.fireFirst(
      due.map(({ time, app, tool, failure }, index) => {
        const usual = unplannedEvent('environment', { app, tool, args: {} }, {}, this.length + index);
        const event =
          failure === undefined ? usual : { ...usual, failsWith: failure, onFailure: 'stop' as const };
        return scheduledAt(time, event);
      }),
    );
  }

  /** Sets the time of the tick to the clock's time. */
  #readClock(): void {
    this.#tickTime = this.#clock.now;
    this.#host.clock.now = this.#tickTime;
  }

  /** Moves the clock to `time` if that is later; no event fires on the way. */
  #advanceTo(time: SimTime | undefined): void {
    if (time === undefined || time <= this.now) return;
    this.#clock.skip(time - this.now);
    this.#readClock();
  }

  // Firing and committing an event

  /** Fires an event. Returns `undefined` if its tool needs an answer from outside. */
  #fire(scheduled: ScheduledEvent, answer?: OutsideAnswer): LogEntry | undefined {
    this.#firing = scheduled;
    this.#directOptions = undefined;
    this.#result = undefined;
    const result = fire(scheduled, this.#context, answer);
    if (result.outsideCall !== undefined) {
      this.#firing = undefined;
      this.#suspended = { call: result.outsideCall, scheduled, failure: undefined };
      return undefined;
    }
    this.#result = result;
    const { pass, wait } = result.requests ?? {};
    if (pass !== undefined) this.#clock.skip(pass);
    if (wait === undefined) return this.#commit(scheduled, result);
    const began = this.#beginWait(scheduled, result.draft as ActionDraft, wait);
    this.#waits.add(scheduled, began);
    return began;
  }

  /**
   * Logs the result of an event: planned, called from outside, or timed out. Then notifies the agent and the validations, and
   * releases the event's successors. Validations that have already `observed` the event are not asked again.
   */
  #commit(scheduled: ScheduledEvent, result: FiringResult, observed?: readonly Observation[]): LogEntry {
    const { event } = scheduled;
    this.#firing = scheduled;
    this.#result = result;
    const fired = toEntry(this.length, this.now, scheduled, result.draft);
    const entry = this.#monitor.isActive ? this.#withObservations(fired, result.draft, observed) : fired;
    this.#append(entry, event);
    if (entry !== fired) this.#releasePassed(entry);
    if (event.kind === 'agent-validation') this.#monitor.begin(event, this.#tick);
    if (result.releases) this.#graph.release(event.id, entry);
    if (result.repeats) this.scheduler.push(this.#rescheduleCheck(scheduled, entry.index));
    this.#firing = undefined;
    this.#decideEnding(entry, event);
    return entry;
  }

  /** Appends `entry` to the log, and computes what follows from it: verdicts, results, notifications and the end of a turn. */
  #append(entry: LogEntry, event: ScenarioEvent | undefined): void {
    this.eventLog.append(entry);
    this.#verdicts.add(entry, event);
    this.#results.add(entry);
    for (const notification of notificationsOf(entry, this.#notify)) this.#inbox.push(notification);
    const ended = this.#turns.add(entry, this.mode);
    if (ended.length > 0) this.#endTurn(entry, ended);
  }

  /** `entry` with the agent validations' observations of it, after those of its nested calls. */
  #withObservations(
    entry: LogEntry,
    draft: EntryDraft,
    observed: readonly Observation[] | undefined,
  ): LogEntry {
    if (!('action' in entry) || !this.#monitor.observes(entry)) return entry;
    const { observations: earlier = [] } = draft as ActionDraft;
    const observations = [...earlier, ...(observed ?? this.#observe([entry]))];
    return observations.length === 0 ? entry : { ...entry, observations };
  }

  /** Lets the agent validations check the last of `actions`. They see all of `actions` at the end of the log. */
  #observe(actions: readonly ActionEntry[]): readonly Observation[] {
    return this.#monitor.observe(actions.at(-1)!, this.#tick, this.eventLog.pastAt(this.#tickTime, actions));
  }

  /** Releases the successors of agent validations that passed at `entry`. */
  #releasePassed(entry: LogEntry): void {
    if (!('observations' in entry)) return;
    for (const { validation, verdict } of entry.observations)
      if (verdict === 'passed') this.#releaseByAgent(validation, entry);
  }

  /** Handles the end of an agent's turn. Unless the judge rejects the turn, events that wait for the oracle's message are released. */
  #endTurn(entry: LogEntry, messages: readonly EventId[]): void {
    const { isRejected, results } = this.#turnJudge?.(this.eventLog) ?? {
      isRejected: false,
      results: NO_RESULTS,
    };
    this.#results.beginTurn(entry.index + 1, results);
    this.#hasRejectedTurn ||= isRejected;
    if (isRejected) return;
    for (const message of messages) this.#releaseByAgent(message, entry);
  }

  #releaseByAgent(event: EventId, { due, index }: Release): void {
    if (!this.#releasedByAgent.has(event)) this.#releasedByAgent.set(event, { due, index });
    this.#graph.release(event, { due, index });
  }

  #rescheduleCheck({ event, time: last, checks }: ScheduledEvent, entry: number): ScheduledEvent {
    const every = 'every' in event ? event.every : 1;
    const time = after(last, (every * this.#plan.tick) as SimSpan);
    return scheduledAt(time, event, [entry], checks + 1);
  }

  // Ending

  /** Ends the run before the next event, or after the current tick as a stop event does. Pending events stay pending. */
  stop(when: 'at-once' | 'after-tick' = 'at-once'): void {
    if (this.isOver) return;
    this.#ending.set('stopped', when === 'at-once', this.now);
    this.#finishIfDue();
  }

  /** Ends the run naturally, and waits with it. A validation that is still being checked has not passed. */
  finish(): void {
    if (this.isOver) return;
    if (!this.#ending.isAtOnce) while (this.#endWait(true) !== undefined);
    // With no event to come, pending events were waiting in vain and never began.
    const isUnmet =
      this.#monitor.open ||
      (this.nextTime !== undefined &&
        this.scheduler.some(({ event }) => isUnfinished(event, this.#verdicts.lastCheck(event.id))));
    this.#state = isUnmet ? 'failed' : (this.#ending.state ?? 'completed');
    // In ARE's words, which have only these two ends.
    const text = `Environment stopped with state ${this.#state === 'failed' ? 'FAILED' : 'STOPPED'}`;
    this.#inbox.push({ kind: 'environment-stop', time: this.#ending.time ?? this.now, text });
  }

  #decideEnding(entry: LogEntry, event: ScenarioEvent | undefined): void {
    const { hasFailed } = this.#monitor;
    this.#ending.decideAfter(entry, event, { hasFailed, hasRejectedTurn: this.#hasRejectedTurn }, this.now);
  }

  #finishIfDue(): void {
    if (this.#ending.isAtOnce) this.finish();
  }

  // Calls that wait

  #beginWait(scheduled: ScheduledEvent, draft: ActionDraft, span: SimSpan): WaitEntry {
    return this.#commit(scheduled, waitStartResult(draft, after(this.now, span))) as WaitEntry;
  }

  /** Lets time pass until `deadline` or until a notification is unread. Events fire at their own times meanwhile. */
  protected wait(deadline: SimTime, untilNotified: boolean): Waited {
    const isDone = (): boolean =>
      this.#ending.state !== undefined || (untilNotified && this.#hasNotification);
    let waited: Waited | undefined = this.isOver ? 'told' : undefined;
    while (waited === undefined) {
      const next = this.nextTime;
      const target = next === undefined ? deadline : earlier(next, deadline);
      if (!isDone() && target > this.now) this.#clock.skip(target - this.now);
      this.fireTick();
      if (isDone()) waited = 'told';
      else if (this.now >= deadline) waited = 'timed-out';
    }
    return waited;
  }

  get #hasNotification(): boolean {
    const first = this.#inbox.firstTime;
    return first !== undefined && first <= this.now;
  }

  /** Logs the first waiting call whose wait has ended. The end of the run ends all waits, as a notification does. */
  #endWait(runEnds: boolean): LogEntry | undefined {
    const ended = this.#waits.takeEnded(this.now, this.#hasNotification, runEnds);
    if (ended === undefined) return undefined;
    const { scheduled, call, waited } = ended;
    return this.#commit(scheduled, waitEndResult(scheduled.event as ActionEvent, call, waited));
  }

  // Calls from outside

  /** Calls a tool between two events, as an agent or a user does. */
  call(actor: Actor, action: Action, options?: DirectCallOptions): ActionEntry;
  /** As above, but returns `undefined` if the call waits for an answer from outside; repeat the call after {@link answerOutside}. */
  call(
    actor: Actor,
    action: Action,
    options: DirectCallOptions & { readonly canAskOutside: true },
  ): ActionEntry | undefined;
  call(actor: Actor, action: Action, options: DirectCallOptions = {}): ActionEntry | undefined {
    this.#advanceTo(options.time);
    const held = this.#suspended;
    this.#suspended = undefined;
    const failure =
      held !== undefined ? held.failure : actor === 'agent' ? this.#injectedFailure(action) : undefined;
    const observations: Observation[] = [];
    const onNestedCall =
      this.#monitor.isActive && options.quiet !== true ? this.#createObserver(observations) : undefined;
    const scheduled = this.#callEvent(actor, action);
    const direct = { ...options, observations };
    this.#firing = scheduled;
    this.#directOptions = direct;
    this.#result = undefined;
    const called = this.world.call(action, { failure, onNestedCall, answer: held?.answer });
    if (called.outsideCall !== undefined && options.canAskOutside === true) {
      this.#suspended = { call: called.outsideCall, scheduled: undefined, failure };
      this.#firing = undefined;
      return undefined;
    }
    return this.#commitCall(scheduled, called, direct);
  }

  /** Replaces a value in an app's state between two events, as a manual change. Time moves to `time` first, if that is later. */
  setState(app: AppName, path: Path, value: Json, time: SimTime): ActionEntry {
    this.#advanceTo(time);
    const action = { app, tool: SET_STATE, args: { path, value } };
    return this.#commitCall(this.#callEvent('environment', action), this.world.set(app, path, value), {});
  }

  /** The failure that the scenario injects into the agent's next call; `undefined` when the call is carried out. */
  #injectedFailure(action: Action): Failure | undefined {
    const { toolFailures, tools } = this.#plan.augmentation;
    if (this.#failures.next() >= toolFailures) return undefined;
    const message = `${toolNameForAgent(action, tools)}: internal error, try again later`;
    return { type: INJECTED_FAILURE, message };
  }

  /** A call from outside as an event that is due now. */
  #callEvent(actor: Actor, action: Action): ScheduledEvent {
    return scheduledAt(this.now, unplannedEvent(actor, action, action.args, this.length));
  }

  /** Logs a call from outside. If the tool asks for a wait, the caller waits first. */
  #commitCall(scheduled: ScheduledEvent, called: CallResult, options: CommitOptions): ActionEntry {
    const event = scheduled.event as ActionEvent;
    const draft = directCall(event, called, options);
    const { pass, wait } = called.requests;
    this.#firing = undefined;
    if (pass !== undefined) this.#clock.skip(pass);
    if (wait !== undefined && options.onWait === undefined) {
      const { call, until } = this.#beginWait(scheduled, draft, wait);
      return this.#commit(scheduled, waitEndResult(event, call, this.wait(until, true))) as ActionEntry;
    }
    if (wait !== undefined) options.onWait?.(wait);
    return this.#commit(scheduled, withoutSuccessors(draft)) as ActionEntry;
  }

  /** Shows each finished call of a running tool to the agent validations, because ARE logs it at that moment. */
  #createObserver(observations: Observation[]): (call: NestedCall) => void {
    const calls: ActionEntry[] = [];
    return ({ actor, action, outcome, calls: nested, refused }) => {
      if (refused === true) return;
      const index = this.length + calls.length;
      const { id: event } = unplannedEvent(actor, action, action.args, index);
      const { now: time } = this;
      const position = { index, time, due: time, event, causes: [] };
      calls.push({
        ...position,
        kind: actor,
        oracle: false,
        action,
        calls: nested,
        outcome,
        changes: [],
        direct: true,
      });
      observations.push(...this.#observe(calls));
    };
  }

  // Code that took too long

  /** Whether the code of an event or call is still running. */
  get isFiring(): boolean {
    return this.#firing !== undefined && this.#result === undefined;
  }

  /**
   * For a host that stopped {@link step} or {@link call} in the middle of scenario code: undoes unfinished writes and logs the
   * event as failed with `error`; its code is not entered again. Returns `undefined` when no event was firing: then an alarm
   * was being computed, and rings as broken in the next step.
   */
  timeOut(error: Failure): LogEntry | undefined {
    this.world.timeOut(error);
    const observed = this.#monitor.timeOut(error);
    const firing = this.#firing;
    if (firing === undefined) {
      this.#tickOpens = true;
      return undefined;
    }
    const entry = this.#commit(firing, this.#result ?? this.#timedOut(firing, error), observed);
    this.#finishIfDue();
    return entry;
  }

  #timedOut({ event, ...scheduled }: ScheduledEvent, error: Failure): FiringResult {
    if (this.#directOptions === undefined) return timedOut({ event, ...scheduled }, error, this.world);
    const call = event as ActionEvent;
    return withoutSuccessors(
      directCall(call, this.world.timedOutCall(call.action, error), this.#directOptions),
    );
  }

  // Repeating a recorded run

  /** Logs the recorded entry at this position of the log, if there is one. */
  #repeatPast(): LogEntry | undefined {
    const { length } = this;
    const entry = this.#recordedEntries[length];
    if (entry === undefined) return undefined;
    this.start();
    return this.#replay(entry, length === this.#recordedEntries.length - 1);
  }

  /** Logs a recorded entry unchanged. If the entry does not record its changes, its tool is called again. */
  #replay(entry: LogEntry, last: boolean): LogEntry {
    const { replayer } = this.#context;
    this.#advanceTo(entry.time);
    this.tickClock.countTo(entry.time);
    let replayed = entry;
    if (replayer === undefined) this.world.redo(entry.changes);
    else if ('action' in entry) replayed = replayer.replay(this.world, entry) ?? entry;
    const event = this.#findPlanned.get(replayed.event);
    this.#append(replayed, event);
    if ('observations' in replayed) this.#monitor.restore(replayed.observations);
    this.#releasePassed(replayed);
    if (event?.kind === 'agent-validation') this.#monitor.begin(event, this.tickClock.count);
    if (event !== undefined && releasesWith(event, replayed)) this.#graph.release(event.id, replayed);
    this.#waits.replay(replayed, event);
    if (last) this.#endReplay();
    this.#decideEnding(replayed, event);
    return replayed;
  }

  /** Called after the last recorded entry: drops scheduled events that already fired, and continues repeated checks. */
  #endReplay(): void {
    const latest = new Map<EventId, LogEntry>();
    for (const entry of this.eventLog) latest.set(entry.event, entry);
    this.scheduler.update((scheduled) => {
      const last = latest.get(scheduled.event.id);
      if (last === undefined) return scheduled;
      if (!('attempt' in last) || last.verdict !== 'waiting') return undefined;
      return this.#rescheduleCheck({ ...scheduled, time: last.due, checks: last.attempt - 1 }, last.index);
    });
  }

  // Events that are added while the run goes on

  /**
   * Adds events while the run goes on.
   * @throws {RangeError} when an id is taken.
   */
  protected addEvents(events: readonly ScenarioEvent[]): void {
    for (const event of events) {
      const planned = this.#findPlanned.get(event.id);
      if (this.#added.has(event.id) || (planned !== undefined && !planned.dormant))
        throw new RangeError(`An event with the id "${event.id}" is already there.`);
      this.#added.set(event.id, event);
      this.#graph.add(event, (id) => this.#releaseOf(id));
    }
  }

  /** The release of an event that has already released its successors. */
  #releaseOf(id: EventId): Release | undefined {
    const byAgent = this.#releasedByAgent.get(id);
    if (byAgent !== undefined) return byAgent;
    const entry = this.eventLog.latestOf(id);
    const event = this.#added.get(id) ?? this.#findPlanned.get(id);
    return entry !== undefined && event !== undefined && releasesWith(event, entry) ? entry : undefined;
  }

  get #findPlanned(): ReadonlyMap<EventId, ScenarioEvent> {
    return (this.#plannedById ??= new Map(this.#plan.events.map((event) => [event.id, event])));
  }

  // Current state

  /** The number of log entries. */
  get length(): number {
    return this.eventLog.length;
  }

  /** Whether the next entry is a recorded one. */
  get isRepeating(): boolean {
    return this.length < this.#recordedEntries.length;
  }

  /** The last instant that belongs to the run; `undefined` if the run has no limit. */
  get lastInstant(): SimTime | undefined {
    return this.tickClock.lastInstant;
  }

  /** Whether the oracle plays the agent from now on. */
  get mode(): RunMode {
    return this.#context.mode;
  }

  set mode(mode: RunMode) {
    this.#context.mode = mode;
  }

  /** Simulated time. Never goes back. */
  get now(): SimTime {
    return this.#clock.now;
  }

  get state(): EnvironmentState {
    return this.#state;
  }

  /** The state in which the run will end after this tick; `undefined` if it continues. */
  get ending(): FinalState | undefined {
    return this.#ending.state;
  }

  /** All log entries. Reading them keeps all of them in memory from then on. */
  get log(): readonly LogEntry[] {
    return this.eventLog.entries;
  }

  get apps(): readonly AppSummary[] {
    return this.world.apps;
  }

  /**
   * The current state of `app`: a live object that changes with the run.
   * @throws {RangeError} when there is no such app.
   */
  appState(app: AppName): Json {
    return this.world.state(app);
  }

  /** The current states of all apps: live objects that change with the run. */
  get states(): States {
    return Object.fromEntries(this.apps.map(({ name }) => [name, this.appState(name)]));
  }

  /**
   * The value at `path` of an app's state; `undefined` if there is none.
   * @throws {RangeError} as {@link appState}.
   */
  valueAt(app: AppName, path: Path): Json | undefined {
    return valueAt(this.appState(app), path);
  }

  /** The number of events that wait for their time. */
  get pendingCount(): number {
    return this.scheduler.size;
  }

  /** The call that waits for its answer from outside. No event fires until {@link answerOutside} is called. */
  get outside(): OutsideCall | undefined {
    return this.#suspended?.answer === undefined ? this.#suspended?.call : undefined;
  }

  /** Answers the waiting call from outside. The next step carries out the call. */
  answerOutside(answer: OutsideAnswer): void {
    if (this.#suspended === undefined) throw new Error('No call waits for an answer from outside.');
    this.#suspended.answer = answer;
  }

  /** The time of the next event, alarm of an app, or end of a wait. A notification ends the waits of callers at once. */
  get nextTime(): SimTime | undefined {
    if (this.#suspended?.scheduled !== undefined) return this.now;
    if (this.#waits.length > 0 && this.#hasNotification) return this.now;
    let next = this.scheduler.nextTime;
    const { firstEnd } = this.#waits;
    if (firstEnd !== undefined) next = next === undefined ? firstEnd : earlier(next, firstEnd);
    for (const { time } of this.world.alarms) next = next === undefined ? time : earlier(next, time);
    return next;
  }

  /** The notifications that the agent has not read. */
  get unread(): readonly Notification[] {
    return this.#inbox.unread;
  }

  /** The number of {@link unread} notifications. */
  get unreadCount(): number {
    return this.unread.length;
  }

  /** Removes and returns the agent's notifications up to now, oldest first. */
  takeNotifications(): readonly Notification[] {
    return this.#inbox.take(this.now);
  }

  /** The verdict on the scenario's milestones and minefields from the log so far. */
  verdict(): CheckVerdict {
    return this.#verdicts.verdict(this.#events);
  }

  /** Whether events of the plan wait for the agent's messages to the user. */
  get hasTurns(): boolean {
    return this.#turns.hasTurns;
  }

  /** Whether the judge has ended the run after a failed turn. */
  get hasRejectedTurn(): boolean {
    return this.#hasRejectedTurn;
  }

  protected get isOver(): boolean {
    return this.#state === 'completed' || this.#state === 'stopped' || this.#state === 'failed';
  }

  /** The planned events, then the added ones. */
  get #events(): readonly ScenarioEvent[] {
    const added = [...this.#added.values()].filter((event) => this.#findPlanned.get(event.id) !== event);
    return [...this.#plan.events, ...added];
  }

  /**
   * Whether the next step may take long without scenario code, because many events are due or released, or a long turn is judged.
   * A host that stops steps from outside must not stop this one.
   */
  get isNextStepLong(): boolean {
    const { tick, tickPolicy } = this.#plan;
    return (
      this.length === this.#recordedEntries.length - 1 ||
      this.#graph.hasManySuccessors ||
      (this.length > MANY_EVENTS && this.hasTurns) ||
      this.scheduler.hasManyDue(tickPolicy === 'by-tick' ? tick : ZERO_SPAN)
    );
  }

  /** Lets `judge` judge every turn from now on: a rejected turn ends the run, and the next one does not begin. */
  judgeTurns(judge: TurnJudge): void {
    this.#turnJudge = judge;
  }

  /** Drops logged entries from memory. `readBack` reloads them, for as long as the environment is used. */
  dropEntries(readBack: ReadBack): void {
    this.eventLog.dropEntries(readBack);
  }
}

const ZERO_SPAN = 0 as SimSpan;
const NO_RESULTS: ReadonlyMap<string, Json> = new Map();
