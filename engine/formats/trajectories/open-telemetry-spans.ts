import { isBase64, textOfBase64 } from '../../apps/index.ts';
import {
  groupBy,
  instant,
  isJsonObject,
  type Json,
  type JsonObject,
  type SimTime,
  type TokenCount,
} from '../../model/index.ts';
import {
  readArguments,
  type CallResult,
  type ChatMessage,
  findFailure,
  isChatMessage,
  isOfMcp,
  type ModelCall,
  readMessage,
  responseIn,
  resultText,
} from './chat.ts';
import {
  firstField,
  countOf,
  firstText,
  listOf,
  objectOf,
  objectsOf,
  parseIfJson,
  parseIfObject,
  shown,
  snakeCase,
  textOf,
  parseTime,
  readTokens,
  readUsage,
  usageOfAnswer,
} from './fields.ts';
import { type Ending, endingOf, endingWithin } from './endings.ts';
import { gathered, over, type FieldLocation, replaceValue, untracked, whole } from './tracked-fields.ts';

// Programs write what models, tools and agents do by several conventions: OpenTelemetry's own for generative AI in its versions,
// OpenInference, OpenLLMetry, and those of Strands, Google's ADK, LangSmith, Pydantic AI and Vercel's AI SDK. The names of them all stand
// in this file, and so do those of the envelopes in which stores of traces export spans.

/** The maximum number of spans within each other. Files may contain cycles. */
export const MAX_SPAN_DEPTH = 50;

/** A span of a trace: an operation of a program, with its start and end. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  /** The id of the parent span. */
  readonly parent: string;
  readonly name: string;
  readonly kind: SpanKind;
  readonly start: SimTime | undefined;
  readonly end: SimTime | undefined;
  readonly attributes: JsonObject;
  /** The reason why the operation failed. */
  readonly failure: { readonly type: string; readonly message: string } | undefined;
  readonly agent: string;
  readonly model: string;
  readonly tokens: TokenCount;
  /** Set if the model refused to answer or reached a limit. */
  readonly ending: Ending | undefined;
  /** The messages that a model received. `written` are those it wrote. */
  readonly read: readonly ChatMessage[];
  readonly written: readonly ChatMessage[];
  /** The messages and tokens of an agent's span, each of which is read only if the agent's models have none. */
  readonly own?:
    { readonly talk: () => Pick<Span, 'read' | 'written'>; readonly tokens: () => TokenCount } | undefined;
  /** The tool call of the span. Fields that the file does not have are `undefined`. */
  readonly call: {
    readonly id: string | undefined;
    readonly tool: string;
    readonly args: JsonObject | undefined;
    readonly result: Json | undefined;
  };
  readonly evaluations: readonly Evaluation[];
  /** The span as written in the file. */
  readonly record: JsonObject;
}

/** The kind of operation. A chain is a part of the program around models and tools; `same` is the request of the surrounding model span. */
export type SpanKind = 'model' | 'tool' | 'agent' | 'chain' | 'same' | 'other';

/** The result of an evaluation. */
export interface Evaluation {
  readonly name: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly explanation: string;
  /** The kind of who evaluated, such as `HUMAN`, if the file has it. */
  readonly by?: string | undefined;
}

/** The grade that `given` is: a number, or a label. */
export const gradeOf = (given: Json | undefined): Pick<Evaluation, 'label' | 'value'> =>
  typeof given === 'number'
    ? { label: '', value: given }
    : { label: given === undefined || given === null ? '' : shown(given), value: undefined };

/** `spans` with evaluations: those that name a span at it, all others at the outermost. */
export function withEvaluations(
  spans: readonly Span[],
  given: readonly (readonly [span: string, evaluation: Evaluation])[],
): readonly Span[] {
  const ids = new Set(spans.map(({ id }) => id));
  const outermost = spans.find(({ parent }) => !ids.has(parent)) ?? spans[0];
  const bySpan = groupBy(given, ([id]) => (ids.has(id) ? id : outermost?.id));
  return spans.map((span) => {
    const own = bySpan.get(span.id)?.map(([, evaluation]) => evaluation);
    return own === undefined ? span : { ...span, evaluations: [...span.evaluations, ...own] };
  });
}

/** Whether `value` has only measurements, which programs export beside spans. */
export const hasOnlyMetrics = (value: Json): boolean =>
  isJsonObject(value) && Array.isArray(field(value, 'resourceMetrics')) && !isExport(value);

/** Whether `value` has spans or log records in a known export format. */
export const isExport = (value: Json): value is JsonObject =>
  isJsonObject(value) &&
  (RECORDS.some(({ resources }) => resources.some((name) => Array.isArray(field(value, name)))) ||
    (isJsonObject(value['trace'] ?? null) && !('observations' in value) && isExport(value['trace']!)) ||
    isJaeger(value) ||
    isPlainLog(value) ||
    plainSpansIn(value).length > 0 ||
    annotationsIn(value).length > 0);

/** Whether an object is an export of Jaeger. */
const isJaeger = ({ data }: JsonObject): boolean =>
  objectsOf(data).some(({ spans }) => objectsOf(spans).some((span) => 'traceID' in span && 'spanID' in span));

/** The spans that stand for themselves in a document: the document, or the items of a page or of a trace of Phoenix. */
const plainSpansIn = (one: JsonObject): readonly JsonObject[] =>
  [one, ...objectsOf(one['data']), ...objectsOf(one['spans'])].filter(
    (each) => plainFormOf(each) !== undefined,
  );

/** The annotations in a document of Phoenix that stand beside spans: the document, or the items of a page or of a trace. */
export const annotationsIn = (one: JsonObject): readonly JsonObject[] =>
  plainFormOf(one) === undefined
    ? [one, ...['data', ...ANNOTATIONS].flatMap((list) => objectsOf(one[list]))].filter(isAnnotation)
    : [];

/** The lists of annotations in spans and traces. A note is an annotation that has only an explanation. */
const ANNOTATIONS = ['annotations', 'notes'];

const isAnnotation = (value: JsonObject): boolean =>
  'annotator_kind' in value && 'name' in value && ('span_id' in value || 'trace_id' in value);

const evaluationOf = ({ name, annotator_kind: by, result }: JsonObject): Evaluation => {
  const { label, score, explanation } = objectOf(result);
  return {
    name: textOf(name) || 'annotation',
    label: textOf(label),
    value: score ?? undefined,
    explanation: textOf(explanation),
    by: textOf(by),
  };
};

const plainFormOf = (span: JsonObject): PlainForm | undefined => PLAIN_FORMS.find(({ isOf }) => isOf(span));

/** The names of the lists in exports of the protocol, of Tempo, and of older versions. */
const RECORDS = [
  {
    resources: ['resourceSpans', 'batches'],
    scopes: ['scopeSpans', 'instrumentationLibrarySpans'],
    records: 'spans',
  },
  { resources: ['resourceLogs'], scopes: ['scopeLogs', 'instrumentationLibraryLogs'], records: 'logRecords' },
] as const;

/**
 * The spans in exports, in file order. Of a span that was exported twice, the more complete one is used.
 * @param records the log records in the exports
 */
export function readSpans(exports: readonly JsonObject[], records: readonly LogRecord[]): readonly Span[] {
  const placeOf = (record: JsonObject): string => `${idIn(record, 'traceId')} ${idIn(record, 'spanId')}`;
  const logs = groupBy(records, ({ trace, id }) => `${trace} ${id}`);
  const written = recordsIn(exports, 0);
  const known = new Set(written.map(placeOf));
  const alone = [...logs].filter(([place]) => !known.has(place) && /\S/.test(place));
  const spans = [
    ...written.map((span) => protocolSpan(span, logs.get(placeOf(span)) ?? [])),
    ...alone.map(([, own]) => recordedSpan(own)),
    ...requestsIn(logs.get(' ') ?? []).map(recordedSpan),
    ...exports.flatMap(jaegerSpans),
    ...exports.flatMap(plainSpansIn).map(plainSpan),
  ];
  const fullest = new Map<string, RawSpan>();
  for (const [index, span] of spans.entries()) {
    const key = span.id === '' ? `without an id ${index}` : `${span.trace} ${span.id}`;
    const other = fullest.get(key);
    if (other === undefined || sizeOf(span) > sizeOf(other)) fullest.set(key, span);
  }
  const beside = groupBy(exports.flatMap(annotationsIn), (one) => textOf(one['span_id'] ?? one['trace_id']));
  const annotated = new Set<string>();
  return Array.from(fullest.values(), (raw) => {
    const span = spanOf(raw);
    // Annotations of a trace belong to its first span.
    const ofTrace = annotated.has(span.trace) ? [] : (beside.get(span.trace) ?? []);
    annotated.add(span.trace);
    const more = [...(beside.get(span.id) ?? []), ...ofTrace].map(evaluationOf);
    return more.length === 0 ? span : { ...span, evaluations: [...span.evaluations, ...more] };
  });
}

/** All log records in `exports`. */
export const readLogRecords = (exports: readonly JsonObject[]): readonly LogRecord[] => [
  ...recordsIn(exports, 1).map((record): LogRecord => ({
    trace: idIn(record, 'traceId'),
    id: idIn(record, 'spanId'),
    time: nanoseconds(field(record, 'timeUnixNano')),
    event: readSpanEvent(record),
    record,
  })),
  ...exports.filter(isPlainLog).map((record): LogRecord => ({
    trace: hexIn(record['trace_id']),
    id: hexIn(record['span_id']),
    time: parseTime(record['timestamp']),
    event: eventWith(record, objectOf(record['attributes']), record['body'] ?? undefined),
    record,
  })),
];

/** Whether an object is a log record as Python's console exporter writes it. */
const isPlainLog = (value: JsonObject): boolean =>
  'body' in value && 'severity_number' in value && 'observed_timestamp' in value;

/** The records of models' calls that name no span: those of a call end with the answers. */
function requestsIn(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  const requests: LogRecord[][] = [];
  let isAnswered = true;
  for (const record of records) {
    const { name } = record.event;
    if (!name.startsWith('gen_ai.')) continue;
    const isAnswer = name === 'gen_ai.choice';
    if (isAnswered && !isAnswer) requests.push([]);
    isAnswered = isAnswer;
    requests.at(-1)?.push(record);
  }
  return requests;
}

const sizeOf = ({ attributes, events }: RawSpan): number => Object.keys(attributes).length + events.length;

/** The value of a field, which some programs name in snake case. */
function field(object: JsonObject, name: string): Json | undefined {
  const value = object[name];
  if (value !== undefined) return value;
  return object[snakeCase(name)];
}

const idIn = (record: JsonObject, name: string): string => textOf(field(record, name));

/** The spans or log records of exports, without data shared by their resource or scope. */
const recordsIn = (exports: readonly JsonObject[], nth: 0 | 1): readonly JsonObject[] => {
  const { resources, scopes, records } = RECORDS[nth];
  return exports
    .flatMap((one) => (isJsonObject(one['trace'] ?? null) ? [objectOf(one['trace'])] : [one]))
    .flatMap((one) => resources.flatMap((name) => objectsOf(field(one, name))))
    .flatMap((resource) => scopes.flatMap((name) => objectsOf(field(resource, name))))
    .flatMap((scope) => objectsOf(field(scope, records)));
};

/** The name of a span, without marking it as used: not every name is shown. */
const nameIn = (span: JsonObject): string =>
  firstText(untracked(span) as JsonObject, ...SPAN_NAMES) || 'span';

/** The name of `span`, marked as used because it is shown. */
export const shownName = ({ record, name }: Span): string => firstText(record, ...SPAN_NAMES) || name;

const SPAN_NAMES = ['name', 'operationName', 'span_name', 'display_name'];

/** A span as its export format has it. */
export interface RawSpan extends Pick<
  Span,
  'trace' | 'id' | 'parent' | 'name' | 'start' | 'end' | 'attributes' | 'record'
> {
  readonly events: readonly SpanEvent[];
  readonly status: JsonObject;
}

/** An event of a span, or of a log record that names the span. */
interface SpanEvent {
  readonly name: string;
  readonly attributes: JsonObject;
}

/** A log record, with the ids of its trace and span; empty if it has none. */
export interface LogRecord {
  readonly trace: string;
  readonly id: string;
  readonly time: SimTime | undefined;
  readonly event: SpanEvent;
  /** The record as written in the file. */
  readonly record: JsonObject;
}

const protocolSpan = (span: JsonObject, logs: readonly LogRecord[]): RawSpan => ({
  trace: idIn(span, 'traceId'),
  id: idIn(span, 'spanId'),
  parent: idIn(span, 'parentSpanId'),
  name: nameIn(span),
  start: nanoseconds(field(span, 'startTimeUnixNano')),
  end: nanoseconds(field(span, 'endTimeUnixNano')),
  attributes: attributesOf(span),
  events: [...objectsOf(span['events']).map(readSpanEvent), ...logs.map(({ event }) => event)],
  status: objectOf(span['status']),
  record: span,
});

/** The span of a model call of which only log records were exported. */
function recordedSpan(records: readonly LogRecord[]): RawSpan {
  const times = records.flatMap(({ time }) => time ?? []);
  const { trace, id, record } = records[0]!;
  const events = records.map(({ event }) => event);
  return {
    trace,
    id,
    parent: '',
    name: '',
    start: times[0],
    end: times.at(-1),
    attributes:
      events.some(({ name }) => name.startsWith('gen_ai.')) && !events.some(isDetails)
        ? { 'gen_ai.operation.name': 'chat' }
        : {},
    events,
    status: {},
    record,
  };
}

/** Whether an event has the details of a model's call, in the same attributes as spans. */
const isDetails = ({ name }: SpanEvent): boolean => name === 'gen_ai.client.inference.operation.details';

/** The spans of a Jaeger export, which have tags instead of attributes, logs instead of events, and times in microseconds. */
const jaegerSpans = (one: JsonObject): readonly RawSpan[] =>
  objectsOf(one['data'])
    .flatMap(({ spans }) => objectsOf(spans))
    .map((span) => {
      const tags = tagsOf(span['tags']);
      const start = countOf(span['startTime']);
      const attributes = replaceValue(span, 'tags', tags);
      const isError = shown(tags['error']) === 'true' || tags['otel.status_code'] === 'ERROR';
      const parent = objectsOf(span['references']).find(({ refType }) => refType === 'CHILD_OF');
      return {
        trace: textOf(span['traceID']),
        id: textOf(span['spanID']),
        parent: textOf(parent?.['spanID']) || textOf(span['parentSpanID']),
        name: nameIn(span),
        start: microseconds(start),
        end: microseconds(start === undefined ? undefined : start + (countOf(span['duration']) ?? 0)),
        attributes,
        events: objectsOf(span['logs']).map(({ fields }) => {
          const { event, ...values } = tagsOf(fields);
          return { name: textOf(event) || textOf(values['name']), attributes: values };
        }),
        status: isError ? { code: 2, message: tags['otel.status_description'] ?? '' } : {},
        record: span,
      };
    });

const tagsOf = (tags: Json | undefined): JsonObject =>
  Object.fromEntries(objectsOf(tags).map(({ key, value = null }) => [textOf(key), value]));

/** A form in which programs and stores write a span by itself. */
interface PlainForm {
  readonly isOf: (span: JsonObject) => boolean;
  readonly read: (span: JsonObject) => Omit<RawSpan, 'name' | 'record'>;
}

const PLAIN_FORMS: readonly PlainForm[] = [
  // MLflow, in three versions of its form: all attributes are JSON in texts.
  {
    isOf: (span) => isJsonObject(span['attributes'] ?? null) && REQUEST_ID in objectOf(span['attributes']),
    read: (span) => ({
      ...('context' in span
        ? pythonSpan(span, objectOf(span['context'])['trace_id'], objectOf(span['context'])['span_id'])
        : {
            trace: textOf(span['trace_id']),
            id: textOf(span['span_id']),
            parent: textOf(span['parent_span_id']),
            start: nanoseconds(span['start_time_unix_nano']),
            end: nanoseconds(span['end_time_unix_nano']),
            events: eventsIn(span['events']),
            status: objectOf(span['status']),
          }),
      attributes: gathered(
        Object.keys(objectOf(span['attributes'])).map((key) => [key, objectOf(span['attributes']), key]),
        parseScalar,
      ),
    }),
  },
  // Python's console exporter, and Phoenix: attributes by name or in nested objects.
  {
    isOf: ({ context = null, name, start_time: start }) =>
      isJsonObject(context) && 'span_id' in context && typeof name === 'string' && start !== undefined,
    read: (span) => {
      const { trace_id: trace, span_id: id } = objectOf(span['context']);
      return {
        ...pythonSpan(span, trace, id),
        attributes: over(kindIn(span), flatAttributes(span['attributes'])),
      };
    },
  },
  // A row of a data frame of Phoenix
  {
    isOf: (span) => 'context.span_id' in span && 'start_time' in span,
    read: (span) => ({
      ...pythonSpan(span, span['context.trace_id'], span['context.span_id']),
      attributes: over(kindIn(span), gathered(placesBelow(span, 'attributes.'))),
    }),
  },
  // A row of Logfire
  {
    isOf: (span) => 'span_id' in span && 'span_name' in span && 'start_timestamp' in span,
    read: (span) => ({
      trace: textOf(span['trace_id']),
      id: textOf(span['span_id']),
      parent: textOf(span['parent_span_id']),
      start: parseTime(span['start_timestamp']),
      end: parseTime(span['end_timestamp']) ?? endAfter(span['start_timestamp'], span['duration']),
      attributes: objectOf(parseIfJson(span['attributes'])),
      events: [...eventsIn(span['otel_events']), ...exceptionIn(span)],
      status: { code: span['otel_status_code'] ?? null, message: span['otel_status_message'] ?? null },
    }),
  },
  // JavaScript's console exporter, and Zipkin, which has tags.
  {
    isOf: (span) => 'traceId' in span && 'id' in span && 'timestamp' in span && 'duration' in span,
    read: (span) => {
      const start = countOf(span['timestamp']);
      const tags = objectOf(span['tags']);
      const { error } = tags;
      return {
        trace: textOf(span['traceId']),
        id: textOf(span['id']),
        parent: textOf(span['parentId']) || textOf(objectOf(span['parentSpanContext'])['spanId']),
        start: microseconds(start),
        end: microseconds(start === undefined ? undefined : start + (countOf(span['duration']) ?? 0)),
        attributes: isJsonObject(span['attributes'] ?? null) ? objectOf(span['attributes']) : tags,
        events: eventsIn(span['events']),
        status: error === undefined ? objectOf(span['status']) : { code: 2, message: error },
      };
    },
  },
  // A span of the protocol without an envelope
  {
    isOf: (span) =>
      ['startTimeUnixNano', 'start_time_unix_nano'].some((name) => name in span) &&
      ['spanId', 'span_id'].some((name) => name in span),
    read: (span) => protocolSpan(span, []),
  },
];

/** The attribute that all spans of MLflow have. */
const REQUEST_ID = 'mlflow.traceRequestId';

/** The number, truth value or text that is written as JSON in a text; an object or a list stays a text. */
function parseScalar(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || /^\s*[[{]/.test(value)) return value;
  const document = parseIfJson(value);
  if (document !== value) return document;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

/** Whether a value is a span of MLflow. */
export const isMlflowSpan = (value: Json): boolean =>
  isJsonObject(value) && plainFormOf(value) === PLAIN_FORMS[0];

/** The end of an operation that took some seconds. */
function endAfter(start: Json | undefined, duration: Json | undefined): SimTime | undefined {
  const [from, took] = [parseTime(start), countOf(duration)];
  return from === undefined || took === undefined ? undefined : instant(from + Math.round(took * 1e6));
}

/** The exception that a row of Logfire tells in columns, as the event that other rows have. */
const exceptionIn = (span: JsonObject): readonly SpanEvent[] =>
  span['is_exception'] === true && listOf(parseIfJson(span['otel_events'])).length === 0
    ? [
        {
          name: 'exception',
          attributes: gathered(
            ['type', 'message', 'stacktrace'].map((name) => [`exception.${name}`, span, `exception_${name}`]),
          ),
        },
      ]
    : [];

export const plainSpan = (span: JsonObject): RawSpan => ({
  ...plainFormOf(span)!.read(span),
  name: nameIn(span),
  record: span,
});

/** What Python's console exporter and Phoenix write alike. */
function pythonSpan(
  span: JsonObject,
  trace: Json | undefined,
  id: Json | undefined,
): Omit<RawSpan, 'name' | 'record' | 'attributes'> {
  const { parent_id: parent, status = null, status_code: code, status_message: message } = span;
  return {
    trace: hexIn(trace),
    id: hexIn(id),
    parent: hexIn(parent),
    start: parseTime(span['start_time']),
    end: parseTime(span['end_time']),
    events: eventsIn(span['events']),
    status: isJsonObject(status)
      ? { code: status['status_code'] ?? null, message: status['description'] ?? null }
      : { code: code ?? null, message: message ?? null },
  };
}

/** An id without its prefix; empty if it is zero, which stands for none. */
const hexIn = (id: Json | undefined): string => textOf(id).replace(/^0x(?:0+$)?/, '');

const kindIn = ({ span_kind: kind }: JsonObject): JsonObject =>
  kind === undefined ? {} : { 'openinference.span.kind': kind };

const eventsIn = (events: Json | undefined): readonly SpanEvent[] =>
  objectsOf(parseIfJson(events)).map((event) => ({
    name: firstText(event, 'name', 'event_name'),
    attributes: flatAttributes(event['attributes']),
  }));

const MAX_ATTRIBUTE_DEPTH = 12; // objects within each other

/** Attributes in nested objects, or in a text, by their names in a row. */
const flatAttributes = (value: Json | undefined): JsonObject =>
  gathered(placesBelow(objectOf(parseIfJson(value))));

/** The values in the fields of `holder` whose names begin with `prefix`, by the rest of the name; lists of objects by their items. */
function placesBelow(
  holder: JsonObject | readonly Json[],
  prefix = '',
  name = '',
  depth = 0,
): readonly FieldLocation[] {
  const items = holder as JsonObject;
  return Object.keys(untracked(items) as JsonObject).flatMap((key): readonly FieldLocation[] => {
    if (!key.startsWith(prefix)) return [];
    const own = `${name}${key.slice(prefix.length)}`;
    const plain = (untracked(items) as JsonObject)[key] ?? null;
    const isInner = isJsonObject(plain) || objectsOf(plain).length > 0;
    return isInner && depth < MAX_ATTRIBUTE_DEPTH
      ? placesBelow(items[key] as JsonObject, '', `${own}.`, depth + 1)
      : [[own, items, key]];
  });
}

/** The fields of an event that contain its attributes as one text. */
const DETAILS = ['gen_ai.event.content', 'event_body', 'event.body'];

/** The name of an event. Only names that the readers know count as read; the notes of the import name the others. */
function eventName(event: JsonObject): string {
  const name = textOf(objectOf(untracked(event))['name']);
  return /^(?:exception$|gen_ai\.|claude_code\.|agent\.step_recovery$)/.test(name)
    ? textOf(event['name'])
    : name;
}

const readSpanEvent = (event: JsonObject): SpanEvent =>
  eventWith(event, attributesOf(event), event['body'] === undefined ? undefined : valueOf(event['body']));

function eventWith(event: JsonObject, attributes: JsonObject, body: Json | undefined): SpanEvent {
  const written = parseIfJson(body) ?? null;
  const details = [
    ...(isJsonObject(written) ? [written] : body === undefined ? [] : [{ body }]),
    ...DETAILS.filter((name) => name in attributes).map((name) => objectOf(parseIfJson(attributes[name]))),
  ];
  return {
    name: eventName(event) || textOf(field(event, 'eventName')) || textOf(attributes['event.name']),
    attributes: details.reduce(over, attributes),
  };
}

/** @param as the kind, if it is known better than by the attributes */
export function spanOf(raw: RawSpan, as?: SpanKind): Span {
  const { name, events } = raw;
  const attributes = events
    .filter(isDetails)
    .reduce((known, details) => over(details.attributes, known), raw.attributes);
  const named = (...names: readonly string[]): string => textOf(firstField(attributes, ...names));
  const kind = as ?? kindOf(attributes, name);
  // Others repeat what these read and write.
  const talk = (): Pick<Span, 'read' | 'written'> => talkIn(attributes, events, kind);
  const tokens = (): TokenCount => tokensIn(attributes);
  const told = kind === 'model' ? talk() : undefined;
  const output = kind === 'tool' ? toolOutput(resultIn(attributes, events)) : undefined;
  return {
    ...raw,
    attributes,
    kind,
    failure:
      failureOf(raw.status, attributes, events) ??
      output?.failure ??
      errorIn(attributes['gcp.vertex.agent.tool_response']),
    agent:
      named('gen_ai.agent.name', 'agent_name', ...(kind === 'agent' ? ['traceloop.entity.name'] : [])) ||
      (AGENT_RUN.exec(name)?.[1] ?? name),
    model: modelIn(attributes) || (kind === 'model' ? modelInValues(attributes) : ''),
    ending:
      kind === 'model'
        ? (endingIn(attributes) ?? endingWithin(firstField(objectOf(untracked(attributes)), ...OUTPUTS)))
        : kind === 'agent'
          ? endingIn(attributes)
          : undefined,
    ...(told === undefined ? NO_TALK : { ...told, tokens: { ...told.written[0]?.cost, ...tokens() } }),
    own: kind === 'agent' ? { talk, tokens } : undefined,
    call: {
      ...callIn(attributes, name),
      args: kind === 'tool' ? argumentsIn(attributes, events) : undefined,
      result: output?.result,
    },
    evaluations: [
      ...[attributes, ...events.map((event) => event.attributes)].flatMap(evaluationIn),
      ...ANNOTATIONS.flatMap((list) => objectsOf(parseIfJson(raw.record[list])))
        .filter(({ result, annotator_kind: by }) => result !== undefined || by !== undefined)
        .map(evaluationOf),
      ...evaluationsInColumns(raw.record),
    ],
  };
}

/** The messages that the attributes and events of a span have. */
export const talkIn = (
  attributes: JsonObject,
  events: readonly SpanEvent[],
  kind: SpanKind,
): Pick<Span, 'read' | 'written'> =>
  withIds(
    orText(readIn(attributes, events), kind, 'user', attributes, ...INPUTS),
    orText(writtenIn(attributes, events), kind, 'assistant', attributes, ...OUTPUTS),
  );

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
const modelInValues = (attributes: JsonObject): string =>
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

/** Matches the columns of tables of Phoenix and Arize that have the evaluations of a span. */
const EVALUATION_COLUMN = /^(eval|annotation)\.(.+)\.(?:label|score|explanation)$/;

function evaluationsInColumns(row: JsonObject): readonly Evaluation[] {
  const names = Object.keys(row).flatMap(
    (column) => EVALUATION_COLUMN.exec(column)?.slice(1).join('.') ?? [],
  );
  return [...new Set(names)].flatMap((prefix) => {
    const [label, value, explanation] = ['label', 'score', 'explanation'].map(
      (field) => row[`${prefix}.${field}`] ?? undefined,
    );
    return [label, value, explanation].every((one) => one === undefined)
      ? []
      : [
          {
            name: prefix.slice(prefix.indexOf('.') + 1),
            label: textOf(label),
            value,
            explanation: textOf(explanation),
          },
        ];
  });
}

/**
 * A talk in which calls without ids are numbered by tool, and calls with the id of an earlier one by that: each span repeats the
 * talk from its beginning. A result without an id is that of the first call without a result, of its tool if it names one.
 */
export function withIds(
  read: readonly ChatMessage[],
  written: readonly ChatMessage[],
): Pick<Span, 'read' | 'written'> {
  const numbers = new Map<string, number>();
  const waiting: { readonly id: string; readonly written: string; readonly tool: string }[] = [];
  const withId = (call: ModelCall): ModelCall => {
    const { tool, id: written } = call;
    const name = written || `of ${tool}`;
    const nth = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, nth);
    const id = written === '' ? `call ${nth} of ${tool}` : repeatedId(written, nth);
    if (call.outcome === undefined) waiting.push({ id, written, tool });
    return { ...call, id };
  };
  const joined = ({ tool = '', ...result }: CallResult): CallResult => {
    const { ids } = result;
    const place = waiting.findIndex((call) =>
      ids.length > 0 ? ids.includes(call.written) : tool === '' || tool === call.tool,
    );
    const [call] = place === -1 ? [] : waiting.splice(place, 1);
    return { ...result, tool, ids: call === undefined ? ids : [call.id] };
  };
  const numbered = (message: ChatMessage): ChatMessage =>
    message.calls.length + message.results.length === 0
      ? message
      : { ...message, calls: message.calls.map(withId), results: message.results.map(joined) };
  return { read: read.map(numbered), written: written.map(numbered) };
}

/** The id of the call number `nth` of those that a program gave the same id. */
export const repeatedId = (id: string, nth: number): string => (nth === 1 ? id : `${id} (${nth})`);

export const NO_TALK = { read: [], written: [], tokens: {} } as const;

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

function resultIn(attributes: JsonObject, events: readonly SpanEvent[]): Json | undefined {
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
function errorIn(response: Json | undefined): Span['failure'] {
  const { error } = responseIn({ response: parseIfJson(response) ?? null });
  return error === undefined ? undefined : { type: 'error', message: error };
}

/** The failure of a span, from the field that reports it. */
function failureOf(
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
const AGENT_RUN = /^agent_run \[(.+)\]$/;

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

/** Attributes by name, which are followed in place of the list: in the file, each is an object of a key and a typed value. */
function attributesOf(holder: JsonObject): JsonObject {
  const { attributes } = untracked(holder) as JsonObject;
  return replaceValue(holder, 'attributes', namedValues(attributes));
}

const namedValues = (list: Json | undefined): JsonObject =>
  Object.fromEntries(objectsOf(list).map(({ key, value }) => [textOf(key), valueOf(value)]));

function valueOf(typed: Json | undefined): Json {
  const value = objectOf(typed);
  const integer = field(value, 'intValue');
  if (integer !== undefined) return Number.isFinite(Number(integer)) ? Number(integer) : shown(integer);
  const list = field(value, 'arrayValue');
  if (list !== undefined) return objectsOf(objectOf(list)['values']).map(valueOf);
  const record = field(value, 'kvlistValue');
  if (record !== undefined) return namedValues(objectOf(record)['values']);
  const plain = ['stringValue', 'boolValue', 'doubleValue'].map((name) => field(value, name));
  return plain.find((one) => one !== undefined) ?? textInBytes(textOf(field(value, 'bytesValue')));
}

/** The text that `bytes` in base64 are in UTF-8; unchanged if they are none. */
const textInBytes = (bytes: string): Json =>
  bytes === '' ? null : ((isBase64(bytes) ? textOfBase64(bytes) : undefined) ?? bytes);

/** Parses nanoseconds since 1970, written as a text because JSON numbers are too small; some programs write numbers all the same. */
function nanoseconds(value: Json | undefined): SimTime | undefined {
  const digits = shown(value);
  if (!/^\d{1,19}$/.test(digits) || OTHER_UNIT.test(digits)) return parseTime(value);
  return microseconds(Number(BigInt(digits) / 1000n));
}

/** Matches times between 2001 and 2065 in seconds, milliseconds or microseconds. */
const OTHER_UNIT = /^[12]\d{9}(?:\d{3}){0,2}$/;

function microseconds(value: number | undefined): SimTime | undefined {
  return value === undefined || value <= 0 || value > 1e16 ? undefined : instant(Math.round(value));
}

/** The messages that a model received: in attributes or events of OpenTelemetry, or in attributes of other conventions. */
function readIn(attributes: JsonObject, events: readonly SpanEvent[]): readonly ChatMessage[] {
  const request = objectOf(parseIfJson(attributes['gcp.vertex.agent.llm_request']));
  const prompt = objectOf(parseIfJson(attributes['ai.prompt']));
  return [
    ...partsOf(attributes['gen_ai.system_instructions']).map((parts) => messageOf({ role: 'system', parts })),
    ...messagesIn(firstField(attributes, 'gen_ai.input.messages', 'pydantic_ai.all_messages'), 'user'),
    ...[...events, ...writtenEvents(attributes)].flatMap((event) => {
      if (event.name === 'gen_ai.content.prompt')
        return messagesFrom(event.attributes['gen_ai.prompt'], 'user');
      const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(event.name)?.[1];
      return role === undefined ? [] : [messageOf(over({ role }, event.attributes))];
    }),
    ...listed(attributes, 'llm.input_messages').map(messageOf),
    ...numbered(attributes, 'gen_ai.prompt').map(messageOf),
    ...messagesIn(attributes['ai.prompt.messages'], 'user'),
    ...(attributes['ai.prompt.messages'] === undefined ? promptOfSdk(prompt) : []),
    ...partsOf(objectOf(request['config'])['system_instruction']).map((parts) =>
      messageOf({ role: 'system', parts }),
    ),
    ...objectsOf(request['contents']).map(messageOf),
    ...objectsOf(objectOf(parseIfJson(attributes['request_data']))['messages']).map(messageOf),
    ...messagesFrom(attributes['gen_ai.prompt'], 'user'),
  ];
}

/** The messages in a list, or in a text that is one; anything else, such as a list that was cut off, as a text. */
function messagesIn(value: Json | undefined, role: 'user' | 'assistant' | 'tool'): readonly ChatMessage[] {
  const read = parseIfJson(value);
  if (!Array.isArray(read)) return role === 'tool' ? [] : messagesFrom(read, role);
  return (read as readonly Json[]).map((one) =>
    isJsonObject(one)
      ? messageOf(role === 'assistant' ? over(one, { role }) : one)
      : readMessage({ role, content: shown(one) }),
  );
}

/** The events in an attribute, as Pydantic AI wrote them until 2025: those of a model, or of all models of an agent. */
const writtenEvents = (attributes: JsonObject): readonly SpanEvent[] =>
  listIn(firstField(attributes, 'events', 'all_messages_events')).map((event) => ({
    name: textOf(event['event.name']),
    attributes: event,
  }));

const promptOfSdk = ({ system, prompt, messages }: JsonObject): readonly ChatMessage[] => [
  ...(typeof system === 'string' ? [messageOf({ role: 'system', content: system })] : []),
  ...(typeof prompt === 'string' ? [messageOf({ role: 'user', content: prompt })] : []),
  ...objectsOf(messages).map(messageOf),
];

/** The messages that a model wrote. */
const writtenIn = (attributes: JsonObject, events: readonly SpanEvent[]): readonly ChatMessage[] => [
  ...messagesIn(attributes['gen_ai.output.messages'], 'assistant'),
  ...events
    .filter(({ name }) => name === 'gen_ai.content.completion')
    .flatMap((event) => messagesFrom(event.attributes['gen_ai.completion'], 'assistant')),
  ...[
    ...[...events, ...writtenEvents(attributes)].flatMap((event) => {
      if (event.name !== 'gen_ai.choice') return [];
      const message = parseIfJson(event.attributes['message']);
      return [
        isJsonObject(message ?? null)
          ? over(event.attributes, objectOf(message))
          : message === undefined
            ? event.attributes
            : over(event.attributes, { content: message }),
      ];
    }),
    ...listed(attributes, 'llm.output_messages'),
    ...numbered(attributes, 'gen_ai.completion'),
    ...answerOfSdk(attributes),
    ...objectsOf([objectOf(parseIfJson(attributes['gcp.vertex.agent.llm_response']))['content'] ?? null]),
    ...objectsOf([objectOf(parseIfJson(attributes['response_data']))['message'] ?? null]),
  ].map((message) => messageOf(over(message, { role: 'assistant' }))),
  ...messagesFrom(attributes['gen_ai.completion'], 'assistant'),
];

function answerOfSdk(attributes: JsonObject): readonly JsonObject[] {
  const content =
    firstField(attributes, 'ai.response.text', 'ai.result.text', 'ai.response.object', 'ai.result.object') ??
    '';
  const calls = firstField(attributes, 'ai.response.toolCalls', 'ai.result.toolCalls') ?? [];
  const reasoning = attributes['ai.response.reasoning'] ?? '';
  return content === '' && reasoning === '' && objectsOf(parseIfJson(calls)).length === 0
    ? []
    : [{ content: { text: content }, reasoning, tool_calls: calls }];
}

/** The messages in the input or output of a program as LangSmith and LangChain write it; without messages, its text. */
export function messagesFrom(value: Json | undefined, role: 'user' | 'assistant'): readonly ChatMessage[] {
  if (value === undefined || value === null || value === '') return [];
  const found = messagesWithin(parseIfJson(value), 0);
  // A single message in an answer may lack its role; several are a talk in which each has its own.
  const messages = found.map((message) =>
    messageOf(role === 'assistant' && found.length === 1 ? over(message, { role }) : message),
  );
  return messages.length > 0 || isEmptyTalk(parseIfJson(value))
    ? messages
    : [readMessage({ role, content: shown(onlyField(parseIfJson(value))) })];
}

const isEmptyTalk = (value: Json | undefined): boolean =>
  isJsonObject(value) &&
  Object.keys(value).every((key) => key === 'messages' && listOf(value['messages']).length === 0);

/** The text in an object with no other field; any other value unchanged. */
function onlyField(value: Json | undefined): Json | undefined {
  // A method of Python has its object as well.
  const [only, ...others] = isJsonObject(value) ? Object.keys(value).filter((key) => key !== 'self') : [];
  const given = only === undefined ? null : (untracked(value as JsonObject) as JsonObject)[only];
  return typeof given === 'string' && others.length === 0 ? (value as JsonObject)[only!] : value;
}

/** Matches the roles in pairs of a role and a text, which LangChain takes for messages. */
const ROLE = /^(?:system|human|user|ai|assistant)$/;
const MAX_WITHIN = 4;
/** The fields that hold messages in the requests and answers of services and frameworks. */
const WITHIN = ['messages', 'generations', 'choices', 'output', 'candidates', 'contents', 'input'];

/** The messages in the inputs and outputs of a chain, a model or an agent. */
function messagesWithin(value: Json | undefined, depth: number): readonly JsonObject[] {
  if (depth > MAX_WITHIN) return [];
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    if (items.length > 0 && items.every((item) => isJsonObject(item) && typeof item['toolName'] === 'string'))
      return [{ role: 'assistant', tool_calls: items }];
    const [role, content, ...others] = items;
    if (typeof role === 'string' && ROLE.test(role) && typeof content === 'string' && others.length === 0)
      return [{ role, content }];
    return items.flatMap((item) =>
      isChatMessage(item) ? [objectOf(item)] : messagesWithin(item, depth + 1),
    );
  }
  if (!isJsonObject(value)) return [];
  if (isChatMessage(value)) return [value];
  const { message, content, text } = value;
  const own = [message, content].find((one) => isChatMessage(one ?? null));
  if (own !== undefined) return [objectOf(own)];
  if (typeof text === 'string' && depth > 0) return [{ role: 'assistant', content: text }];
  const told = firstField(value, ...WITHIN);
  const inner =
    typeof told === 'string' && ('instructions' in value || 'model' in value)
      ? [{ role: 'user', content: told }]
      : messagesWithin(told, depth + 1);
  const system = firstField(value, 'system', 'instructions');
  return system === undefined || inner.length === 0 ? inner : [{ role: 'system', content: system }, ...inner];
}

/** The attributes that have the whole input or output of a span. */
const INPUTS = ['input.value', 'mlflow.spanInputs'];
const OUTPUTS = ['output.value', 'mlflow.spanOutputs'];

/** `messages` or, for a model or an agent without any, those in the first of the attributes `names`. */
const orText = (
  messages: readonly ChatMessage[],
  kind: SpanKind,
  role: 'user' | 'assistant',
  attributes: JsonObject,
  ...names: readonly string[]
): readonly ChatMessage[] =>
  messages.length === 0 && (kind === 'model' || kind === 'agent')
    ? messagesFrom(firstField(attributes, ...names), role)
    : messages;

const listIn = (value: Json | undefined): readonly JsonObject[] => objectsOf(parseIfJson(value));

/** The parts of instructions, which are a list of parts or a text; none if there are no instructions. */
function partsOf(value: Json | undefined): readonly (readonly JsonObject[])[] {
  const read = parseIfJson(value);
  const parts = typeof read === 'string' ? [{ type: 'text', content: read }] : objectsOf(read);
  return parts.length === 0 ? [] : [parts];
}

/** The maximum depth of names in numbered attributes. */
const MAX_NAMES = 12;

/** The items of a list that is written as attributes such as `llm.input_messages.0.message.role`. */
function numbered(attributes: JsonObject, list: string): readonly JsonObject[] {
  const prefix = `${list}.`;
  const own = Object.keys(objectOf(untracked(attributes)))
    .filter((name) => name.startsWith(prefix))
    .map((name): Named => ({
      names: name.slice(prefix.length).split('.', MAX_NAMES),
      read: () => attributes[name]!,
    }));
  return itemsIn(own);
}

/** The items of a list that is written as such, or as attributes. */
function listed(attributes: JsonObject, list: string): readonly JsonObject[] {
  const written = parseIfJson(attributes[list]);
  if (!Array.isArray(written)) return numbered(attributes, list);
  return itemsIn(
    placesBelow(written as readonly Json[]).map(([name, holder, key]) => ({
      names: name.split('.', MAX_NAMES),
      read: () => holder[key]!,
    })),
  );
}

const itemsIn = (own: readonly Named[]): readonly JsonObject[] =>
  (own.length === 0 ? [] : objectsOf(nested(own))).map((item) => objectOf(item['message'] ?? item));

/** An attribute with its name split at the dots. Reading its value marks it as used. */
interface Named {
  readonly names: readonly string[];
  readonly read: () => Json;
}

/** The nested value that dotted attributes form. If all names at a level are numbers, it is a list. */
function nested(attributes: readonly Named[]): Json {
  const whole = attributes.find(({ names }) => names.length === 0);
  if (whole !== undefined) return whole.read();
  const fields = [...groupBy(attributes, ({ names: [name = ''] }) => name)].map(
    ([name, own]) =>
      [name, () => nested(own.map(({ names, read }) => ({ names: names.slice(1), read })))] as const,
  );
  if (fields.every(([name]) => /^\d+$/.test(name)))
    return fields.toSorted(([one], [other]) => Number(one) - Number(other)).map(([, read]) => read());
  const object: JsonObject = {};
  for (const [name, get] of fields) Object.defineProperty(object, name, { get, enumerable: true });
  return object;
}

/** A message whose content may be JSON in a text. An object in an answer is shown as text. */
function messageOf(message: JsonObject): ChatMessage {
  const { content } = message;
  if (
    isJsonObject(content ?? null) &&
    Object.keys(objectOf(content)).length === 1 &&
    'text' in objectOf(content)
  )
    return readMessage(over(message, { content: objectOf(content)['text'] ?? null }));
  return readMessage(message, true);
}

function evaluationIn(attributes: JsonObject): readonly Evaluation[] {
  const name = textOf(attributes['gen_ai.evaluation.name']);
  if (name === '') return [];
  return [
    {
      name,
      label: textOf(attributes['gen_ai.evaluation.score.label']),
      value: attributes['gen_ai.evaluation.score.value'],
      explanation: textOf(attributes['gen_ai.evaluation.explanation']),
    },
  ];
}
