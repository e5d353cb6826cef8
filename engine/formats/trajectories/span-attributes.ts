import { isJsonObject, type Json, type JsonObject, type TokenCount } from '../../model/index.ts';
import {
  readArguments,
  findFailure,
  isChatMessage,
  isOfMcp,
  readMessage,
  responseIn,
  resultText,
} from './chat.ts';
import {
  firstField,
  firstText,
  objectOf,
  parseIfJson,
  parseIfObject,
  shown,
  textOf,
  readTokens,
  readUsage,
  usageOfAnswer,
} from './fields.ts';
import { type Ending, endingOf } from './endings.ts';
import { over, untracked, whole } from './tracked-fields.ts';
import type { Span, SpanEvent, SpanKind } from './span.ts';
import { messagesIn } from './span-messages.ts';

// Programs write what models, tools and agents do by several conventions: OpenTelemetry's own for generative AI in its versions,
// OpenInference, OpenLLMetry, and those of Strands, Google's ADK, LangSmith, MLflow, Pydantic AI and Vercel's AI SDK. The names of them all
// stand here; those of messages in span-messages.ts.

/** The name of the model in the attributes of a span. */
export const modelIn = (attributes: JsonObject): string =>
  textOf(
    firstField(
      attributes,
      'gen_ai.response.model',
      'gen_ai.request.model',
      'llm.model_name',
      'ai.model.id',
      'model_name',
      'mlflow.llm.model',
    ),
  );

/** The name of the model in the whole input or output of a span. */
export const modelInValues = (attributes: JsonObject): string =>
  [...OUTPUTS, ...INPUTS]
    .map((name) => objectOf(parseIfJson(objectOf(untracked(attributes))[name])))
    .map(
      (value) =>
        firstText(value, 'model', 'modelVersion') || firstText(objectOf(value['llm_output']), 'model_name'),
    )
    .find((model) => model !== '') ?? '';

/** The id and the tool of the call in the attributes of a span with a name. */
export function callIn(attributes: JsonObject, name: string): Pick<Span['call'], 'id' | 'tool'> {
  const named = (...names: readonly string[]): string => textOf(firstField(attributes, ...names));
  return {
    id: named('gen_ai.tool.call.id', 'tool_call.id', 'ai.toolCall.id') || undefined,
    tool:
      named('gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name') ||
      name.replace(/^(execute_tool|tools\/call|running tool:?) /, ''),
  };
}

/** The attributes that give the reasons why a model stopped, as a list or as numbered attributes. */
const REASONS = ['gen_ai.response.finish_reasons', 'ai.response.finishReason', 'llm.finish_reason'];

/**
 * How an answer ended. Reasons that are neither a refusal nor a limit are not marked as read, so that the notes mention them as
 * not shown.
 */
export function endingIn(attributes: JsonObject): Ending | undefined {
  const plain = objectOf(untracked(attributes));
  for (const [name, key] of REASONS.flatMap((reason) => keysOf(plain, reason))) {
    const given = parseIfJson(plain[key]);
    const ending = (Array.isArray(given) ? (given as readonly Json[]) : [given])
      .map((word) => endingOf(name, word))
      .find((one) => one !== undefined);
    if (ending === undefined) continue;
    whole(attributes[key]);
    return ending;
  }
  return undefined;
}

/** The name of an attribute with its key, and with those of its numbered items. */
function keysOf(attributes: JsonObject, name: string): readonly (readonly [name: string, key: string])[] {
  const keys = [name];
  for (let nth = 0; `${name}.${nth}` in attributes; nth++) keys.push(`${name}.${nth}`);
  return keys.map((key) => [name, key]);
}

/** The tokens of a model's span, in any of the known conventions. */
export function tokensIn(attributes: JsonObject): TokenCount {
  const of = (...names: readonly string[]): Json | undefined => firstField(attributes, ...names);
  const counted = readTokens(
    of(
      'gen_ai.usage.input_tokens',
      'gen_ai.usage.prompt_tokens',
      'gen_ai.response.prompt_tokens',
      'llm.token_count.prompt',
      'ai.usage.promptTokens',
      'ai.usage.inputTokens',
    ),
    of(
      'gen_ai.usage.output_tokens',
      'gen_ai.usage.completion_tokens',
      'gen_ai.response.completion_tokens',
      'llm.token_count.completion',
      'ai.usage.completionTokens',
      'ai.usage.outputTokens',
    ),
  );
  const response = objectOf(parseIfJson(attributes['gcp.vertex.agent.llm_response']));
  return {
    ...usageOfAnswer(withUsage(attributes)),
    ...readUsage(response['usage_metadata']),
    ...readUsage(objectOf(parseIfJson(attributes['response_data']))['usage']),
    ...usageOfMlflow(attributes),
    ...counted,
    ...readUsage({
      cached:
        of(
          'gen_ai.usage.cache_read.input_tokens',
          'gen_ai.usage.cache_read_input_tokens',
          'gen_ai.usage.details.cache_read_tokens',
          'gen_ai.usage.details.cached_tokens',
          'llm.token_count.prompt_details.cache_read',
          'ai.usage.cachedInputTokens',
        ) ?? null,
      reasoning_tokens:
        of(
          'gen_ai.usage.reasoning.output_tokens',
          'gen_ai.usage.reasoning_tokens',
          'gen_ai.usage.details.reasoning_tokens',
          'llm.token_count.completion_details.reasoning',
          'ai.usage.reasoningTokens',
        ) ?? null,
      cost: of('gen_ai.usage.cost', 'llm.cost.total', 'operation.cost') ?? null,
    }),
  };
}

/** The tokens that MLflow counted. Those from the cache are part of the input, except where Anthropic's service counts them. */
function usageOfMlflow(attributes: JsonObject): TokenCount {
  const usage = objectOf(parseIfJson(attributes['mlflow.chat.tokenUsage']));
  const isBeside = textOf(attributes['mlflow.message.format']) === 'anthropic';
  const { total_cost: cost = null } = objectOf(parseIfJson(attributes['mlflow.llm.cost']));
  return {
    ...readUsage(isBeside ? usage : over(usage, { prompt_tokens: usage['input_tokens'] ?? null })),
    ...readUsage({ cost }),
  };
}

/** The whole answer of a model's service, if it has the tokens. Without them, the attribute is not marked as used. */
const withUsage = (attributes: JsonObject): Json | undefined =>
  /"(?:token_)?usage(?:_?metadata)?"/i.test(shown(firstField(objectOf(untracked(attributes)), ...OUTPUTS)))
    ? firstField(attributes, ...OUTPUTS)
    : undefined;

/** The arguments of a call. An attribute for parameters may hold their types instead. */
export function argumentsIn(attributes: JsonObject, events: readonly SpanEvent[]): JsonObject | undefined {
  const input = parseIfObject(attributes['input.value']);
  const parameters = isJsonObject(input) ? undefined : parseIfObject(attributes['tool.parameters']);
  const written =
    firstField(
      attributes,
      'gen_ai.tool.call.arguments',
      'ai.toolCall.args',
      'tool_arguments',
      'gcp.vertex.agent.tool_call_args',
      'mlflow.spanInputs',
    ) ??
    events.find(({ name }) => name === 'gen_ai.tool.message')?.attributes['content'] ??
    messagesIn(attributes['gen_ai.input.messages'], 'tool').flatMap(({ calls }) => calls)[0]?.args ??
    (isSchema(parameters) ? undefined : parameters) ??
    firstField(attributes, 'input.value', 'traceloop.entity.input', 'gen_ai.prompt');
  return written === undefined ? undefined : readArguments(keywordsIn(parseIfObject(written) ?? null));
}

/** Whether the parameters of a tool are its types, not its values. */
const isSchema = (parameters: Json | undefined): boolean =>
  isJsonObject(parameters) &&
  (isJsonObject(parameters['properties'] ?? null) ||
    (Object.keys(parameters).length > 0 &&
      Object.values(parameters).every((one) => isJsonObject(one) && typeof one['type'] === 'string')));

/** Python's keyword arguments, if there are no other arguments; LangChain writes a tool's inputs beside a text of them. */
function keywordsIn(args: Json): Json {
  if (!isJsonObject(args)) return args;
  const { args: list, kwargs: keywords, inputs } = args;
  if ('input_str' in args && isJsonObject(inputs ?? null)) return inputs!;
  return Array.isArray(list) && list.length === 0 && isJsonObject(keywords ?? null) ? keywords! : args;
}

export function resultIn(attributes: JsonObject, events: readonly SpanEvent[]): Json | undefined {
  const told = events.find(({ name }) => name === 'gen_ai.choice');
  const message = told?.attributes['message'] ?? null;
  const text = readMessage({ role: 'assistant', content: message }, true).text;
  const given =
    text !== ''
      ? text
      : (firstField(attributes, ...RESULTS) ??
        messagesIn(attributes['gen_ai.output.messages'], 'tool').flatMap(({ results }) => results)[0]?.text);
  // Some programs write each result as JSON, also that which is a text.
  const read = parseIfJson(given);
  return typeof read === 'string' ? textInJson(read) : read;
}

function textInJson(text: string): string {
  if (!/^".*"$/s.test(text)) return text;
  try {
    return textOf(JSON.parse(text) as Json);
  } catch {
    return text;
  }
}

const RESULTS = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'tool_response',
  'gcp.vertex.agent.tool_response',
  'output.value',
  'mlflow.spanOutputs',
  'traceloop.entity.output',
  'gen_ai.completion',
];

/** What a tool gave, without the message or the parts around it, and how it failed. */
export function toolOutput(output: Json | undefined): {
  readonly result: Json | undefined;
  readonly failure: Span['failure'];
} {
  const read = parseIfJson(output);
  const isWrapped =
    isJsonObject(read) &&
    'output' in read &&
    Object.keys(read).every((key) => /^(?:output|kwargs)$/.test(key));
  const result = isWrapped ? parseIfJson(read['output']) : read;
  if (!isJsonObject(result)) return { result, failure: undefined };
  const [told] = isChatMessage(result) ? readMessage(result).results : [];
  if (told !== undefined)
    return { result: told.text, failure: told.outcome.status === 'failed' ? told.outcome.error : undefined };
  if (!isOfMcp(result)) return { result, failure: undefined };
  const failure = findFailure(result);
  const text = resultText(result);
  return {
    result: text,
    failure: failure === null ? undefined : { type: textOf(objectOf(failure)['type']), message: text },
  };
}

/** The failure in the response of a tool as Google's services write it. */
export function errorIn(response: Json | undefined): Span['failure'] {
  const { error } = responseIn({ response: parseIfJson(response) ?? null });
  return error === undefined ? undefined : { type: 'error', message: error };
}

/** The failure of a span, from the field that reports it. */
export function failureOf(
  status: JsonObject,
  attributes: JsonObject,
  events: readonly SpanEvent[],
): Span['failure'] {
  const type = textOf(attributes['error.type']);
  // An operation that says that it is done has caught its exceptions.
  const thrown = events.find(
    ({ name }) =>
      (name === 'exception' && !DONE.test(shown(status['code']))) || name === 'agent.step_recovery',
  )?.attributes;
  const code = shown(status['code']);
  const isFailed = FAILED.test(code);
  const told = findFailure({ status: attributes['gen_ai.tool.status'] ?? null });
  if (!isFailed && type === '' && thrown === undefined && told === null) return undefined;
  const rule =
    type ||
    textOf(thrown?.['exception.type']) ||
    (isFailed ? 'Error' : textOf(objectOf(told)['type'])) ||
    'Error';
  return {
    type: rule,
    message:
      [
        textOf(status['message']) ||
          textOf(thrown?.['exception.message']) ||
          textOf(attributes['error.message']),
        textOf(thrown?.['exception.stacktrace']),
      ]
        .filter((one) => one !== '')
        .join('\n') ||
      type ||
      NO_REASON,
  };
}

/** Matches the status code of a failed operation, as a number or by one of its names. */
const FAILED = /^(?:2|(?:status_?code[._])?error)$/i;

/** Matches the status code of an operation that a program marked as done. */
const DONE = /^(?:1|(?:status_?code[._])?ok)$/i;

/** The message of a failure without a reason in the file. */
export const NO_REASON = 'It failed.';

/** The kind of a span for each name that programs use. */
const KINDS: Readonly<Record<string, SpanKind>> = {
  chat: 'model',
  generate_content: 'model',
  text_completion: 'model',
  completion: 'model',
  'chat.completions': 'model',
  'text.completions': 'model',
  llm: 'model',
  chat_model: 'model',
  'ai.generateText.doGenerate': 'model',
  'ai.streamText.doStream': 'model',
  'ai.generateObject.doGenerate': 'model',
  'ai.streamObject.doStream': 'model',
  execute_tool: 'tool',
  tool: 'tool',
  'tools/call': 'tool',
  'ai.toolCall': 'tool',
  invoke_agent: 'agent',
  create_agent: 'agent',
  agent: 'agent',
  invoke_workflow: 'chain',
  workflow: 'chain',
  task: 'chain',
  chain: 'chain',
  'ai.generateText': 'chain',
  'ai.streamText': 'chain',
  'ai.generateObject': 'chain',
  'ai.streamObject': 'chain',
};

/** The kind called `name`. The name comes from a file, and may be a property that every object has. */
export const kindNamed = (
  kinds: Readonly<Record<string, SpanKind>>,
  name: Json | undefined,
): SpanKind | undefined => (Object.hasOwn(kinds, textOf(name)) ? kinds[textOf(name)] : undefined);

/** The attributes that determine the kind, the most reliable first. */
const KIND_ATTRIBUTES = [
  'gen_ai.operation.name',
  'openinference.span.kind',
  'traceloop.span.kind',
  'langsmith.span.kind',
  'mcp.method.name',
  'ai.operationId',
  'llm.request.type',
  'mlflow.spanType',
];

/** Matches the names of spans that begin with an operation. */
const OPERATION = /^(chat|text_completion|generate_content|execute_tool|invoke_agent|create_agent) ./;

/** Matches the names of agents' spans of Google's ADK. */
export const AGENT_RUN = /^agent_run \[(.+)\]$/;

/** The kind of a span with these attributes and this name. */
export function kindOf(attributes: JsonObject, name: string): SpanKind {
  let known: SpanKind | undefined;
  // Each of them counts as shown.
  for (const attribute of KIND_ATTRIBUTES) {
    const named = textInJson(textOf(attributes[attribute]));
    if (named !== '') known ??= kindNamed(KINDS, named) ?? kindNamed(KINDS, named.toLowerCase());
  }
  if (known !== undefined) return known;
  // Google's ADK and older versions of Pydantic AI and Logfire name no operation.
  const isRequest = 'request_data' in attributes && 'gen_ai.request.model' in attributes;
  if (isRequest || 'gcp.vertex.agent.llm_request' in attributes) return 'model';
  if (AGENT_RUN.test(name) || ('agent_name' in attributes && 'model_name' in attributes)) return 'agent';
  if (/^running tool\b/.test(name) && 'gen_ai.tool.name' in attributes) return 'tool';
  // The conventions ask for the operation at the beginning of the name, too.
  const keys = Object.keys(attributes);
  const isByName =
    keys.some((key) => key.startsWith('gen_ai.')) && !keys.some((key) => KIND_ATTRIBUTES.includes(key));
  return (isByName ? kindNamed(KINDS, OPERATION.exec(name)?.[1]) : undefined) ?? 'other';
}

/** The attributes that have the whole input or output of a span. */
export const INPUTS = ['input.value', 'mlflow.spanInputs'];

export const OUTPUTS = ['output.value', 'mlflow.spanOutputs'];
