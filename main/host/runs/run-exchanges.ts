import { requestDifference, type Store } from '../../../engine/index.ts';
import {
  type ModelAnswer,
  type ModelExchange,
  type ModelRequest,
  requestText,
  type RunId,
} from '../../../engine/model/index.ts';
import type { ExchangeRecorder } from '../agents/index.ts';
import { ProblemError, sha256Of } from '../system/index.ts';
import type { LiveRun } from './live-run.ts';

/** How requests to the model are answered from what was recorded before. */
export interface ReplayPolicy {
  /** The exchanges that answer the first requests, in their order. */
  readonly recorded?: readonly number[];
  /** Whether the run stops at the first request that differs from the record. Otherwise the model is asked from there on. */
  readonly isStrict?: boolean;
  /** Whether an answer to the same request in any run of the database is taken. */
  readonly fromLibrary?: boolean;
}

/** The exchanges of a run's turns, in their order, and of a turn that was not answered any more. */
export const exchangesOf = (store: Store, run: RunId): readonly number[] =>
  [...store.exchanges(run).values()].flat();

/** The exchanges of the turn of `run` that was not answered any more. */
export const unansweredIn = (store: Store, run: RunId): readonly number[] =>
  store.exchanges(run).get(store.turns(run).length) ?? [];

/** Keeps what the agent of a run asks its model, and answers from what was recorded. */
export class RunExchanges implements ExchangeRecorder {
  readonly #run: LiveRun;
  readonly #store: Store;
  readonly #policy: ReplayPolicy;
  #left: readonly number[];
  #taken: number[] = [];

  constructor(run: LiveRun, store: Store, policy: ReplayPolicy = {}) {
    this.#run = run;
    this.#store = store;
    this.#policy = policy;
    // A request without an answer is asked again.
    this.#left = (policy.recorded ?? []).filter((number) => store.exchange(number).answer !== undefined);
  }

  async recorded(request: ModelRequest, quitting: AbortSignal): Promise<ModelAnswer | undefined> {
    const number = this.#find(request);
    if (number === undefined) return undefined;
    this.#taken.push(await this.#run.keepExchange(number, quitting));
    return this.#store.exchange(number).answer;
  }

  async keep(exchange: Omit<ModelExchange, 'hash'>, quitting: AbortSignal): Promise<void> {
    const hash = hashOf(exchange.request);
    this.#taken.push(await this.#run.keepExchange({ ...exchange, hash }, quitting));
  }

  take(): readonly number[] {
    const taken = this.#taken;
    this.#taken = [];
    return taken;
  }

  answersOf(exchanges: readonly number[]): readonly ModelAnswer[] {
    return exchanges.flatMap((number) => this.#store.exchange(number).answer ?? []);
  }

  /** The recorded exchange that answers `request`. @throws {ProblemError} when it has to be the next one and is not. */
  #find(request: ModelRequest): number | undefined {
    const { isStrict = false, fromLibrary = false } = this.#policy;
    const [next, ...later] = this.#left;
    if (next !== undefined) {
      const exchange = this.#store.exchange(next);
      if (exchange.hash === hashOf(request)) {
        this.#left = later;
        return next;
      }
      if (isStrict) throw differs(this.#nth, requestDifference(exchange.request, request));
      this.#left = [];
    } else if (isStrict) throw differs(this.#nth, 'The record has no more requests.');
    return fromLibrary ? this.#store.findExchange(hashOf(request)) : undefined;
  }

  /** The number of the request, counted from 0. */
  get #nth(): number {
    return (this.#policy.recorded ?? []).length - this.#left.length;
  }
}

const hashOf = (request: ModelRequest): string => sha256Of(requestText(request));

const differs = (nth: number, how: string): ProblemError =>
  new ProblemError('request-differs', `Request ${nth} to the model is not the recorded one. ${how}`);
