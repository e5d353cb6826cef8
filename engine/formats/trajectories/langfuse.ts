import { groupBy, isJsonObject, type Json, type JsonObject, type TokenCount } from '../../model/index.ts';
import { EarlierParts, readArguments } from './chat.ts';
import { endingWithin } from './endings.ts';
import {
  countOf,
  objectOf,
  objectsOf,
  parseIfJson,
  parseIfObject,
  snakeCase,
  textOf,
  parseTime,
  readUsage,
} from './fields.ts';
import {
  argumentsIn,
  callIn,
  endingIn,
  kindNamed,
  kindOf,
  modelIn,
  tokensIn as tokensInAttributes,
  toolOutput,
} from './span-attributes.ts';
import { type Evaluation, NO_TALK, type Span, type SpanKind, withIds } from './span.ts';
import { messagesFrom } from './span-messages.ts';
import { talkIn } from './open-telemetry-spans.ts';
import { withEvaluations } from './span-evaluations.ts';
import { untracked } from './tracked-fields.ts';
import { spansTrajectory } from './open-telemetry.ts';
import { type Trajectory } from './trajectory.ts';

// An export of Langfuse: a trace with its observations, which are spans by other names.

/** Whether `document` is a trace of Langfuse, a list of them, or a list of observations. */
export const isLangfuse = (document: Json): boolean => tracesIn(document).length > 0;

/** Why `document` has no attempt, if it has traces of Langfuse without their observations; `undefined` for any other. */
export const whereObservationsAre = (document: Json): string | undefined =>
  itemsIn(document).some(
    (one) =>
      (Array.isArray(one['observations']) && typeof one['observations'][0] === 'string') ||
      ('sessionId' in one && 'bookmarked' in one),
  )
    ? 'These are traces of Langfuse without their observations, or with only the ids of them. Open a trace in Langfuse and click Download JSON, or export the table of observations with their inputs and outputs.'
    : undefined;

/** A trace with its scores and observations; in a list of observations, only those. */
interface Exported {
  readonly trace: JsonObject;
  readonly scores: Json | undefined;
  readonly observations: readonly JsonObject[];
  readonly parts: readonly JsonObject[];
}

/** The objects of a list, of a page or a session, or the only one. */
const itemsIn = (document: Json): readonly JsonObject[] =>
  objectsOf(
    isJsonObject(document)
      ? (['data', 'traces'].map((list) => document[list]).find((list) => Array.isArray(list)) ?? [document])
      : document,
  );

function tracesIn(document: Json): readonly Exported[] {
  const items = itemsIn(document);
  const alone = items.filter(isObservation);
  if (alone.length > 0)
    return Array.from(groupBy(alone, (one) => textOf(field(one, 'traceId'))).values(), (observations) => ({
      // Exports of observations repeat the name of the trace.
      trace: { name: field(observations[0]!, 'traceName') ?? null },
      scores: undefined,
      observations,
      parts: observations,
    }));
  return items.flatMap((one) => {
    const observations = objectsOf(observationsIn(one));
    const trace = isJsonObject(one['trace'] ?? null) ? objectOf(one['trace']) : one;
    return observations.some(isObservation)
      ? [{ trace, scores: trace['scores'] ?? one['scores'], observations, parts: [one] }]
      : [];
  });
}

const isObservation = (one: JsonObject): boolean =>
  ('startTime' in one || ('start_time' in one && 'trace_id' in one)) &&
  typeof one['type'] === 'string' &&
  /^[A-Z]+$/.test(one['type']);

/** The value of a field, which some files name in snake case. */
const field = (object: JsonObject, name: string): Json | undefined => object[name] ?? object[snakeCase(name)];

const observationsIn = (one: JsonObject): Json =>
  Array.isArray(one['observations']) ? one['observations'] : (objectOf(one['trace'])['observations'] ?? null);

export const langfuseTrajectories = (
  document: Json,
  file: string,
  earlier: EarlierParts,
): readonly Trajectory[] =>
  tracesIn(document).map(({ trace, scores: given, observations, parts }, _, all): Trajectory => {
    let known: ReadonlySet<string> | undefined;
    const asked = (): ReadonlySet<string> => (known ??= toolsAskedFor(observations));
    const spans = withEvaluations(
      observations.map((each) => spanOf(each, asked)),
      objectsOf(given).map((score) => [textOf(field(score, 'observationId')), evaluationOf(score)]),
    );
    const name = textOf(trace['name']);
    return { ...spansTrajectory(spans, file, all.length === 1 ? earlier : new EarlierParts(), name), parts };
  });

/** The tools that the models of a trace asked for. */
const toolsAskedFor = (observations: readonly JsonObject[]): ReadonlySet<string> =>
  new Set(
    observations
      .filter(({ type }) => type === 'GENERATION')
      .flatMap((each) => messagesFrom(each['output'], 'assistant'))
      .flatMap(({ calls }) => calls.map(({ tool }) => tool)),
  );

const KINDS: Readonly<Record<string, SpanKind>> = {
  GENERATION: 'model',
  TOOL: 'tool',
  AGENT: 'agent',
  EVENT: 'other',
  RETRIEVER: 'other',
  EMBEDDING: 'other',
  EVALUATOR: 'other',
  GUARDRAIL: 'other',
};

function spanOf(observation: JsonObject, asked: () => ReadonlySet<string>): Span {
  const { type, level } = observation;
  const { name: named } = untracked(observation) as JsonObject;
  const own = (...names: readonly string[]): Json | undefined => {
    for (const one of names) {
      const value = field(observation, one) ?? undefined;
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const name = textOf(named) || 'observation';
  // Spans that programs sent by OpenTelemetry keep their attributes.
  const attributes = objectOf(parseIfJson(objectOf(parseIfJson(observation['metadata']))['attributes']));
  const { id, tool } = callIn(attributes, name);
  const carried = kindOf(attributes, name);
  // Older exports have no type for tools.
  const kind =
    kindNamed(KINDS, type) ?? (carried !== 'other' ? carried : asked().has(tool) ? 'tool' : 'chain');
  const { input = null, output: given = null } = untracked(observation) as JsonObject;
  const talk = (): Pick<Span, 'read' | 'written'> =>
    input === null && given === null
      ? talkIn(attributes, [], kind)
      : withIds(messagesFrom(observation['input'], 'user'), messagesFrom(observation['output'], 'assistant'));
  const tokens = (): TokenCount => {
    const counted = tokensIn(own);
    return Object.keys(counted).length > 0 ? counted : tokensInAttributes(attributes);
  };
  const output = kind === 'tool' ? toolOutput(observation['output']) : undefined;
  return {
    trace: textOf(own('traceId')),
    id: textOf(observation['id']),
    parent: textOf(own('parentObservationId')),
    name,
    kind,
    start: parseTime(own('startTime')),
    end: parseTime(own('endTime')),
    attributes: kind === 'other' ? detailsOf(observation, own('statusMessage')) : {},
    failure:
      level === 'ERROR'
        ? { type: 'level: ERROR', message: textOf(own('statusMessage')) || 'It failed.' }
        : output?.failure,
    agent: name,
    model: textOf(own('model', 'providedModelName')) || modelIn(attributes),
    ending: kind === 'model' ? (endingWithin(given) ?? endingIn(attributes)) : undefined,
    ...(kind === 'model' ? { ...talk(), tokens: tokens() } : NO_TALK),
    own: kind === 'agent' ? { talk, tokens } : undefined,
    call: {
      id,
      tool,
      args:
        kind !== 'tool'
          ? undefined
          : input === null
            ? argumentsIn(attributes, [])
            : toolArguments(observation['input']),
      result: output?.result,
    },
    evaluations: [],
    record: observation,
  };
}

/** What an observation of no model, tool or agent tells. */
function detailsOf({ input = null, output = null }: JsonObject, message: Json = null): JsonObject {
  const all = Object.entries({ input, output, message });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The tokens in usage details. Those of a kind, such as `input_cache_read`, stand beside the others, unless the total says no. */
function usageOf(usage: JsonObject): TokenCount {
  const { input, output, ...counted } = readUsage(usage);
  const total = countOf((untracked(usage) as JsonObject)['total']);
  const isApart = total === undefined || (input ?? 0) + (output ?? 0) < total;
  const withKinds = (side: 'input' | 'output', count: number | undefined): Partial<TokenCount> => {
    const kinds = Object.keys(usage).filter((name) => isApart && KIND.exec(name)?.[1] === side);
    const more = kinds.reduce((sum, name) => sum + (countOf(usage[name]) ?? 0), 0);
    return count === undefined ? {} : { [side]: count + more };
  };
  return { ...withKinds('input', input), ...withKinds('output', output), ...counted };
}

const KIND = /^(input|output)_(?!cost)/;

const tokensIn = (own: (...names: readonly string[]) => Json | undefined): TokenCount => ({
  ...readUsage({
    prompt_tokens: own('promptTokens') ?? null,
    completion_tokens: own('completionTokens') ?? null,
  }),
  ...usageOf(objectOf(parseIfJson(own('usageDetails', 'usage')))),
  ...readUsage({
    cost:
      objectOf(parseIfJson(own('costDetails')))['total'] ??
      own('totalCost', 'calculatedTotalCost') ??
      objectOf(parseIfJson(own('usage')))['totalCost'] ??
      null,
  }),
});

/** The arguments of a call, which some programs wrap in another object. */
export function toolArguments(input: Json | undefined): JsonObject {
  const { input: inner, ...others } = readArguments(input);
  const read = parseIfObject(inner);
  return isJsonObject(read) && Object.keys(others).length === 0 ? read : readArguments(input);
}

/** The evaluation in a score. Only a score that is true or false decides whether the attempt passed. */
function evaluationOf(score: JsonObject): Evaluation {
  const { name, value, dataType, comment } = score;
  const isClear = dataType === 'BOOLEAN';
  return {
    name: textOf(name) || 'score',
    label: isClear ? (value === 1 || value === true ? 'true' : 'false') : '',
    value: isClear ? undefined : (value ?? (textOf(score['stringValue']) || null)),
    explanation: textOf(comment),
  };
}
