import type { Json, JsonObject } from './values/json.ts';
import type { ModelPrice } from './model-costs.ts';
import type { ModelAnswer } from './model-request.ts';

/** The model that plays an agent. */
export interface ModelChoice {
  /** The server's address up to the version, such as `http://127.0.0.1:8080/v1`; for a local model, the path of its file. */
  readonly url: string;
  readonly name: string;
  /** The protocol: OpenAI's chat completions, Anthropic's messages, or a local GGUF file. */
  readonly wire: 'chat-completions' | 'messages' | 'gguf';
  /** How the model calls tools: with the server's tool calls, or in text as ARE's default agent does. */
  readonly calls: 'native' | 'react';
  /** Parameters added to each request, such as `temperature`. */
  readonly parameters: JsonObject;
  /** The system prompt, with the path of its file in the workspace; Orrery's own prompt when left out. */
  readonly prompt?: { readonly path: string; readonly text: string };
  /** The price of tokens, if the workspace sets it. */
  readonly price?: ModelPrice;
  /** A branch's changes to the requests. */
  readonly edits?: ModelEdits;
}

/** Changes that a person made to a model's requests in a branch. */
export interface ModelEdits {
  /** Replaces the system prompt. */
  readonly system?: string;
  /** Replacement descriptions of tools, by their names for agents. */
  readonly tools?: Readonly<Record<string, string>>;
  /** Replacement messages, by their index in the request. */
  readonly messages?: Readonly<Record<string, JsonObject>>;
}

/** A branch's change at a request. The model is asked again from this request on. */
export type RequestChange =
  /** Its text and calls are others. */
  | { readonly kind: 'answer'; readonly answer: Pick<ModelAnswer, 'text' | 'calls'> }
  | { readonly kind: 'message'; readonly place: number; readonly message: JsonObject }
  | { readonly kind: 'system'; readonly text: string }
  | { readonly kind: 'tool'; readonly tool: string; readonly description: string }
  /** Without a value, the parameter is left out. */
  | { readonly kind: 'parameter'; readonly name: string; readonly value?: Json | undefined }
  | ({ readonly kind: 'model' } & Pick<ModelChoice, 'url' | 'name' | 'wire'>);

/** The answer `before` with a person's replacement texts and calls. */
export const amendedAnswer = (
  before: ModelAnswer | undefined,
  { text, calls }: Pick<ModelAnswer, 'text' | 'calls'>,
): ModelAnswer => ({ ...(before ?? { reasoning: '', finish: 'stop' }), text, calls });

/** `choice` with `change` applied. A changed answer is not part of the choice: the agent gets it once. */
export function changedModel(choice: ModelChoice, change: RequestChange | undefined): ModelChoice {
  const { edits = {}, parameters } = choice;
  const edited = (more: ModelEdits): ModelChoice => ({ ...choice, edits: { ...edits, ...more } });
  switch (change?.kind) {
    case undefined:
    case 'answer':
      return choice;
    case 'message':
      return edited({ messages: { ...edits.messages, [change.place]: change.message } });
    case 'system':
      return edited({ system: change.text });
    case 'tool':
      return edited({ tools: { ...edits.tools, [change.tool]: change.description } });
    case 'parameter': {
      const others = Object.entries(parameters).filter(([name]) => name !== change.name);
      const set = change.value === undefined ? [] : [[change.name, change.value] as const];
      return { ...choice, parameters: Object.fromEntries([...others, ...set]) };
    }
    case 'model': {
      const { price: _, ...rest } = choice;
      return { ...rest, url: change.url, name: change.name, wire: change.wire };
    }
  }
}

/** A model's address and name, or the path of its file. */
export const modelLabel = ({ url, name, wire }: Pick<ModelChoice, 'url' | 'name' | 'wire'>): string =>
  wire === 'gguf' ? url : `${url}#${name}`;

/** The file extension of model files. */
const GGUF = '.gguf';

/** The address and name in a text such as `http://127.0.0.1:8080/v1#qwen3`, or the path of a GGUF file; `undefined` for other texts. */
export function modelAddress(
  text: string,
): (Pick<ModelChoice, 'url' | 'name'> & { readonly isFile: boolean }) | undefined {
  if (text.endsWith(GGUF)) {
    const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1, -GGUF.length);
    return { url: text, name, isFile: true };
  }
  const [, url, name] = /^((?:https?:\/\/|unix:\/)\S+?)\/?#(.+)$/.exec(text) ?? [];
  return url === undefined || name === undefined ? undefined : { url, name, isFile: false };
}

/** The result of testing a model's server. */
export interface ModelTest {
  /** The models and version that the server reports. */
  readonly server: JsonObject;
  /** The answer to a question that asks for a tool call; `undefined` if there was none. */
  readonly answer: ModelAnswer | undefined;
  /** The answer to the same question, asked again. */
  readonly again: ModelAnswer | undefined;
  /** Whether the two answers are equal, apart from ids. */
  readonly isEqual: boolean;
  /** The reason why an answer is missing. */
  readonly error: string | undefined;
  /** Wall-clock time of the first answer. */
  readonly elapsed: number; // milliseconds
}
