import { createHash } from 'node:crypto';
import type { Store } from '../../../engine/index.ts';
import {
  isClockTime,
  type Json,
  type Subagent,
  instant,
  type JsonObject,
  type LogEntry,
  type RunSummary,
  type SimTime,
  type TokenCount,
  type TranscriptStep,
} from '../../../engine/model/index.ts';
import { callDetails, calledEntry, stepsOf } from '../inspect/index.ts';
import { agentNameOf, toolNameOf } from './write-atif.ts';

/**
 * The transcript of `run` as a trace of OpenTelemetry (OTLP as JSON) by the conventions for generative AI: a span for the agent, and in it
 * a span for each answer of its model and for each tool call; a subagent has a span within the call that it works for. A model's span has what is new in the talk, and not the whole talk again.
 * Given in parts to be joined by line breaks. Returns notes on what the format cannot hold.
 */
export function* writeOtlp(store: Store, run: RunSummary): Generator<string, readonly string[]> {
  const spans = new Spans(store, run);
  const agent = agentNameOf(store, run);
  const root = spans.span(undefined, `invoke_agent ${agent}`, KIND_INTERNAL, run.start, run.now, {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent,
    'gen_ai.conversation.id': run.scenario,
  });
  const resource = { attributes: keyValues({ 'service.name': 'orrery' }) };
  yield `{"resourceSpans":[{"resource":${JSON.stringify(resource)},"scopeSpans":[{"scope":{"name":"orrery"},"spans":[`;
  yield JSON.stringify({ ...root, events: verdictEvents(run) });
  for (const span of spans.ofTranscript(root)) yield `,${JSON.stringify(span)}`;
  yield ']}]}]}';
  return [
    ...(isClockTime(run.start) ? [] : ['The run has no clock: its times are those of 1970.']),
    ...(spans.leftOut === 0
      ? []
      : [`${spans.leftOut} lines of logs, notes and hints are events that other programs may not show.`]),
  ];
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly JsonObject[];
  readonly events?: readonly JsonObject[];
  readonly status?: JsonObject;
}

const KIND_INTERNAL = 1;
const KIND_CLIENT = 3;
const STATUS_ERROR = 2;

class Spans {
  leftOut = 0;
  readonly #store: Store;
  readonly #run: RunSummary;
  readonly #trace: string;
  readonly #model: string;
  #count = 0;
  /** The conversations of the agent and its subagents, by subagent number. */
  readonly #talks = new Map<number | undefined, AgentConversation>();
  /** The span ids of calls, by log index. */
  readonly #calls = new Map<number, string>();

  constructor(store: Store, run: RunSummary) {
    this.#store = store;
    this.#run = run;
    this.#trace = createHash('sha256')
      .update(`${run.logHash} ${run.startedAt} ${run.scenario}`)
      .digest('hex')
      .slice(0, 32);
    this.#model = store.attempt(run.id)?.model ?? run.choices?.agent?.model?.name ?? '';
  }

  span(
    parent: string | undefined,
    name: string,
    kind: number,
    start: SimTime,
    end: SimTime,
    attributes: Readonly<Record<string, Json>>,
  ): Span {
    this.#count += 1;
    return {
      traceId: this.#trace,
      spanId: this.#count.toString(16).padStart(16, '0'),
      parentSpanId: parent ?? '',
      name,
      kind,
      startTimeUnixNano: nanos(start),
      endTimeUnixNano: nanos(end),
      attributes: keyValues(attributes),
    };
  }

  *ofTranscript(root: Span): Generator<Span> {
    const ends = new Map<number, SimTime>();
    for (const { subagent, time } of stepsOf(this.#store, this.#run))
      for (let one = subagent; one !== undefined; one = one.of) ends.set(one.nth, time);
    this.#talks.set(undefined, newConversation(root.spanId));
    for (const step of stepsOf(this.#store, this.#run)) {
      if (step.by === 'user') {
        this.leftOut += 1;
        continue;
      }
      const { kind, text, title, time, subagent } = step;
      if (subagent !== undefined) yield* this.#subagentSpan(subagent, time, ends);
      const talk = this.#talks.get(subagent?.nth)!;
      if (kind === 'thought' || step.tokens !== undefined) {
        // An answer has one thought.
        if (kind === 'thought' && text !== '' && talk.thoughts.some((one) => one.kind === 'thought'))
          yield* this.#thinking(talk);
        talk.thoughts.push(step);
      } else if (kind === 'call' || kind === 'reply') yield* this.#act(talk, step);
      else if (kind === 'log' || kind === 'hint' || kind === 'note') {
        this.leftOut += 1;
        talk.logs.push({
          timeUnixNano: nanos(time),
          name: title || kind,
          attributes: keyValues({ body: text }),
        });
      } else {
        yield* this.#thinking(talk);
        talk.read.push(message(kind === 'user' ? 'user' : 'system', [{ type: 'text', content: text }]));
      }
    }
    for (const talk of this.#talks.values()) {
      yield* this.#thinking(talk);
      if (talk.read.length + talk.logs.length > 0) yield this.#chat(talk, [], [], this.#run.now);
    }
  }

  /** The spans of a subagent and its callers, as far as they do not exist yet. */
  *#subagentSpan(subagent: Subagent, start: SimTime, ends: ReadonlyMap<number, SimTime>): Generator<Span> {
    if (this.#talks.has(subagent.nth)) return;
    if (subagent.of !== undefined) yield* this.#subagentSpan(subagent.of, start, ends);
    const caller = this.#talks.get(subagent.of?.nth)!;
    const call = subagent.call === undefined ? undefined : this.#calls.get(subagent.call);
    const end = ends.get(subagent.nth) ?? start;
    const span = this.span(call ?? caller.span, `invoke_agent ${subagent.name}`, KIND_INTERNAL, start, end, {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': subagent.name,
    });
    this.#talks.set(subagent.nth, newConversation(span.spanId));
    yield span;
  }

  /** A span for thoughts that were not followed by an act of the agent. */
  *#thinking(talk: AgentConversation): Generator<Span> {
    const thoughts = talk.thoughts.splice(0);
    if (thoughts.length > 0) yield this.#chat(talk, thoughts, [], thoughts.at(-1)!.time);
  }

  *#act(talk: AgentConversation, step: TranscriptStep): Generator<Span> {
    const entry = calledEntry(this.#store, this.#run, step);
    const called = callDetails(entry);
    const thoughts = talk.thoughts.splice(0);
    if (step.kind === 'reply' || called === undefined || entry === undefined || !('action' in entry)) {
      const ending = step.status === 'failed' ? { 'gen_ai.response.finish_reasons': ['content_filter'] } : {};
      yield this.#chat(talk, thoughts, [{ type: 'text', content: step.text }], step.time, ending);
      return;
    }
    const id = `call-${entry.index}`;
    const name = toolNameOf(entry.action);
    yield this.#chat(talk, thoughts, [{ type: 'tool_call', id, name, arguments: called.args }], step.time);
    // The time of an end that is not known is 0.
    const end =
      entry.outcome.status === 'no-result' ? instant(0) : instant(entry.time + (step.elapsed ?? 0) * 1_000);
    const span = this.span(talk.span, `execute_tool ${name}`, KIND_INTERNAL, entry.time, end, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': JSON.stringify(called.args),
      ...(entry.outcome.status === 'done'
        ? { 'gen_ai.tool.call.result': JSON.stringify(entry.outcome.value) }
        : {}),
    });
    this.#calls.set(entry.index, span.spanId);
    yield withFailure(span, entry);
  }

  #chat(
    talk: AgentConversation,
    thoughts: readonly TranscriptStep[],
    parts: readonly JsonObject[],
    time: SimTime,
    ending: Readonly<Record<string, Json>> = {},
  ): Span {
    const reasoning = thoughts.flatMap(({ kind, text }) =>
      kind === 'thought' && text !== '' ? [{ type: 'reasoning', content: text }] : [],
    );
    const written = [...reasoning, ...parts];
    const read = talk.read.splice(0);
    const events = talk.logs.splice(0);
    const span = this.span(talk.span, `chat ${this.#model}`.trim(), KIND_CLIENT, time, time, {
      'gen_ai.operation.name': 'chat',
      ...(this.#model === '' ? {} : { 'gen_ai.request.model': this.#model }),
      ...(read.length === 0 ? {} : { 'gen_ai.input.messages': JSON.stringify(read) }),
      ...(written.length === 0
        ? {}
        : { 'gen_ai.output.messages': JSON.stringify([message('assistant', written)]) }),
      ...usage(thoughts.flatMap(({ tokens }) => tokens ?? [])),
      ...ending,
    });
    return events.length === 0 ? span : { ...span, events };
  }
}

/** The state of an agent's conversation with its model since the last answer. */
interface AgentConversation {
  /** The id of the agent's span. */
  readonly span: string;
  /** The messages for the model's next request. */
  readonly read: JsonObject[];
  readonly thoughts: TranscriptStep[];
  readonly logs: JsonObject[];
}

const newConversation = (span: string): AgentConversation => ({ span, read: [], thoughts: [], logs: [] });

const message = (role: string, parts: readonly JsonObject[]): JsonObject => ({ role, parts });

function usage(counts: readonly TokenCount[]): Readonly<Record<string, Json>> {
  const names = {
    input: 'gen_ai.usage.input_tokens',
    output: 'gen_ai.usage.output_tokens',
    cached: 'gen_ai.usage.cache_read.input_tokens',
    reasoning: 'gen_ai.usage.reasoning.output_tokens',
    cost: 'gen_ai.usage.cost',
  } as const;
  return Object.fromEntries(
    (Object.keys(names) as (keyof typeof names)[]).flatMap((name) => {
      const known = counts.flatMap((count) => count[name] ?? []);
      return known.length === 0 ? [] : [[names[name], known.reduce((sum, one) => sum + one, 0)]];
    }),
  );
}

function withFailure(span: Span, { outcome, time }: LogEntry): Span {
  if (outcome.status === 'done' || outcome.status === 'no-result') return span;
  const [type, text] =
    outcome.status === 'failed' ? [outcome.error.type, outcome.error.message] : ['skipped', outcome.reason];
  return {
    ...span,
    attributes: [...span.attributes, ...keyValues({ 'error.type': type })],
    events: [
      {
        timeUnixNano: nanos(time),
        name: 'exception',
        attributes: keyValues({ 'exception.type': type, 'exception.message': text }),
      },
    ],
    status: { code: STATUS_ERROR, message: text },
  };
}

function verdictEvents({ verdict, now }: RunSummary): readonly JsonObject[] {
  if (verdict === undefined || verdict.outcome === 'not-judged') return [];
  return [
    {
      timeUnixNano: nanos(now),
      name: 'gen_ai.evaluation.result',
      attributes: keyValues({
        'gen_ai.evaluation.name': 'verdict',
        'gen_ai.evaluation.score.label': verdict.outcome,
        'gen_ai.evaluation.explanation': verdict.sentence,
      }),
    },
  ];
}

/** Microseconds as a text of nanoseconds, which are too large for numbers. */
const nanos = (time: SimTime): string => `${BigInt(time) * 1_000n}`;

const keyValues = (attributes: Readonly<Record<string, Json>>): readonly JsonObject[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: Json): JsonObject {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: JSON.stringify(value) };
}
