import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { pipeline } from 'node:stream/promises';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  type ModelAnswer,
  type ModelChoice,
  type ModelRequest,
} from '../../engine/model/index.ts';
import type { AnsweredTry } from './chat-completions.ts';
import { callGrammar, type CallableTool } from './call-grammar.ts';
import { argumentsIn } from './dialogue.ts';
import { itemsOf, valueText } from './events.ts';
import { TryError } from './http.ts';
import {
  type ChatItem,
  type ChatWrapper,
  type LlamaModel,
  type LlamaModule,
  type LlamaSequence,
  loadEngine,
  type Token,
} from './local-engine.ts';
import { STOPS } from './react-dialogue.ts';
import type { Model, RequestOutcome } from './server.ts';

/** Parameters that every request has, so that the same request gets the same answer. */
const DEFAULTS = { temperature: 0, seed: 0, max_tokens: 1_024 };

/** Parameters of the engine. They are no part of a request. */
const ENGINE_PARAMETERS = ['context', 'threads', 'gpu', 'memory'] as const;

const CONTEXT = 16_384; // tokens
const MEMORY_SHARE = 0.75;
const WATCH = 250; // milliseconds
const PROGRESS = 1_000; // milliseconds
const GIGABYTE = 2 ** 30;

/** The body of a request to a model in a file. */
export function localBody(model: string, tools: readonly JsonObject[], parameters: JsonObject): JsonObject {
  const sampling = Object.entries(parameters).filter(
    ([name]) => !(ENGINE_PARAMETERS as readonly string[]).includes(name),
  );
  return {
    model,
    ...(tools.length === 0 ? {} : { tools }),
    ...DEFAULTS,
    ...Object.fromEntries(sampling),
  };
}

interface Loaded {
  readonly module: LlamaModule;
  readonly model: LlamaModel;
  readonly sequence: LlamaSequence;
  readonly wrapper: ChatWrapper;
  readonly about: JsonObject;
  readonly grammarOf: (
    text: string,
  ) => Promise<ConstructorParameters<LlamaModule['LlamaGrammarEvaluationState']>[0]['grammar']>;
}

/** A model in a GGUF file, which runs in this process. It is loaded when it is asked first. */
export class LocalModel implements Model {
  readonly #choice: ModelChoice;
  readonly #folder: string;
  readonly #report: (text: string) => void;
  #loading: Promise<Loaded> | undefined;
  #hash: Promise<string> | undefined;

  /** `folder` is where its engine may be installed. `report` is told how far the model is loaded. */
  constructor(choice: ModelChoice, folder: string, report: (text: string) => void) {
    this.#choice = choice;
    this.#folder = folder;
    this.#report = report;
  }

  get about(): Promise<JsonObject> {
    return this.#introduction();
  }

  async ask(request: ModelRequest): Promise<RequestOutcome> {
    const began = performance.now();
    const elapsed = (): number => Math.round(performance.now() - began);
    try {
      const loaded = await (this.#loading ??= this.#load());
      return { answered: await this.#answer(loaded, request), failed: [], elapsed: elapsed() };
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      return { answered: undefined, failed: [{ error, elapsed: elapsed() }], elapsed: elapsed() };
    }
  }

  async #introduction(): Promise<JsonObject> {
    try {
      const { about } = await (this.#loading ??= this.#load());
      return { ...about, sha256: await this.#hash! };
    } catch {
      return { file: this.#choice.url };
    }
  }

  async #load(): Promise<Loaded> {
    const { url: file } = this.#choice;
    this.#requireRoom(sizeOf(file));
    const { module, version } = await loadEngine(this.#folder);
    this.#hash = hashOf(file);
    // Who asks what the model is learns of a failure.
    this.#hash.catch(() => undefined);
    const gpu = this.#number('gpu') === 0 || this.#choice.parameters['gpu'] === false ? false : 'auto';
    const llama = await module.getLlama({
      gpu,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      logLevel: 'error',
    });
    const model = await this.#within(llama.loadModel({ modelPath: file, onLoadProgress: this.#progress() }));
    // Threads that wait for each other are slow where other programs need the processor, too.
    const threads = this.#number('threads') ?? Math.max(1, llama.cpuMathCores - 1);
    const context = await this.#within(
      model.createContext({
        contextSize: Math.min(this.#number('context') ?? CONTEXT, model.trainContextSize),
        threads,
      }),
    );
    const grammars = new Map<string, ReturnType<Loaded['grammarOf']>>();
    return {
      module,
      model,
      sequence: context.getSequence(),
      wrapper: module.resolveChatWrapper(model),
      about: {
        file,
        engine: `node-llama-cpp ${version}`,
        build: llama.llamaCppRelease.release,
        processor: llama.gpu === false ? 'cpu' : llama.gpu,
      },
      grammarOf: (grammar) => {
        const known = grammars.get(grammar) ?? llama.createGrammar({ grammar });
        grammars.set(grammar, known);
        return known;
      },
    };
  }

  async #answer(
    { module, model, sequence, wrapper, grammarOf }: Loaded,
    { messages, body }: ModelRequest,
  ): Promise<AnsweredTry> {
    const tools = itemsOf(body['tools']).filter(isJsonObject).map(toolIn);
    const { contextText } = wrapper.generateContextState({ chatHistory: chatItems(messages, tools) });
    const tokens = contextText.tokenize(model.tokenizer);
    const most = numberIn(body, 'max_tokens') ?? DEFAULTS.max_tokens;
    if (tokens.length + most > sequence.contextSize)
      throw new TryError(
        `The request has ${tokens.length} tokens and its answer at most ${most}, which is more than the context of ${sequence.contextSize}. ` +
          'Give a larger context with --model-set context=….',
      );
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
    const cached = sequence.nextTokenIndex;
    const grammar = tools.length === 0 ? undefined : await grammarOf(callGrammar(tools));
    const written: Token[] = [];
    const samples = sequence.evaluate(tokens.slice(cached), {
      ...samplingIn(body),
      ...(grammar === undefined
        ? {}
        : { grammarEvaluationState: new module.LlamaGrammarEvaluationState({ model, grammar }) }),
    });
    let isWhole = true;
    // It ends with the model's own token for the end.
    for await (const token of samples) {
      written.push(token);
      this.#requireRoom(0);
      if (grammar === undefined && endsWithStop(model, written)) break;
      isWhole = written.length < most;
      if (!isWhole) break;
    }
    const raw = model.detokenize(written);
    const usage = { input: tokens.length, cached, output: written.length };
    return { answer: answerIn(raw, tools.length > 0, isWhole), usage, raw };
  }

  /** Tells now and then how far the model is loaded. */
  #progress(): (share: number) => void {
    let told = performance.now();
    return (share) => {
      if (performance.now() - told < PROGRESS) return;
      told = performance.now();
      this.#report(`Loading ${this.#choice.url}: ${Math.floor(share * 100)} %`);
    };
  }

  /** Waits for `work` unless this process grows too large. */
  async #within<Result>(work: Promise<Result>): Promise<Result> {
    let watch: NodeJS.Timeout | undefined;
    const overgrown = new Promise<never>((_, reject) => {
      watch = setInterval(() => {
        const error = this.#overgrowth(0);
        if (error !== undefined) reject(error);
      }, WATCH);
    });
    return Promise.race([work, overgrown]).finally(() => {
      clearInterval(watch);
    });
  }

  /** @throws {TryError} when this process, with `more` bytes, takes more memory than it may. */
  #requireRoom(more: number): void {
    const error = this.#overgrowth(more);
    if (error !== undefined) throw error;
  }

  #overgrowth(more: number): TryError | undefined {
    const limit = (this.#number('memory') ?? (totalmem() * MEMORY_SHARE) / GIGABYTE) * GIGABYTE;
    if (process.memoryUsage.rss() + more <= limit) return undefined;
    const most = (limit / GIGABYTE).toFixed(1);
    return new TryError(
      `The model needs more than ${most} GB of memory. Take a smaller one, or allow more with --model-set memory=….`,
    );
  }

  #number(name: (typeof ENGINE_PARAMETERS)[number]): number | undefined {
    return numberIn(this.#choice.parameters, name);
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    throw new TryError(`There is no model at ${file}.`);
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 2 ** 20 }), hash);
  return hash.digest('hex');
}

interface DescribedTool extends CallableTool {
  readonly description: string;
}

function toolIn({ function: called }: JsonObject): DescribedTool {
  const { name = '', description = '', parameters = {} } = isJsonObject(called) ? called : {};
  return {
    name: valueText(name),
    description: valueText(description),
    parameters: isJsonObject(parameters) ? parameters : {},
  };
}

const EXPLAINED =
  'Answer with one JSON object: {"thought": what you think, "tool": the name of a tool, "arguments": its arguments}. You are then told the result of the call. The tools, with the JSON Schema of their arguments:';

/** Messages in OpenAI's form as the items of a chat, which ends with the answer that the model begins. */
function chatItems(messages: readonly JsonObject[], tools: readonly DescribedTool[]): readonly ChatItem[] {
  const listed = tools.map(
    ({ name, description, parameters }) => `- ${name}: ${description}\n  ${JSON.stringify(parameters)}`,
  );
  const items: ChatItem[] = [];
  for (const message of messages) {
    const { role } = message;
    const content = valueText(message['content']);
    const last = items.at(-1);
    if (role === 'system')
      items.push({
        type: 'system',
        text: tools.length === 0 ? content : [content, EXPLAINED, ...listed].join('\n'),
      });
    else if (role === 'assistant') items.push({ type: 'model', response: [writtenAnswer(message)] });
    else {
      const text = role === 'tool' ? `Result of the call:\n${content}` : content;
      // Many templates want the roles to alternate.
      if (last?.type === 'user') items.splice(-1, 1, { type: 'user', text: `${last.text}\n\n${text}` });
      else items.push({ type: 'user', text });
    }
  }
  return [...items, { type: 'model', response: [] }];
}

/** An earlier answer as the model wrote it. */
function writtenAnswer({ content, thought, tool_calls: calls }: JsonObject): string {
  const [call] = itemsOf(calls);
  const called = isJsonObject(call) ? call['function'] : undefined;
  if (!isJsonObject(called)) return valueText(content);
  const { name, arguments: args } = called;
  return JSON.stringify({
    thought: valueText(thought ?? content ?? ''),
    tool: name!,
    arguments: argumentsIn(valueText(args)) ?? {},
  });
}

/** The answer in what the model wrote: a call where it has tools, otherwise a text. */
function answerIn(raw: string, hasTools: boolean, isWhole: boolean): ModelAnswer {
  const finish = isWhole ? 'stop' : 'length';
  const nothing = { text: '', reasoning: '', calls: [], finish };
  if (!hasTools) return { ...nothing, text: raw };
  if (!isWhole) return nothing;
  const { thought, tool, arguments: args } = JSON.parse(raw) as Record<string, Json>;
  return {
    ...nothing,
    reasoning: valueText(thought),
    calls: [{ id: 'call_1', name: valueText(tool), args: JSON.stringify(args) }],
    sendBack: { thought: thought! },
  };
}

const endsWithStop = (model: LlamaModel, written: readonly Token[]): boolean => {
  const end = model.detokenize(written.slice(-LONGEST_STOP));
  return STOPS.some((stop) => end.includes(stop));
};

/** A token has at least one character. */
const LONGEST_STOP = Math.max(...STOPS.map(({ length }) => length));

function samplingIn(body: JsonObject): {
  readonly temperature: number;
  readonly seed: number;
  readonly topK?: number;
  readonly topP?: number;
  readonly minP?: number;
} {
  const [topK, topP, minP] = ['top_k', 'top_p', 'min_p'].map((name) => numberIn(body, name));
  return {
    temperature: numberIn(body, 'temperature') ?? DEFAULTS.temperature,
    seed: numberIn(body, 'seed') ?? DEFAULTS.seed,
    ...(topK === undefined ? {} : { topK }),
    ...(topP === undefined ? {} : { topP }),
    ...(minP === undefined ? {} : { minP }),
  };
}

const numberIn = (values: JsonObject, name: string): number | undefined =>
  typeof values[name] === 'number' ? values[name] : undefined;
