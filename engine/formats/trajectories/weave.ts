import {
  groupBy,
  isJsonObject,
  type Json,
  type JsonObject,
  sumTokens,
  type TokenCount,
} from '../../model/index.ts';
import { EarlierParts } from './chat.ts';
import { endingWithin } from './endings.ts';
import {
  firstText,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  parseTime,
  readUsage,
  shown,
  textOf,
  usageOfAnswer,
} from './fields.ts';
import { toolArguments } from './langfuse.ts';
import { type Evaluation, MAX_SPAN_DEPTH, NO_TALK, type Span, type SpanKind, withIds } from './span.ts';
import { gradeOf } from './span-evaluations.ts';
import { kindNamed, toolOutput } from './span-attributes.ts';
import { messagesFrom } from './span-messages.ts';
import { spansTrajectory } from './open-telemetry.ts';
import { untracked } from './tracked-fields.ts';
import type { Trajectory } from './trajectory.ts';

// An export of Weave: calls of functions, which are spans by another name.

const isCall = (value: Json): boolean =>
  isJsonObject(value) &&
  typeof value['op_name'] === 'string' &&
  typeof value['trace_id'] === 'string' &&
  'started_at' in value;

const listIn = (document: Json): readonly Json[] =>
  Array.isArray(document) || !isJsonObject(document)
    ? listOf(document)
    : listOf(document['calls'] ?? [document]);

/** Whether `document` is a call of Weave, or a list of them. */
export const isWeave = (document: Json): boolean => {
  const list = listIn(document);
  return list.length > 0 && list.every(isCall);
};

/** A trajectory for each trace; in an evaluation, for each prediction. */
export const weaveTrajectories = (
  document: Json,
  file: string,
  earlier: EarlierParts,
): readonly Trajectory[] => {
  const traces = groupBy(objectsOf(listIn(document)), (call) => textOf(call['trace_id']));
  const attempts = [...traces.values()].flatMap(attemptsIn);
  return attempts.map((calls) => ({
    ...spansTrajectory(
      spansOf(calls),
      file,
      attempts.length === 1 ? earlier : new EarlierParts(),
      exampleIn(calls),
    ),
    parts: calls,
  }));
};

/** The name of the example of a prediction; empty if there is none. */
function exampleIn(calls: readonly JsonObject[]): string {
  const prediction = calls.find((call) => opOf(call) === PREDICTION);
  const inputs = objectOf(prediction?.['inputs']);
  const { example = null } = untracked(inputs) as JsonObject;
  // A row of a set is named by its address.
  return isJsonObject(example)
    ? firstText(objectOf(inputs['example']), 'id', 'name', 'task', 'question', 'query', 'input', 'prompt')
    : (textOf(example).split('/').at(-1) ?? '');
}

const PREDICTION = 'Evaluation.predict_and_score';
const EVALUATION = /^Evaluation\./;

/** The calls of each prediction in a trace, and all others together if any of them is more than the frame of the evaluation. */
function attemptsIn(calls: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const byId = new Map(calls.map((call) => [textOf(call['id']), call]));
  const predictionOf = (call: JsonObject): JsonObject | undefined => {
    let one: JsonObject | undefined = call;
    for (let depth = 0; one !== undefined && depth < MAX_SPAN_DEPTH; depth++) {
      if (opOf(one) === PREDICTION) return one;
      one = byId.get(textOf(one['parent_id']));
    }
    return undefined;
  };
  const attempts = [...groupBy(calls, predictionOf)];
  const isFrame = ([prediction, own]: (typeof attempts)[number]): boolean =>
    prediction === undefined && own.every((call) => EVALUATION.test(opOf(call)));
  const left = attempts.length > 1 ? attempts.filter((attempt) => !isFrame(attempt)) : attempts;
  return left.map(([, own]) => own);
}

/** The name of the function in an address such as `weave:///team/project/op/look:v1`. */
const opOf = (call: JsonObject): string =>
  textOf((untracked(call) as JsonObject)['op_name'])
    .replace(/^weave:.*\/op\//, '')
    .replace(/:[^:/]*$/, '');

/** The kinds that Weave and its integrations name. */
const KINDS: Readonly<Record<string, SpanKind>> = {
  llm: 'model',
  generation: 'model',
  response: 'model',
  tool: 'tool',
  function: 'tool',
  search: 'tool',
  agent: 'agent',
  task: 'chain',
  scorer: 'other',
  guardrail: 'other',
  handoff: 'other',
};

/** Matches the functions of services' libraries that ask a model; those with a plain name only where the library is named. */
const ASKS_MODEL =
  /(?:^|\.)(?:chat\.completions?|completions?|responses?|messages)\.(?:create|parse|stream)$|^(?:openai|anthropic|mistral|groq|cohere|litellm|google|vertexai|bedrock|cerebras|huggingface)\w*\.(?:.*\.)?(?:a?generate|generate_content|a?completion|chat|complete|stream|converse)(?:_async|_stream)*$/i;
/** Matches the functions that the integration of LangChain names, with their kind. */
const LANG_CHAIN = /^langchain\.(Llm|Tool|Agent)\.(.+)$/i;

function spansOf(calls: readonly JsonObject[]): readonly Span[] {
  const asked = new Set(
    calls
      .filter((call) => kindOf(call) === 'model')
      .flatMap((call) => messagesFrom(call['output'], 'assistant'))
      .flatMap((message) => message.calls.map(({ tool }) => tool)),
  );
  const program = calls.filter((call) => !EVALUATION.test(opOf(call)));
  const ids = new Set(program.map((call) => textOf(call['id'])));
  // The first of the outermost functions, such as the prediction before its scorers.
  const [outermost] = program
    .filter((call) => !ids.has(textOf(call['parent_id'])))
    .toSorted((one, other) => (parseTime(one['started_at']) ?? 0) - (parseTime(other['started_at']) ?? 0));
  const agent = calls.some((call) => kindOf(call) === 'agent') ? undefined : outermost;
  return calls.map((call) => spanOf(call, asked, call === agent ? 'agent' : 'chain'));
}

/** The kind of a call by what it names; `undefined` if it names none. */
function kindOf(call: JsonObject): SpanKind | undefined {
  const op = opOf(call);
  const { weave, kind, type } = objectOf(call['attributes']);
  const named = [objectOf(weave)['kind'], kind, type].map((one) => kindNamed(KINDS, one));
  return (
    named.find((one) => one !== undefined) ??
    kindNamed(KINDS, LANG_CHAIN.exec(op)?.[1]?.toLowerCase()) ??
    (ASKS_MODEL.test(op) ? 'model' : undefined)
  );
}

/** @param otherwise the kind of a call that neither names one nor is a tool that a model asked for */
function spanOf(call: JsonObject, asked: ReadonlySet<string>, otherwise: SpanKind): Span {
  const op = opOf(call);
  const { display_name: displayed } = untracked(call) as JsonObject;
  const name = textOf(displayed ?? null) || op || 'call';
  const tool = [op, name].find((one) => asked.has(one)) ?? LANG_CHAIN.exec(op)?.[2] ?? name;
  const kind = kindOf(call) ?? (asked.has(tool) ? 'tool' : otherwise);
  const { inputs, output, error, metrics, model } = valuesOf(call, op);
  const talk = (): Pick<Span, 'read' | 'written'> =>
    withIds(messagesFrom(inputs(), 'user'), messagesFrom(output(), 'assistant'));
  const summary = objectOf(call['summary']);
  const usage = objectOf(summary['usage']);
  const { costs, feedback } = objectOf(summary['weave']);
  const models = Object.keys(usage);
  const tokens = (): TokenCount =>
    models.length === 0
      ? { ...usageOfAnswer(output()), ...readUsage(metrics) }
      : sumTokens(models.map((each) => usageOf(usage[each], objectOf(costs)[each])));
  const given = kind === 'tool' ? toolOutput(output()) : undefined;
  const failed = textOf(call['exception']) || error;
  return {
    trace: textOf(call['trace_id']),
    id: textOf(call['id']),
    parent: textOf(call['parent_id']),
    name,
    kind,
    start: parseTime(call['started_at']),
    end: parseTime(call['ended_at']),
    attributes: kind === 'other' ? { inputs: inputs() ?? null, output: output() ?? null } : {},
    failure: failed === '' ? given?.failure : { type: 'exception', message: failed },
    agent: name,
    model: kind === 'model' ? (models[0] ?? model()) : '',
    ending: kind === 'model' ? endingWithin((untracked(call) as JsonObject)['output']) : undefined,
    ...(kind === 'model' ? { ...talk(), tokens: tokens() } : NO_TALK),
    own: kind === 'agent' ? { talk, tokens } : undefined,
    call: {
      id: undefined,
      tool,
      args: kind === 'tool' ? argumentsIn(inputs()) : undefined,
      result: given?.result,
    },
    evaluations: [
      ...objectsOf(feedback).flatMap(evaluationsIn),
      ...(op === PREDICTION ? scoresIn(call) : []),
    ],
    record: call,
  };
}

/** What a call was given and gave. The integration of OpenAI's agents writes more around both. */
function valuesOf(
  call: JsonObject,
  op: string,
): {
  readonly inputs: () => Json | undefined;
  readonly output: () => Json | undefined;
  readonly error: string;
  readonly metrics?: Json | undefined;
  readonly model: () => string;
} {
  if (!op.startsWith('openai_agent_'))
    return {
      inputs: () => call['inputs'],
      output: () => call['output'],
      error: '',
      model: () =>
        firstText(objectOf(call['inputs']), 'model', 'model_id') || textOf(objectOf(call['output'])['model']),
    };
  const [inputs, output] = [objectOf(call['inputs']), objectOf(call['output'])];
  const { error = null, metrics } = output;
  return {
    inputs: () => inputs['input'],
    output: () => output['output'],
    error: isJsonObject(error) ? firstText(error, 'message') || shown(error) : textOf(error),
    metrics,
    model: () => textOf(objectOf(output['metadata'])['model']),
  };
}

/** The arguments of a call; `undefined` if it has none, so that those that the model gave count. */
function argumentsIn(inputs: Json | undefined): JsonObject | undefined {
  const args = toolArguments(inputs);
  return Object.keys(args).length === 0 ? undefined : args;
}

const usageOf = (usage: Json | undefined, costs: Json | undefined): TokenCount => {
  const { prompt_tokens_total_cost: read, completion_tokens_total_cost: written } = objectOf(costs);
  const cost = (numberOf(read) ?? 0) + (numberOf(written) ?? 0);
  return { ...readUsage(usage), ...(cost === 0 ? {} : { cost }) };
};

/** The evaluations of a prediction by the scorers. */
const scoresIn = (call: JsonObject): readonly Evaluation[] => {
  const scores = objectOf(objectOf(call['output'])['scores']);
  return Object.keys(scores).flatMap((name) => gradesIn(name, scores[name]!));
};

/** The evaluations in the feedback that a person or a scorer gave. */
function evaluationsIn({ feedback_type: type, payload, creator }: JsonObject): readonly Evaluation[] {
  const [, kind = textOf(type), name = kind] = /^wandb\.(\w+)\.(.+)$/.exec(textOf(type)) ?? [];
  const { output, value = output, note, emoji } = objectOf(payload);
  const by = textOf(creator);
  if (value !== undefined) return gradesIn(name, value).map((grade) => ({ ...grade, by }));
  const explanation = textOf(note) || textOf(emoji) || shown(payload);
  return [{ name: kind, label: '', value: undefined, explanation, by }];
}

/** The evaluations in what a scorer gave, which may have several values and a reason. */
function gradesIn(name: string, given: Json): readonly Evaluation[] {
  if (!isJsonObject(given)) return [{ name, ...gradeOf(given), explanation: '' }];
  const explanation = firstText(given, ...REASONS);
  return Object.keys(given)
    .filter((key) => !REASONS.includes(key))
    .map((key) => ({ name: `${name}.${key}`, ...gradeOf(given[key]), explanation }));
}

const REASONS = ['reason', 'reasoning', 'explanation', 'rationale'];
