import * as z from 'zod';
import {
  checkShape,
  isJsonObject,
  type Json,
  type JsonObject,
  type SimTime,
  TraceError,
  truncate,
  type Verdict,
} from '../../model/index.ts';
import { argumentsOf, chatSteps, contentOf, outcomeOf } from './chat.ts';
import { listOf, numberOf, objectOf, objectsOf, shown, textOf, timeOf, tokensOf } from './fields.ts';
import { type Call, type Log, type Step, toolVerdict, type Trajectory, withCost } from './trajectory.ts';

/** Whether `document` is a log of Inspect: a JSON log, or what is in an archive (`.eval`). */
export const isInspectLog = (document: Json): document is JsonObject =>
  isJsonObject(document) && isJsonObject(document['eval'] ?? null) && 'samples' in document;

const items = z.array(z.looseObject({})).nullish();

/** What must be right in a log to tell its attempts apart. Everything else is read as far as it is there. */
const shape = z.looseObject({
  samples: z.array(
    z.looseObject({
      id: z.union([z.string(), z.number()]),
      epoch: z.number().nullish(),
      messages: items,
      events: items,
    }),
  ),
});

/** A trajectory for each sample and epoch. @throws {TraceError} when the log has no list of samples. */
export function inspectTrajectories(document: JsonObject, file: string): readonly Trajectory[] {
  const checked = checkShape(shape, document);
  if ('findings' in checked) throw new TraceError(file, checked.findings);
  const { task, model } = objectOf(document['eval']);
  const budget = { left: MAX_RESOLVED };
  return objectsOf(document['samples']).map((raw): Trajectory => {
    const sample = new Sample(raw, budget);
    return {
      task: `${textOf(task) || file} ${shown(raw['id'])}`,
      steps: sample.steps(),
      states: { tools: {} },
      tags: [`epoch ${shown(raw['epoch'] ?? 1)}`, ...(textOf(model) === '' ? [] : [textOf(model)])],
      verdict: verdictOf(raw, scoresIn(raw, sample)),
      notes: targetNote(sample.resolve(raw['target'])),
    };
  });
}

const targetNote = (target: Json): readonly string[] =>
  target === null || target === '' ? [] : [`The benchmark expected: ${shown(target)}.`];

const ATTACHMENT = 'attachment://';

/** Characters that references may stand for, in one file: a long text can be referred to very often. */
const MAX_RESOLVED = 200_000_000;

/** One attempt at a task. */
class Sample {
  readonly #raw: JsonObject;
  readonly #budget: { left: number };
  readonly #events: readonly JsonObject[];
  readonly #attachments: JsonObject;
  readonly #pool: readonly Json[];
  /** Messages of the pool before this one are shown. */
  #shownOfPool = 0;
  /** Other messages that are shown. */
  readonly #shown = new Set<string>();
  readonly #called: ReadonlySet<Json>;
  /** The spans, and steps in older files, that are a scorer's. */
  readonly #scorers = new Set<Json>();

  constructor(raw: JsonObject, budget: { left: number }) {
    const transcript = objectOf(raw['transcript']);
    this.#raw = raw;
    this.#budget = budget;
    this.#events = flat(objectsOf(raw['events'] ?? transcript['events']));
    this.#attachments = objectOf(raw['attachments'] ?? transcript['content']);
    this.#pool = listOf(objectOf(raw['events_data'])['messages'] ?? raw['message_pool']);
    this.#called = new Set(this.#events.filter(({ event }) => event === 'tool').map(({ id = null }) => id));
  }

  /** What the model read, wrote and called, in order, with everything else that the log has. */
  steps(): readonly Step[] {
    const steps = this.#events.flatMap((event) => this.#eventSteps(event));
    const said = this.#events.some(({ event }) => event === 'model') ? [] : this.#messageSteps();
    return [...said, ...steps, ...this.#endLogs()];
  }

  /** `value` with the texts in place of references to attachments. */
  resolve(value: Json | undefined): Json {
    if (typeof value === 'string') return this.#resolveText(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => this.resolve(item));
    if (value === undefined || !isJsonObject(value)) return value ?? null;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)]));
  }

  #resolveText(text: string): string {
    if (!text.startsWith(ATTACHMENT)) return text;
    const key = text.slice(ATTACHMENT.length);
    const attached = Object.hasOwn(this.#attachments, key) ? this.#attachments[key] : undefined;
    if (typeof attached !== 'string' || attached.length > this.#budget.left) return text;
    this.#budget.left -= attached.length;
    return attached;
  }

  /** Where no events are kept, there are the messages, and at least the input. */
  #messageSteps(): readonly Step[] {
    const messages = listOf(this.resolve(this.#raw['messages']));
    return chatSteps(messages.length > 0 ? messages : asMessages(this.resolve(this.#raw['input'])));
  }

  #eventSteps(event: JsonObject): readonly Step[] {
    const time = timeOf(event['timestamp']);
    switch (textOf(event['event'])) {
      case 'model':
        return this.#modelSteps(event, time);
      case 'tool':
        return [this.#call(event, time)];
      case 'sample_init':
      case 'span_end':
        return [];
      case 'span_begin':
      case 'step':
        return this.#spanLogs(event, time);
      default: {
        const [type, text] = described(objectOf(this.resolve(event)));
        return [{ kind: 'log', type, text, time }];
      }
    }
  }

  #spanLogs(event: JsonObject, time: SimTime | undefined): readonly Log[] {
    const { type, name, action, parent_id: parent = null } = event;
    const id = event['event'] === 'step' ? 'step' : (event['id'] ?? null);
    if (action === 'end') {
      if (type === 'scorer') this.#scorers.delete(id);
      return [];
    }
    if (type === 'scorer' || type === 'scorers' || this.#scorers.has(parent)) this.#scorers.add(id);
    // Its call is shown.
    if (type === 'tool') return [];
    const what = [type, name].map(textOf).filter((word, nth, all) => word !== '' && word !== all[nth - 1]);
    return [{ kind: 'log', type: 'log', text: `Begins: ${what.join(' ')}`, time }];
  }

  #isScorers({ span_id: span = null, role }: JsonObject): boolean {
    return role === 'grader' || this.#scorers.has('step') || this.#scorers.has(span);
  }

  /** What is new in the model's input, and what it answered. What a scorer's model says is no part of the talk. */
  #modelSteps(event: JsonObject, time: SimTime | undefined): readonly Step[] {
    const output = objectOf(event['output']);
    const message = objectOf(this.resolve(objectOf(objectsOf(output['choices'])[0])['message']));
    const usage = objectOf(output['usage']);
    const cost = {
      tokens: tokensOf(usage['input_tokens'], usage['output_tokens']),
      elapsed: numberOf(output['time']),
    };
    const failed = event['error'] ?? output['error'] ?? null;
    const errors: readonly Log[] =
      failed === null ? [] : [{ kind: 'log', type: 'error', text: shown(this.resolve(failed)), time }];
    if (this.#isScorers(event)) {
      const text = `The scorer's model answered: ${contentOf(message['content'])}`;
      return [{ kind: 'log', type: 'log', text, time, ...cost }, ...errors];
    }
    const inputs = chatSteps(this.#newInputs(event)).map((step) => ({ ...step, time }));
    const answer = this.#answerSteps(message).map((step) => ({ ...step, time }));
    return [...inputs, ...withCost(answer, { ...cost, time }, 'The model answered.'), ...errors];
  }

  /** What the model says, and its calls, except those with an event of their own, which has the time and the result. */
  #answerSteps(message: JsonObject): readonly Step[] {
    const ids = callIds(message);
    let nth = 0;
    return chatSteps([{ ...message, role: 'assistant' }, ...this.#otherResults(message)]).filter(
      ({ kind }) => kind !== 'call' || !this.#called.has(ids[nth++] ?? null),
    );
  }

  /** The messages in the input of a model that no earlier step shows. Its own answers, and results of tools, have events. */
  #newInputs(event: JsonObject): readonly Json[] {
    const isFirst = this.#shownOfPool === 0 && this.#shown.size === 0;
    const inline = objectsOf(asMessages(event['input'])).filter((message) => {
      const key = textOf(message['id']) || JSON.stringify([message['role'], message['content']]);
      return !this.#shown.has(key) && this.#shown.add(key);
    });
    const pooled = listOf(event['input_refs']).flatMap((range) => {
      const [start, end] = listOf(range).map((index) => numberOf(index) ?? 0);
      const fresh = this.#pool.slice(Math.max(start ?? 0, this.#shownOfPool), Math.max(end ?? 0, 0));
      this.#shownOfPool = Math.max(this.#shownOfPool, Math.min(end ?? 0, this.#pool.length));
      return fresh;
    });
    return [...inline, ...objectsOf(pooled)]
      .filter(({ role }) => isFirst || role === 'user' || role === 'system')
      .map((message) => this.resolve(message));
  }

  /** The results of those calls in `message` that have no event. */
  #otherResults(message: JsonObject): readonly Json[] {
    const missing = callIds(message).filter((id) => !this.#called.has(id));
    if (missing.length === 0) return [];
    return objectsOf(this.#raw['messages'])
      .filter(({ tool_call_id: id = null }) => missing.includes(id))
      .map((result) => this.resolve(result));
  }

  #call(event: JsonObject, time: SimTime | undefined): Call {
    const { function: tool, arguments: args, result, error, failed } = event;
    const value = this.resolve(result);
    const isText = typeof value === 'string' || Array.isArray(value);
    const outcome = outcomeOf(
      isText ? contentOf(value) : shown(value),
      this.resolve(error ?? failed ?? null),
    );
    return {
      kind: 'call',
      by: 'agent',
      app: 'tools',
      tool: textOf(tool) || 'unknown',
      args: argumentsOf(this.resolve(args)),
      outcome: outcome.status === 'done' && !isText ? { status: 'done', value } : outcome,
      time,
    };
  }

  /** The scores and what ended the attempt, unless events tell it. */
  #endLogs(): readonly Log[] {
    const told = new Set(this.#events.map(({ event }) => event));
    const { error, limit } = this.#raw;
    const scores = told.has('score') ? [] : scoresIn(this.#raw, this);
    return [
      ...scores.map(
        ({ scorer, score }) => ({ kind: 'log', type: 'score', text: scoreText(scorer, score) }) as const,
      ),
      ...(error && !told.has('error')
        ? [{ kind: 'log', type: 'error', text: errorText(error) } as const]
        : []),
      ...(limit && !told.has('sample_limit')
        ? [{ kind: 'log', type: 'log', text: limitText(objectOf(limit)) } as const]
        : []),
    ];
  }
}

/** Older logs keep what happened during a call within its event. */
const flat = (events: readonly JsonObject[]): readonly JsonObject[] =>
  events.flatMap((event) => [event, ...flat(objectsOf(event['events']))]);

/** The input of a task is messages, or the text of one. */
const asMessages = (input: Json | undefined): readonly Json[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);

const callIds = (message: JsonObject): readonly Json[] =>
  objectsOf(message['tool_calls']).map(({ id = null }) => id);

/** Fields that each event has, whatever happened. */
const BASE = [
  'event',
  'uuid',
  'span_id',
  'timestamp',
  'working_start',
  'working_time',
  'completed',
  'pending',
];

/** An event that is neither of the model nor of a tool, for the transcript. */
function described(event: JsonObject): readonly [Log['type'], string] {
  switch (textOf(event['event'])) {
    case 'score': {
      const target = event['target'] === undefined ? '' : ` The target was ${shown(event['target'])}.`;
      return [
        'score',
        `${scoreText(textOf(event['scorer']) || 'A scorer', objectOf(event['score']))}${target}`,
      ];
    }
    case 'error':
      return ['error', errorText(event['error'])];
    case 'sample_limit':
      return ['log', textOf(event['message']) || limitText(event)];
    case 'info':
      return [
        'log',
        [textOf(event['source']), shown(event['data'])].filter((text) => text !== '').join(': '),
      ];
    case 'logger': {
      const { level, message } = objectOf(event['message']);
      return ['log', `${shown(level)}: ${shown(message)}`];
    }
    case 'state':
    case 'store':
      return [
        'log',
        `Changes of the ${shown(event['event'])}: ${objectsOf(event['changes']).map(changeText).join('; ')}`,
      ];
    default: {
      const details = Object.entries(event).filter(([key]) => !BASE.includes(key));
      return ['log', `${textOf(event['event']) || 'event'}: ${JSON.stringify(Object.fromEntries(details))}`];
    }
  }
}

/** A change in the form of JSON Patch. Messages that it adds are shown as such. */
function changeText({ op, path, value }: JsonObject): string {
  const what = `${shown(op)} ${shown(path)}`;
  return value === undefined || /^\/(messages|output|tools)\b/.test(textOf(path))
    ? what
    : `${what} ${shown(value)}`;
}

const errorText = (error: Json | undefined): string => textOf(objectOf(error)['message']) || shown(error);

const limitText = ({ type, limit }: JsonObject): string =>
  `The limit of ${shown(type)} was reached: ${shown(limit)}.`;

interface Score {
  readonly scorer: string;
  readonly score: JsonObject;
}

/** Older logs have a single score, without the name of its scorer. */
const scoresIn = ({ scores, score }: JsonObject, sample: Sample): readonly Score[] =>
  Object.entries(objectOf(scores ?? { 'A scorer': score ?? null })).flatMap(([scorer, given]) =>
    given === null
      ? []
      : [{ scorer, score: isJsonObject(given) ? objectOf(sample.resolve(given)) : { value: given } }],
  );

const scoreText = (scorer: string, { value, explanation, answer }: JsonObject): string =>
  `${scorer} gave ${shown(value)}.${said('The answer', answer)}${said('Why', explanation)}`;

const said = (what: string, text: Json | undefined): string =>
  textOf(text).trim() === '' ? '' : ` ${what}: ${textOf(text).trim()}`;

/** Inspect writes C for correct and I for incorrect; P, N and other values are no clear verdict. */
function isMet(value: Json | undefined): boolean | undefined {
  if (value === 'C' || value === true || value === 1) return true;
  return value === 'I' || value === false || value === 0 ? false : undefined;
}

/** Characters of a scorer's reasons in the verdict; the transcript has all of them. */
const MAX_SENTENCE = 500;

/** Failed when any scorer says so, passed when all do. */
function verdictOf({ error, limit }: JsonObject, scores: readonly Score[]): Verdict {
  const met = scores.map(({ score }) => isMet(score['value']));
  const sentences = [
    ...scores.map(({ scorer, score }) => truncate(scoreText(scorer, score), MAX_SENTENCE)),
    ...(scores.length === 0 ? ['No scorer gave a value.'] : []),
    ...(error ? [`It ended with an error: ${truncate(errorText(error), MAX_SENTENCE)}`] : []),
    ...(limit ? [limitText(objectOf(limit))] : []),
  ];
  const outcome = met.includes(false)
    ? 'failed'
    : met.length > 0 && met.every((one) => one === true)
      ? 'passed'
      : 'not-judged';
  return toolVerdict(
    outcome,
    sentences.join(' '),
    scores.map(({ scorer }, nth) => [scorer, met[nth]]),
  );
}
