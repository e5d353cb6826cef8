import { setTimeout as sleep } from 'node:timers/promises';
import {
  isJsonObject,
  type Json,
  type FailedTry,
  type JsonObject,
  type ModelChoice,
  type ModelRequest,
} from '../../engine/model/index.ts';
import { askChatCompletions, type AnsweredTry } from './chat-completions.ts';
import { itemsOf } from './events.ts';
import { readAll, send, TryError } from './http.ts';
import { askMessages } from './messages.ts';

/** Pauses before the further tries. */
const RETRY_MILLISECONDS = [250, 1_000, 4_000, 16_000];

/** How long a server may take to say what it is. */
const INTRODUCTION = 2_000; // milliseconds

/** What came of a request. */
export interface RequestOutcome {
  readonly answered: AnsweredTry | undefined;
  readonly failed: readonly FailedTry[];
  readonly elapsed: number; // milliseconds
}

/** Whoever answers requests. */
export interface Model {
  /** What it says of itself: what tells this model from another of the same name. */
  readonly about: Promise<JsonObject>;
  ask(request: ModelRequest): Promise<RequestOutcome>;
}

/** The server of a model. */
export class ModelServer implements Model {
  readonly #choice: ModelChoice;
  readonly #pauses: readonly number[];
  readonly #headers: Record<string, string>;
  #about: Promise<JsonObject> | undefined;

  /** `key` is sent with each request, if there is one. A request is tried again after each of `pauses`, milliseconds. */
  constructor(choice: ModelChoice, key: string | undefined, pauses: readonly number[] = RETRY_MILLISECONDS) {
    this.#choice = choice;
    this.#pauses = pauses;
    this.#headers =
      key === undefined
        ? {}
        : choice.wire === 'messages'
          ? { 'x-api-key': key }
          : { authorization: `Bearer ${key}` };
  }

  /** What the server says of itself. Asks it once; what it does not tell is left out. */
  get about(): Promise<JsonObject> {
    return (this.#about ??= this.#introduction());
  }

  /** Asks until a whole answer comes or another try is of no use. */
  async ask(request: ModelRequest): Promise<RequestOutcome> {
    const failed: FailedTry[] = [];
    const began = performance.now();
    for (;;) {
      const tried = performance.now();
      try {
        const answered = await this.#send(request);
        return { answered, failed, elapsed: Math.round(performance.now() - began) };
      } catch (thrown) {
        if (!(thrown instanceof TryError)) throw thrown;
        const pause = this.#pauses[failed.length];
        failed.push({ error: thrown.message, elapsed: Math.round(performance.now() - tried) });
        if (!thrown.passes || pause === undefined)
          return { answered: undefined, failed, elapsed: Math.round(performance.now() - began) };
        await sleep(thrown.wait ?? pause);
      }
    }
  }

  #send(request: ModelRequest): Promise<AnsweredTry> {
    const { url, wire } = this.#choice;
    return (wire === 'messages' ? askMessages : askChatCompletions)(url, this.#headers, request);
  }

  async #introduction(): Promise<JsonObject> {
    const { url } = this.#choice;
    const root = url.replace(/\/v\d+$/, '');
    const [models, props, version] = await Promise.all([
      this.#read(`${url}/models`),
      this.#read(`${root}/props`),
      this.#read(`${root}/version`),
    ]);
    const listed = itemsOf(models?.['data']).filter(isJsonObject);
    return {
      url,
      ...(listed.length === 0 ? {} : { models: listed.map(({ id = null }) => id) }),
      // The settings of llama.cpp's server; the rest of them changes with each request.
      ...(typeof props?.['build_info'] === 'string' ? { build: props['build_info'] } : {}),
      ...(typeof props?.['model_path'] === 'string' ? { file: props['model_path'] } : {}),
      ...(typeof version?.['version'] === 'string' ? { version: version['version'] } : {}),
    };
  }

  async #read(url: string): Promise<JsonObject | undefined> {
    try {
      const text = await Promise.race([
        send(url, this.#headers).then(readAll),
        sleep(INTRODUCTION, '', { ref: false }),
      ]);
      const value = JSON.parse(text) as Json;
      return isJsonObject(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
}
