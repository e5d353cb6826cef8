import { requestDifference, type Store } from '../../../engine/index.ts';
import {
  amendedAnswer,
  type ModelAnswer,
  type ModelExchange,
  type ModelRequest,
  plural,
  priceOf,
  requestText,
  type RunId,
  type RunLimits,
  totalTokens,
} from '../../../engine/model/index.ts';
import type { HeldRequest } from '../../../preload/contract.ts';
import type { ExchangeRecorder } from '../agents/index.ts';
import { ProblemError, sha256Of } from '../system/index.ts';
import type { LiveRun } from './live-run.ts';

/** How requests to the model are answered from the record. */
export interface ReplayPolicy {
  /** The ids of the exchanges that answer the first requests, in order. */
  readonly recorded?: readonly number[];
  /**
   * Answers to the first requests, whatever these are, before those of `recorded`: ids of exchanges, and exchanges whose answer a
   * person has changed.
   */
  readonly given?: readonly (number | ModelExchange)[];
  /** The ids of the exchanges of turns that the run repeats without their agent. They count for its limits. */
  readonly repeated?: readonly number[];
  /** Whether the run stops at the first request that differs from the record. Otherwise the model is asked from there on. */
  readonly isStrict?: boolean;
  /** Whether answers to the same request in other runs of the database are used. */
  readonly fromLibrary?: boolean;
  /** The limits of the run. */
  readonly limits?: RunLimits | undefined;
  /** Whether requests and answers wait for a person. `onHeld` is called when one waits. */
  readonly hold?: { readonly holds: () => boolean; readonly onHeld: () => void };
}

/** Sources of answers to a model's requests, before the model itself is asked. */
export interface AnswerSources {
  /** The run whose exchanges answer the requests, in order. */
  readonly replay?: RunId | undefined;
  /** Whether the model is asked from the first request on that differs from those of `replay`. Otherwise the run stops there. */
  readonly thenLive?: boolean | undefined;
  /** Whether answers to the same request in other runs of the database are used. */
  readonly fromLibrary?: boolean | undefined;
}

/** The replay policy for `options`. @throws {ProblemError} when the run to replay made no request to a model. */
export function replayPolicy(
  store: Store,
  { replay, thenLive = false, fromLibrary = false }: AnswerSources,
): Pick<ReplayPolicy, 'recorded' | 'isStrict' | 'fromLibrary'> {
  const recorded = replay === undefined ? [] : exchangesOf(store, replay);
  if (replay !== undefined && recorded.length === 0)
    throw new ProblemError('no-request', `No model was asked in ${replay}.`);
  return { recorded, isStrict: replay !== undefined && !thenLive, fromLibrary };
}

/** A request of a run: its number in the run, its turn, its number in the turn, and the exchange's id. */
interface MadeRequest {
  readonly nth: number;
  readonly turn: number;
  readonly place: number;
  readonly number: number;
}

/** The requests of `run` to its models, in order, including those of an unanswered turn, without the judge's. */
export const requestsOf = (store: Store, run: RunId): readonly MadeRequest[] =>
  [...store.exchanges(run)]
    .flatMap(([turn, numbers]) =>
      turn < 0 ? [] : numbers.map((number, index) => ({ turn, place: index, number })),
    )
    .map((made, index) => ({ nth: index, ...made }));

/** The exchange ids of {@link requestsOf}. */
export const exchangesOf = (store: Store, run: RunId): readonly number[] =>
  requestsOf(store, run).map(({ number }) => number);

/** The policy of a run that repeats the turns of the interrupted `run` and continues its unanswered one. */
export function resumingPolicy(store: Store, run: RunId): Pick<ReplayPolicy, 'recorded' | 'repeated'> {
  const recorded = store.exchanges(run).get(store.turns(run).length) ?? [];
  return { recorded, repeated: exchangesOf(store, run).filter((number) => !recorded.includes(number)) };
}

/** Records the exchanges of a run's agent with its model, and answers requests from the record. */
export class RunExchanges implements ExchangeRecorder {
  readonly #run: LiveRun;
  readonly #store: Store;
  readonly #policy: ReplayPolicy;
  #left: readonly number[];
  /** The number of requests so far. */
  #asked = 0;
  /** The tokens that they read and wrote; `undefined` once a server did not tell them. */
  #tokens: number | undefined = 0;
  /** What they cost; `undefined` once that is not known. */
  #cost: number | undefined = 0;
  #taken: number[] = [];
  #held: HeldRequest | undefined;
  #letGo = (): void => undefined;
  /** Settles when a person's answer is on disk. */
  #replacing = Promise.resolve();
  readonly #deadline: Deadline | undefined;

  constructor(run: LiveRun, store: Store, policy: ReplayPolicy = {}) {
    this.#run = run;
    this.#store = store;
    this.#policy = policy;
    this.#left = policy.recorded ?? [];
    const { minutes } = policy.limits ?? {};
    this.#deadline = minutes === undefined ? undefined : new Deadline(minutes);
    for (const number of policy.repeated ?? []) this.#count(store.exchange(number));
  }

  get late(): AbortSignal | undefined {
    return this.#deadline?.signal;
  }

  /** Pauses the run's time limit, because a person's time does not count. */
  pause(): void {
    this.#deadline?.pause();
  }

  async recorded(request: ModelRequest, quitting: AbortSignal): Promise<ModelAnswer | undefined> {
    const given = this.#policy.given?.[this.#asked];
    if (given !== undefined) {
      this.#asked += 1;
      this.#taken.push(await this.#run.keepExchange(given, quitting));
      return (typeof given === 'number' ? this.#store.exchange(given) : given).answer;
    }
    const found = this.#find(request);
    this.#requireAllowed();
    await this.#hold({ kind: 'request', request }, quitting);
    this.#asked += 1;
    if (found === undefined) return undefined;
    this.#count(found);
    return this.#carriedOut(await this.#run.keepExchange(found.number, quitting), found.answer, quitting);
  }

  async keep(exchange: Omit<ModelExchange, 'hash'>, quitting: AbortSignal): Promise<ModelAnswer | undefined> {
    const hash = requestHash(exchange.request);
    this.#count(exchange);
    const number = await this.#run.keepExchange({ ...exchange, hash }, quitting);
    return this.#carriedOut(number, exchange.answer, quitting);
  }

  /** The request or answer that waits for a person. */
  get held(): HeldRequest | undefined {
    return this.#held;
  }

  /** Continues the run, and the waiting request or answer. */
  resume(): void {
    this.#deadline?.resume();
    this.#letGo();
  }

  /** Replaces the waiting answer of the model by a person's answer. @throws {ProblemError} when no answer is waiting. */
  async replaceAnswer(answer: Pick<ModelAnswer, 'text' | 'calls'>): Promise<void> {
    const held = this.#held;
    if (held?.kind !== 'answer')
      throw new ProblemError('run-not-paused', 'No answer of the model waits any more.');
    const replacing = this.#replace(held, answer);
    this.#replacing = replacing.catch(() => undefined);
    await replacing;
  }

  async #replace(
    held: HeldRequest & { readonly kind: 'answer' },
    answer: Pick<ModelAnswer, 'text' | 'calls'>,
  ): Promise<void> {
    const exchange = amendedExchange(this.#store.exchange(held.number), answer);
    const number = await this.#run.replaceExchange(held.number, exchange);
    this.#taken[this.#taken.indexOf(held.number)] = number;
    this.#held = { kind: 'answer', number };
  }

  /** The answer of exchange `number`, which is on disk, when it may be carried out. A person may have changed it. */
  async #carriedOut(
    number: number,
    answer: ModelAnswer | undefined,
    quitting: AbortSignal,
  ): Promise<ModelAnswer | undefined> {
    const nth = this.#taken.push(number) - 1;
    if (answer !== undefined) await this.#hold({ kind: 'answer', number }, quitting);
    const kept = this.#taken[nth]!;
    return kept === number ? answer : this.#store.exchange(kept).answer;
  }

  /** Waits for the person as long as required. @throws the reason of `quitting` when that is aborted. */
  async #hold(held: HeldRequest, quitting: AbortSignal): Promise<void> {
    const { hold } = this.#policy;
    if (hold?.holds() !== true) return;
    await new Promise<void>((resolve) => {
      this.#held = held;
      this.#letGo = resolve;
      quitting.addEventListener('abort', () => {
        resolve();
      });
      hold.onHeld();
    });
    // Another program may have locked the database while a person's answer was written.
    await this.#replacing;
    this.#held = undefined;
    quitting.throwIfAborted();
  }

  take(): readonly number[] {
    const taken = this.#taken;
    this.#taken = [];
    return taken;
  }

  answersOf(exchanges: readonly number[]): readonly ModelAnswer[] {
    return exchanges.flatMap((number) => this.#store.exchange(number).answer ?? []);
  }

  #count({ answer, usage, price }: Pick<ModelExchange, 'answer' | 'usage' | 'price'>): void {
    if (answer === undefined) return;
    const sum = (before: number | undefined, more: number | undefined): number | undefined =>
      before === undefined || more === undefined ? undefined : before + more;
    this.#tokens = sum(this.#tokens, totalTokens(usage));
    this.#cost = sum(this.#cost, price && priceOf(usage, price));
  }

  /** @throws {ProblemError} when the run may make no more requests. */
  #requireAllowed(): void {
    const { limits = {}, repeated = [] } = this.#policy;
    const { tokens, requests = Infinity, cost } = limits;
    if (repeated.length + this.#asked >= requests)
      throw limitReached(`${requests.toLocaleString('en-US')} requests`);
    const require = (
      used: number | undefined,
      most: number | undefined,
      of: string,
      unknown: string,
    ): void => {
      if (most === undefined || (used !== undefined && used < most)) return;
      const has = used === undefined ? unknown : `it has used ${used.toLocaleString('en-US')}`;
      throw limitReached(`${most.toLocaleString('en-US')}${of}: ${has}`);
    };
    require(this.#tokens, tokens, ' tokens', 'the server does not tell how many it has used');
    const noCost = 'a price in prices.json or the tokens of an answer are not known';
    require(this.#cost, cost, ' for its models', noCost);
  }

  /**
   * The recorded exchange that answers `request`.
   * @throws {ProblemError} when it must be the next one in the record and is not.
   */
  #find(request: ModelRequest): Answered | undefined {
    const { isStrict = false, fromLibrary = false } = this.#policy;
    const hash = requestHash(request);
    const next = this.#next;
    if (next?.hash === hash) {
      this.#left = this.#left.slice(1);
      return next;
    }
    if (isStrict)
      throw new ProblemError(
        'request-differs',
        `Request ${this.#asked} to the model is not the recorded one. ${
          next === undefined ? 'The record has no more requests.' : requestDifference(next.request, request)
        }`,
      );
    this.#left = [];
    const known = fromLibrary ? this.#store.findExchange(hash) : undefined;
    return known === undefined ? undefined : { number: known, ...this.#store.exchange(known) };
  }

  /** The next recorded exchange. Requests without an answer are asked again. */
  get #next(): Answered | undefined {
    for (let [number] = this.#left; number !== undefined; [number] = this.#left) {
      const exchange = this.#store.exchange(number);
      if (exchange.answer !== undefined) return { number, ...exchange };
      this.#left = this.#left.slice(1);
    }
    return undefined;
  }
}

/** An exchange with its id in the database. */
type Answered = ModelExchange & { readonly number: number };

const limitReached = (what: string): ProblemError =>
  new ProblemError('limit-reached', `The run was ended at its limit of ${what}.`);

/** Aborts its signal after a number of minutes. Pauses do not count. */
export class Deadline {
  readonly #minutes: number;
  readonly #late = new AbortController();
  #left: number; // milliseconds
  /** When the time limit last continued, on the monotonic clock. */
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(minutes: number) {
    this.#minutes = minutes;
    this.#left = minutes * 60_000;
    this.resume();
  }

  get signal(): AbortSignal {
    return this.#late.signal;
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#since;
  }

  resume(): void {
    if (this.#timer !== undefined) return;
    this.#since = performance.now();
    this.#timer = setTimeout(
      () => {
        this.pause();
        if (this.#left > 0) this.resume();
        else this.#late.abort(limitReached(plural(this.#minutes, 'minute')));
      },
      Math.min(Math.max(0, this.#left), LONGEST_TIMER),
    ).unref();
  }
}

/** The maximum delay of Node's timers: 24.8 days. */
const LONGEST_TIMER = 2 ** 31 - 1; // milliseconds

/** `exchange` with a person's answer instead of the model's, which is kept as `original`. */
export const amendedExchange = (
  { answer, original = answer, ...exchange }: ModelExchange,
  amended: Pick<ModelAnswer, 'text' | 'calls'>,
): ModelExchange => ({ ...exchange, answer: amendedAnswer(answer, amended), original });

/** A hash that is equal for equal requests. */
export const requestHash = (request: ModelRequest): string => sha256Of(requestText(request));
