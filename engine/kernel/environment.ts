import { notificationRules, type NotificationFilter } from '../agents/index.ts';
import {
  type Action,
  type ActionEntry,
  type ActionEvent,
  type Actor,
  after,
  type Intervention,
  type AppName,
  type AppSummary,
  type Failure,
  type Json,
  type LogEntry,
  plainHost,
  type Notification,
  type RunMode,
  type ScenarioEvent,
  seededRandom,
  SET_STATE,
  type SimSpan,
  type SimTime,
  type ScenarioHost,
  USUAL_VERBOSITY,
  type Verbosity,
  type Verdict,
} from '../model/index.ts';
import { isUnfinished } from '../validation/index.ts';
import { type CallReplayer, type CallResult, type Plan, type Recording, World } from '../world/index.ts';
import { Clock, Pace } from './clock.ts';
import { Course } from './course.ts';
import type { Recall } from './event-log.ts';
import { directCall, eventOf, ToolFailures } from './fire.ts';
import { Moments } from './interventions.ts';
import { type Acting, Present } from './present.ts';
import type { Due } from './scheduler.ts';

/** Where an environment is in its life. A paused one stands still for what passes outside; it can still be driven. */
export type EnvironmentState = 'setup' | 'running' | 'paused' | 'stopped' | 'failed';

/** A scenario in motion. It fires one event at a time, when told to; who drives it sets the pace. */
export class Environment {
  readonly #host: ScenarioHost;
  readonly #clock: Clock;
  readonly #pace: Pace;
  readonly #world: World;
  readonly #course: Course;
  readonly #failures: ToolFailures;
  readonly #present: Present;
  readonly #moments: Moments;
  #state: EnvironmentState = 'setup';

  constructor(plan: Plan, options: EnvironmentOptions) {
    const { host = plainHost(), notify: told = USUAL_VERBOSITY, interventions = [], recording } = options;
    const parts = partsOf(plan, { mode: options.mode, host, told, replayer: recording?.replayer });
    this.#host = host;
    this.#clock = parts.clock;
    this.#pace = parts.pace;
    this.#world = parts.world;
    this.#course = parts.course;
    this.#failures = parts.failures;
    this.#present = new Present(parts);
    this.#moments = new Moments(interventions, recording?.past);
  }

  /** Simulated time. Never goes back. */
  get now(): SimTime {
    return this.#clock.now;
  }

  /** How many tick lengths have begun since the start. */
  get ticks(): number {
    return this.#pace.ticks;
  }

  get state(): EnvironmentState {
    return this.#state;
  }

  /** What the run comes to when the present tick is over; `undefined` while it goes on. */
  get ending(): 'stopped' | 'failed' | undefined {
    const { ending } = this.#present;
    return ending === undefined ? undefined : ending.failed ? 'failed' : 'stopped';
  }

  /** All that was logged. Who asks for it keeps it all in memory. */
  get log(): readonly LogEntry[] {
    return this.#course.log.entries;
  }

  get apps(): readonly AppSummary[] {
    return this.#world.apps;
  }

  /** The events that wait for their time, in firing order. */
  get pending(): readonly Due[] {
    return this.#course.agenda.pending;
  }

  /** When something is next to happen: an event, an app of itself, or the end of a wait. */
  get nextTime(): SimTime | undefined {
    return this.#present.nextTime;
  }

  /** What the agent was told and has not read. */
  get unread(): readonly Notification[] {
    return this.#course.inbox.unread;
  }

  /** The state of `app` as it is now; it goes on changing. @throws {RangeError} when there is no such app. */
  appState(app: AppName): Json {
    return this.#world.state(app);
  }

  /** What the log says of the scenario's milestones and minefields so far. */
  verdict(): Verdict {
    return this.#course.judge.verdict(this.#course.events);
  }

  /** Fires the next event. Answers what was logged, or `undefined` when the run is over. */
  step(): LogEntry | undefined {
    while (!this.#over) {
      const entry =
        this.#applyInterventions() ?? (this.#state === 'setup' ? undefined : this.#present.step());
      if (this.#present.ending?.atOnce === true) this.finish();
      if (entry !== undefined) return entry;
      this.proceed();
    }
    return undefined;
  }

  /** Fires events until the run is over. */
  run(): void {
    while (this.step() !== undefined);
  }

  /** Begins, without firing anything. Who steps need not call it. */
  start(): void {
    if (this.#state === 'setup') this.#state = 'running';
  }

  /** Moves time on to the next tick. Answers false when the run is over. */
  proceed(): boolean {
    this.start();
    this.#pace.endTick();
    if (this.#over) return false;
    const { ending, nextTime } = this.#present;
    if (ending !== undefined || !this.#pace.beginTick(nextTime)) this.finish();
    else this.#present.begin();
    return !this.#over;
  }

  /** Fires all that is due now, with what it releases for now. Answers what was logged. A run that is only ending ticks on. */
  tick(): readonly LogEntry[] {
    const { log } = this.#course;
    const from = log.length;
    this.#present.begin();
    while (!this.#over && this.#state !== 'setup' && this.#present.step() !== undefined);
    return log.since(from);
  }

  /**
   * Calls a tool outside the scenario's plan, between two events: what agents and users do. `quiet` tells nobody. Before,
   * time goes on to `time`, where that is later than now; nothing may fall due till then.
   */
  act(actor: Actor, action: Action, acting: Acting = {}): ActionEntry {
    this.#present.catchUp(acting.time);
    this.#host.enter();
    const fails = actor === 'agent' ? this.#failures.next(action) : undefined;
    return this.#note(actor, action, this.#world.call(action, { fails }), acting);
  }

  /** Lets time go on until the agent is told something, or to `deadline`. Answers which. */
  waitUntil(deadline: SimTime): 'told' | 'timed-out' {
    return this.#letWait(deadline, true);
  }

  /** Lets time go on to `time`, whatever the agent is told. */
  runUntil(time: SimTime): void {
    this.#letWait(time, false);
  }

  /** The event that a call of `action` would be, with defaults filled in. @throws {ToolError} when it does not fit. */
  capture(actor: Actor, action: Action): ActionEvent {
    return eventOf(actor, action, this.#world.argumentsOf(action), this.#course.log.length);
  }

  /** Takes events in while the run goes on; what is due already fires at the next tick. @throws {RangeError} on a taken id. */
  schedule(events: readonly ScenarioEvent[]): void {
    this.#course.schedule(events);
  }

  /** Says that `span` has passed outside. While paused it does not count. */
  pass(span: SimSpan): void {
    this.#clock.pass(span);
  }

  /** Moves simulated time on by `span`, paused or not. */
  skip(span: SimSpan): void {
    this.#clock.skip(span);
  }

  pause(): void {
    if (this.#state !== 'running' || this.ending !== undefined) return;
    this.#clock.pause();
    this.#state = 'paused';
  }

  resume(): void {
    if (this.#state !== 'paused' || this.ending !== undefined) return;
    this.#clock.resume();
    this.#state = 'running';
  }

  /** Resumes as if `span` had passed meanwhile, and fires what is due by then. Does nothing where it is not paused. */
  resumeAfter(span: SimSpan): readonly LogEntry[] {
    if (this.#state !== 'paused' || this.ending !== undefined) return [];
    this.skip(span);
    this.resume();
    return this.tick();
  }

  /** Takes the messages that have come for the agent by now, oldest first. */
  takeNotifications(): readonly Notification[] {
    return this.#course.inbox.take(this.now);
  }

  /** Says that what was logged so far is kept elsewhere: `recall` gives it back, for as long as this is used. */
  letGo(recall: Recall): void {
    this.#course.log.letGo(recall);
  }

  /** Ends the run before the next event, or with the present tick, as a stop event does. What waits stays waiting. */
  stop(when: 'at-once' | 'after-tick' = 'at-once'): void {
    if (this.#over) return;
    this.#present.end(false, when === 'at-once');
    if (when === 'at-once') this.finish();
  }

  /** Ends the run as at its natural end. A validation that was still being checked has not passed. */
  finish(): void {
    if (this.#over) return;
    const { judge, watch, inbox } = this.#course;
    // With nothing to come, what is pending waits for others in vain: it was never begun.
    const pending = this.nextTime === undefined ? [] : this.pending;
    const unfinished =
      watch.open || pending.some(({ event }) => isUnfinished(event, judge.lastCheck(event.id)));
    const { ending } = this.#present;
    this.#state = ending?.failed === true || unfinished ? 'failed' : 'stopped';
    const text = `Environment stopped with state ${this.#state.toUpperCase()}`;
    inbox.push({ kind: 'environment-stop', time: ending?.at ?? this.now, text });
  }

  /**
   * To be called when a watchdog tore {@link step} down in the middle of a scenario's code: takes back what was half done
   * and logs the event as failed with `error`. Answers `undefined` when nothing was being fired.
   */
  interrupt(error: Failure): LogEntry | undefined {
    const entry = this.#present.interrupt(error);
    if (this.#present.ending?.atOnce === true) this.finish();
    return entry;
  }

  /** Does what is to be done between the last entry and the next. Answers what was logged. */
  #applyInterventions(): LogEntry | undefined {
    for (;;) {
      const intervention = this.#moments.take(this.#course.log.length);
      if (intervention === undefined) return undefined;
      this.start();
      switch (intervention.kind) {
        case 'act':
          return this.act(intervention.actor, intervention.action, { time: intervention.time, waits: false });
        case 'set': {
          const { app, path, value } = intervention;
          const action = { app, tool: SET_STATE, args: { path, value } };
          return this.#note('environment', action, this.#world.set(app, path, value));
        }
        case 'recall':
          return this.#present.recall(intervention.entry, intervention.last);
        case 'mode':
          this.#present.stage.mode = intervention.mode;
      }
    }
  }

  #note(actor: Actor, action: Action, call: CallResult, acting: Acting = {}): ActionEntry {
    const due = this.now;
    const { pass, wait } = call.requests;
    if (pass !== undefined) this.#clock.skip(pass);
    const waits = wait !== undefined && acting.waits !== false;
    const waited = waits ? this.#letWait(after(this.now, wait), true) : undefined;
    const placed = { index: this.#course.log.length, time: this.now, due };
    const entry = directCall(actor, action, call, placed, { waited, quiet: acting.quiet === true });
    return this.#present.heed(this.#course.note(entry, this.#present.stage));
  }

  #letWait(deadline: SimTime, toBeTold: boolean): 'told' | 'timed-out' {
    const came = this.#over ? 'told' : this.#present.waitUntil(deadline, toBeTold);
    if (this.#present.ending?.atOnce === true) this.finish();
    return came;
  }

  get #over(): boolean {
    return this.#state === 'stopped' || this.#state === 'failed';
  }
}

/** How a plan is set in motion. */
export interface EnvironmentOptions {
  readonly mode: RunMode;
  readonly host?: ScenarioHost;
  /** What the agent is told unasked: one of the field's levels, or tools by the class of their app. */
  readonly notify?: Verbosity | NotificationFilter;
  /** What a step does between two entries, whatever the scenario says. */
  readonly interventions?: readonly Intervention[];
  /** The recorded run that this one continues, where it continues one. */
  readonly recording?: Recording;
}

/** What a run is made of. */
export interface Parts {
  readonly mode: RunMode;
  readonly host: ScenarioHost;
  readonly clock: Clock;
  readonly pace: Pace;
  readonly world: World;
  readonly course: Course;
  readonly failures: ToolFailures;
  /** Only of a run that continues a recorded one. */
  readonly replayer: CallReplayer | undefined;
}

/** How a run is asked for. */
interface Asked extends Pick<Parts, 'mode' | 'host' | 'replayer'> {
  readonly told: Verbosity | NotificationFilter;
}

/** The parts of a run of `plan` at its start. All its chance comes from the plan's seed. */
function partsOf(plan: Plan, { mode, host, told, replayer }: Asked): Parts {
  const random = seededRandom(plan.seed, 'run');
  const clock = new Clock(plan.start);
  const world = new World(plan.apps, { now: () => clock.now, random, ...replayer?.worldContext });
  const course = new Course(plan, world, notificationRules(world.apps, told), mode);

  const checks = random.fork('scenario');
  host.clock.now = plan.start;
  host.clock.random = () => checks.next();
  const failures = new ToolFailures(plan.augmentation, random.fork('tool failures'));
  return { mode, host, clock, pace: new Pace(clock, plan), world, course, failures, replayer };
}
