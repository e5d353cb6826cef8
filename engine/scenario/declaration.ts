import type { ActionQuestion, Actor, OnFailure, Question, TimeComparator } from '../model/event.ts';
import { grown } from '../model/grown.ts';
import type { HintKind } from '../model/hint.ts';
import { eventId } from '../model/ids.ts';
import type { Place } from '../model/place.ts';
import { parseInstant, seconds, type SimSpan, type SimTime } from '../model/time.ts';
import { resultOf, type Result } from './result.ts';

/** What a declared event does when it fires. */
export type Doing =
  | { readonly kind: 'action'; readonly app: string; readonly tool: string; readonly args: object }
  | { readonly kind: 'condition'; readonly name: string; readonly holds: Question<never> }
  | {
      readonly kind: 'validation';
      readonly milestones: Readonly<Record<string, Question<never>>>;
      readonly minefields: Readonly<Record<string, Question<never>>>;
    }
  | {
      readonly kind: 'agent-validation';
      readonly milestones: Readonly<Record<string, ActionQuestion<never>>>;
      readonly minefields: Readonly<Record<string, ActionQuestion<never>>>;
    }
  | { readonly kind: 'stop' };

/** Never written to: the first event to wait for makes another list. */
const NOTHING: { readonly event: Declaration; readonly delay: SimSpan }[] = [];

/** A hint that names no event yet. */
interface GivenHint {
  readonly text: string;
  /** By who acts, when left out. */
  readonly kind: HintKind | undefined;
}

const NO_HINTS: readonly GivenHint[] = [];

/** An event as the author declares it. Every method answers the declaration itself, so that calls chain. */
export class Declaration {
  readonly doing: Doing;
  readonly place: Place | undefined;
  waitsFor = NOTHING;
  givenId: string | undefined;
  offset: SimSpan | undefined;
  time: SimTime | undefined;
  isDormant = false;
  hints = NO_HINTS;

  constructor(doing: Doing, place: Place | undefined) {
    this.doing = doing;
    this.place = place;
  }

  /**
   * Names the event, for the log and for placeholders. Unique within the scenario.
   *
   * @throws {RangeError} when it is empty.
   */
  id(id: string): this {
    this.givenId = eventId(id);
    return this;
  }

  /** Due `time` after the start of the run, or at an instant written like `2026-01-05T09:30:00Z`. */
  at(time: SimSpan | string): this {
    if (typeof time === 'string') this.time = parseInstant(time);
    else this.offset = time;
    return this;
  }

  /** Leaves the event out until it is scheduled while the run goes on. Of no effect on one that waits for others. */
  dormant(): this {
    this.isDormant = true;
    return this;
  }

  /**
   * Adds a remark for people who read or judge runs; the agent never sees it. It is about the task when the user or the agent
   * acts, else about the environment, unless `kind` says otherwise.
   *
   * @throws {RangeError} when it is empty.
   */
  hint(text: string, kind?: HintKind): this {
    if (typeof text !== 'string' || text.trim() === '')
      throw new RangeError('hint: found an empty text, wanted a remark on the event');
    this.hints = [...this.hints, { text, kind }];
    return this;
  }

  /**
   * Waits until all of `events` have fired, and then `delay` longer. More calls wait for more.
   *
   * @throws {TypeError} when one of them is no event.
   */
  after(events: Declaration | readonly Declaration[], delay: SimSpan = seconds(0)): this {
    const given = (Array.isArray(events) ? events : [events]) as readonly unknown[];
    for (const event of given) {
      if (!(event instanceof Declaration))
        throw new TypeError(`after: found ${String(event)}, wanted events`);
      this.waitsFor = grown(this.waitsFor, { event, delay });
    }
    return this;
  }
}

/** The call of a tool, placed in time. */
export class ActionDeclaration<Value = unknown> extends Declaration {
  declare readonly doing: Doing & { readonly kind: 'action' };
  actor: Actor;
  isOracle = false;
  isUnchecked = false;
  expected: TimeComparator | undefined;
  failurePolicy: OnFailure = 'continue';
  #result: Result<Value> | undefined;

  constructor(doing: Doing & { kind: 'action' }, actor: Actor, place: Place | undefined) {
    super(doing, place);
    this.actor = actor;
  }

  /** What the tool will have answered: an argument for later events, whole or a part of it. */
  get result(): Result<Value> {
    this.#result ??= resultOf(this);
    return this.#result;
  }

  /** Says who acts, where the tool does not tell. */
  by(actor: Actor): this {
    this.actor = actor;
    return this;
  }

  /** How an oracle's action should lie to its time in the agent's run: a hint for judges. */
  expectedTime(comparator: TimeComparator): this {
    this.expected = comparator;
    return this;
  }

  /** Lets arguments through that the tool will refuse: then the event fails when it fires. */
  unchecked(): this {
    this.isUnchecked = true;
    return this;
  }

  /** What becomes of the events that wait for this one when it fails; they fire all the same unless told. */
  onFailure(policy: OnFailure): this {
    this.failurePolicy = policy;
    return this;
  }
}

/** What watches the agent's actions from the moment it fires. */
export class WatchDeclaration extends Declaration {
  limit: number | undefined;

  /** Watches for `ticks` ticks. @throws {RangeError} when that is not a whole number from 0 on. */
  timeout(ticks: number): this {
    this.limit = wholeTicks(ticks, 0);
    return this;
  }
}

/** Something that is looked at again and again. */
export class PolledDeclaration extends Declaration {
  interval = 1;
  limit: number | undefined;

  /** Looks every `ticks` ticks. @throws {RangeError} when that is not a whole number from 1 on. */
  every(ticks: number): this {
    this.interval = wholeTicks(ticks, 1);
    return this;
  }

  /** Gives up after `ticks` ticks. @throws {RangeError} when that is not a whole number from 0 on. */
  timeout(ticks: number): this {
    this.limit = wholeTicks(ticks, 0);
    return this;
  }

  /** Looks for as long as the run lasts. */
  untilTheEnd(): this {
    this.limit = undefined;
    return this;
  }
}

function wholeTicks(ticks: number, least: number): number {
  if (!Number.isSafeInteger(ticks) || ticks < least)
    throw new RangeError(`found ${ticks} ticks, wanted a whole number from ${least} on`);
  return ticks;
}
