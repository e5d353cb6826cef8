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

/** An agent or user that answers questions after the recorded turns. */
export interface LiveAgent {
  /** The number of log entries before the live agent's first turn. */
  readonly from: number;
  /** The maximum number of turns. Recorded turns count, unless another agent played them. */
  readonly turns: number;
  /** Whether another agent played the recorded turns. Then the live agent's first question includes all earlier messages. */
  readonly isOther: boolean;
}

/** A repeated question and its recorded answer. */
export interface PastTurn {
  readonly question: Question;
  readonly answer: AgentAnswer;
}

/** The unread messages of a player. */
export interface UnreadMessages {
  readonly unread: readonly Notification[];
  /** Whether an unread message makes the player's next question due. */
  readonly causesQuestion: boolean;
  /** Removes and returns the messages up to now. */
  take(): readonly Notification[];
}

/** The parts of a session that its players need. */
export interface PlayerHost {
  readonly run: SessionEnvironment;
  readonly plan: Pick<Plan, 'apps' | 'augmentation'>;
  /** Whether all recorded turns of all players have been repeated. */
  isRepeated(): boolean;
  /** Returns the number of a new turn. */
  nextTurnNumber(): number;
  /** Saves turn number `turnNumber`, new or changed. */
  saveTurn(turnNumber: number, turn: AgentTurn): void;
  hashOf(question: Question): string;
  /** Answers the call that waits for an answer from outside, if the record has that call. */
  answerFromRecord(): void;
}

export interface PlayerOptions {
  readonly by: AgentTurn['by'];
  readonly messages: UnreadMessages;
  /** The player's recorded turns. */
  readonly record: readonly AgentTurn[];
  readonly live: LiveAgent | undefined;
  /** Whether the player gets a question when the run begins, before any message. */
  readonly begins: boolean;
  /** For each recorded turn, how often a person changed the agent before it. */
  readonly changesBefore: ReadonlyMap<AgentTurn, number>;
  /** Whether another agent replaces this player during the run. */
  readonly hasTakeOvers: boolean;
}

/** An answered turn whose thinking time has not passed yet. */
interface PendingAct {
  readonly kind: 'acts';
  readonly turnNumber: number;
  readonly turn: AgentTurn;
  readonly time: SimTime;
  /** The order among acts of the same time, from the record. */
  readonly order: number;
  /** Whether this turn, or an earlier one, repeats an answer that was recorded for a different question. */
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
  | PendingAct
  | { readonly kind: 'gone' };

/** A participant who answers questions in turns: the agent, or the user if a model plays the user. */
export class Player {
  readonly #host: PlayerHost;
  readonly #by: AgentTurn['by'];
  readonly #messages: UnreadMessages;
  readonly #turns: AgentTurn[];
  readonly #live: LiveAgent | undefined;
  readonly #changesBefore: ReadonlyMap<AgentTurn, number>;
  readonly #hasTakeOvers: boolean;
  /** The tools that the player may call, by the names it knows. Computed at its first call, because most runs have no player. */
  #tools: ReadonlyMap<string, ToolDescription['calls']> | undefined;
  #state: PlayerState;
  /** How often a person has changed the agent so far. */
  #changes = 0;
  /** The result of the player's last call, for its next question. */
  #result: ToolResult | undefined;
  /** The turn whose call is being carried out. */
  #calling: PendingAct | undefined;
  /** The messages of all questions so far, for the first question of an agent that takes over. */
  readonly #allMessages: Notification[] = [];
  /** Whether the player has not been asked yet. */
  #isNew = true;
  readonly #history: PastTurn[] = [];
  #leaveReason: string | undefined;
  #questionCount = 0;
  #firstOther: number | undefined;
  /** Whether the player has repeated an answer recorded for a different question. Its later turns then build on that answer. */
  #answersOther = false;

  constructor(host: PlayerHost, options: PlayerOptions) {
    this.#host = host;
    this.#by = options.by;
    this.#messages = options.messages;
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

  /** The question that waits for an answer. */
  get question(): Question | undefined {
    return this.#state.kind === 'asked' ? this.#state.question : undefined;
  }

  /** Whether all recorded turns have been repeated. */
  get isRepeated(): boolean {
    return this.#turns.length === 0;
  }

  /** Whether the live agent answers from now on: its first entry is reached, and all recorded turns have been repeated. */
  get isLive(): boolean {
    return this.#live !== undefined && this.#host.run.length >= this.#live.from && this.#host.isRepeated();
  }

  /** Why the player has left the run; `undefined` while it plays. */
  get leaveReason(): string | undefined {
    return this.#leaveReason;
  }

  /** The agent or user that answers after the recorded turns. */
  get live(): LiveAgent | undefined {
    return this.#live;
  }

  /** The result of the player's last call, for its next question; `undefined` if the last turn was no call or is not carried out yet. */
  get lastResult(): ToolResult | undefined {
    return this.#result;
  }

  /** The number, from 1, of the first repeated turn whose question differs from the recorded one. */
  get firstOther(): number | undefined {
    return this.#firstOther;
  }

  /** The player's unread messages. */
  get unread(): readonly Notification[] {
    return this.#messages.unread;
  }

  /** The repeated questions and their answers, if a live agent follows. */
  get history(): readonly PastTurn[] {
    return this.#history;
  }

  /** Whether a call of the player is being carried out. */
  get isCalling(): boolean {
    return this.#calling !== undefined;
  }

  /** Answers the open question. Later steps carry out the act, when the thinking time has passed. */
  answer(answer: AgentAnswer): void {
    if (this.#state.kind !== 'asked') throw new Error('No question is open.');
    const { question, position } = this.#state;
    const { time, messages } = question;
    const hash = this.#host.hashOf(question);
    this.#beginAct({ ...answer, by: this.#by, time, position, messages, question: hash, answered: hash });
  }

  /** The player's next question or act; `undefined` if the player waits for something else to happen. */
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
    const hasMessage =
      forMessage && (this.#messages.causesQuestion || (this.#isNew && this.#allMessages.length > 0));
    const time = hasMessage ? later(since, now) : until && later(until, now);
    return { time, order: Infinity, carryOut: () => this.#ask(this.#live!, time) };
  }

  /** Lets another agent take over. The previous agent answers no more. */
  takeOver(): void {
    this.#changes += 1;
    this.#leaveReason = undefined;
    this.#questionCount = 0;
    this.#result = undefined;
    this.#answersOther = false;
    this.#isNew = true;
    this.#state = { kind: 'waits', since: this.#host.run.now, until: undefined, forMessage: true };
  }

  /** Handles a call that was stopped from outside and logged as `entry`. */
  timedOut(entry: ActionEntry): void {
    this.#endCall(this.#calling!, entry, undefined);
  }

  /** Opens the next question. Without a time, no message can arrive any more, and the player leaves. */
  #ask({ turns }: LiveAgent, time: SimTime | undefined): LogEntry | undefined {
    if (time === undefined || this.#questionCount >= turns) {
      this.#leave(time === undefined ? 'nothing more is to come' : `it has had its ${turns} turns`);
      return undefined;
    }
    const question = { time, messages: this.#takeMessages(), result: this.#result };
    this.#state = { kind: 'asked', question, position: this.#host.run.length };
    return undefined;
  }

  /** Opens the question of a recorded turn, and answers it from the record. */
  #repeat(recorded: AgentTurn): LogEntry | undefined {
    const { run } = this.#host;
    this.#turns.shift();
    const messages = this.#takeMessages();
    const time = later(recorded.time, run.now);
    const asked = { time, messages, result: this.#result };
    if (this.#live !== undefined)
      this.#history.push({ question: asked, answer: this.#historyAnswer(recorded) });
    const question = this.#host.hashOf(asked);
    const answered = recorded.answered === '' ? question : recorded.answered;
    const turn = { ...recorded, time, position: run.length, messages, question, answered };
    if (answersOther(turn)) {
      this.#firstOther ??= this.#questionCount + 1;
      this.#answersOther = true;
    }
    this.#beginAct(turn);
    return undefined;
  }

  /** Takes the messages for a question. The first question of an agent that takes over includes all earlier messages. */
  #takeMessages(): readonly Notification[] {
    const taken = this.#messages.take();
    const messages = this.#isNew ? [...this.#allMessages, ...taken] : taken;
    this.#isNew = false;
    if (this.#hasTakeOvers) this.#allMessages.push(...taken);
    return messages;
  }

  /** A recorded answer for the live agent's history. If another agent gave the answer, its exchanges with the model are left out. */
  #historyAnswer({ exchanges, ...answer }: AgentTurn): AgentTurn {
    return exchanges === undefined || this.#live?.isOther === true ? answer : { ...answer, exchanges };
  }

  #beginAct(turn: AgentTurn): void {
    const turnNumber = this.#host.nextTurnNumber();
    this.#questionCount += 1;
    this.#result = undefined;
    const {
      actTime: time = after(turn.time, turn.thinking),
      acted: order = Infinity,
      entry: _,
      ...written
    } = turn;
    this.#host.saveTurn(turnNumber, written);
    this.#state = {
      kind: 'acts',
      turnNumber,
      turn: written,
      order,
      time,
      answersOther: this.#answersOther,
    };
  }

  #carryOut(acting: PendingAct): LogEntry | undefined {
    const { turnNumber, turn } = acting;
    const { act } = turn;
    const { run, plan } = this.#host;
    const now = later(acting.time, run.now);
    this.#result = undefined;
    this.#host.saveTurn(turnNumber, { ...turn, actTime: now, acted: run.length });
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
    acting: PendingAct,
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
    this.#endCall(acting, entry, wait);
    return entry;
  }

  /** Handles the end of a call. If its tool asked for a wait, the player waits. */
  #endCall({ turnNumber, turn }: PendingAct, entry: ActionEntry, wait: SimSpan | undefined): void {
    this.#calling = undefined;
    const { now } = this.#host.run;
    const { act } = turn;
    this.#host.saveTurn(turnNumber, { ...turn, actTime: entry.due, acted: entry.index, entry: entry.index });
    if (act.kind === 'call') this.#result = { tool: act.tool, outcome: entry.outcome };
    this.#state =
      wait === undefined
        ? { kind: 'waits', since: now, until: now, forMessage: false }
        : { kind: 'waits', since: now, until: after(now, wait), forMessage: true };
  }

  #leave(why: string): void {
    this.#leaveReason = why;
    this.#state = { kind: 'gone' };
  }
}

/** The error for an unknown tool name. It suggests tools whose name ends with `name`, or with which `name` ends. */
function unknownTool(name: string, tools: Iterable<string>): ToolResult['outcome'] {
  const joined = (one: string): string => one.toLowerCase().replaceAll(/[\W_]+/g, '_');
  const wanted = `_${joined(name)}`;
  const matches = [...tools].filter(
    (one) => wanted.endsWith(`_${joined(one)}`) || `_${joined(one)}`.endsWith(wanted),
  );
  const hint =
    matches.length === 0
      ? 'Use the names of the tools that you were given.'
      : `Do you mean ${matches.slice(0, MAX_SUGGESTIONS).join(' or ')}?`;
  return {
    status: 'failed',
    error: { type: 'LookupError', message: `There is no tool "${name}". ${hint}` },
  };
}

const MAX_SUGGESTIONS = 3;
