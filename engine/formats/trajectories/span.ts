import type { Json, JsonObject, SimTime, TokenCount } from '../../model/index.ts';
import type { CallResult, ChatMessage, ModelCall } from './chat.ts';
import { firstText } from './fields.ts';
import type { Ending } from './endings.ts';

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

/** The name of `span`, marked as used because it is shown. */
export const shownName = ({ record, name }: Span): string => firstText(record, ...SPAN_NAMES) || name;

export const SPAN_NAMES = ['name', 'operationName', 'span_name', 'display_name'];

/** A span as its export format has it. */
export interface RawSpan extends Pick<
  Span,
  'trace' | 'id' | 'parent' | 'name' | 'start' | 'end' | 'attributes' | 'record'
> {
  readonly events: readonly SpanEvent[];
  readonly status: JsonObject;
}

/** An event of a span, or of a log record that names the span. */
export interface SpanEvent {
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
