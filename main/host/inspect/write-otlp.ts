import { createHash } from 'node:crypto';
import type { Store } from '../../../engine/index.ts';
import {
  isClockTime,
  type Json,
  type JsonObject,
  type LogEntry,
  type RunSummary,
  type SimTime,
  type TokenCount,
  type TranscriptStep,
} from '../../../engine/model/index.ts';
import { callOf, calledEntry, stepsOf } from './transcript.ts';
import { agentNameOf, toolNameOf } from './write-atif.ts';

/**
 * The transcript of `run` as a trace of OpenTelemetry (OTLP as JSON) by the conventions for generative AI: a span for the agent, and in it
 * a span for each answer of its model and for each tool call. A model's span has what is new in the talk, and not the whole talk again.
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
  for (const span of spans.ofTranscript(root.spanId)) yield `,${JSON.stringify(span)}`;
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
const ERROR = 2;

class Spans {
  leftOut = 0;
  readonly #store: Store;
  readonly #run: RunSummary;
  readonly #trace: string;
  readonly #model: string;
  #count = 0;
  /** What the model reads with its next request. */
  #read: JsonObject[] = [];
  #thoughts: TranscriptStep[] = [];
  #logs: JsonObject[] = [];

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

  *ofTranscript(root: string): Generator<Span> {
    for (const step of stepsOf(this.#store, this.#run)) {
      const { kind, text, title, time } = step;
      if (kind === 'thought' || step.tokens !== undefined) {
        // An answer has one thought.
        if (kind === 'thought' && text !== '' && this.#thoughts.some((one) => one.kind === 'thought'))
          yield* this.#thinking(root);
        this.#thoughts.push(step);
      } else if (kind === 'call' || kind === 'reply') yield* this.#act(root, step);
      else if (kind === 'log' || kind === 'hint' || kind === 'note') {
        this.leftOut += 1;
        this.#logs.push({
          timeUnixNano: nanos(time),
          name: title || kind,
          attributes: keyValues({ body: text }),
        });
      } else {
        yield* this.#thinking(root);
        this.#read.push(message(kind === 'user' ? 'user' : 'system', [{ type: 'text', content: text }]));
      }
    }
    yield* this.#thinking(root);
    if (this.#read.length + this.#logs.length > 0) yield this.#chat(root, [], [], this.#run.now);
  }

  /** What the agent thought before something else happened than an act of its own. */
  *#thinking(root: string): Generator<Span> {
    const thoughts = this.#thoughts;
    this.#thoughts = [];
    if (thoughts.length > 0) yield this.#chat(root, thoughts, [], thoughts.at(-1)!.time);
  }

  *#act(root: string, step: TranscriptStep): Generator<Span> {
    const entry = calledEntry(this.#store, this.#run, step);
    const called = callOf(entry);
    const thoughts = this.#thoughts;
    this.#thoughts = [];
    if (step.kind === 'reply' || called === undefined || entry === undefined || !('action' in entry)) {
      yield this.#chat(root, thoughts, [{ type: 'text', content: step.text }], step.time);
      return;
    }
    const id = `call-${entry.index}`;
    const name = toolNameOf(entry.action);
    yield this.#chat(root, thoughts, [{ type: 'tool_call', id, name, arguments: called.args }], step.time);
    const span = this.span(root, `execute_tool ${name}`, KIND_INTERNAL, entry.time, entry.time, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': JSON.stringify(called.args),
      ...(entry.outcome.status === 'done'
        ? { 'gen_ai.tool.call.result': JSON.stringify(entry.outcome.value) }
        : {}),
    });
    yield failed(span, entry);
  }

  #chat(
    root: string,
    thoughts: readonly TranscriptStep[],
    parts: readonly JsonObject[],
    time: SimTime,
  ): Span {
    const reasoning = thoughts.flatMap(({ kind, text }) =>
      kind === 'thought' && text !== '' ? [{ type: 'reasoning', content: text }] : [],
    );
    const written = [...reasoning, ...parts];
    const span = this.span(root, `chat ${this.#model}`.trim(), KIND_CLIENT, time, time, {
      'gen_ai.operation.name': 'chat',
      ...(this.#model === '' ? {} : { 'gen_ai.request.model': this.#model }),
      ...(this.#read.length === 0 ? {} : { 'gen_ai.input.messages': JSON.stringify(this.#read) }),
      ...(written.length === 0
        ? {}
        : { 'gen_ai.output.messages': JSON.stringify([message('assistant', written)]) }),
      ...usage(thoughts.flatMap(({ tokens }) => tokens ?? [])),
    });
    const events = this.#logs;
    this.#read = [];
    this.#logs = [];
    return events.length === 0 ? span : { ...span, events };
  }
}

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

function failed(span: Span, { outcome, time }: LogEntry): Span {
  if (outcome.status === 'done') return span;
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
    status: { code: ERROR, message: text },
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

/** Whole microseconds as nanoseconds, which are too large for numbers. */
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
