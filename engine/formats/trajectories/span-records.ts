import { isBase64, textOfBase64 } from '../../apps/index.ts';
import { instant, isJsonObject, type Json, type JsonObject, type SimTime } from '../../model/index.ts';
import {
  countOf,
  firstText,
  listOf,
  objectOf,
  objectsOf,
  parseIfJson,
  shown,
  snakeCase,
  textOf,
  parseTime,
} from './fields.ts';
import { type FieldLocation, gathered, over, replaceValue, untracked } from './tracked-fields.ts';
import { type LogRecord, type RawSpan, SPAN_NAMES, type SpanEvent } from './span.ts';

// The forms in which programs, collectors and stores of traces write spans and log records.

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
export const plainSpansIn = (one: JsonObject): readonly JsonObject[] =>
  [one, ...objectsOf(one['data']), ...objectsOf(one['spans'])].filter(
    (each) => plainFormOf(each) !== undefined,
  );

/** The annotations in a document of Phoenix that stand beside spans: the document, or the items of a page or of a trace. */
export const annotationsIn = (one: JsonObject): readonly JsonObject[] =>
  plainFormOf(one) === undefined
    ? [one, ...['data', ...ANNOTATIONS].flatMap((list) => objectsOf(one[list]))].filter(isAnnotation)
    : [];

/** The lists of annotations in spans and traces. A note is an annotation that has only an explanation. */
export const ANNOTATIONS = ['annotations', 'notes'];

const isAnnotation = (value: JsonObject): boolean =>
  'annotator_kind' in value && 'name' in value && ('span_id' in value || 'trace_id' in value);

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
export function requestsIn(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
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

export const sizeOf = ({ attributes, events }: RawSpan): number =>
  Object.keys(attributes).length + events.length;

/** The value of a field, which some programs name in snake case. */
function field(object: JsonObject, name: string): Json | undefined {
  const value = object[name];
  if (value !== undefined) return value;
  return object[snakeCase(name)];
}

export const idIn = (record: JsonObject, name: string): string => textOf(field(record, name));

/** The spans or log records of exports, without data shared by their resource or scope. */
export const recordsIn = (exports: readonly JsonObject[], nth: 0 | 1): readonly JsonObject[] => {
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

export const protocolSpan = (span: JsonObject, logs: readonly LogRecord[]): RawSpan => ({
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
export function recordedSpan(records: readonly LogRecord[]): RawSpan {
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
export const isDetails = ({ name }: SpanEvent): boolean =>
  name === 'gen_ai.client.inference.operation.details';

/** The spans of a Jaeger export, which have tags instead of attributes, logs instead of events, and times in microseconds. */
export const jaegerSpans = (one: JsonObject): readonly RawSpan[] =>
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
export function placesBelow(
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
