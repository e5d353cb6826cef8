import {
  combineVerdict,
  hasJudge,
  LogHash,
  type Asked,
  type NextStep,
  OrreryError,
  type Plan,
  type RunWriter,
  type Session,
  type Store,
  storeErrorOf,
} from '../../../engine/index.ts';
import {
  type AgentAnswer,
  awaitsJudge,
  importNotes,
  type Json,
  type LogEntry,
  type ModelExchange,
  NOT_JUDGED_YET,
  type Notification,
  type OutsideAnswer,
  type OutsideCall,
  type Path,
  type PersonAct,
  type Question,
  type RunId,
  type EndingCause,
  type RunEnding,
  type RunNote,
  type RunState,
  type SimTime,
  type SweepJob,
  TimedOutError,
  truncate,
  type ToolResult,
  type Turn,
  type Verdict,
} from '../../../engine/model/index.ts';
import { StderrTail } from '../agents/index.ts';
import { isLocked, LOCK_REST, LOCK_TIMEOUT, ownName, type Waiting, whenUnlocked } from '../database/index.ts';
import { type ProblemCode, ProblemError, RUNTIME, sha256 } from '../system/index.ts';
import type { PreparedRun } from './prepare-run.ts';

/** The maximum number of printed lines stored with a run. */
const MAX_PRINTED = 100; // lines

/** The number of successive waiting checks after which a run without a duration ends. */
const MAX_WAITING = 1_000_000;

const LOCKED_PROBLEM = 'Another program has locked the database. The run goes on when it is free.';
const LOCKED_AT_END = 'Another program has locked the database. The run ends when it is free.';

/**
 * Creates `run` in `store`, and waits while other programs lock the database.
 * @throws {ProblemError} as {@link whenUnlocked}.
 */
export const beginRun = (run: PreparedRun, store: Store, waiting: Waiting): Promise<LiveRun> =>
  whenUnlocked(() => {
    store.setBusyTimeout(LOCK_TIMEOUT);
    try {
      return new LiveRun(run, store);
    } finally {
      store.setBusyTimeout();
    }
  }, waiting);

/** The end of a run. */
interface RunEndState {
  readonly state: RunState;
  readonly notes: readonly RunNote[];
}

/** Entries and turns that are not on disk yet. */
interface Unwritten {
  readonly fired: readonly LogEntry[];
  readonly turns: ReadonlyMap<number, Turn>;
  readonly now: SimTime;
  readonly elapsed: number; // milliseconds
  /** Set when the run ends with these entries. */
  readonly end?: RunEndState;
}

/** The ending cause for each problem code of an agent. */
const AGENT_CAUSES: Readonly<Partial<Record<ProblemCode, EndingCause>>> = {
  'agent-gone': 'agent',
  'agent-bad-line': 'agent-answer',
  'agent-timeout': 'agent-timeout',
  'model-failed': 'model',
  'request-differs': 'replay',
  'limit-reached': 'limit',
};

const REJECTED_ENDING: RunEnding = {
  kind: 'ending',
  cause: 'judge',
  text: 'The judge found that a turn failed, so the next one did not begin.',
};

/** The ending of a run that is interrupted by the error `thrown`. */
export function endingBy(thrown: unknown): RunEnding {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (!(thrown instanceof OrreryError))
    return { kind: 'ending', cause: 'bug', text: `An error in Orrery itself ended it: ${message}` };
  return { kind: 'ending', cause: AGENT_CAUSES[thrown.code as ProblemCode] ?? 'problem', text: message };
}

/** An active run. It fires events on request and writes each batch to disk before it returns. */
export class LiveRun {
  readonly id: RunId;
  /** The last lines of the agent process's standard error. */
  readonly agentStderr = new StderrTail();
  readonly #run: PreparedRun;
  readonly #store: Store;
  readonly #writer: RunWriter;
  readonly #hash = new LogHash(sha256());
  /** The start of the run on the monotonic clock. */
  readonly #began = performance.now();
  /** Simulated time of the last entry on disk. */
  #written: SimTime;
  #over = false;
  #awaitsJudge = false;
  #unwritten: Unwritten | undefined;
  /** The state that is not written yet. */
  #marked: 'running' | 'paused' | undefined;
  /** When writing is tried again, on the monotonic clock. */
  #again = 0;
  /** Notes on the servers of the run's apps. */
  readonly #ofServers: string[] = [];
  readonly #mostWaiting: number;
  /** The number of last entries that are waiting checks. */
  #waiting = 0;

  /** Creates the run in `store`, as the run of `job` if it belongs to a sweep, without firing anything. */
  constructor(run: PreparedRun, store: Store, job?: SweepJob, mostWaiting = MAX_WAITING) {
    this.#mostWaiting = mostWaiting;
    const { plan, environment, path, mode, files, origin, imported, choices } = run;
    this.#run = run;
    this.#store = store;
    this.#writer = store.begin({
      scenario: plan.name,
      source: path,
      mode,
      seed: plan.seed,
      choices,
      runtime: RUNTIME,
      startedAt: Date.now(),
      start: plan.start,
      apps: environment.apps,
      notes: importNotes(imported?.notes ?? []),
      owner: ownName(),
      states: environment.states,
      plan: plan.outline,
      text: files.get(path)!,
      importedFiles: new Map([...files].filter(([file]) => file !== path)),
      ...(imported === undefined ? {} : { extras: imported.extras }),
      ...(origin === undefined ? {} : { origin }),
      ...(job === undefined ? {} : { job }),
    });
    this.id = this.#writer.id;
    this.#written = plan.start;
  }

  get source(): string {
    return this.#run.path;
  }

  /** Whether the run has ended; all its entries are on disk then. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether the run has ended and its verdict lacks the judge's part. */
  get awaitsJudge(): boolean {
    return this.#awaitsJudge;
  }

  /** The reason why the run waits for the database, as a sentence; `undefined` when it does not wait. */
  get waitsFor(): string | undefined {
    if (this.#unwritten === undefined) return undefined;
    return this.#unwritten.end === undefined ? LOCKED_PROBLEM : LOCKED_AT_END;
  }

  /** Milliseconds until writing is tried again, if the run waits for the database. */
  get rest(): number {
    return this.#unwritten === undefined ? 0 : Math.max(0, this.#again - performance.now());
  }

  get now(): SimTime {
    return this.#run.environment.now;
  }

  /** The due time of the next event. */
  get next(): SimTime | undefined {
    return this.#run.environment.nextTime;
  }

  /** The agent's unread notifications. */
  get unread(): readonly Notification[] {
    return this.#run.environment.unread;
  }

  /** The unread messages of the agent or user. */
  unreadBy(asked: Asked): readonly Notification[] {
    return this.#run.session.unread(asked);
  }

  get unreadCount(): number {
    return this.#run.environment.unreadCount;
  }

  /** Whether the run ends before the next event is due. */
  get ending(): boolean {
    return this.#run.environment.ending !== undefined;
  }

  /** The next thing to happen. */
  get nextStep(): NextStep {
    return this.#run.session.next;
  }

  /** The last instant of the run; `undefined` if its scenario sets none. */
  get end(): SimTime | undefined {
    return this.#run.environment.lastInstant;
  }

  /** Whether the live agent or user answers from now on. */
  isLive(asked: Asked): boolean {
    return this.#unwritten === undefined && this.#run.session.isLive(asked);
  }

  /** The participant to whom the open question is asked. */
  get asked(): Asked | undefined {
    return this.#unwritten === undefined ? this.#run.session.asked : undefined;
  }

  /** The question that waits for the answer of the agent or user. */
  get question(): Question | undefined {
    return this.#unwritten === undefined ? this.#run.session.question : undefined;
  }

  /** The reason why the live agent or user has left; `undefined` while it plays. */
  left(asked: Asked): string | undefined {
    const left = this.#run.session.leaveReason(asked);
    return this.#over ? (left ?? 'the run is over') : left;
  }

  /** The call that waits for a server's answer. */
  get outside(): OutsideCall | undefined {
    return this.#over || this.#unwritten !== undefined ? undefined : this.#run.session.outside;
  }

  get folder(): string | undefined {
    return this.#run.folder;
  }

  /** The servers that answer tool calls of the run's apps. */
  get outsideApps(): PreparedRun['outsideApps'] {
    return this.#run.outsideApps;
  }

  /** Adds a note on a server of the run's apps. */
  noteOfServer(text: string): void {
    this.#ofServers.push(text);
  }

  /** Answers the waiting call from a server. The answer is on disk before it is used. */
  answerOutside(answer: OutsideAnswer): void {
    if (this.outside === undefined) return;
    this.#run.session.answerOutside(answer);
    this.#isKept(this.#batchOf([]));
  }

  /** The problem of a call that the record does not answer. */
  get notRecorded(): ProblemError {
    return outsideMissing(this.#run.session);
  }

  /** The result of the agent's or user's last call, if no question has contained it yet. */
  lastResult(asked: Asked): ToolResult | undefined {
    return this.#run.session.lastResult(asked);
  }

  /** The earlier turns of the agent or user, for a new process. */
  history(asked: Asked): ReturnType<Session['history']> {
    return this.#run.session.history(asked);
  }

  /** Answers the open question. The turn is on disk before it is used. @throws {StoreError} when it could not be written. */
  answer(answer: AgentAnswer): void {
    // It was stopped meanwhile.
    if (this.#unwritten !== undefined) return;
    this.#run.session.answer(answer);
    this.#isKept(this.#batchOf([]));
  }

  /**
   * Writes an exchange of the current turn with a model, or records that a stored exchange was used again. Returns its id when it
   * is on disk.
   */
  keepExchange(exchange: ModelExchange | number, giveUp: AbortSignal): Promise<number> {
    return whenUnlocked(() => this.#writer.addExchange(this.#run.session.count, exchange), { giveUp });
  }

  /** Replaces an exchange of the current turn by another one. Returns the new id when it is on disk. */
  replaceExchange(replaced: number, exchange: ModelExchange): Promise<number> {
    return whenUnlocked(() => this.#writer.replaceExchange(this.#run.session.count, replaced, exchange));
  }

  /** The names of the apps. */
  get names(): readonly string[] {
    return this.#run.environment.apps.map(({ name }) => name);
  }

  /** The value at `path` of the current state of `app`; `undefined` when there is no such app or place. */
  valueAt(app: string, path: Path): Json | undefined {
    const { environment } = this.#run;
    const known = environment.apps.find(({ name }) => name === app);
    return known === undefined ? undefined : environment.valueAt(known.name, path);
  }

  /**
   * Fires at least one event, and continues while `more` returns true and the run is not over. Returns the logged entries,
   * which are on disk. While another program locks the database, fires nothing more and returns none; call it again. `isTimed`
   * says that `more` runs code with a time limit of its own.
   *
   * @throws {StoreError} when they could not be written. The run is over then, with the entries written before.
   */
  advance(more: (entry: LogEntry) => boolean, isTimed?: boolean): readonly LogEntry[] {
    const batch = this.#unwritten ?? this.#fire(more, isTimed);
    return this.#isKept(batch) ? batch.fired : [];
  }

  #fire(more: (entry: LogEntry) => boolean, isTimed: boolean | undefined): Unwritten {
    const fired: LogEntry[] = [];
    const hasEnded = fireEvents(this.#run, fired, more, isTimed, true);
    const batch = this.#batchOf(fired);
    if (hasEnded) return { ...batch, end: this.#naturalEnd() };
    return this.#waitsInVain(fired) ? { ...batch, end: this.#endOfWaiting(fired.at(-1)!) } : batch;
  }

  /** The entries and turns to write. @throws {StoreError} when an entry is too long for one text. The run is over then. */
  #batchOf(fired: readonly LogEntry[]): Unwritten {
    try {
      for (const entry of fired) this.#hash.add(entry);
    } catch (thrown) {
      this.#over = true;
      throw storeErrorOf(`log of ${this.id}`, thrown);
    }
    const elapsed = Math.round(performance.now() - this.#began);
    const { environment, session } = this.#run;
    return { fired, turns: session.takeTurns(), now: environment.now, elapsed };
  }

  /** Writes `batch`, unless the database is locked: then the next {@link advance} tries again. Returns whether it was written. */
  #isKept(batch: Unwritten): boolean {
    this.#store.setBusyTimeout(LOCK_TIMEOUT);
    try {
      this.#keep(batch);
      this.#unwritten = undefined;
      return true;
    } catch (thrown) {
      if (!isLocked(thrown)) throw thrown;
      this.#unwritten = batch;
      this.#again = performance.now() + LOCK_REST;
      return false;
    } finally {
      this.#store.setBusyTimeout();
    }
  }

  /**
   * Lets a person act between two events, at `time` or at the current time if that is later. Returns the logged entries, which
   * are on disk.
   *
   * @throws {ProblemError} while another program locks the database.
   * @throws {StoreError} as {@link advance}.
   */
  act(act: PersonAct, time: SimTime): readonly LogEntry[] {
    const before = this.#unwritten === undefined ? [] : this.advance(() => false);
    if (this.#unwritten !== undefined) throw databaseLocked('Try again when it is free.');
    const { session } = this.#run;
    if (this.#over) throw new ProblemError('run-not-active', `Run ${this.id} is over`);
    if (session.outside !== undefined)
      throw new ProblemError(
        'run-active',
        `Run ${this.id} is waiting for an MCP server. Try again when it has answered.`,
      );
    const fired = performAct(this.#run, () => session.act(act, time));
    if (this.#isKept(this.#batchOf(fired))) return [...before, ...fired];
    throw databaseLocked('What you did is shown when it is free.');
  }

  /** The apps at the start of the run, with their tools. */
  get apps(): Plan['apps'] {
    return this.#run.plan.apps;
  }

  /** Records that the run continues or pauses, together with the next entries if the database is locked. */
  mark(state: 'running' | 'paused'): void {
    this.#marked = state;
    this.#store.setBusyTimeout(LOCK_TIMEOUT);
    try {
      this.#writeMark();
    } catch (thrown) {
      if (!isLocked(thrown)) throw thrown;
    } finally {
      this.#store.setBusyTimeout();
    }
  }

  #writeMark(): void {
    if (this.#marked !== undefined) this.#writer.mark(this.#marked);
    this.#marked = undefined;
  }

  /** Ends the run before the next event. Checks that were not reached count against the verdict, but the run's state is not "failed". */
  stop(why?: RunEnding): void {
    const batch = this.#unwritten ?? this.#batchOf([]);
    const { environment } = this.#run;
    const waiting = environment.pendingCount;
    const { ending = 'stopped' } = environment;
    environment.stop();
    const text = `It was stopped by hand; ${waiting} ${waiting === 1 ? 'event was' : 'events were'} still waiting.`;
    const end: RunEndState = { state: ending, notes: [why ?? { kind: 'ending', cause: 'person', text }] };
    this.#isKept({ end, ...batch });
  }

  /** Whether a run without a duration has only fired repeated checks that do not hold, too many in a row. */
  #waitsInVain(fired: readonly LogEntry[]): boolean {
    for (const entry of fired)
      this.#waiting = 'verdict' in entry && entry.verdict === 'waiting' ? this.#waiting + 1 : 0;
    return this.end === undefined && this.#waiting >= this.#mostWaiting;
  }

  #endOfWaiting({ event }: LogEntry): RunEndState {
    this.#run.environment.stop();
    const text = `It was stopped: its last ${this.#waiting.toLocaleString('en-US')} entries are checks that waited, such as "${event}". Add .timeout(ticks) to them, or a duration to the scenario.`;
    return { state: 'stopped', notes: [{ kind: 'ending', cause: 'problem', text }] };
  }

  /** The notes on the run so far. */
  get runtimeNotes(): readonly RunNote[] {
    return [
      ...(this.waitsFor === undefined ? [] : [{ kind: 'console', text: this.waitsFor } as const]),
      ...repeatedNote(this.#run.session.firstOther),
      ...this.#run.problems
        .filter(({ script }) => script !== undefined)
        .map(({ message }) => ({ kind: 'script', text: message }) as const),
      ...this.#ofServers.map((text) => ({ kind: 'server', text }) as const),
      ...this.agentStderr.lines.map((text) => ({ kind: 'agent', text }) as const),
      ...this.#run.printed.slice(0, MAX_PRINTED).map((text) => ({ kind: 'console', text }) as const),
    ];
  }

  /** Ends the run because of `ending`, without judging it. @throws {StoreError} when that could not be written. */
  interrupt(ending: RunEnding): void {
    const batch = this.#unwritten ?? this.#batchOf([]);
    this.#keep({ ...batch, end: { state: 'interrupted', notes: [ending] } });
  }

  #keep({ fired, turns, now, elapsed, end }: Unwritten): void {
    const { environment } = this.#run;
    try {
      // The last entries and the end are written together: otherwise a lock could come between.
      this.#store.transaction(() => {
        this.#writeMark();
        this.#writer.append(fired, now, elapsed, turns);
        this.#written = now;
        if (end !== undefined) this.#finish(end);
      });
    } catch (thrown) {
      this.#over ||= !isLocked(thrown);
      throw thrown;
    }
    environment.dropEntries((from, limit) => this.#store.entries(this.id, from, limit));
  }

  #naturalEnd(): RunEndState {
    const { state, hasRejectedTurn } = this.#run.environment;
    return {
      state: state === 'failed' ? 'failed' : 'completed',
      notes: hasRejectedTurn ? [REJECTED_ENDING] : [],
    };
  }

  /** The immediate verdict, to which the judge adds its part later. */
  #verdict(state: RunState): Verdict {
    const { environment, plan } = this.#run;
    const { finalState, rule } = plan.judging ?? {};
    const hasOracle = plan.outline.events.some(({ oracle }) => oracle === true);
    return combineVerdict({
      checks: environment.verdict(),
      judge: hasOracle && hasJudge(this.#run) ? NOT_JUDGED_YET : undefined,
      finalState: finalState && { ...NOT_JUDGED_YET, apps: [] },
      rule,
      isStopped: state === 'stopped',
    });
  }

  #finish({ state, notes }: RunEndState): void {
    const { imported } = this.#run;
    const isJudged = state === 'completed' || state === 'stopped' || state === 'failed';
    const verdict = isJudged ? this.#verdict(state) : undefined;
    this.#writer.finish({
      state,
      now: this.#written,
      verdict,
      logHash: isJudged ? this.#hash.end() : undefined,
      endedAt: Date.now(),
      notes: [...importNotes(imported?.notes ?? []), ...notes, ...this.runtimeNotes],
    });
    this.#over = true;
    this.#awaitsJudge = awaitsJudge({ state, verdict });
  }
}

const databaseLocked = (what: string): ProblemError =>
  new ProblemError('database-locked', `Another program has locked the database. ${what}`);

/** A note that says from which turn on the record answers different questions. */
const repeatedNote = (other: Session['firstOther']): readonly RunNote[] =>
  other === undefined
    ? []
    : [
        {
          kind: 'repeated',
          text: `From turn ${other.turn} on, the ${other.by} was told something else. Its calls are repeated as recorded.`,
        },
      ];

/** The parts of a prepared run that firing needs. */
type FiringParts = Pick<PreparedRun, 'environment' | 'session' | 'within'>;

/** How long one timer watches calls, in milliseconds. A call that begins later gets its own timer with its full time. */
const WATCHED_MILLISECONDS = 20;

/**
 * Fires at least one event of `run` or carries out an act, and continues while `more` returns true and no question is open. Adds
 * the logged entries to `fired`. Returns whether the run has ended. Code that times out is logged, and the run goes on. `isTimed`
 * says that `more` runs code with a time limit of its own. `canAskOutside` says that the caller answers what waits for an answer
 * from outside.
 *
 * @throws {ProblemError} when a call waits for an answer that is not recorded, and the caller has none.
 */
export function fireEvents(
  { environment, session, within }: FiringParts,
  fired: LogEntry[],
  more: (entry: LogEntry) => boolean,
  isTimed = false,
  canAskOutside = false,
): boolean {
  const fireWhile = (goesOn: () => boolean): 'ended' | 'enough' | 'more' => {
    do {
      const entry = session.step();
      if (entry === undefined && session.outside !== undefined) {
        if (!canAskOutside) throw outsideMissing(session);
        return 'enough';
      }
      // After a question or an act without an entry, the driver decides how it goes on.
      if (entry === undefined) return session.isStill && session.question === undefined ? 'ended' : 'enough';
      fired.push(entry);
      if (!more(entry)) return 'enough';
    } while (goesOn());
    return 'more';
  };
  try {
    for (;;) {
      const until = performance.now() + WATCHED_MILLISECONDS;
      // The timer of `within` would also stop `more`, and long work of the engine, which could not go on then.
      const came =
        isTimed || environment.isNextStepLong
          ? fireWhile(() => false)
          : within(() => fireWhile(() => !environment.isNextStepLong && performance.now() < until));
      if (came !== 'more') return came === 'ended';
    }
  } catch (thrown) {
    for (const entry of timedOutEntry({ environment, session }, thrown)) {
      fired.push(entry);
      more(entry);
    }
    return false;
  }
}

/** The problem of a waiting call that the record does not answer, with the most similar recorded call. */
function outsideMissing({ outside, nearestOutside: nearest }: PreparedRun['session']): ProblemError {
  const text = ({ app, tool, args }: OutsideCall): string =>
    `${app}.${tool} ${truncate(JSON.stringify(args), MAX_SHOWN)}`;
  const beside =
    nearest === undefined ? 'No recorded call is left.' : `The nearest recorded call is ${text(nearest)}.`;
  return new ProblemError(
    'outside-not-recorded',
    `The record has no answer to ${outside === undefined ? 'a call' : text(outside)}. ${beside}`,
  );
}

const MAX_SHOWN = 500; // characters

/** The entries of a manual act, whose code may time out. */
function performAct(run: FiringParts, act: () => LogEntry | undefined): readonly LogEntry[] {
  try {
    const entry = act();
    return entry === undefined ? [] : [entry];
  } catch (thrown) {
    return timedOutEntry(run, thrown);
  }
}

/**
 * The entry of the event whose code was stopped, if one was firing. @throws `thrown` if it is any other error, and
 * {@link ProblemError} when the engine was stopped instead, in work that it cannot repeat.
 */
function timedOutEntry(
  { environment, session }: Pick<FiringParts, 'environment' | 'session'>,
  thrown: unknown,
): readonly LogEntry[] {
  if (!TimedOutError.is(thrown)) throw thrown;
  if (thrown.isBetweenCalls && !environment.isFiring)
    throw new ProblemError(
      'run-too-large',
      'The run cannot go on: a step took too long outside of scenario code. Its values are too large.',
    );
  const entry = session.timeOut(thrown.failure);
  return entry === undefined ? [] : [entry];
}
