import {
  combineVerdict,
  type Environment,
  hasJudge,
  LogHash,
  OrreryError,
  outlineOf,
  type Plan,
  type RunWriter,
  type Store,
  YET_TO_JUDGE,
} from '../../../engine/index.ts';
import {
  type Action,
  type Actor,
  type AgentTurn,
  after,
  importNotes,
  type Json,
  type LogEntry,
  type Notification,
  type RunId,
  type RunNote,
  type RunState,
  type SimTime,
  type SweepJob,
  TimedOutError,
  type Verdict,
} from '../../../engine/model/index.ts';
import { StderrTail } from '../agents/index.ts';
import { ownName } from '../database/index.ts';
import { type ProblemCode, sha256 } from '../system/index.ts';
import type { PreparedRun } from './prepare-run.ts';

/** What is kept of all that a scenario's code printed. */
const MOST_PRINTED = 100; // lines

/** Why a run ended early. */
export type RunEnding = Extract<RunNote, { kind: 'ending' }>;

const AGENT_CODES: readonly string[] = ['agent-gone', 'agent-rubbish'] satisfies readonly ProblemCode[];

const REJECTED: RunEnding = {
  kind: 'ending',
  cause: 'judge',
  text: 'The judge found that a turn failed, so the next one did not begin.',
};

/** The end of a run that `thrown` interrupts. */
export function endingBy(thrown: unknown): RunEnding {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (!(thrown instanceof OrreryError))
    return { kind: 'ending', cause: 'bug', text: `An error in Orrery itself ended it: ${message}` };
  const cause =
    thrown.code === 'agent-timeout'
      ? 'agent-timeout'
      : AGENT_CODES.includes(thrown.code)
        ? 'agent'
        : 'problem';
  return { kind: 'ending', cause, text: message };
}

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
  /** How many entries are on disk. */
  #count = 0;

  /** Begins to write `run` down in `store`, as the run of `job` where it belongs to a sweep; nothing fires yet. */
  constructor(run: PreparedRun, store: Store, job?: SweepJob) {
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
      notes: importNotes(imported?.notes ?? []),
      owner: ownName(),
      states: environment.states,
      plan: outlineOf(plan),
      text: files.get(path)!,
      importedFiles: new Map([...files].filter(([file]) => file !== path)),
      ...(imported === undefined ? {} : { extras: imported.extras }),
      ...(origin === undefined
        ? {}
        : {
            origin,
            agentTurns: store.agentTurns(origin.parent).filter(({ position }) => position < origin.at),
          }),
      ...(job === undefined ? {} : { job }),
    });
    this.id = this.#writer.id;
    this.#written = plan.start;
  }

  /** The path of its scenario. */
  get source(): string {
    return this.#run.path;
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

  /** Keeps what its agent thought before the next entry. @throws {StoreError} when it could not be written. */
  noteTurn(turn: Omit<AgentTurn, 'position'>): void {
    this.#writer.addAgentTurn({ ...turn, position: this.#count });
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
   * @throws {StoreError} as {@link advance}.
   */
  act(actor: Actor, action: Action, time: SimTime): readonly LogEntry[] {
    const { environment, within } = this.#run;
    const logged: LogEntry[] = [];
    try {
      within(() => {
        environment.start();
        logged.push(environment.call(actor, action, { time, waits: false }));
      });
    } catch (thrown) {
      logged.push(...timedOutEntry(environment, thrown));
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
    const text = `It was stopped by hand; ${waiting} ${waiting === 1 ? 'event was' : 'events were'} still waiting.`;
    this.#finish(ending, [{ kind: 'ending', cause: 'person', text }]);
  }

  /** What is noted of it so far beside what it fires. */
  get runtimeNotes(): readonly RunNote[] {
    return [
      ...this.agentStderr.lines.map((text) => ({ kind: 'agent', text }) as const),
      ...this.#run.printed.slice(0, MOST_PRINTED).map((text) => ({ kind: 'console', text }) as const),
    ];
  }

  /** Ends the run where it is, because of `ending`, without judging it. */
  interrupt(ending: RunEnding): void {
    this.#finish('interrupted', [ending]);
  }

  #keep(fired: readonly LogEntry[]): void {
    for (const entry of fired) this.#hash.add(entry);
    const { environment } = this.#run;
    const { now } = environment;
    try {
      const elapsed = Math.round(performance.now() - this.#began);
      this.#writer.append(fired, now, elapsed);
      this.#written = now;
      this.#count += fired.length;
    } catch (thrown) {
      this.#over = true;
      throw thrown;
    }
    environment.dropEntries((from, limit) => this.#store.entries(this.id, from, limit));
  }

  #end(): void {
    const { state, hasRejectedTurn } = this.#run.environment;
    this.#finish(state === 'failed' ? 'failed' : 'completed', hasRejectedTurn ? [REJECTED] : []);
  }

  /** What can be said at once. The judge looks at the run afterwards. */
  #verdict(state: RunState): Verdict {
    const { environment, plan } = this.#run;
    const { finalState, rule } = plan.judging ?? {};
    const hasOracle = plan.events.some((event) => 'oracle' in event && event.oracle);
    return combineVerdict({
      checks: environment.verdict(),
      judge: hasOracle && hasJudge(this.#run) ? YET_TO_JUDGE : undefined,
      finalState: finalState && { ...YET_TO_JUDGE, apps: [] },
      ...{ rule, isStopped: state === 'stopped' },
    });
  }

  #finish(state: RunState, notes: readonly RunNote[]): void {
    const { imported } = this.#run;
    const judged = state === 'completed' || state === 'stopped' || state === 'failed';
    this.#over = true;
    this.#writer.finish({
      state,
      now: this.#written,
      verdict: judged ? this.#verdict(state) : undefined,
      logHash: judged ? this.#hash.end() : undefined,
      endedAt: Date.now(),
      notes: [...importNotes(imported?.notes ?? []), ...notes, ...this.runtimeNotes],
    });
  }
}

/**
 * Fires events of `run` for as long as `more` says so of the last, one at least, and adds what was logged to `fired`. Answers true when
 * the run came to its end. What takes too long is logged, and the run goes on.
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
    for (const entry of timedOutEntry(environment, thrown)) {
      fired.push(entry);
      more(entry);
    }
    return false;
  }
}

/** The entry of the event whose code was stopped, if one was firing. @throws `thrown` when it says something else. */
function timedOutEntry(environment: Environment, thrown: unknown): readonly LogEntry[] {
  if (!TimedOutError.is(thrown)) throw thrown;
  const entry = environment.timeOut(thrown.failure);
  return entry === undefined ? [] : [entry];
}
