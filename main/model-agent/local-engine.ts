import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TryError } from './http.ts';

/** The parts of node-llama-cpp that are used here. It is found where a person has installed it. */
export interface LlamaModule {
  getLlama(options: {
    readonly gpu: 'auto' | false;
    readonly build: 'never';
    readonly skipDownload: true;
    readonly progressLogs: false;
    readonly logLevel: 'error';
  }): Promise<Llama>;
  resolveChatWrapper(model: LlamaModel): ChatWrapper;
  readonly LlamaGrammarEvaluationState: new (options: {
    readonly model: LlamaModel;
    readonly grammar: LlamaGrammar;
  }) => GrammarState;
}

export interface Llama {
  readonly gpu: string | false;
  readonly cpuMathCores: number;
  readonly llamaCppRelease: { readonly release: string };
  loadModel(options: {
    readonly modelPath: string;
    readonly onLoadProgress: (share: number) => void;
  }): Promise<LlamaModel>;
  createGrammar(options: { readonly grammar: string }): Promise<LlamaGrammar>;
}

export interface LlamaModel {
  readonly trainContextSize: number;
  readonly tokenizer: Tokenizer;
  detokenize(tokens: readonly Token[]): string;
  createContext(options: { readonly contextSize: number; readonly threads: number }): Promise<{
    getSequence(): LlamaSequence;
  }>;
}

export interface LlamaSequence {
  readonly contextSize: number;
  readonly nextTokenIndex: number;
  adaptStateToTokens(tokens: readonly Token[], allowShift: false): Promise<void>;
  evaluate(
    tokens: readonly Token[],
    options: {
      readonly temperature: number;
      readonly seed: number;
      readonly topK?: number;
      readonly topP?: number;
      readonly minP?: number;
      readonly grammarEvaluationState?: GrammarState;
    },
  ): AsyncIterable<Token>;
}

export interface ChatWrapper {
  generateContextState(state: { readonly chatHistory: readonly ChatItem[] }): {
    readonly contextText: { tokenize(tokenizer: Tokenizer): readonly Token[] };
  };
}

export type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };

export type Token = number & { readonly of: 'token' };
type Tokenizer = object & { readonly of: 'tokenizer' };
type LlamaGrammar = object & { readonly of: 'grammar' };
type GrammarState = object & { readonly of: 'state' };

const NAME = 'node-llama-cpp';

/** Where the engine is installed; `undefined` if it is not. `folder` is where a person is told to install it. */
function engineFolder(folder: string): string | undefined {
  // NODE_PATH is where Node finds packages of a person.
  const places = [join(folder, 'node_modules'), ...(process.env['NODE_PATH'] ?? '').split(delimiter)];
  return places
    .filter((place) => place !== '')
    .map((place) => join(place, NAME))
    .find((place) => existsSync(join(place, 'package.json')));
}

/** How the engine is installed, as a sentence; `undefined` if it is. */
export const engineMissing = (folder: string): string | undefined =>
  engineFolder(folder) === undefined
    ? `A model in a file needs ${NAME}. Install it once: npm install --prefix "${folder}" ${NAME}@3`
    : undefined;

/** The installed node-llama-cpp, which runs model files. @throws {TryError} when there is none. */
export async function loadEngine(
  folder: string,
): Promise<{ readonly module: LlamaModule; readonly version: string }> {
  const found = engineFolder(folder);
  if (found === undefined) throw new TryError(engineMissing(folder)!, false);
  const url = pathToFileURL(`${found}/`);
  const { version } = JSON.parse(readFileSync(join(found, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return { module: (await import(new URL('dist/index.js', url).href)) as LlamaModule, version };
}
