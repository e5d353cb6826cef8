import {
  earlier,
  groupBy,
  type Json,
  type JsonObject,
  later,
  type SimTime,
  type TokenCount,
  type Verdict,
} from '../../model/index.ts';
import {
  type CallResult,
  type ChatMessage,
  EarlierParts,
  isAnswered,
  messageKey,
  type ModelCall,
  secondsBetween,
  thought,
} from './chat.ts';
import { errorSteps, withEnding } from './endings.ts';
import { shown } from './fields.ts';
import { sessionsInLogs } from './open-telemetry-logs.ts';
import { annotationsIn, hasOnlyMetrics, isExport, readLogRecords } from './span-records.ts';
import { type Evaluation, shownName, type Span, repeatedId, MAX_SPAN_DEPTH } from './span.ts';
import { NO_REASON } from './span-attributes.ts';
import { readSpans } from './open-telemetry-spans.ts';
import {
  inOrder,
  type TrajectoryCall,
  type RecordedSubagent,
  type Log,
  NO_RESULT,
  ofSubagent,
  scoreOf,
  type Step,
  type ToolCheck,
  toolVerdict,
  type Trajectory,
  withCost,
} from './trajectory.ts';

/** Whether `document` has traces in the JSON form of OpenTelemetry's protocol: one export, or a list of them. */
export function isOpenTelemetry(document: Json): boolean {
  const exports = exportsIn(document);
  return exports.some(isExport) && exports.every((one) => isExport(one) || hasOnlyMetrics(one));
}

/** Why `document` has no attempt, if it has spans of other operations, or annotations of Phoenix without spans; `undefined` for any other. */
export function whereSpansAre(document: Json): string | undefined {
  const exports = exportsIn(document).filter(isExport);
  if (exports.some((one) => annotationsIn(one).length > 0))
    return 'These are annotations of Phoenix without their spans. Export traces with annotations: px trace list --include-annotations --format raw';
  return readSpans(exports, readLogRecords(exports)).length === 0
    ? undefined
    : 'None of these spans is the work of a model, a tool or an agent. Spans are known by attributes such as gen_ai.operation.name and openinference.span.kind.';
}

/** A trajectory for each trace that contains a call of a model, a tool or an agent. */
export function openTelemetryTrajectories(
  document: Json,
  file: string,
  earlier: EarlierParts,
): readonly Trajectory[] {
  const exports = exportsIn(document).filter(isExport);
  const records = readLogRecords(exports);
  const traces = [...groupBy(readSpans(exports, records), ({ trace }) => trace).values()];
  return [
    ...traces
      .filter((spans) => spans.some(({ kind }) => kind !== 'other' && kind !== 'chain'))
      .map((spans) => spansTrajectory(spans, file, traces.length === 1 ? earlier : new EarlierParts())),
    ...sessionsInLogs(records),
  ];
}

/**
 * The trajectory of the spans of one trace, whatever program exported them. Its task is `name`, or else that of the first span.
 * @param earlier what is known from the earlier parts of the trace
 */
export const spansTrajectory = (
  spans: readonly Span[],
  file: string,
  earlier: EarlierParts,
  name = '',
): Trajectory => ({
  ...new Trace(withDistinctCalls(withOwnTalks(oneRequests(spans))), earlier.state(EarlierSpans)).trajectory(
    file,
    name,
  ),
  parts: spans.map(({ record }) => record),
});

/** What is known from the earlier parts of a trace that is read part by part. */
class EarlierSpans {
  /** The messages that the last model of each agent read or wrote, with their number, by the id of the agent's span. */
  readonly known = new Map<string, ReadonlyMap<string, number>>();
  /** The ids of the agents' spans, by those of the agents and chains within them. */
  readonly agents = new Map<string, string>();
}

const exportsIn = (document: Json): readonly Json[] =>
  Array.isArray(document) ? (document as readonly Json[]) : [document];

/** `spans`, with messages and tokens added to agents whose models have none. */
function withOwnTalks(spans: readonly Span[]): readonly Span[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const [withTalk, withTokens] = [new Set<Span>(), new Set<Span>()];
  for (const span of spans) {
    if (span.kind !== 'model') continue;
    for (const around of spansAround(span, byId)) {
      if (hasTalk(span)) withTalk.add(around);
      if (hasTokens(span.tokens)) withTokens.add(around);
    }
  }
  return spans.map((span) =>
    span.own === undefined
      ? span
      : {
          ...span,
          ...(withTalk.has(span) ? {} : span.own.talk()),
          ...(withTokens.has(span) ? {} : { tokens: span.own.tokens() }),
        },
  );
}

const hasTokens = (tokens: TokenCount): boolean => Object.keys(tokens).length > 0;

const hasTalk = ({ read, written }: Span): boolean => read.length + written.length > 0;

const MAX_TAGS = 5;
const MAX_HANDING_OVER = 20; // of the last agents, to one

/**
 * `spans` with nested model spans merged, because two libraries may record the same request. A span that contains several model
 * spans counts as a chain.
 */
function oneRequests(spans: readonly Span[]): readonly Span[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const isPart = ({ kind }: Span): boolean => kind === 'other' || kind === 'chain';
  const within = new Map<Span, Span[]>();
  for (const span of spans) {
    if (span.kind !== 'model') continue;
    const around = spansAround(span, byId).find((one) => !isPart(one));
    if (around?.kind === 'model') within.set(around, [...(within.get(around) ?? []), span]);
  }
  const merged = new Set<Span>();
  const withInner = (span: Span, depth = 0): Span => {
    const [inner, ...others] = within.get(span) ?? [];
    if (inner === undefined || depth > MAX_SPAN_DEPTH) return span;
    // Two requests: what is around them has nothing of its own.
    if (others.length > 0) return { ...span, kind: 'chain' };
    merged.add(inner);
    const { read, written, tokens, model } = withInner(inner, depth + 1);
    const isRicher = read.length + written.length >= span.read.length + span.written.length;
    return {
      ...span,
      ...(isRicher ? { read, written } : {}),
      tokens: { ...span.tokens, ...tokens },
      model: span.model || model,
      failure: span.failure ?? inner.failure,
    };
  };
  const outer = spans.map((span) => {
    const one = span.kind === 'model' && !merged.has(span) ? withInner(span) : span;
    return [span, one] as const;
  });
  return outer.map(([span, one]) => (merged.has(span) ? { ...span, kind: 'same', failure: undefined } : one));
}

/**
 * `spans` in which each call has an id of its own. Small programs number calls anew in each agent, or even in each answer; `withIds`
 * numbers those of a talk.
 */
function withDistinctCalls(spans: readonly Span[]): readonly Span[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  // An agent, or a tool that asks models, has calls of its own.
  const scopesOf = new Map(
    spans.map((span) => [
      span,
      [...(span.kind === 'agent' ? [span] : []), ...spansAround(span, byId)]
        .filter(({ kind }) => kind === 'agent' || kind === 'tool')
        .map(({ id }) => id),
    ]),
  );
  const scopeOf = (span: Span): string => scopesOf.get(span)![0] ?? '';
  const asked = new Map<string, Map<string, ModelCall>>();
  for (const span of spans)
    for (const call of [...span.read, ...span.written].flatMap(({ calls }) => calls)) {
      const byScope = asked.get(call.id) ?? new Map<string, ModelCall>();
      asked.set(call.id, byScope);
      if (!byScope.has(scopeOf(span))) byScope.set(scopeOf(span), call);
    }
  const isOfSeveral = (id: string): boolean => {
    const calls = [...(asked.get(id)?.values() ?? [])];
    // A subagent may have the calls of its caller in its input.
    return new Set(calls.map(({ tool, args }) => JSON.stringify([tool, args]))).size > 1;
  };
  const shared = new Set([...asked.keys()].filter((id) => asked.get(id)!.size > 1 && isOfSeveral(id)));
  const scoped = (id: string, scope: string): string => (shared.has(id) ? `${scope} ${id}` : id);
  const numbers = new Map<string, number>();
  const idOfSpan = (span: Span): string | undefined => {
    const { id, tool } = span.call;
    const parent = byId.get(span.parent);
    if (id === undefined || (parent?.kind === 'tool' && parent.call.tool === tool)) return id;
    const scope = [...scopesOf.get(span)!, ''].find((one) => asked.get(id)?.has(one)) ?? scopeOf(span);
    const nth = (numbers.get(`${scope} ${id}`) ?? 0) + 1;
    numbers.set(`${scope} ${id}`, nth);
    const own = repeatedId(id, nth);
    return scoped(asked.get(own)?.has(scope) === true ? own : id, scope);
  };
  const ids = new Map(
    spans
      .filter(({ kind }) => kind === 'tool')
      .toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0))
      .map((span) => [span, idOfSpan(span)] as const),
  );
  const inScope = (messages: readonly ChatMessage[], scope: string): readonly ChatMessage[] =>
    messages.map((message) => ({
      ...message,
      calls: message.calls.map((call) => ({ ...call, id: scoped(call.id, scope) })),
      results: message.results.map((result) => ({
        ...result,
        ids: result.ids.map((id) => scoped(id, scope)),
      })),
    }));
  return spans.map((span) =>
    shared.size === 0 && ids.get(span) === (span.kind === 'tool' ? span.call.id : undefined)
      ? span
      : {
          ...span,
          read: inScope(span.read, scopeOf(span)),
          written: inScope(span.written, scopeOf(span)),
          ...(span.kind === 'tool' ? { call: { ...span.call, id: ids.get(span) } } : {}),
        },
  );
}

/** The call that a model requested and a span without an id carried out. */
interface Request {
  readonly call: ModelCall;
  /** Whether no other request is like it: otherwise the result that the model was told may be that of another span. */
  readonly isOnly: boolean;
}

/** The spans of one trace. */
class Trace {
  /** The spans in order of time; a span comes before those inside it. */
  readonly #spans: readonly Span[];
  /** The spans around each span, the innermost first. */
  readonly #around: ReadonlyMap<Span, readonly Span[]>;
  /** The spans that tell of the same call as the span around them, by that. */
  readonly #repeats: ReadonlyMap<Span, readonly Span[]>;
  /** The calls that models requested, by id, with outcomes from later inputs. */
  readonly #asked: ReadonlyMap<string, ModelCall>;
  readonly #results: ReadonlyMap<string, CallResult>;
  /** The ids of calls that have spans. */
  readonly #called = new Set<string>();
  /** The requested calls of spans without an id; and for each tool, how many such spans are left. */
  readonly #requested: ReadonlyMap<Span, Request>;
  readonly #unnamed: Map<string, number>;
  readonly #earlier: EarlierSpans;
  /** The tool calls inside which models were asked without an agent between: a subagent that has no span of its own. */
  readonly #helpers: ReadonlySet<Span>;
  /** The agents that work for another agent, and those that a tool call started. */
  readonly #subagents = new Map<Span, RecordedSubagent>();
  readonly #starts = new Map<Span, RecordedSubagent[]>();

  constructor(spans: readonly Span[], earlier: EarlierSpans) {
    this.#earlier = earlier;
    const byId = new Map(spans.map((span) => [span.id, span]));
    const around = new Map(spans.map((span) => [span, spansAround(span, byId)]));
    this.#around = around;
    this.#spans = spans.toSorted(
      (one, other) =>
        (one.start ?? 0) - (other.start ?? 0) ||
        // Without times, the order of the file is all there is.
        (one.start === undefined ? 0 : around.get(one)!.length - around.get(other)!.length),
    );
    const messages = this.#spans.flatMap(({ read, written }) => [...read, ...written]);
    // Of several with the same id, the first is the one that others repeat.
    this.#asked = firstOfEach(messages.flatMap(({ calls }) => calls.map((call) => [call.id, call] as const)));
    this.#results = firstOfEach(
      messages.flatMap(({ results }) =>
        results.flatMap((result) => result.ids.map((id) => [id, result] as const)),
      ),
    );
    this.#repeats = groupBy(
      this.#spans.filter((span) => span.kind === 'tool' && this.#isCallOfParent(span)),
      (span) => around.get(span)![0]!,
    );
    this.#helpers = new Set(
      this.#spans.flatMap((span) => (span.kind === 'model' ? (this.#callAround(span) ?? []) : [])),
    );
    for (const span of this.#spans) {
      this.#addSubagent(span);
      if (span.kind === 'agent') earlier.agents.set(span.id, span.id);
      else if (span.kind === 'chain') earlier.agents.set(span.id, this.#agentIdOf(span));
    }
    for (const { kind, call } of this.#spans)
      if (kind === 'tool' && call.id !== undefined) this.#called.add(call.id);
    this.#requested = this.#requestsOfSpans();
    for (const { call } of this.#requested.values()) this.#called.add(call.id);
    const others = this.#spans.filter((span) => this.#isCallWithoutId(span) && !this.#requested.has(span));
    this.#unnamed = counted(others.map(({ call }) => call.tool));
  }

  /** The requested calls of the spans without an id: those with equal arguments, or the only ones left of a tool. */
  #requestsOfSpans(): ReadonlyMap<Span, Request> {
    const requested = new Map<Span, Request>();
    const add = (spans: readonly Span[], calls: readonly ModelCall[]): void => {
      for (const [nth, span] of spans.entries())
        if (calls[nth] !== undefined) requested.set(span, { call: calls[nth], isOnly: calls.length === 1 });
    };
    const keyOf = (tool: string, args: JsonObject | undefined): string =>
      JSON.stringify([tool, args ?? null]);
    const calls = [...this.#asked.values()].filter(({ id }) => !this.#called.has(id));
    const alike = groupBy(calls, ({ tool, args }) => keyOf(tool, args));
    const spans = this.#spans.filter((span) => this.#isCallWithoutId(span));
    for (const [key, own] of groupBy(spans, ({ call }) => keyOf(call.tool, call.args)))
      add(own, alike.get(key) ?? []);
    const taken = new Set(Array.from(requested.values(), ({ call }) => call));
    const left = groupBy(
      calls.filter((call) => !taken.has(call)),
      ({ tool }) => tool,
    );
    const without = spans.filter((span) => span.call.args === undefined && !requested.has(span));
    for (const [tool, own] of groupBy(without, ({ call }) => call.tool))
      if (left.get(tool)?.length === own.length) add(own, left.get(tool)!);
    return requested;
  }

  #isCallWithoutId(span: Span): boolean {
    return span.kind === 'tool' && span.call.id === undefined && !this.#isCallOfParent(span);
  }

  /** The tool call in which a model's span is, unless an agent is between them, or nothing is around the call. */
  #callAround(span: Span): Span | undefined {
    const around = this.#around.get(span)!;
    let place = around.findIndex(({ kind }) => kind === 'tool' || kind === 'agent');
    if (around[place]?.kind !== 'tool') return undefined;
    while (this.#isCallOfParent(around[place]!)) place += 1;
    return place + 1 < around.length ? around[place] : undefined;
  }

  #addSubagent(span: Span): void {
    const isHelper = this.#helpers.has(span);
    const caller = span.kind === 'agent' || isHelper ? this.#agentOf(span) : undefined;
    if (caller === undefined && !isHelper) return;
    const subagent = {
      name: isHelper ? span.call.tool : span.agent,
      of: caller && this.#subagents.get(caller),
    };
    this.#subagents.set(span, subagent);
    const call = isHelper
      ? span
      : this.#around.get(span)!.find(({ kind }) => kind === 'tool' || kind === 'agent');
    if (call?.kind !== 'tool') return;
    const started = this.#starts.get(call);
    if (started === undefined) this.#starts.set(call, [subagent]);
    else started.push(subagent);
  }

  trajectory(file: string, name: string): Trajectory {
    const evaluations = this.#spans.flatMap((span) => span.evaluations).filter(isGrade);
    // Embeddings have models, too.
    const models = new Set(
      [...this.#spans.filter(({ kind }) => kind === 'model'), ...this.#spans].flatMap(
        ({ model }) => model || [],
      ),
    );
    const root = this.#spans.find((span) => this.#around.get(span)!.length === 0);
    return {
      task: name || (root && shownName(root)) || file.replace(/\.jsonl?$/i, ''),
      // What a model answered comes after what happened while it did.
      steps: inOrder(this.#spans.flatMap((span) => this.#stepsOf(span))),
      period: this.#period(),
      states: { tools: {} },
      tags: [...models].slice(0, MAX_TAGS),
      verdict: evaluations.length === 0 ? undefined : verdictOf(evaluations),
      attempt: {
        agent: this.#spans.find(({ kind }) => kind === 'agent')?.agent,
        model: [...models][0],
        scores: evaluations.map(({ name, label, value = null, explanation, by = '' }) =>
          scoreOf(name, value ?? label, {
            label: label || shown(value),
            passed: isMet(label),
            explanation: [by, explanation].filter((text) => text !== '').join(': ') || undefined,
          }),
        ),
      },
    };
  }

  /** From the start of the first span to the end of the last. */
  #period(): Trajectory['period'] {
    const [time, ...others] = this.#spans.flatMap(({ start, end }) =>
      [start, end].flatMap((one) => one ?? []),
    );
    return time === undefined
      ? undefined
      : { start: others.reduce(earlier, time), end: others.reduce(later, time) };
  }

  #stepsOf(span: Span): readonly Step[] {
    const { kind, failure, end: time } = span;
    const told = ({ message }: { readonly message: string }): string =>
      [shownName(span), message].filter((text) => text !== '').join(': ');
    const troubles: readonly Step[] =
      failure === undefined || kind === 'tool'
        ? []
        : kind === 'model'
          ? errorSteps(failure.type, told(failure), time)
          : // The spans around a failure tell it again.
            [{ kind: 'log', type: 'error', text: told(failure), time }];
    const scores = span.evaluations.map((one): Log => ({
      kind: 'log',
      type: 'score',
      text: isGrade(one)
        ? `${gradeText(one)}${one.explanation === '' ? '' : ` Why: ${one.explanation}`}`
        : `${evaluatorText(one)}: ${one.explanation || 'no result'}`,
      time,
    }));
    const agent = kind === 'agent' ? span : this.#agentOf(span);
    const subagent = agent && this.#subagents.get(agent);
    const steps = [...this.#ownSteps(span), ...troubles, ...scores];
    return subagent === undefined ? steps : steps.map((step) => ofSubagent(step, subagent));
  }

  #ownSteps(span: Span): readonly Step[] {
    const { kind, start: time, attributes } = span;
    const told = (text: string): Log => ({ kind: 'log', type: 'log', text, time });
    const begins = (): Log => told(`Begins: ${shownName(span)}`);
    switch (kind) {
      case 'model':
        return this.#modelSteps(span);
      case 'tool':
        return this.#isCallOfParent(span) ? [] : [this.#call(span)];
      case 'agent':
        // Its messages are those of its models, where they are recorded.
        return hasTalk(span) || hasTokens(span.tokens) ? [begins(), ...this.#modelSteps(span)] : [begins()];
      case 'chain':
        return [begins()];
      case 'same':
        return [];
      case 'other':
        return [
          told(
            Object.keys(attributes).length === 0
              ? shownName(span)
              : `${shownName(span)}: ${JSON.stringify(attributes)}`,
          ),
        ];
    }
  }

  /** The new part of a model's input, and its answer. */
  #modelSteps(span: Span): readonly Step[] {
    const { read, start, end, tokens, ending } = span;
    // What an agent gives may begin with what it got.
    const written = span.kind === 'agent' ? withoutRepeated(read, span.written) : span.written;
    const agent = this.#agentIdOf(span);
    const { known } = this.#earlier;
    const before = new Map(known.get(agent) ?? this.#handedOver(read));
    const fresh = read.filter((message) => !takeOne(before, messageKey(message)));
    // One without messages tells nothing of the talk so far.
    if (read.length + written.length > 0) known.set(agent, counted([...read, ...written].map(messageKey)));
    const said = written.flatMap((message) => this.#messageSteps(message, end));
    const isTold = written.some((message) => message.ending !== undefined);
    const answer = isTold ? said : withEnding(said, ending, end);
    // The time of an agent is not that of an answer.
    const elapsed = span.kind === 'agent' && !hasTokens(tokens) ? undefined : secondsBetween(start, end);
    const cost = { tokens, elapsed, time: end };
    const isFailed = span.failure !== undefined && written.length === 0;
    // What an agent has in its own input after the first answer came later than its start.
    const first = span.kind === 'agent' ? fresh.findIndex(({ role }) => role === 'assistant') : -1;
    return [
      ...fresh.flatMap((message, index) =>
        this.#messageSteps(message, first === -1 || index < first ? start : end),
      ),
      ...withCost(answer, cost, `${span.model || 'The model'} ${isFailed ? 'gave no answer' : 'answered'}.`),
    ];
  }

  /** What another agent read and wrote, if all of that is in the first input of an agent to which it hands over. */
  #handedOver(read: readonly ChatMessage[]): ReadonlyMap<string, number> | undefined {
    if (!read.some(({ role }) => role === 'assistant')) return undefined;
    const given = counted(read.map(messageKey));
    const recent = [...this.#earlier.known.values()].slice(-MAX_HANDING_OVER);
    return recent.findLast((told) => hasAnswer(told) && isWithin(told, given));
  }

  #messageSteps(message: ChatMessage, time: SimTime | undefined): readonly Step[] {
    const { role, text, reasoning } = message;
    if (role === 'system') return [{ kind: 'log', type: 'system_prompt', text, time }];
    const from = role === 'user' ? 'user' : 'agent';
    const speaks = text !== '' && (from === 'user' || isAnswered(message));
    const said: readonly Step[] = speaks ? [{ kind: 'message', from, text, time }] : thought(text, time);
    const calls = message.calls
      .filter((call) => !this.#hasSpan(call))
      .map((call) => this.#asStep(call, time));
    const told = withEnding(said, message.ending, time);
    return [
      ...thought(reasoning, time),
      ...(speaks && from === 'agent' ? [...calls, ...told] : [...told, ...calls]),
      ...message.results
        .filter(({ ids }) => !ids.some((id) => this.#asked.has(id) || this.#called.has(id)))
        .map((result): Log => ({ kind: 'log', type: 'log', text: result.text, time })),
    ];
  }

  /** Whether a span shows the call. The span then has its time and result. */
  #hasSpan({ id, tool }: ModelCall): boolean {
    return this.#called.has(id) || takeOne(this.#unnamed, tool);
  }

  #asStep({ id, tool, args, outcome: own }: ModelCall, time: SimTime | undefined): TrajectoryCall {
    const outcome = own ?? this.#results.get(id)?.outcome ?? NO_RESULT;
    return { kind: 'call', by: 'agent', app: 'tools', tool, args, outcome, time };
  }

  #call(span: Span): TrajectoryCall {
    const { start: time, end } = span;
    const told = this.#sameCall(span);
    const { tool } = span.call;
    const request = this.#requested.get(span);
    const id = span.call.id ?? (request?.isOnly === true ? request.call.id : '');
    const args =
      told.map(({ call }) => call.args).find((one) => one !== undefined) ??
      this.#asked.get(id)?.args ??
      request?.call.args ??
      {};
    const result = told.map(({ call }) => call.result ?? undefined).find((one) => one !== undefined);
    const outcome = this.#results.get(id)?.outcome;
    const failure =
      told.map((one) => one.failure).find((one) => one !== undefined) ??
      (outcome?.status === 'failed' ? outcome.error : undefined);
    const value = result ?? this.#results.get(id)?.text ?? null;
    return {
      kind: 'call',
      by: 'agent',
      app: 'tools',
      tool,
      args,
      outcome:
        failure === undefined
          ? value === null && end === undefined
            ? NO_RESULT
            : { status: 'done', value }
          : { status: 'failed', error: { ...failure, message: withResult(failure.message, value) } },
      time,
      elapsed: secondsBetween(time, end),
      starts: this.#starts.get(span),
    };
  }

  /** Whether a span is the same call as its parent span: for example a call of MCP inside the agent program's call. */
  #isCallOfParent(span: Span): boolean {
    const [parent] = this.#around.get(span)!;
    return parent?.kind === 'tool' && parent.call.tool === span.call.tool;
  }

  /** A call's span, and those below it that tell of the same call. */
  #sameCall(span: Span): readonly Span[] {
    return [span, ...(this.#repeats.get(span) ?? []).flatMap((one) => this.#sameCall(one))];
  }

  /** The id of the agent's span around a span, which may be in an earlier part of the file. */
  #agentIdOf(span: Span): string {
    const outermost = this.#around.get(span)!.at(-1) ?? span;
    return this.#agentOf(span)?.id ?? this.#earlier.agents.get(outermost.parent) ?? '';
  }

  /** The span of the agent around a span, or of the call whose subagent has none. */
  #agentOf(span: Span): Span | undefined {
    return this.#around.get(span)!.find((one) => one.kind === 'agent' || this.#helpers.has(one));
  }
}

/** `written` without the messages of `read` at its beginning. */
function withoutRepeated(
  read: readonly ChatMessage[],
  written: readonly ChatMessage[],
): readonly ChatMessage[] {
  const keys = read.map(messageKey);
  const isRepeated =
    written.length >= keys.length && keys.every((key, nth) => key === messageKey(written[nth]!));
  return isRepeated ? written.slice(keys.length) : written;
}

/** The text of a failed call's reason, with the tool's output if there is any. */
function withResult(why: string, value: Json): string {
  const text = value === null ? '' : shown(value);
  if (text === '' || why.includes(text)) return why;
  return why === NO_REASON || text.includes(why) ? text : `${why}\n${text}`;
}

/** The spans around `span`, the innermost first. Files may contain cycles. */
function spansAround(span: Span, byId: ReadonlyMap<string, Span>): readonly Span[] {
  const around: Span[] = [];
  for (let { parent } = span; parent !== '' && around.length < MAX_SPAN_DEPTH;) {
    const next = byId.get(parent);
    if (next === undefined || next === span) break;
    around.push(next);
    ({ parent } = next);
  }
  return around;
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** Whether a model's answer is among messages by their keys. */
function hasAnswer(messages: ReadonlyMap<string, number>): boolean {
  for (const key of messages.keys()) if (key.startsWith('["assistant"')) return true;
  return false;
}

/** Whether `counts` has no more of any key than `others`. */
function isWithin(counts: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): boolean {
  for (const [key, count] of counts) if ((others.get(key) ?? 0) < count) return false;
  return true;
}

/** The first value for each key, in order. */
function firstOfEach<Value>(entries: readonly (readonly [string, Value])[]): ReadonlyMap<string, Value> {
  const first = new Map<string, Value>();
  for (const [key, value] of entries) if (!first.has(key)) first.set(key, value);
  return first;
}

/** Decrements the count of `key` in `counts`. Returns whether it was above 0. */
function takeOne(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

/** Whether an evaluation has a label or a score. Notes have neither. */
const isGrade = ({ label, value = null }: Evaluation): boolean => label !== '' || value !== null;

function gradeText(evaluation: Evaluation): string {
  const { label, value } = evaluation;
  const given = [label, ...(value === undefined ? [] : [shown(value)])].filter((text) => text !== '');
  return `${evaluatorText(evaluation)} gave ${given.join(', ')}.`;
}

const evaluatorText = ({ name, by = '' }: Evaluation): string => (by === '' ? name : `${name} by ${by}`);

const PASS_WORDS = ['pass', 'passed', 'correct', 'true'];
const FAIL_WORDS = ['fail', 'failed', 'incorrect', 'false'];

function isMet(label: string): boolean | undefined {
  const word = label.toLowerCase();
  return PASS_WORDS.includes(word) ? true : FAIL_WORDS.includes(word) ? false : undefined;
}

/** The verdict: failed when any label says so, passed when all say so. A number without a label is no clear verdict. */
function verdictOf(evaluations: readonly Evaluation[]): Verdict {
  const checks = evaluations.map(({ name, label }): ToolCheck => [name, isMet(label)]);
  const met = checks.flatMap(([, isMet], index) => (evaluations[index]!.label === '' ? [] : [isMet]));
  return toolVerdict(
    met.includes(false)
      ? 'failed'
      : met.length > 0 && met.every((one) => one === true)
        ? 'passed'
        : 'not-judged',
    evaluations.map(gradeText).join(' '),
    checks,
  );
}
