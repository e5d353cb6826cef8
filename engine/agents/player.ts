import {
  type Action,
  type ActionEntry,
  after,
  type AgentAnswer,
  type AgentTurn,
  answersOther,
  appName,
  later,
  type LogEntry,
  type Notification,
  type Question,
  type SimSpan,
  type SimTime,
  type ToolResult,
} from '../model/index.ts';
import { describePlanTools, type Plan, type ToolDescription } from '../world/index.ts';
import type { NextAct, SessionEnvironment } from './session.ts';

/** The player that answers after the recorded turns. */
export interface LiveAgent {
  /** The number of log entries before its first turn. */
  readonly from: number;
  /** The most turns. Recorded turns count, unless they are another agent's. */
  readonly turns: number;
  /** Whether the recorded turns are another agent's: its first question then has all messages so far. */
  readonly isOther: boolean;
}

/** A question that was asked before the living player began, and its answer. */
export interface PastTurn {
  readonly question: Question;
  readonly answer: AgentAnswer;
}

/** Messages to a player that it has not read. */
export interface Letterbox {
  readonly unread: readonly Notification[];
  /** Whether it is asked because of them. */
  readonly hasNews: boolean;
  /** Removes and returns the messages up to now. */
  take(): readonly Notification[];
}

/** The parts of a session that its players need. */
export interface PlayerHost {
  readonly run: SessionEnvironment;
  readonly plan: Pick<Plan, 'apps' | 'augmentation'>;
  /** Whether the turns of all players are repeated. */
  isRepeated(): boolean;
  /** Numbers a new turn. */
  number(): number;
  /** Keeps turn number `nth`, new or changed. */
  keep(nth: number, turn: AgentTurn): void;
  hashOf(question: Question): string;
  /** Answers the call that waits for an answer from outside, if the record has it. */
  answerFromRecord(): void;
}

export interface PlayerOptions {
  readonly by: AgentTurn['by'];
  readonly letters: Letterbox;
  /** Its recorded turns. */
  readonly record: readonly AgentTurn[];
  readonly live: LiveAgent | undefined;
  /** Whether it is asked when the run begins, before it has a message. */
  readonly begins: boolean;
  /** How often a person changed the agent before each recorded turn. */
  readonly changesBefore: ReadonlyMap<AgentTurn, number>;
  /** Whether another player takes over in the run. */
  readonly hasTakeOvers: boolean;
}

/** A turn that is answered, until its thinking time has passed. */
interface Acting {
  readonly kind: 'acts';
  readonly nth: number;
  readonly turn: AgentTurn;
  readonly time: SimTime;
  /** The place among other acts at its time, from the record. */
  readonly order: number;
  /** Whether this turn, or one before it, repeats the answer to another question: the player remembers all of them. */
  readonly answersOther: boolean;
}

type PlayerState =
  /** Until the question: at `until`, or with the first message if it waits for one. */
  | {
      readonly kind: 'waits';
      readonly since: SimTime;
      readonly until: SimTime | undefined;
      readonly forMessage: boolean;
    }
  /** Until the answer. */
  | { readonly kind: 'asked'; readonly question: Question; readonly position: number }
  | Acting
  | { readonly kind: 'gone' };

/** Somebody in a session who is asked in turns: the agent, or the user if a model plays it. */
export class Player {
  readonly #host: PlayerHost;
  readonly #by: AgentTurn['by'];
  readonly #letters: Letterbox;
  readonly #turns: AgentTurn[];
  readonly #live: LiveAgent | undefined;
  readonly #changesBefore: ReadonlyMap<AgentTurn, number>;
  readonly #hasTakeOvers: boolean;
  /** The tools that it may call, by their names for it. Described at its first call: most runs have no player. */
  #tools: ReadonlyMap<string, ToolDescription['calls']> | undefined;
  #state: PlayerState;
  /** How often a person has changed the agent. */
  #changes = 0;
  /** The result of its last call, for its next question. */
  #result: ToolResult | undefined;
  /** The turn whose call is being carried out. */
  #calling: Acting | undefined;
  /** The messages of all questions so far, for the first question of a player that takes over. */
  readonly #heard: Notification[] = [];
  /** Whether it has had no question yet. */
  #isNew = true;
  readonly #history: PastTurn[] = [];
  #why: string | undefined;
  #asked = 0;
  #firstOther: number | undefined;
  /** Whether it has answered another question than it was asked: it remembers all its turns. */
  #answersOther = false;

  constructor(host: PlayerHost, options: PlayerOptions) {
    this.#host = host;
    this.#by = options.by;
    this.#letters = options.letters;
    this.#turns = [...options.record];
    this.#live = options.live;
    this.#changesBefore = options.changesBefore;
    this.#hasTakeOvers = options.hasTakeOvers;
    const { now } = host.run;
    this.#state = {
      kind: 'waits',
      since: now,
      until: options.begins ? now : undefined,
      forMessage: true,
    };
  }

  /** The open question. */
  get question(): Question | undefined {
    return this.#state.kind === 'asked' ? this.#state.question : undefined;
  }

  /** Whether its recorded turns are repeated. */
  get isRepeated(): boolean {
    return this.#turns.length === 0;
  }

  /** Whether the living player plays from now on: its entry is reached, and all recorded turns are repeated. */
  get isLive(): boolean {
    return this.#live !== undefined && this.#host.run.length >= this.#live.from && this.#host.isRepeated();
  }

  /** Why it has left; `undefined` while it plays. */
  get left(): string | undefined {
    return this.#why;
  }

  /** The living player. */
  get live(): LiveAgent | undefined {
    return this.#live;
  }

  /** The result of its last call, for its next question; `undefined` if its last turn is not carried out, or was no call. */
  get lastResult(): ToolResult | undefined {
    return this.#result;
  }

  /** The number, from 1, of its first repeated turn with another question than recorded. */
  get firstOther(): number | undefined {
    return this.#firstOther;
  }

  /** The messages that it has not read. */
  get unread(): readonly Notification[] {
    return this.#letters.unread;
  }

  /** The repeated questions and their answers, if a living player follows. */
  get history(): readonly PastTurn[] {
    return this.#history;
  }

  /** Whether its call is being carried out. */
  get isCalling(): boolean {
    return this.#calling !== undefined;
  }

  /** Answers the open question. The act is carried out in later steps, when the thinking time has passed. */
  answer(answer: AgentAnswer): void {
    if (this.#state.kind !== 'asked') throw new Error('No question is open.');
    const { question, position } = this.#state;
    const { time, messages } = question;
    const hash = this.#host.hashOf(question);
    this.#begin({ ...answer, by: this.#by, time, position, messages, question: hash, answered: hash });
  }

  /** Its next question or act; `undefined` if it has none before something else happens. */
  get next(): NextAct | undefined {
    const { now } = this.#host.run;
    const state = this.#state;
    if (state.kind === 'acts') {
      const { order } = state;
      return { time: later(state.time, now), order, carryOut: () => this.#carryOut(state) };
    }
    if (state.kind !== 'waits') return undefined;
    const recorded = this.#turns[0];
    if (recorded !== undefined) {
      if (this.#changes < (this.#changesBefore.get(recorded) ?? 0)) return undefined;
      // A question comes before the entry at its position.
      const order = recorded.position - 0.5;
      return { time: later(recorded.time, now), order, carryOut: () => this.#repeat(recorded) };
    }
    if (this.#live === undefined || !this.isLive) return undefined;
    const { since, until, forMessage } = state;
    const hasMessage = forMessage && (this.#letters.hasNews || (this.#isNew && this.#heard.length > 0));
    const time = hasMessage ? later(since, now) : until && later(until, now);
    return { time, order: Infinity, carryOut: () => this.#ask(this.#live!, time) };
  }

  /** Another player begins. Whoever played so far plays no more. */
  takeOver(): void {
    this.#changes += 1;
    this.#why = undefined;
    this.#asked = 0;
    this.#result = undefined;
    this.#answersOther = false;
    this.#isNew = true;
    this.#state = { kind: 'waits', since: this.#host.run.now, until: undefined, forMessage: true };
  }

  /** Its call was stopped from outside, and `entry` logged. */
  timedOut(entry: ActionEntry): void {
    this.#called(this.#calling!, entry, undefined);
  }

  /** Opens its next question. Without a time, no message can come any more, and it leaves. */
  #ask({ turns }: LiveAgent, time: SimTime | undefined): LogEntry | undefined {
    if (time === undefined || this.#asked >= turns) {
      this.#leave(time === undefined ? 'nothing more is to come' : `it has had its ${turns} turns`);
      return undefined;
    }
    const question = { time, messages: this.#takeMessages(), result: this.#result };
    this.#state = { kind: 'asked', question, position: this.#host.run.length };
    return undefined;
  }

  /** Asks the question of a recorded turn, which the record answers. */
  #repeat(recorded: AgentTurn): LogEntry | undefined {
    const { run } = this.#host;
    this.#turns.shift();
    const messages = this.#takeMessages();
    const time = later(recorded.time, run.now);
    const asked = { time, messages, result: this.#result };
    if (this.#live !== undefined) this.#history.push({ question: asked, answer: this.#told(recorded) });
    const question = this.#host.hashOf(asked);
    const answered = recorded.answered === '' ? question : recorded.answered;
    const turn = { ...recorded, time, position: run.length, messages, question, answered };
    if (answersOther(turn)) {
      this.#firstOther ??= this.#asked + 1;
      this.#answersOther = true;
    }
    this.#begin(turn);
    return undefined;
  }

  /** Takes the messages for a question. The first question of a player has all messages so far. */
  #takeMessages(): readonly Notification[] {
    const taken = this.#letters.take();
    const messages = this.#isNew ? [...this.#heard, ...taken] : taken;
    this.#isNew = false;
    if (this.#hasTakeOvers) this.#heard.push(...taken);
    return messages;
  }

  /** A recorded answer as the living player hears of it: another one's without the answers of that one's model. */
  #told({ exchanges, ...answer }: AgentTurn): AgentTurn {
    return exchanges === undefined || this.#live?.isOther === true ? answer : { ...answer, exchanges };
  }

  #begin(turn: AgentTurn): void {
    const nth = this.#host.number();
    this.#asked += 1;
    this.#result = undefined;
    const {
      actTime: time = after(turn.time, turn.thinking),
      acted: order = Infinity,
      entry: _,
      ...written
    } = turn;
    this.#host.keep(nth, written);
    this.#state = {
      kind: 'acts',
      nth,
      turn: written,
      order,
      time,
      answersOther: this.#answersOther,
    };
  }

  #carryOut(acting: Acting): LogEntry | undefined {
    const { nth, turn } = acting;
    const { act } = turn;
    const { run, plan } = this.#host;
    const now = later(acting.time, run.now);
    this.#result = undefined;
    this.#host.keep(nth, { ...turn, actTime: now, acted: run.length });
    switch (act.kind) {
      case 'finish':
        this.#leave('it has finished');
        return undefined;
      case 'wait': {
        const until = act.span === undefined ? undefined : after(now, act.span);
        this.#state = { kind: 'waits', since: now, until, forMessage: true };
        return undefined;
      }
      case 'call': {
        this.#tools ??= new Map(describePlanTools(plan, this.#by).map(({ name, calls }) => [name, calls]));
        const found = this.#tools.get(act.tool);
        if (found !== undefined) return this.#call(acting, found, act.args, now);
        this.#result = { tool: act.tool, outcome: unknownTool(act.tool, this.#tools.keys()) };
        this.#state = { kind: 'waits', since: now, until: now, forMessage: false };
        return undefined;
      }
    }
  }

  #call(
    acting: Acting,
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
    const entry = this.#host.run.call(this.#by, { app: appName(app), tool, args }, options);
    if (entry === undefined) {
      // The act is carried out again when the answer is there.
      this.#calling = undefined;
      this.#host.answerFromRecord();
      return undefined;
    }
    this.#called(acting, entry, wait);
    return entry;
  }

  /** After a call. If its tool asked for a wait, the player waits. */
  #called({ nth, turn }: Acting, entry: ActionEntry, wait: SimSpan | undefined): void {
    this.#calling = undefined;
    const { now } = this.#host.run;
    const { act } = turn;
    this.#host.keep(nth, { ...turn, actTime: entry.due, acted: entry.index, entry: entry.index });
    if (act.kind === 'call') this.#result = { tool: act.tool, outcome: entry.outcome };
    this.#state =
      wait === undefined
        ? { kind: 'waits', since: now, until: now, forMessage: false }
        : { kind: 'waits', since: now, until: after(now, wait), forMessage: true };
  }

  #leave(why: string): void {
    this.#why = why;
    this.#state = { kind: 'gone' };
  }
}

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
