import {
  type Action,
  type ActionEntry,
  type Actor,
  after,
  type AgentAnswer,
  type AgentTurn,
  answersOther,
  type AppName,
  appName,
  type Failure,
  isSameJson,
  type Json,
  later,
  type LogEntry,
  type NewHash,
  type Notification,
  type Path,
  type OutsideAnswer,
  type OutsideCall,
  type OutsideTurn,
  type PersonAct,
  type PersonTurn,
  type Question,
  questionJson,
  type RunMode,
  type SimSpan,
  type SimTime,
  type ToolResult,
  type Turn,
} from '../model/index.ts';
import { describePlanTools, type Plan, type ToolDescription } from '../world/index.ts';

/** The parts of an environment that a session needs. */
export interface SessionEnvironment {
  readonly state: 'setup' | 'running' | 'paused' | 'completed' | 'stopped' | 'failed';
  readonly now: SimTime;
  readonly length: number;
  readonly nextTime: SimTime | undefined;
  readonly lastInstant: SimTime | undefined;
  readonly ending: unknown;
  /** Whether the next entry is a recorded one. */
  readonly isRepeating: boolean;
  readonly unread: readonly Notification[];
  mode: RunMode;
  start(): void;
  step(): LogEntry | undefined;
  call(
    actor: Actor,
    action: Action,
    options: {
      readonly time: SimTime;
      readonly onWait: (span: SimSpan) => void;
      readonly answersOther?: boolean;
      readonly canAskOutside: true;
    },
  ): ActionEntry | undefined;
  call(
    actor: Actor,
    action: Action,
    options: { readonly time: SimTime; readonly onWait: (span: SimSpan) => void },
  ): ActionEntry;
  /** The call that waits for its answer from outside. */
  readonly outside: OutsideCall | undefined;
  answerOutside(answer: OutsideAnswer): void;
  setState(app: AppName, path: Path, value: Json, time: SimTime): ActionEntry;
  takeNotifications(): readonly Notification[];
  timeOut(error: Failure): LogEntry | undefined;
}

/** A person's act before the log entry with index `at`: the change of a branch. */
export interface ChangeAt {
  readonly at: number;
  /** The time to which the clock moves first, if that is later. */
  readonly time?: SimTime | undefined;
  readonly act: PersonAct;
}

/** The agent that answers after the recorded turns. */
export interface LiveAgent {
  /** The number of log entries before its first turn. */
  readonly from: number;
  /** The most turns. Recorded turns count, unless they are another agent's. */
  readonly turns: number;
  /** Whether the recorded turns are another agent's: its first question then has all messages so far. */
  readonly isOther: boolean;
}

export interface SessionOptions {
  /** The turns to repeat, in their order. */
  readonly record?: readonly Turn[];
  /** A change of the mode ends the recorded agent's part. */
  readonly change?: ChangeAt | undefined;
  readonly agent?: LiveAgent | undefined;
  /** Hashes questions; without it, changed questions are not noticed. */
  readonly newHash?: NewHash;
}

/** A question that was asked before the living agent began, and its answer. */
export interface PastTurn {
  readonly question: Question;
  readonly answer: AgentAnswer;
}

type AgentState =
  /** Until the question: at `until`, or with the first message if it waits for one. */
  | {
      readonly kind: 'waits';
      readonly since: SimTime;
      readonly until: SimTime | undefined;
      readonly forMessage: boolean;
    }
  /** Until the answer. */
  | { readonly kind: 'asked'; readonly question: Question; readonly position: number }
  /** Until its thinking time has passed. */
  | {
      readonly kind: 'acts';
      readonly nth: number;
      readonly turn: AgentTurn;
      readonly time: SimTime;
      /** The place among other acts at its time, from the record. */
      readonly order: number;
      /** Whether this turn, or one before it, repeats the answer to another question: the agent remembers all of them. */
      readonly answersOther: boolean;
    }
  | { readonly kind: 'gone' };

/** The next thing to happen in a session. */
export type NextStep =
  /** The agent's answer is needed. */
  | { readonly kind: 'answer' }
  /** An event fires, or the run ends. */
  | { readonly kind: 'event' }
  /** The agent is asked, or somebody acts. */
  | { readonly kind: 'act'; readonly time: SimTime }
  /** The agent waits for a message, and nothing is due. The next step lets it leave. */
  | { readonly kind: 'nothing' };

/** The next question or act, when it is due, and its place among others at the same time. */
interface NextAct {
  /** `undefined` while the agent waits for a message without a deadline. */
  readonly time: SimTime | undefined;
  readonly order: number;
  /** The number of events that fire at `time` before it; all when left out. */
  readonly fired?: number | undefined;
  readonly isPersons?: boolean;
  /** Returns the logged entry, if there is one. */
  readonly carryOut: () => LogEntry | undefined;
}

/**
 * A run with those who act in it from outside: an agent and a person. The agent is asked in turns; recorded turns are answered
 * from the record, at their recorded times, and the others by whoever calls {@link answer}.
 *
 * An act comes after all events that are due at its time. Simulated time stands still while a question is open.
 */
export class Session {
  readonly #run: SessionEnvironment;
  readonly #plan: Pick<Plan, 'apps' | 'augmentation'>;
  /** The tools that the agent may call, by their names for agents. Described at its first call: most runs have no agent. */
  #tools: ReadonlyMap<string, ToolDescription['calls']> | undefined;
  readonly #newHash: NewHash | undefined;
  readonly #agentTurns: AgentTurn[];
  /** How often a person changed the agent before each recorded turn. */
  readonly #changesBefore: ReadonlyMap<AgentTurn, number>;
  /** How often a person has changed the agent. */
  #changes = 0;
  readonly #personTurns: PersonTurn[];
  /** Recorded calls with their answers from outside that no call has taken yet. */
  readonly #outsideTurns: OutsideTurn[];
  readonly #live: LiveAgent | undefined;
  #change: ChangeAt | undefined;
  #agent: AgentState;
  /** The result of the agent's last call, for its next question. */
  #result: ToolResult | undefined;
  /** The turn whose call is being carried out. */
  #calling: Extract<AgentState, { kind: 'acts' }> | undefined;
  /** Whether an agent takes over from another one. */
  readonly #hasTakeOvers: boolean;
  /** The messages of all questions so far, for the first question of an agent that takes over. */
  readonly #heard: Notification[] = [];
  /** Whether the agent has had no question yet. */
  #isNew = true;
  readonly #history: PastTurn[] = [];
  #why: string | undefined;
  /** The time of the last fired event, and the number of events that fired at that time. */
  #fired = { time: -1, count: 0 };
  /** The time of the last question or act. The clock itself moves with events and calls only. */
  #acted: SimTime;
  #asked = 0;
  #count = 0;
  #firstOther: number | undefined;
  /** Whether the agent has answered another question than it was asked: it remembers all its turns. */
  #answersOther = false;
  #unsaved = new Map<number, Turn>();

  /** The session of an environment that runs `plan` and has not begun. */
  constructor(
    run: SessionEnvironment,
    plan: Pick<Plan, 'apps' | 'augmentation'>,
    { record = [], change, agent, newHash }: SessionOptions = {},
  ) {
    this.#run = run;
    this.#plan = plan;
    this.#newHash = newHash;
    const kept = repeatedTurns(record, change);
    this.#agentTurns = kept.filter((turn) => turn.by === 'agent');
    this.#changesBefore = changesBefore(kept);
    this.#hasTakeOvers = agent?.isOther === true || kept.some(({ act }) => act.kind === 'mode');
    this.#personTurns = kept.filter((turn) => turn.by === 'person');
    this.#outsideTurns = kept.filter((turn) => turn.by === 'world');
    this.#live = agent;
    this.#change = change;
    this.#acted = run.now;
    this.#agent = { kind: 'waits', since: run.now, until: undefined, forMessage: true };
  }

  /** The open question; `undefined` when the run can go on. */
  get question(): Question | undefined {
    return this.#agent.kind === 'asked' ? this.#agent.question : undefined;
  }

  /** Whether the living agent plays from now on: its entry is reached, and all recorded turns are repeated. */
  get isLive(): boolean {
    return this.#live !== undefined && this.#run.length >= this.#live.from && this.#agentTurns.length === 0;
  }

  /** Why the living agent has left; `undefined` while it plays, or if there is none. */
  get left(): string | undefined {
    if (this.#live === undefined) return undefined;
    // That another agent has left is no reason for this one.
    const why = this.#live.isOther && this.#change !== undefined ? undefined : this.#why;
    return why ?? (isOver(this.#run) ? 'the run is over' : undefined);
  }

  /** The result of the agent's last call, for its next question; `undefined` if its last turn is not carried out, or was no call. */
  get lastResult(): ToolResult | undefined {
    return this.#result;
  }

  /** The number, from 1, of the agent's first repeated turn with another question than recorded. */
  get firstOther(): number | undefined {
    return this.#firstOther;
  }

  /** The number of turns so far, of all conversations. */
  get count(): number {
    return this.#count;
  }

  /** The repeated questions and their answers, if a living agent follows. */
  get history(): readonly PastTurn[] {
    return this.#history;
  }

  /** The call that waits for an answer from outside, and no record has it. */
  get outside(): OutsideCall | undefined {
    return this.#run.outside;
  }

  /** The recorded call of the same tool that is nearest to the one that waits; `undefined` if the record has none. */
  get nearestOutside(): OutsideCall | undefined {
    const asked = this.#run.outside;
    if (asked === undefined) return undefined;
    const known = this.#outsideTurns.map(({ act }) => act.call);
    return known.find(({ app, tool }) => app === asked.app && tool === asked.tool) ?? known[0];
  }

  /** Answers the call that waits. The record answers no more: it knows nothing of what this call has changed. */
  answerOutside(answer: OutsideAnswer): void {
    this.#outsideTurns.length = 0;
    this.#answerOutside(answer);
  }

  #answerOutside(answer: OutsideAnswer): void {
    const call = this.#run.outside;
    if (call === undefined) throw new Error('No call waits for an answer from outside.');
    const { length: position } = this.#run;
    const turn: OutsideTurn = {
      by: 'world',
      time: this.now,
      position,
      act: { kind: 'outside', call, answer },
    };
    this.#unsaved.set(this.#count, turn);
    this.#count += 1;
    this.#run.answerOutside(answer);
  }

  /** Answers the call that waits from the record, if it has the same call: the first that no other has taken. */
  #answerFromRecord(): void {
    const call = this.#run.outside;
    if (call === undefined || this.#outsideTurns.length === 0) return;
    const nth = this.#outsideTurns.findIndex(({ act }) => isSameJson({ ...act.call }, { ...call }));
    const [recorded] = nth < 0 ? [] : this.#outsideTurns.splice(nth, 1);
    if (recorded !== undefined) this.#answerOutside(recorded.act.answer);
  }

  get next(): NextStep {
    if (this.#agent.kind === 'asked' || this.#run.outside !== undefined) return { kind: 'answer' };
    const act = this.#nextAct();
    if (act === undefined || this.#mustFireBefore(act)) return { kind: 'event' };
    return act.time === undefined ? { kind: 'nothing' } : { kind: 'act', time: act.time };
  }

  /** Whether nothing can happen before a question is answered, or at all. */
  get isStill(): boolean {
    return this.#agent.kind === 'asked' || this.#run.outside !== undefined || isOver(this.#run);
  }

  /** Fires the next event, asks a question or carries out an act. Returns the logged entry, if there is one. */
  step(): LogEntry | undefined {
    if (this.isStill) return undefined;
    const act = this.#nextAct();
    if (act === undefined || this.#mustFireBefore(act)) return this.#fire();
    this.#run.start();
    if (act.time !== undefined) this.#acted = later(this.#acted, act.time);
    return act.carryOut();
  }

  /** Fires events and repeats recorded turns until the run is over or a question is open. */
  run(): void {
    while (!this.isStill) this.step();
  }

  /** Answers the open question. The act is carried out in later steps, when the thinking time has passed. */
  answer(answer: AgentAnswer): void {
    if (this.#agent.kind !== 'asked') throw new Error('No question is open.');
    const { question, position } = this.#agent;
    const { time, messages } = question;
    const hash = this.#hashOf(question);
    const turn: AgentTurn = {
      ...answer,
      by: 'agent',
      time,
      position,
      messages,
      question: hash,
      answered: hash,
    };
    this.#begin(turn);
  }

  /** Simulated time: of the last event, question or act. */
  get now(): SimTime {
    return later(this.#run.now, this.#acted);
  }

  /** Lets a person act now, at `time` or at the session's time if that is later. Returns the logged entry, if there is one. */
  act(act: PersonAct, time: SimTime): LogEntry | undefined {
    this.#run.start();
    return this.#actAsPerson(act, later(time, this.now));
  }

  /** Logs the event or call whose code was stopped from outside; see `Environment.timeOut`. */
  timeOut(error: Failure): LogEntry | undefined {
    const entry = this.#run.timeOut(error);
    if (this.#calling !== undefined && entry !== undefined)
      this.#called(this.#calling, entry as ActionEntry, undefined);
    else if (entry !== undefined) this.#noteFired(entry);
    return entry;
  }

  /** Removes and returns the turns that are new or have changed since the last call, by their numbers from 0. */
  takeTurns(): ReadonlyMap<number, Turn> {
    const turns = this.#unsaved;
    this.#unsaved = new Map();
    return turns;
  }

  // What comes next

  #nextAct(): NextAct | undefined {
    const change = this.#change;
    if (change !== undefined && this.#run.length >= change.at)
      return {
        time: this.#run.now,
        order: 0,
        fired: 0,
        isPersons: true,
        carryOut: () => this.#makeChange(change),
      };
    const person = this.#personsNext();
    const agent = this.#agentsNext();
    if (person === undefined || agent === undefined) return person ?? agent;
    if (agent.time === undefined || person.time < agent.time) return person;
    if (person.time > agent.time) return agent;
    if (person.order !== agent.order) return person.order < agent.order ? person : agent;
    return person.fired !== undefined && !this.#mustFireBefore(person) ? person : agent;
  }

  #personsNext(): (NextAct & { readonly time: SimTime }) | undefined {
    const turn = this.#personTurns[0];
    if (turn === undefined) return undefined;
    const { time, position, fired, act } = turn;
    // A change of the mode has no entry: it comes before the entry at its position.
    const order = act.kind === 'mode' ? position - 0.25 : position;
    return {
      time: later(time, this.#run.now),
      order,
      fired,
      isPersons: true,
      carryOut: () => {
        this.#personTurns.shift();
        return this.#actAsPerson(act, later(time, this.#run.now));
      },
    };
  }

  #agentsNext(): NextAct | undefined {
    const { now, unread } = this.#run;
    const agent = this.#agent;
    if (agent.kind === 'acts') {
      const { order } = agent;
      return { time: later(agent.time, now), order, carryOut: () => this.#carryOut(agent) };
    }
    if (agent.kind !== 'waits') return undefined;
    const recorded = this.#agentTurns[0];
    if (recorded !== undefined) {
      if (this.#changes < this.#changesBefore.get(recorded)!) return undefined;
      // A question comes before the entry at its position.
      const order = recorded.position - 0.5;
      return { time: later(recorded.time, now), order, carryOut: () => this.#repeat(recorded) };
    }
    if (this.#live === undefined || !this.isLive) return undefined;
    const { since, until, forMessage } = agent;
    const hasMessage = forMessage && (unread.length > 0 || (this.#isNew && this.#heard.length > 0));
    const time = hasMessage ? later(since, now) : until && later(until, now);
    return { time, order: Infinity, carryOut: () => this.#ask(this.#live!, time) };
  }

  /** Whether an event fires before `act`, or the run ends before it. */
  #mustFireBefore({ time, fired, isPersons }: NextAct): boolean {
    const { ending, isRepeating, lastInstant, nextTime, now } = this.#run;
    if (isRepeating) return true;
    // An agent does nothing more in the run's last tick. A person may.
    if (ending !== undefined)
      return isPersons !== true || fired === undefined || time! > now || this.#firedAt(now) < fired;
    if (time === undefined) return nextTime !== undefined;
    // An agent is not asked after the end. A person may act then, before the run notices.
    if (isPersons !== true && lastInstant !== undefined && time > lastInstant) return true;
    if (!this.#isDue(time)) return false;
    return fired === undefined || (nextTime! < time && time > now) || this.#firedAt(time) < fired;
  }

  /** Whether an event is due by `time`. One after the end of the run counts, too: it never fires, but waits end there. */
  #isDue(time: SimTime): boolean {
    const { nextTime } = this.#run;
    return nextTime !== undefined && nextTime <= time;
  }

  #fire(): LogEntry | undefined {
    const entry = this.#run.step();
    if (entry !== undefined) this.#noteFired(entry);
    this.#answerFromRecord();
    return entry;
  }

  #noteFired({ time }: LogEntry): void {
    this.#fired = { time, count: this.#firedAt(time) + 1 };
  }

  #firedAt(time: SimTime): number {
    return this.#fired.time === time ? this.#fired.count : 0;
  }

  // The agent

  /** Another agent begins. Whoever played so far plays no more. */
  #takeOver(): void {
    this.#changes += 1;
    this.#why = undefined;
    this.#asked = 0;
    this.#result = undefined;
    this.#answersOther = false;
    this.#isNew = true;
    this.#agent = { kind: 'waits', since: this.#run.now, until: undefined, forMessage: true };
  }

  /** Opens the agent's next question. Without a time, no message can come any more, and it leaves. */
  #ask({ turns }: LiveAgent, time: SimTime | undefined): LogEntry | undefined {
    if (time === undefined || this.#asked >= turns) {
      this.#leave(time === undefined ? 'nothing more is to come' : `it has had its ${turns} turns`);
      return undefined;
    }
    const question = { time, messages: this.#takeMessages(), result: this.#result };
    this.#agent = { kind: 'asked', question, position: this.#run.length };
    return undefined;
  }

  /** Asks the question of a recorded turn, which the record answers. */
  #repeat(recorded: AgentTurn): LogEntry | undefined {
    this.#agentTurns.shift();
    const messages = this.#takeMessages();
    const time = later(recorded.time, this.#run.now);
    const asked = { time, messages, result: this.#result };
    if (this.#live !== undefined) this.#history.push({ question: asked, answer: this.#told(recorded) });
    const question = this.#hashOf(asked);
    const answered = recorded.answered === '' ? question : recorded.answered;
    const turn = { ...recorded, time, position: this.#run.length, messages, question, answered };
    if (answersOther(turn)) {
      this.#firstOther ??= this.#asked + 1;
      this.#answersOther = true;
    }
    this.#begin(turn);
    return undefined;
  }

  /** Takes the messages for a question. The first question of an agent has all messages so far. */
  #takeMessages(): readonly Notification[] {
    const taken = this.#run.takeNotifications();
    const messages = this.#isNew ? [...this.#heard, ...taken] : taken;
    this.#isNew = false;
    if (this.#hasTakeOvers) this.#heard.push(...taken);
    return messages;
  }

  /** A recorded answer as the living agent hears of it: another agent's without the answers of that one's model. */
  #told({ exchanges, ...answer }: AgentTurn): AgentTurn {
    return exchanges === undefined || this.#live?.isOther === true ? answer : { ...answer, exchanges };
  }

  #begin(turn: AgentTurn): void {
    const nth = this.#count;
    this.#count += 1;
    this.#asked += 1;
    this.#result = undefined;
    const {
      actTime: time = after(turn.time, turn.thinking),
      acted: order = Infinity,
      entry: _,
      ...written
    } = turn;
    this.#unsaved.set(nth, written);
    this.#agent = {
      kind: 'acts',
      nth,
      turn: written,
      order,
      time,
      answersOther: this.#answersOther,
    };
  }

  #carryOut(acting: Extract<AgentState, { kind: 'acts' }>): LogEntry | undefined {
    const { nth, turn } = acting;
    const { act } = turn;
    const now = later(acting.time, this.#run.now);
    this.#result = undefined;
    this.#unsaved.set(nth, { ...turn, actTime: now, acted: this.#run.length });
    switch (act.kind) {
      case 'finish':
        this.#leave('it has finished');
        return undefined;
      case 'wait': {
        const until = act.span === undefined ? undefined : after(now, act.span);
        this.#agent = { kind: 'waits', since: now, until, forMessage: true };
        return undefined;
      }
      case 'call': {
        this.#tools ??= new Map(
          describePlanTools(this.#plan, 'agent').map(({ name, calls }) => [name, calls]),
        );
        const found = this.#tools.get(act.tool);
        if (found !== undefined) return this.#call(acting, found, act.args, now);
        this.#result = { tool: act.tool, outcome: unknownTool(act.tool, this.#tools.keys()) };
        this.#agent = { kind: 'waits', since: now, until: now, forMessage: false };
        return undefined;
      }
    }
  }

  #call(
    acting: Extract<AgentState, { kind: 'acts' }>,
    { app, tool }: ToolDescription['calls'],
    args: Action['args'],
    time: SimTime,
  ): LogEntry | undefined {
    let wait: SimSpan | undefined;
    const onWait = (span: SimSpan): void => {
      wait = span;
    };
    this.#calling = acting;
    const options = { time, onWait, answersOther: acting.answersOther, canAskOutside: true } as const;
    const entry = this.#run.call('agent', { app: appName(app), tool, args }, options);
    if (entry === undefined) {
      // The act is carried out again when the answer is there.
      this.#calling = undefined;
      this.#answerFromRecord();
      return undefined;
    }
    this.#called(acting, entry, wait);
    return entry;
  }

  /** After a call. If its tool asked for a wait, the agent waits. */
  #called(
    { nth, turn }: Extract<AgentState, { kind: 'acts' }>,
    entry: ActionEntry,
    wait: SimSpan | undefined,
  ): void {
    this.#calling = undefined;
    const { now } = this.#run;
    const { act } = turn;
    this.#unsaved.set(nth, { ...turn, actTime: entry.due, acted: entry.index, entry: entry.index });
    if (act.kind === 'call') this.#result = { tool: act.tool, outcome: entry.outcome };
    this.#agent =
      wait === undefined
        ? { kind: 'waits', since: now, until: now, forMessage: false }
        : { kind: 'waits', since: now, until: after(now, wait), forMessage: true };
  }

  #leave(why: string): void {
    this.#why = why;
    this.#agent = { kind: 'gone' };
  }

  #hashOf(question: Question): string {
    const hash = this.#newHash?.();
    if (hash === undefined) return '';
    hash.add(JSON.stringify(questionJson(question)));
    return hash.end();
  }

  // The person

  #makeChange({ act, time }: ChangeAt): LogEntry | undefined {
    this.#change = undefined;
    return this.#actAsPerson(act, later(time ?? this.#run.now, this.#run.now));
  }

  #actAsPerson(act: PersonAct, time: SimTime): LogEntry | undefined {
    const { length: position, ending } = this.#run;
    const isAmongEvents = ending !== undefined || this.#isDue(time);
    const turn: PersonTurn = {
      by: 'person',
      time,
      position,
      ...(isAmongEvents ? { fired: this.#firedAt(time) } : {}),
      act,
    };
    this.#unsaved.set(this.#count, turn);
    this.#count += 1;
    switch (act.kind) {
      case 'call':
        return this.#run.call(act.actor, act.action, { time, onWait: () => undefined });
      case 'set':
        return this.#run.setState(act.app, act.path, act.value, time);
      case 'mode':
        this.#run.mode = act.mode;
        this.#takeOver();
        return undefined;
    }
  }
}

/** The turns of `record` that a branch with `change` repeats. */
export const repeatedTurns = (record: readonly Turn[], change: ChangeAt | undefined): readonly Turn[] =>
  change?.act.kind === 'mode' ? record.filter((turn) => !isAgentsFrom(turn, change.at)) : record;

/**
 * Whether the agent was asked in `turn` from entry `at` on. An act before it for which it thought until then is dropped with the
 * agent. A person may have acted for the agent, too.
 */
const isAgentsFrom = ({ by, act, position }: Turn, at: number): boolean =>
  position >= at &&
  (by === 'agent' || act.kind === 'mode' || (act.kind === 'call' && 'actor' in act && act.actor === 'agent'));

/** How often a person changed the agent before each of the agent's turns in `record`. */
function changesBefore(record: readonly Turn[]): ReadonlyMap<AgentTurn, number> {
  let changes = 0;
  const found = new Map<AgentTurn, number>();
  for (const turn of record)
    if (turn.by === 'agent') found.set(turn, changes);
    else if (turn.act.kind === 'mode') changes += 1;
  return found;
}

const isOver = ({ state }: SessionEnvironment): boolean =>
  state === 'completed' || state === 'stopped' || state === 'failed';

/** Says which tools are meant: those that the name ends with, or that end with it, however their parts are joined. */
function unknownTool(name: string, tools: Iterable<string>): ToolResult['outcome'] {
  const joined = (one: string): string => one.toLowerCase().replaceAll(/[\W_]+/g, '_');
  const wanted = `_${joined(name)}`;
  const meant = [...tools].filter(
    (one) => wanted.endsWith(`_${joined(one)}`) || `_${joined(one)}`.endsWith(wanted),
  );
  const hint =
    meant.length === 0
      ? 'Use the names of the tools that you were given.'
      : `Do you mean ${meant.slice(0, MAX_MEANT).join(' or ')}?`;
  return {
    status: 'failed',
    error: { type: 'LookupError', message: `There is no tool "${name}". ${hint}` },
  };
}

const MAX_MEANT = 3;
