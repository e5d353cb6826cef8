import { groupBy, type JsonObject, type TokenCount } from '../../model/index.ts';
import { firstField, objectOf, objectsOf, parseIfJson, textOf } from './fields.ts';
import { endingWithin } from './endings.ts';
import { over, untracked } from './tracked-fields.ts';
import {
  type LogRecord,
  NO_TALK,
  type RawSpan,
  type Span,
  type SpanEvent,
  type SpanKind,
  withIds,
} from './span.ts';
import {
  idIn,
  recordsIn,
  protocolSpan,
  recordedSpan,
  requestsIn,
  jaegerSpans,
  plainSpansIn,
  plainSpan,
  sizeOf,
  annotationsIn,
  isDetails,
  ANNOTATIONS,
} from './span-records.ts';
import { evaluationOf, evaluationIn, evaluationsInColumns } from './span-evaluations.ts';
import {
  kindOf,
  tokensIn,
  toolOutput,
  resultIn,
  failureOf,
  errorIn,
  AGENT_RUN,
  modelIn,
  modelInValues,
  endingIn,
  OUTPUTS,
  callIn,
  argumentsIn,
  INPUTS,
} from './span-attributes.ts';
import { orText, readIn, writtenIn } from './span-messages.ts';

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
