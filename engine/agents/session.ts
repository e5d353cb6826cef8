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
import { chatOf, isMessageToAgent } from './chat.ts';
import { Inbox } from './notifications.ts';
import { type Letterbox, type LiveAgent, type PastTurn, Player, type PlayerHost } from './player.ts';

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
  /** A change of the mode ends the recorded agent's part. */
  readonly change?: ChangeAt | undefined;
  readonly agent?: LiveAgent | undefined;
  /** The user who answers after the recorded turns, if a model plays the user. */
  readonly user?: LiveAgent | undefined;
  /** Hashes questions; without it, changed questions are not noticed. */
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

/** The next question or act, when it is due, and its place among others at the same time. */
export interface NextAct {
  /** `undefined` while the agent waits for a message without a deadline. */
  readonly time: SimTime | undefined;
  readonly order: number;
  /** The number of events that fire at `time` before it; all when left out. */
  readonly fired?: number | undefined;
  readonly isPersons?: boolean;
  readonly isUsers?: boolean;
  /** Returns the logged entry, if there is one. */
  readonly carryOut: () => LogEntry | undefined;
}

/** Who is asked in a session. */
export type Asked = AgentTurn['by'];

/** What a session needs to know of its plan. */
export type SessionPlan = Pick<Plan, 'apps' | 'augmentation' | 'events'>;

/**
 * A run with those who act in it from outside: an agent, a user and a person. The agent is asked in turns, and so is the user if a model
 * plays it; recorded turns are answered from the record, at their recorded times, and the others by whoever calls {@link answer}.
 *
 * An act comes after all events that are due at its time. Simulated time stands still while a question is open. Of two who are due at
 * one time, the agent comes first: it does what it has to do before the user answers.
 */
export class Session {
  readonly #run: SessionEnvironment;
  readonly #newHash: NewHash | undefined;
  readonly #agent: Player;
  /** If the user is asked in this run. */
  readonly #user: Player | undefined;
  /** What the agent and the user said, for the user. */
  readonly #said = new Inbox();
  /** The classes of the apps. */
  readonly #classes: ReadonlyMap<AppName, string>;
  readonly #personTurns: PersonTurn[];
  /** Recorded calls with their answers from outside that no call has taken yet. */
  readonly #outsideTurns: OutsideTurn[];
  #change: ChangeAt | undefined;
  /** The time of the last fired event, and the number of events that fired at that time. */
  #fired = { time: -1, count: 0 };
  /** The time of the last question or act. The clock itself moves with events and calls only. */
  #acted: SimTime;
  #count = 0;
  #unsaved = new Map<number, Turn>();

  /** The session of an environment that runs `plan` and has not begun. */
  constructor(
    run: SessionEnvironment,
    plan: SessionPlan,
    { record = [], change, agent, user, newHash }: SessionOptions = {},
  ) {
    this.#run = run;
    this.#newHash = newHash;
    const kept = repeatedTurns(record, change);
    this.#classes = new Map(Object.entries(plan.apps).map(([name, app]) => [appName(name), app.class]));
    const host = this.#hostOf(plan);
    const turnsOf = (asked: Asked): readonly AgentTurn[] =>
      kept.flatMap((turn) => (turn.by === asked ? [turn] : []));
    this.#agent = new Player(host, {
      by: 'agent',
      letters: agentLetters(run),
      record: turnsOf('agent'),
      live: agent,
      begins: false,
      changesBefore: changesBefore(kept),
      hasTakeOvers: agent?.isOther === true || kept.some(({ act }) => act.kind === 'mode'),
    });
    const usersTurns = turnsOf('user');
    if (user !== undefined || usersTurns.length > 0)
      this.#user = new Player(host, {
        by: 'user',
        letters: userLetters(this.#said, run),
        record: usersTurns,
        live: user,
        begins: !plan.events.some((event) => isMessageToAgent(event, this.#classes)),
        changesBefore: new Map(),
        hasTakeOvers: false,
      });
    this.#personTurns = kept.filter((turn) => turn.by === 'person');
    this.#outsideTurns = kept.filter((turn) => turn.by === 'world');
    this.#change = change;
    this.#acted = run.now;
  }

  #hostOf(plan: SessionPlan): PlayerHost {
    return {
      run: this.#run,
      plan,
      isRepeated: () => this.#agent.isRepeated && this.#user?.isRepeated !== false,
      number: () => this.#count++,
      keep: (nth, turn) => {
        this.#unsaved.set(nth, turn);
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

  /** Who is asked; `undefined` when the run can go on. */
  get asked(): Asked | undefined {
    if (this.#agent.question !== undefined) return 'agent';
    return this.#user?.question === undefined ? undefined : 'user';
  }

  /** The open question; `undefined` when the run can go on. */
  get question(): Question | undefined {
    return this.#agent.question ?? this.#user?.question;
  }

  /** Whether the living agent or user plays from now on: its entry is reached, and all recorded turns are repeated. */
  isLive(asked: Asked = 'agent'): boolean {
    return this.#player(asked)?.isLive === true;
  }

  /** Why the living agent or user has left; `undefined` while it plays, or if there is none. */
  left(asked: Asked = 'agent'): string | undefined {
    const player = this.#player(asked);
    if (player?.live === undefined) return undefined;
    // That another agent has left is no reason for this one.
    const why = player.live.isOther && this.#change !== undefined ? undefined : player.left;
    return why ?? (isOver(this.#run) ? 'the run is over' : undefined);
  }

  /** The result of the last call of agent or user, for the next question; `undefined` if the last turn is not carried out, or was no call. */
  lastResult(asked: Asked = 'agent'): ToolResult | undefined {
    return this.#player(asked)?.lastResult;
  }

  /** The messages that agent or user have not read. */
  unread(asked: Asked = 'agent'): readonly Notification[] {
    return this.#player(asked)?.unread ?? [];
  }

  /** The first repeated turn with another question than recorded: whose, and its number from 1. */
  get firstOther(): { readonly by: Asked; readonly turn: number } | undefined {
    const [agents, users] = [this.#agent.firstOther, this.#user?.firstOther];
    if (agents !== undefined) return { by: 'agent', turn: agents };
    return users === undefined ? undefined : { by: 'user', turn: users };
  }

  /** The number of turns so far, of all conversations. */
  get count(): number {
    return this.#count;
  }

  /** The repeated questions and their answers of agent or user, if a living one follows. */
  history(asked: Asked = 'agent'): readonly PastTurn[] {
    return this.#player(asked)?.history ?? [];
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
    if (this.question !== undefined || this.#run.outside !== undefined) return { kind: 'answer' };
    const act = this.#nextAct();
    if (act === undefined || this.#mustFireBefore(act)) return { kind: 'event' };
    return act.time === undefined ? { kind: 'nothing' } : { kind: 'act', time: act.time };
  }

  /** Whether nothing can happen before a question is answered, or at all. */
  get isStill(): boolean {
    return this.question !== undefined || this.#run.outside !== undefined || isOver(this.#run);
  }

  /** Fires the next event, asks a question or carries out an act. Returns the logged entry, if there is one. */
  step(): LogEntry | undefined {
    if (this.isStill) return undefined;
    const act = this.#nextAct();
    if (act === undefined || this.#mustFireBefore(act)) return this.#fire();
    this.#run.start();
    if (act.time !== undefined) this.#acted = later(this.#acted, act.time);
    const entry = act.carryOut();
    // The user knows what it says itself.
    if (entry !== undefined && act.isUsers !== true) this.#hear(entry);
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
    return later(this.#run.now, this.#acted);
  }

  /** Lets a person act now, at `time` or at the session's time if that is later. Returns the logged entry, if there is one. */
  act(act: PersonAct, time: SimTime): LogEntry | undefined {
    this.#run.start();
    const entry = this.#actAsPerson(act, later(time, this.now));
    if (entry !== undefined) this.#hear(entry);
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
      isPersons: true,
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
    const users = user && { ...user, isUsers: true };
    if (agent === undefined || users === undefined) return agent ?? users;
    const [ofAgent, ofUser] = [agent.time ?? Infinity, users.time ?? Infinity];
    return ofUser < ofAgent || (ofUser === ofAgent && users.order < agent.order) ? users : agent;
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
    if (entry !== undefined) {
      this.#noteFired(entry);
      this.#hear(entry);
    }
    this.#answerFromRecord();
    return entry;
  }

  #noteFired({ time }: LogEntry): void {
    this.#fired = { time, count: this.#firedAt(time) + 1 };
  }

  #firedAt(time: SimTime): number {
    return this.#fired.time === time ? this.#fired.count : 0;
  }

  /** Tells the user what was said. */
  #hear(entry: LogEntry): void {
    if (this.#user === undefined) return;
    for (const message of chatOf(entry, this.#classes)) this.#said.push(message);
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
        this.#agent.takeOver();
        return undefined;
    }
  }
}

/** The turns of `record` that a branch with `change` repeats. */
export const repeatedTurns = (record: readonly Turn[], change: ChangeAt | undefined): readonly Turn[] =>
  change?.act.kind === 'mode' ? record.filter((turn) => !isAgentsFrom(turn, change.at)) : record;

/**
 * Whether the agent was asked in `turn` from entry `at` on, or a user whom a model plays. An act before it for which it thought until then is dropped with the
 * agent. A person may have acted for the agent, too.
 */
const isAgentsFrom = ({ by, act, position }: Turn, at: number): boolean =>
  position >= at &&
  (by === 'agent' ||
    by === 'user' ||
    act.kind === 'mode' ||
    (act.kind === 'call' && 'actor' in act && act.actor === 'agent'));

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

/** The agent's notifications. */
const agentLetters = (run: SessionEnvironment): Letterbox => ({
  get unread() {
    return run.unread;
  },
  get hasNews() {
    return run.unread.length > 0;
  },
  take: () => run.takeNotifications(),
});

/** What was said. The user is asked when the agent has said something; its own words it knows. */
const userLetters = (said: Inbox, run: SessionEnvironment): Letterbox => ({
  get unread() {
    return said.unread;
  },
  get hasNews() {
    return said.unread.some(({ kind }) => kind === 'agent-message');
  },
  take: () => said.take(run.now),
});
