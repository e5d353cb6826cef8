import { LogHash, outlineOf, type Plan, type RunWriter, type Store } from '../../../engine/index.ts';
import {
  type Action,
  type Actor,
  after,
  type Json,
  type LogEntry,
  type Notification,
  type RunId,
  type RunState,
  type SimTime,
} from '../../../engine/model/index.ts';
import { StderrTail } from '../agents/index.ts';
import { ownName } from '../database/index.ts';
import { WatchdogError } from '../scenarios/index.ts';
import { ProblemError, sha256 } from '../system/index.ts';
import type { PreparedRun } from './prepare-run.ts';

/** What is kept of all that a scenario's code printed. */
const MOST_PRINTED = 100; // lines

/** A run in motion. It fires events when told to, and writes each batch to disk before it answers. */
export class LiveRun {
  readonly id: RunId;
  /** What the process wrote that does its agent's part. */
  readonly agentStderr = new StderrTail();
  readonly #run: PreparedRun;
  readonly #store: Store;
  readonly #writer: RunWriter;
  readonly #hash = new LogHash(sha256());
  /** When it began, on the clock that never goes back. */
  readonly #began = performance.now();
  /** Simulated time of what is on disk. */
  #written: SimTime;
  #over = false;

  /** Begins to write `run` down in `store`; nothing fires yet. */
  constructor(run: PreparedRun, store: Store) {
    const { plan, environment, path, mode, files, origin, imported, choices } = run;
    this.#run = run;
    this.#store = store;
    this.#writer = store.begin({
      scenario: plan.name,
      source: path,
      mode,
      seed: plan.seed,
      choices,
      startedAt: Date.now(),
      start: plan.start,
      apps: environment.apps,
      notes: imported?.notes ?? [],
      owner: ownName(),
      states: environment.states,
      plan: outlineOf(plan),
      text: files.get(path)!,
      importedFiles: new Map([...files].filter(([file]) => file !== path)),
      ...(imported === undefined ? {} : { extras: imported.extras }),
      ...(origin === undefined ? {} : { origin }),
    });
    this.id = this.#writer.id;
    this.#written = plan.start;
  }

  /** True when nothing will fire any more; all that did is on disk. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether it ends before anything else falls due. */
  get ending(): boolean {
    return this.#run.environment.ending !== undefined;
  }

  get now(): SimTime {
    return this.#run.environment.now;
  }

  /** When the next event is due. */
  get next(): SimTime | undefined {
    return this.#run.environment.nextTime;
  }

  /** What the agent was told and has not read. */
  get unread(): readonly Notification[] {
    return this.#run.environment.unread;
  }

  /** The last instant that belongs to the run; `undefined` where its scenario sets none. */
  get end(): SimTime | undefined {
    const { start, duration } = this.#run.plan;
    return duration === undefined ? undefined : after(start, duration);
  }

  /** Takes what the agent was told by now, oldest first. */
  takeNotifications(): readonly Notification[] {
    return this.#run.environment.takeNotifications();
  }

  /** Of its apps. */
  get names(): readonly string[] {
    return this.#run.environment.apps.map(({ name }) => name);
  }

  /** The state of `app` as it is now; `undefined` when there is no such app. */
  stateOf(app: string): Json | undefined {
    const { environment } = this.#run;
    const known = environment.apps.find(({ name }) => name === app);
    return known === undefined ? undefined : environment.appState(known.name);
  }

  /**
   * Fires events for as long as `more` says so of the last and the run is not over, one at least. Answers what was
   * logged; it is on disk.
   *
   * @throws {StoreError} when it could not be written. The run is over then, with what was written before.
   */
  advance(more: (entry: LogEntry) => boolean): readonly LogEntry[] {
    const fired: LogEntry[] = [];
    const ended = fireEvents(this.#run, fired, more);
    this.#keep(fired);
    if (ended) this.#end();
    return fired;
  }

  /**
   * Calls a tool between two events, at `time` or now if that is later. Answers what was logged; it is on disk.
   *
   * @throws {StoreError} as {@link applyChanges}.
   * @throws {ProblemError} when the tool did not come back. Nothing of the call stays.
   */
  act(actor: Actor, action: Action, time: SimTime): readonly LogEntry[] {
    const { environment, within } = this.#run;
    let logged: readonly LogEntry[];
    try {
      logged = within(() => {
        environment.start();
        return [environment.call(actor, action, { time, waits: false })];
      });
    } catch (thrown) {
      if (!(thrown instanceof WatchdogError)) throw thrown;
      environment.abortEvent({ type: thrown.name, message: thrown.message });
      throw new ProblemError('tool-hangs', `${action.app}.${action.tool}: ${thrown.message}`);
    }
    this.#keep(logged);
    return logged;
  }

  /** The apps it began with, with their tools. */
  get apps(): Plan['apps'] {
    return this.#run.plan.apps;
  }

  mark(state: 'running' | 'paused'): void {
    this.#writer.mark(state);
  }

  /** Ends the run before the next event. What was not reached by then speaks against its verdict: the run has not failed. */
  stop(): void {
    const { environment, within } = this.#run;
    const waiting = environment.pending.length;
    const { ending = 'stopped' } = environment;
    within(() => {
      environment.stop();
    });
    this.#finish(ending, [
      `It was stopped by hand; ${waiting} ${waiting === 1 ? 'event was' : 'events were'} still waiting.`,
    ]);
  }

  /** What is noted of it so far beside what it fires. */
  get runtimeNotes(): readonly string[] {
    return [
      ...this.agentStderr.lines.map((line) => `agent: ${line}`),
      ...this.#run.printed.slice(0, MOST_PRINTED).map((line) => `console: ${line}`),
    ];
  }

  /** Ends the run where it is, because of `reason`, without judging it. */
  interrupt(reason: string): void {
    this.#finish('interrupted', [reason]);
  }

  #keep(fired: readonly LogEntry[]): void {
    for (const entry of fired) this.#hash.add(entry);
    const { environment } = this.#run;
    const { now } = environment;
    try {
      const elapsed = Math.round(performance.now() - this.#began);
      this.#writer.append(fired, now, elapsed);
      this.#written = now;
    } catch (thrown) {
      this.#over = true;
      throw thrown;
    }
    environment.dropEntries((from, limit) => this.#store.entries(this.id, from, limit));
  }

  #end(): void {
    this.#finish(this.#run.environment.state === 'failed' ? 'failed' : 'completed', []);
  }

  #finish(state: RunState, notes: readonly string[]): void {
    const { environment, within, imported } = this.#run;
    const judged = state === 'completed' || state === 'stopped' || state === 'failed';
    this.#over = true;
    this.#writer.finish({
      state,
      now: this.#written,
      verdict: judged ? within(() => environment.verdict()) : undefined,
      logHash: judged ? this.#hash.end() : undefined,
      endedAt: Date.now(),
      notes: [...(imported?.notes ?? []), ...notes, ...this.runtimeNotes],
    });
  }
}

/**
 * Fires events of `run` for as long as `more` says so of the last, one at least, and adds what was logged to `fired`. Answers true when
 * the run came to its end. What the watchdog tears down is logged, and the run goes on.
 */
export function fireEvents(
  { environment, within }: Pick<PreparedRun, 'environment' | 'within'>,
  fired: LogEntry[],
  more: (entry: LogEntry) => boolean,
): boolean {
  try {
    return within(() => {
      for (;;) {
        const entry = environment.step();
        if (entry === undefined) return true;
        fired.push(entry);
        if (!more(entry)) return false;
      }
    });
  } catch (thrown) {
    if (!(thrown instanceof WatchdogError)) throw thrown;
    const entry = environment.abortEvent({ type: thrown.name, message: thrown.message });
    if (entry !== undefined) {
      fired.push(entry);
      more(entry);
    }
    return false;
  }
}
