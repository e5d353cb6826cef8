import { World } from './apps/world.ts';
import { fire, torn, type Fired } from './fire.ts';
import { judge } from './judge/judge.ts';
import { Clock } from './kernel/clock.ts';
import { EventGraph, type Ready } from './kernel/event-graph.ts';
import { EventLog } from './kernel/event-log.ts';
import { EventQueue, type Due } from './kernel/event-queue.ts';
import { seededRandom } from './kernel/random.ts';
import type { Action } from './model/action.ts';
import type { Actor } from './model/event.ts';
import { eventId, type AppName } from './model/ids.ts';
import type { Json } from './model/json.ts';
import type { LogEntry } from './model/log-entry.ts';
import type { Failure } from './model/outcome.ts';
import type { AppSummary, RunMode } from './model/run.ts';
import { after, type SimSpan, type SimTime } from './model/time.ts';
import type { Verdict } from './model/verdict.ts';
import type { Plan } from './scenario/plan.ts';
import { noSurroundings, type Surroundings } from './scenario/surroundings.ts';

/** A scenario in motion. It fires one event at a time, when told to; who drives it sets the pace. */
export class Environment {
  readonly #plan: Plan;
  readonly #mode: RunMode;
  readonly #surroundings: Surroundings;
  readonly #clock: Clock;
  readonly #graph: EventGraph;
  readonly #queue = new EventQueue();
  readonly #log = new EventLog();
  readonly #world: World;
  /** What is due in this tick and was taken from the queue together; before the cursor it has fired. */
  #batch: readonly Due[] = [];
  #cursor = 0;
  #firing: Due | undefined;
  #state: 'running' | 'stopped' | 'failed' = 'running';
  #stopping = false;

  constructor(plan: Plan, options: { readonly mode: RunMode; readonly surroundings?: Surroundings }) {
    this.#plan = plan;
    this.#mode = options.mode;
    this.#surroundings = options.surroundings ?? noSurroundings();
    this.#clock = new Clock(plan.start, plan.duration, plan.tick, plan.pacing);
    this.#graph = new EventGraph(plan.events, plan.start);
    const random = seededRandom(plan.seed, 'run');
    this.#world = new World(plan.apps, { now: () => this.now, random });
    const checks = random.fork('scenario');
    this.#surroundings.clock.now = plan.start;
    this.#surroundings.clock.random = () => checks.next();
    for (const root of this.#graph.roots) this.#enqueue(root);
  }

  /** Simulated time. Never goes back. */
  get now(): SimTime {
    return this.#clock.now;
  }

  get state(): 'running' | 'stopped' | 'failed' {
    return this.#state;
  }

  get log(): readonly LogEntry[] {
    return this.#log.entries;
  }

  get apps(): readonly AppSummary[] {
    return this.#world.apps;
  }

  /** The events that wait for their time, in firing order. */
  get pending(): readonly Due[] {
    return [...this.#batch.slice(this.#cursor), ...this.#queue.list()];
  }

  /** The state of `app` as it is now; it goes on changing. @throws {RangeError} when there is no such app. */
  appState(app: AppName): Json {
    return this.#world.state(app);
  }

  /** What the log says of the scenario's milestones and minefields so far. */
  verdict(): Verdict {
    return judge(this.#plan.events, this.log);
  }

  /** Fires the next event. Answers what was logged, or `undefined` when the run is over. */
  step(): LogEntry | undefined {
    const due = this.#next();
    if (due === undefined) return undefined;
    this.#firing = due;
    this.#surroundings.begin();
    const fired = fire(due, {
      world: this.#world,
      mode: this.#mode,
      past: { now: this.now, log: this.log },
      lookup: (id) => this.#answerOf(id),
      before: this.#log.of(due.event.id),
    });
    return this.#settle(due, fired);
  }

  /** Fires events until the run is over. */
  run(): void {
    while (this.step() !== undefined);
  }

  /** Calls a tool outside the scenario's plan, between two events: what agents and users do. */
  act(actor: Actor, action: Action): LogEntry {
    this.#surroundings.begin();
    const { outcome, args, effect, changes, calls } = this.#world.call(action);
    return this.#log.append({
      index: this.#log.length,
      time: this.now,
      due: this.now,
      event: eventId(`${actor}-${action.app}-${action.tool}-${this.#log.length}`),
      kind: actor,
      causes: [],
      oracle: false,
      action: { ...action, ...(args === undefined ? {} : { resolved: args }), effect },
      calls,
      outcome,
      changes,
    });
  }

  /** Ends the run before the next event. What waits stays waiting. */
  stop(): void {
    if (this.#state === 'running') this.#finish();
  }

  /**
   * To be called when a watchdog tore {@link step} down in the middle of a scenario's code: takes back what was half done
   * and logs the event as failed with `error`. Answers `undefined` when nothing was being fired.
   */
  interrupt(error: Failure): LogEntry | undefined {
    const due = this.#firing;
    if (due === undefined) return undefined;
    this.#world.undo();
    return this.#settle(due, torn(due, error));
  }

  /** The next event that is due, moving the clock on when this tick has no more. */
  #next(): Due | undefined {
    while (this.#state === 'running') {
      if (this.#cursor < this.#batch.length) return this.#batch[this.#cursor++];
      // What a batch releases without delay makes the next batch of the same tick.
      this.#batch = this.#queue.takeUntil(this.now);
      this.#cursor = 0;
      if (this.#batch.length > 0) continue;
      if (this.#stopping || !this.#clock.advance(this.#queue.nextTime)) this.#finish();
      this.#surroundings.clock.now = this.now;
    }
    return undefined;
  }

  #settle(due: Due, { happened, releases, again, ends }: Fired): LogEntry {
    this.#firing = undefined;
    const { event, time, causes } = due;
    const entry = this.#log.append({
      index: this.#log.length,
      time: this.now,
      due: time,
      event: event.id,
      causes,
      ...happened,
    });
    if (releases) for (const ready of this.#graph.release(event.id, time, entry.index)) this.#enqueue(ready);
    if (again) this.#enqueue({ event, time: this.#nextCheck(due), causes: [entry.index] }, due.checks + 1);
    if (ends === 'after-tick') this.#stopping = true;
    if (ends === 'failed') this.#state = 'failed';
    return entry;
  }

  #enqueue({ event, time, causes }: Ready, checks = 0): void {
    // The reference numbers the checks of a condition in its id, and ties are decided by that.
    const key = event.kind === 'condition' ? `${event.id}-CHECK_${checks}` : event.id;
    this.#queue.push({ event, time, key, causes, checks });
  }

  #nextCheck({ event, time }: Due): SimTime {
    const every = 'every' in event ? event.every : 1;
    return after(time, (every * this.#plan.tick) as SimSpan);
  }

  #answerOf(id: string): Json | undefined {
    const outcome = this.#log.of(id)?.outcome;
    if (outcome === undefined) return undefined;
    return outcome.status === 'done' ? outcome.value : null;
  }

  /** A validation that was still being checked when the run ended has not passed. */
  #finish(): void {
    const unfinished = this.pending.some(({ event }) => event.kind === 'validation');
    this.#state = unfinished ? 'failed' : 'stopped';
  }
}
