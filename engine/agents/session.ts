import {
  type Action,
  type ActionEntry,
  type Actor,
  type AgentAnswer,
  type AgentTurn,
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
import type { Plan } from '../world/index.ts';
import { chatMessages, isMessageToAgent } from './chat.ts';
import { Inbox } from './notifications.ts';
import { type UnreadMessages, type LiveAgent, type PastTurn, Player, type PlayerHost } from './player.ts';

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

export interface SessionOptions {
  /** The turns to repeat, in their order. */
  readonly record?: readonly Turn[];
  /** The change of a branch. A change of the mode ends the recorded agent's turns. */
  readonly change?: ChangeAt | undefined;
  readonly agent?: LiveAgent | undefined;
  /** The user who answers after the recorded turns, if a model plays the user. */
  readonly user?: LiveAgent | undefined;
  /** Creates a hash of a question. Without it, the session does not notice changed questions. */
  readonly newHash?: NewHash;
}

/** The next thing to happen in a session. */
export type NextStep =
  /** The answer of the agent, of the user or from outside is needed. */
  | { readonly kind: 'answer' }
  /** An event fires, or the run ends. */
  | { readonly kind: 'event' }
  /** The agent is asked, or somebody acts. */
  | { readonly kind: 'act'; readonly time: SimTime }
  /** The agent waits for a message, and nothing is due. The next step lets it leave. */
  | { readonly kind: 'nothing' };

/** The next question or act, its due time, and its order among others of the same time. */
export interface NextAct {
  /** The due time; `undefined` while the agent waits for a message without a deadline. */
  readonly time: SimTime | undefined;
  readonly order: number;
  /** The number of events that fire at `time` before the act; all when left out. */
  readonly fired?: number | undefined;
  readonly isByPerson?: boolean;
  readonly isByUser?: boolean;
  /** Performs the question or act. Returns the logged entry, if there is one. */
  readonly carryOut: () => LogEntry | undefined;
}

/** The participant who is asked: the agent or the user. */
export type Asked = AgentTurn['by'];

/** The parts of a plan that a session needs. */
export type SessionPlan = Pick<Plan, 'apps' | 'augmentation' | 'events'>;

/**
 * A run together with the agent, user and person who act in it. The agent answers questions in turns, and so does the user if a
 * model plays the user. Recorded turns are answered from the record, at their recorded times; the caller of {@link answer}
 * answers the others.
 *
 * An act comes after all events that are due at its time. Simulated time stands still while a question is open. When agent and
 * user are due at the same time, the agent acts first.
 */
export class Session {
  readonly #run: SessionEnvironment;
  readonly #newHash: NewHash | undefined;
  readonly #agent: Player;
  /** Set if the user answers questions in this run. */
  readonly #user: Player | undefined;
  /** The chat messages of agent and user, for the user's questions. */
  readonly #chat = new Inbox();
  /** The class of each app, by app name. */
  readonly #classes: ReadonlyMap<AppName, string>;
  readonly #personTurns: PersonTurn[];
  /** Recorded calls with answers from outside that no call has used yet. */
  readonly #outsideTurns: OutsideTurn[];
  #change: ChangeAt | undefined;
  /** The time of the last fired event, and the number of events that fired at that time. */
  #lastFired = { time: -1, count: 0 };
  /** The time of the last question or act. The clock itself moves with events and calls only. */
  #lastActTime: SimTime;
  #turnCount = 0;
  #unsaved = new Map<number, Turn>();

  /** Creates the session of an environment that runs `plan` and has not begun. */
  constructor(
    run: SessionEnvironment,
    plan: SessionPlan,
    { record = [], change, agent, user, newHash }: SessionOptions = {},
  ) {
    this.#run = run;
    this.#newHash = newHash;
    const repeated = repeatedTurns(record, change);
    this.#classes = new Map(Object.entries(plan.apps).map(([name, app]) => [appName(name), app.class]));
    const host = this.#hostOf(plan);
    const turnsOf = (asked: Asked): readonly AgentTurn[] =>
      repeated.flatMap((turn) => (turn.by === asked ? [turn] : []));
    this.#agent = new Player(host, {
      by: 'agent',
      messages: agentMessages(run),
      record: turnsOf('agent'),
      live: agent,
      begins: false,
      changesBefore: changesBefore(repeated),
      hasTakeOvers: agent?.isOther === true || repeated.some(({ act }) => act.kind === 'mode'),
    });
    const userTurns = turnsOf('user');
    if (user !== undefined || userTurns.length > 0)
      this.#user = new Player(host, {
        by: 'user',
        messages: userMessages(this.#chat, run),
        record: userTurns,
        live: user,
        begins: !plan.events.some((event) => isMessageToAgent(event, this.#classes)),
        changesBefore: new Map(),
        hasTakeOvers: false,
      });
    this.#personTurns = repeated.filter((turn) => turn.by === 'person');
    this.#outsideTurns = repeated.filter((turn) => turn.by === 'world');
    this.#change = change;
    this.#lastActTime = run.now;
  }

  #hostOf(plan: SessionPlan): PlayerHost {
    return {
      run: this.#run,
      plan,
      isRepeated: () => this.#agent.isRepeated && this.#user?.isRepeated !== false,
      nextTurnNumber: () => this.#turnCount++,
      saveTurn: (turnNumber, turn) => {
        this.#unsaved.set(turnNumber, turn);
      },
      hashOf: (question) => this.#hashOf(question),
      answerFromRecord: () => {
        this.#answerFromRecord();
      },
    };
  }

  #player(asked: Asked): Player | undefined {
    return asked === 'agent' ? this.#agent : this.#user;
  }

  /** The participant whose answer the run waits for; `undefined` when the run can go on. */
  get asked(): Asked | undefined {
    if (this.#agent.question !== undefined) return 'agent';
    return this.#user?.question === undefined ? undefined : 'user';
  }

  /** The open question; `undefined` when the run can go on. */
  get question(): Question | undefined {
    return this.#agent.question ?? this.#user?.question;
  }

  /** Whether the live agent or user answers from now on: its first entry is reached, and all recorded turns have been repeated. */
  isLive(asked: Asked): boolean {
    return this.#player(asked)?.isLive === true;
  }

  /** Why the live agent or user has left the run; `undefined` while it plays, or if there is none. */
  leaveReason(asked: Asked): string | undefined {
    const player = this.#player(asked);
    if (player?.live === undefined) return undefined;
    // That another agent has left is no reason for this one.
    const why = player.live.isOther && this.#change !== undefined ? undefined : player.leaveReason;
    return why ?? (hasEnded(this.#run) ? 'the run is over' : undefined);
  }

  /**
   * The result of the agent's or user's last call, for the next question; `undefined` if the last turn was no call or is not
   * carried out yet.
   */
  lastResult(asked: Asked): ToolResult | undefined {
    return this.#player(asked)?.lastResult;
  }

  /** The unread messages of the agent or user. */
  unread(asked: Asked): readonly Notification[] {
    return this.#player(asked)?.unread ?? [];
  }

  /** The first repeated turn whose question differs from the recorded one: the participant, and the turn's number from 1. */
  get firstOther(): { readonly by: Asked; readonly turn: number } | undefined {
    const [agents, users] = [this.#agent.firstOther, this.#user?.firstOther];
    if (agents !== undefined) return { by: 'agent', turn: agents };
    return users === undefined ? undefined : { by: 'user', turn: users };
  }

  /** The number of turns so far, of all participants. */
  get count(): number {
    return this.#turnCount;
  }

  /** The repeated questions and answers of the agent or user, if a live one follows. */
  history(asked: Asked): readonly PastTurn[] {
    return this.#player(asked)?.history ?? [];
  }

  /** The call that waits for an answer from outside and is not in the record. */
  get outside(): OutsideCall | undefined {
    return this.#run.outside;
  }

  /** The recorded call of the same tool that is most similar to the waiting call; `undefined` if the record has none. */
  get nearestOutside(): OutsideCall | undefined {
    const asked = this.#run.outside;
    if (asked === undefined) return undefined;
    const known = this.#outsideTurns.map(({ act }) => act.call);
    return known.find(({ app, tool }) => app === asked.app && tool === asked.tool) ?? known[0];
  }

  /** Answers the waiting call from outside. From then on the record answers no calls, because it does not know this call's changes. */
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
    this.#unsaved.set(this.#turnCount, turn);
    this.#turnCount += 1;
    this.#run.answerOutside(answer);
  }

  /** Answers the waiting call from the record: with the first recorded answer to the same call that is not used yet. */
  #answerFromRecord(): void {
    const call = this.#run.outside;
    if (call === undefined || this.#outsideTurns.length === 0) return;
    const index = this.#outsideTurns.findIndex(({ act }) => isSameJson({ ...act.call }, { ...call }));
    const [recorded] = index < 0 ? [] : this.#outsideTurns.splice(index, 1);
    if (recorded !== undefined) this.#answerOutside(recorded.act.answer);
  }

  get next(): NextStep {
    if (this.question !== undefined || this.#run.outside !== undefined) return { kind: 'answer' };
    const act = this.#nextAct();
    if (act === undefined || this.#mustFireBefore(act)) return { kind: 'event' };
    return act.time === undefined ? { kind: 'nothing' } : { kind: 'act', time: act.time };
  }

  /** Whether the run cannot go on: a question is open, or nothing is left to happen. */
  get isStill(): boolean {
    return this.question !== undefined || this.#run.outside !== undefined || hasEnded(this.#run);
  }

  /** Fires the next event, asks a question or carries out an act. Returns the logged entry, if there is one. */
  step(): LogEntry | undefined {
    if (this.isStill) return undefined;
    const act = this.#nextAct();
    if (act === undefined || this.#mustFireBefore(act)) return this.#fireEvent();
    this.#run.start();
    if (act.time !== undefined) this.#lastActTime = later(this.#lastActTime, act.time);
    const entry = act.carryOut();
    // The user knows what it says itself.
    if (entry !== undefined && act.isByUser !== true) this.#addToChat(entry);
    return entry;
  }

  /** Fires events and repeats recorded turns until the run is over or a question is open. */
  run(): void {
    while (!this.isStill) this.step();
  }

  /** Answers the open question. The act is carried out in later steps, when the thinking time has passed. */
  answer(answer: AgentAnswer): void {
    const { asked } = this;
    if (asked === undefined) throw new Error('No question is open.');
    this.#player(asked)!.answer(answer);
  }

  /** Simulated time: of the last event, question or act. */
  get now(): SimTime {
    return later(this.#run.now, this.#lastActTime);
  }

  /** Lets a person act now, at `time` or at the session's time if that is later. Returns the logged entry, if there is one. */
  act(act: PersonAct, time: SimTime): LogEntry | undefined {
    this.#run.start();
    const entry = this.#actAsPerson(act, later(time, this.now));
    if (entry !== undefined) this.#addToChat(entry);
    return entry;
  }

  /** Logs the event or call whose code was stopped from outside; see `Environment.timeOut`. */
  timeOut(error: Failure): LogEntry | undefined {
    const entry = this.#run.timeOut(error);
    const caller = [this.#agent, this.#user].find((player) => player?.isCalling === true);
    if (caller !== undefined && entry !== undefined) caller.timedOut(entry as ActionEntry);
    else if (entry !== undefined) this.#noteFired(entry);
    return entry;
  }

  /** Removes and returns the turns that are new or have changed since the last call, by turn number from 0. */
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
        isByPerson: true,
        carryOut: () => this.#makeChange(change),
      };
    const person = this.#personsNext();
    const agent = this.#playersNext();
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
      isByPerson: true,
      carryOut: () => {
        this.#personTurns.shift();
        return this.#actAsPerson(act, later(time, this.#run.now));
      },
    };
  }

  /** The next question or act of the agent, or of the user if that comes first. */
  #playersNext(): NextAct | undefined {
    const agent = this.#agent.next;
    const user = this.#user?.next;
    const users = user && { ...user, isByUser: true };
    if (agent === undefined || users === undefined) return agent ?? users;
    const [ofAgent, ofUser] = [agent.time ?? Infinity, users.time ?? Infinity];
    return ofUser < ofAgent || (ofUser === ofAgent && users.order < agent.order) ? users : agent;
  }

  /** Whether an event fires before `act`, or the run ends before it. */
  #mustFireBefore({ time, fired, isByPerson }: NextAct): boolean {
    const { ending, isRepeating, lastInstant, nextTime, now } = this.#run;
    if (isRepeating) return true;
    // An agent does nothing more in the run's last tick. A person may.
    if (ending !== undefined)
      return isByPerson !== true || fired === undefined || time! > now || this.#firedAt(now) < fired;
    if (time === undefined) return nextTime !== undefined;
    // An agent is not asked after the end. A person may act then, before the run notices.
    if (isByPerson !== true && lastInstant !== undefined && time > lastInstant) return true;
    if (!this.#isDue(time)) return false;
    return fired === undefined || (nextTime! < time && time > now) || this.#firedAt(time) < fired;
  }

  /**
   * Whether an event is due by `time`. An event after the end of the run counts, although it never fires, because waits end at
   * that time.
   */
  #isDue(time: SimTime): boolean {
    const { nextTime } = this.#run;
    return nextTime !== undefined && nextTime <= time;
  }

  #fireEvent(): LogEntry | undefined {
    const entry = this.#run.step();
    if (entry !== undefined) {
      this.#noteFired(entry);
      this.#addToChat(entry);
    }
    this.#answerFromRecord();
    return entry;
  }

  #noteFired({ time }: LogEntry): void {
    this.#lastFired = { time, count: this.#firedAt(time) + 1 };
  }

  #firedAt(time: SimTime): number {
    return this.#lastFired.time === time ? this.#lastFired.count : 0;
  }

  /** Adds the chat messages of `entry` to the user's messages. */
  #addToChat(entry: LogEntry): void {
    if (this.#user === undefined) return;
    for (const message of chatMessages(entry, this.#classes)) this.#chat.push(message);
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
    this.#unsaved.set(this.#turnCount, turn);
    this.#turnCount += 1;
    switch (act.kind) {
      case 'call':
        return this.#run.call(act.actor, act.action, { time, onWait: () => undefined });
      case 'set':
        return this.#run.setState(act.app, act.path, act.value, time);
      case 'mode':
        this.#run.mode = act.mode;
        this.#agent.takeOver();
        return undefined;
    }
  }
}

/** The turns of `record` that a branch with `change` repeats. */
export const repeatedTurns = (record: readonly Turn[], change: ChangeAt | undefined): readonly Turn[] =>
  change?.act.kind === 'mode' ? record.filter((turn) => !isDroppedTurn(turn, change.at)) : record;

/**
 * Whether `turn` belongs to the agent, or to a user whom a model plays, from entry `at` on. A branch that replaces the agent
 * drops such turns, and those that a person took for the agent.
 */
const isDroppedTurn = ({ by, act, position }: Turn, at: number): boolean =>
  position >= at &&
  (by === 'agent' ||
    by === 'user' ||
    act.kind === 'mode' ||
    (act.kind === 'call' && 'actor' in act && act.actor === 'agent'));

/** For each of the agent's turns in `record`, how often a person changed the agent before it. */
function changesBefore(record: readonly Turn[]): ReadonlyMap<AgentTurn, number> {
  let changes = 0;
  const found = new Map<AgentTurn, number>();
  for (const turn of record)
    if (turn.by === 'agent') found.set(turn, changes);
    else if (turn.act.kind === 'mode') changes += 1;
  return found;
}

const hasEnded = ({ state }: SessionEnvironment): boolean =>
  state === 'completed' || state === 'stopped' || state === 'failed';

/** The agent's unread notifications. */
const agentMessages = (run: SessionEnvironment): UnreadMessages => ({
  get unread() {
    return run.unread;
  },
  get causesQuestion() {
    return run.unread.length > 0;
  },
  take: () => run.takeNotifications(),
});

/** The user's unread chat messages. The user is asked when the agent has sent a message; the user's own messages cause no question. */
const userMessages = (said: Inbox, run: SessionEnvironment): UnreadMessages => ({
  get unread() {
    return said.unread;
  },
  get causesQuestion() {
    return said.unread.some(({ kind }) => kind === 'agent-message');
  },
  take: () => said.take(run.now),
});
