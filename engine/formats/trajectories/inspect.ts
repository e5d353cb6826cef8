import * as z from 'zod';
import {
  checkShape,
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  type SimTime,
  TraceError,
  truncate,
  type Verdict,
} from '../../model/index.ts';
import { readArguments, chatSteps, contentOf, outcomeOf, readMessage, secondsBetween } from './chat.ts';
import { endingIn, errorSteps, limitStep, withEnding } from './endings.ts';
import {
  listOf,
  parseMilliseconds,
  numberOf,
  objectOf,
  objectsOf,
  shown,
  textOf,
  parseTime,
  readUsage,
} from './fields.ts';
import { replaceValue, over, untracked, whole } from './tracked-fields.ts';
import {
  asTold,
  type AttemptFacts,
  type TrajectoryCall,
  type RecordedSubagent,
  type Limit,
  type Log,
  NO_RESULT,
  ofSubagent,
  isPass,
  scoreOf,
  type Step,
  toolVerdict,
  type Trajectory,
  withCost,
} from './trajectory.ts';

/**
 * Whether `document` is a log of Inspect: a JSON log, the content of an `.eval` archive, or the events of one sample. A log whose
 * evaluation has not begun has no samples.
 */
export const isInspectLog = (document: Json): boolean =>
  isJsonObject(document) &&
  (isJsonObject(document['eval'] ?? null)
    ? 'samples' in document || 'status' in document
    : isEventList(document['events']));

const isEventList = (events: Json | undefined): boolean => {
  const [first] = listOf(events);
  return isJsonObject(first) && typeof first['event'] === 'string' && typeof first['timestamp'] === 'string';
};

const items = z.array(z.looseObject({})).nullish();

/** The fields that a log must have to separate its attempts. All other fields are optional. */
const shape = z.looseObject({
  samples: z
    .array(
      z.looseObject({
        id: z.union([z.string(), z.number()]),
        epoch: z.number().nullish(),
        messages: items,
        events: items,
      }),
    )
    .nullish(),
});

function checkSamples(samples: Json, file: string): void {
  const checked = checkShape(shape, { samples });
  if ('findings' in checked) throw new TraceError(file, checked.findings);
}

/** A trajectory for each sample and epoch. @throws {TraceError} when the log has no list of samples. */
export function inspectTrajectories(read: Json, file: string): readonly Trajectory[] {
  const document = objectOf(read);
  const { samples = null } = 'eval' in document ? document : { samples: [document] };
  if ('eval' in document) checkSamples(untracked(samples), file);
  const { task, model } = objectOf(document['eval']);
  const set = 'eval' in document ? setIn(document) : undefined;
  const isInvalid = document['invalidated'] === true;
  const budget = { left: MAX_RESOLVED };
  return listOf(samples).map((sample, index): Trajectory => {
    const raw =
      sample === document
        ? document
        : replaceValue(listOf(samples), String(index), withAttachments(objectOf(untracked(sample)), budget));
    const steps = new Sample(raw).steps();
    return {
      task: `${textOf(task) || file} ${shown(raw['id'] ?? '')}`.trim(),
      steps,
      states: { tools: {} },
      tags: [`epoch ${shown(raw['epoch'] ?? 1)}`, ...(textOf(model) === '' ? [] : [textOf(model)])],
      verdict: verdictOf(raw, scoresIn(raw), isInvalid || isJsonObject(raw['invalidation'] ?? null)),
      notes: [
        ...invalidNotes(objectOf(raw['invalidation'])),
        ...(isInvalid ? ['The whole log was made invalid.'] : []),
        ...objectsOf(raw['error_retries']).map((error) => `An earlier try ended with ${errorText(error)}.`),
      ],
      parts: [raw],
      attempt: {
        task: shown(raw['id'] ?? ''),
        attempt: numberOf(raw['epoch']) ?? 1,
        model: textOf(model) || undefined,
        agent: solversIn(document) || undefined,
        duration: numberOf(raw['total_time']),
        expected: expectedIn(raw['target']),
        scores: scoresIn(raw).flatMap(({ scorer, score }) => {
          const { value = null, answer, explanation } = score;
          const about = {
            answer: textOf(answer) || undefined,
            explanation: textOf(explanation) || undefined,
          };
          // A scorer may measure several things.
          return (isJsonObject(value) ? Object.entries(value) : [['', value] as const]).map(([name, one]) =>
            scoreOf(name === '' ? scorer : `${scorer} ${name}`, one, { passed: isMet(one), ...about }),
          );
        }),
        set,
      },
    };
  });
}

/** The data of the evaluation as a whole. */
function setIn(document: JsonObject): NonNullable<AttemptFacts['set']> {
  const { eval_id: evaluation, run_id: run, task, model, created, dataset } = objectOf(document['eval']);
  const { name, sample_ids: samples } = objectOf(dataset);
  const scores = objectsOf(objectOf(document['results'])['scores']);
  return {
    id:
      textOf(evaluation) ||
      (textOf(run) + textOf(created) === '' ? undefined : [run, task, created].map(textOf).join(' ')),
    name: textOf(task),
    benchmark: textOf(task) || textOf(name) || undefined,
    model: textOf(model) || undefined,
    created: parseMilliseconds(created),
    tasks: listOf(samples).map(shown),
    scorers: [...new Set(scores.map((score) => textOf(score['scorer']) || textOf(score['name'])))],
    details: {
      status: textOf(document['status']),
      dataset: textOf(name),
      metrics: Object.fromEntries(
        scores.flatMap((score) =>
          Object.entries(objectOf(score['metrics'])).map(([metric, value]) => [
            `${textOf(score['name'])} ${metric}`,
            objectOf(value)['value'] ?? null,
          ]),
        ),
      ),
    },
  };
}

/** The name of the agent, from the solvers of the plan. */
const solversIn = (document: JsonObject): string =>
  objectsOf(objectOf(document['plan'])['steps'])
    .map(({ solver }) => textOf(solver))
    .filter((solver) => solver !== '')
    .join(', ');

const expectedIn = (target: Json = null): string | undefined =>
  target === null || target === '' ? undefined : shown(target);

function invalidNotes({ author, reason, timestamp }: JsonObject): readonly string[] {
  if (author === undefined && reason === undefined && timestamp === undefined) return [];
  const when = textOf(timestamp) === '' ? '' : ` at ${textOf(timestamp)}`;
  const why = textOf(reason) === '' ? '' : `: ${textOf(reason)}`;
  return [`${textOf(author) || 'Somebody'} made this sample invalid${when}${why}.`];
}

/** Matches a reference to an attachment. Older logs use `tc`. */
const ATTACHMENT = /^(?:attachment|tc):\/\//;

/** The maximum number of characters that references may be replaced with in one file, because a long text can be referenced many times. */
const MAX_RESOLVED = 200_000_000;

/** `sample` with references replaced by the texts of its attachments, and without the used attachments. */
function withAttachments(sample: JsonObject, budget: { left: number }): JsonObject {
  const transcript = objectOf(sample['transcript']);
  const attachments = objectOf(sample['attachments'] ?? transcript['content']);
  if (Object.keys(attachments).length === 0) return sample;
  const placed = new Set<string>();
  const resolve = (value: Json): Json => {
    if (typeof value === 'string') return resolveText(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map(resolve);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item)]));
  };
  const resolveText = (text: string): string => {
    const key = text.replace(ATTACHMENT, '');
    if (key === text) return text;
    const attached = Object.hasOwn(attachments, key) ? attachments[key] : undefined;
    if (typeof attached !== 'string' || attached.length > budget.left) return text;
    budget.left -= attached.length;
    placed.add(key);
    return attached;
  };
  const { attachments: _, ...others } = sample;
  const resolved = objectOf(resolve(others));
  const left = Object.entries(attachments).filter(([key]) => !placed.has(key));
  return { ...resolved, attachments: Object.fromEntries(left) };
}

/** The messages of one conversation that are already shown: the agent's own, a subagent's, or that of an abandoned branch. */
interface Line {
  /** The number of shown messages of the pool. */
  shownOfPool: number;
  /** The other shown messages. */
  readonly shown: Map<string, Json>;
  readonly subagent?: RecordedSubagent | undefined;
  readonly branch?: string | undefined;
}

/** An event, and the subagent inside whose call it occurred. */
interface Told {
  readonly event: JsonObject;
  readonly subagent: RecordedSubagent | undefined;
}

/** One attempt at a task. */
class Sample {
  readonly #raw: JsonObject;
  readonly #events: readonly Told[];
  readonly #pool: readonly Json[];
  readonly #called: ReadonlySet<Json>;
  /** The ids of a scorer's spans, or of its steps in older files. */
  readonly #scorers = new Set<Json>();
  readonly #own: Line = { shownOfPool: 0, shown: new Map() };
  /** The conversation of each span, and of each subagent without a span. */
  readonly #lines = new Map<Json | RecordedSubagent, Line>();
  /** The subagents that are calls, by the call's event. The next field has them by the id of their span. */
  readonly #subagentsOfCalls = new Map<JsonObject, RecordedSubagent>();
  readonly #subagents = new Map<Json, RecordedSubagent>();
  /** The ids of spans inside an agent's span. */
  readonly #inAgent = new Set<Json>();

  constructor(raw: JsonObject) {
    this.#raw = raw;
    this.#events = flat(
      objectsOf(raw['events'] ?? objectOf(raw['transcript'])['events']),
      this.#subagentsOfCalls,
    );
    this.#pool = listOf(objectOf(raw['events_data'])['messages'] ?? raw['message_pool']);
    const tools = this.#events.map(({ event }) => event).filter(({ event }) => event === 'tool');
    this.#called = new Set(tools.map(({ id = null }) => id));
    for (const tool of tools) {
      const { agent_span_id: span, agent, function: name } = tool;
      if (typeof span !== 'string') continue;
      const subagent = this.#subagentsOfCalls.get(tool) ?? { name: textOf(agent) || textOf(name) };
      this.#subagentsOfCalls.set(tool, subagent);
      this.#subagents.set(span, subagent);
    }
  }

  /** The model's inputs, answers and calls, in order, with everything else in the log. */
  steps(): readonly Step[] {
    const steps = this.#events.flatMap((told) => {
      const { subagent, branch } = this.#lineOf(told);
      const own = this.#eventSteps(told);
      const named = subagent === undefined ? own : own.map((step) => ofSubagent(step, subagent));
      return branch === undefined ? named : named.map((step) => asTold(step, branch));
    });
    const said = this.#events.some(({ event }) => event['event'] === 'model') ? [] : this.#messageSteps();
    const isCounted = steps.some((step) => step.kind === 'log' && step.tokens !== undefined);
    return [...said, ...steps, ...(isCounted ? [] : this.#wholeCost()), ...this.#endLogs()];
  }

  /** What all answers cost, by the models that gave them, where no event tells. */
  #wholeCost(): readonly Step[] {
    return Object.entries(objectOf(this.#raw['model_usage'])).flatMap(([model, usage]) =>
      withCost([], { tokens: readUsage(usage) }, `All answers of ${model} together.`),
    );
  }

  #lineOf({ event, subagent }: Told): Line {
    const span = event['event'] === 'span_begin' ? (event['parent_id'] ?? null) : (event['span_id'] ?? null);
    const line = this.#lines.get(span);
    if (line !== undefined || subagent === undefined) return line ?? this.#own;
    const known = this.#lines.get(subagent) ?? { shownOfPool: 0, shown: new Map(), subagent };
    this.#lines.set(subagent, known);
    return known;
  }

  /** Determines the conversation that a span continues: that of the surrounding span, unless it is a subagent's or a branch's. */
  #begin(event: JsonObject): void {
    const { id = null, parent_id: parent = null, type, name } = event;
    const around = this.#lines.get(parent) ?? this.#own;
    const subagent =
      this.#subagents.get(id) ??
      (type === 'agent' && this.#inAgent.has(parent)
        ? { name: textOf(name) || 'subagent', of: around.subagent }
        : undefined);
    if (type === 'agent' || this.#inAgent.has(parent)) this.#inAgent.add(id);
    if (subagent !== undefined)
      this.#lines.set(id, { shownOfPool: 0, shown: new Map(), subagent, branch: around.branch });
    else if (type === 'branch')
      this.#lines.set(id, {
        ...around,
        shown: new Map(around.shown),
        branch: `Branch that was given up (${textOf(name) || 'branch'})`,
      });
    else if (around !== this.#own) this.#lines.set(id, around);
  }

  /** The steps of a sample without events: its messages, or at least its input. */
  #messageSteps(): readonly Step[] {
    const messages = listOf(this.#raw['messages']);
    return chatSteps(messages.length > 0 ? messages : asMessages(this.#raw['input']));
  }

  #eventSteps(told: Told): readonly Step[] {
    const { event } = told;
    const time = parseTime(event['timestamp']);
    switch (textOf(event['event'])) {
      case 'model':
        return this.#modelSteps(told, time);
      case 'tool':
        return [this.#call(event, time)];
      case 'sample_init':
      case 'span_end':
        return [];
      case 'span_begin':
        this.#begin(event);
        return this.#spanLogs(event, time);
      case 'step':
        return this.#spanLogs(event, time);
      case 'sample_limit':
        return [reachedLimit(event, time)];
      case 'error':
        return errorSteps('error', errorText(event['error']), time);
      default: {
        const [type, text] = described(event);
        return [{ kind: 'log', type, text, time }];
      }
    }
  }

  #spanLogs(event: JsonObject, time: SimTime | undefined): readonly Log[] {
    const { type, action, parent_id: parent = null } = event;
    const id = event['event'] === 'step' ? 'step' : (event['id'] ?? null);
    if (action === 'end') {
      if (type === 'scorer') this.#scorers.delete(id);
      return [];
    }
    if (type === 'scorer' || type === 'scorers' || this.#scorers.has(parent)) this.#scorers.add(id);
    // Its call is shown.
    if (type === 'tool') return [];
    const what = [type, event['name']]
      .map(textOf)
      .filter((word, index, all) => word !== '' && word !== all[index - 1]);
    return [{ kind: 'log', type: 'log', text: `Begins: ${what.join(' ')}`, time }];
  }

  #isScorers({ span_id: span = null, role }: JsonObject): boolean {
    return role === 'grader' || this.#scorers.has('step') || this.#scorers.has(span);
  }

  /** The new part of a model's input, and its answer. A scorer's model is not part of the conversation. */
  #modelSteps(told: Told, asked: SimTime | undefined): readonly Step[] {
    const { event } = told;
    const output = objectOf(event['output']);
    const choice = objectOf(objectsOf(output['choices'])[0]);
    const message = objectOf(choice['message']);
    const time = parseTime(event['completed']) ?? asked;
    const cost = {
      tokens: readUsage(output['usage']),
      elapsed: numberOf(output['time']) ?? secondsBetween(asked, time),
    };
    const failed = event['error'] ?? output['error'] ?? null;
    const errors = failed === null ? [] : errorSteps('error', shown(failed), time);
    if (this.#isScorers(event)) {
      const text = `The scorer’s model answered: ${contentOf(message['content'])}`;
      return [{ kind: 'log', type: 'log', text, time, ...cost }, ...errors];
    }
    const inputs = chatSteps(this.#newInputs(event, this.#lineOf(told))).map((step) => ({
      ...step,
      time: asked,
    }));
    const answer = this.#answerSteps(message).map((step) => ({ ...step, time }));
    const ended = withEnding(answer, endingIn(choice), time);
    return [...inputs, ...withCost(ended, { ...cost, time }, 'The model answered.'), ...errors];
  }

  /** The text of an answer, and its calls without an event of their own. Events have times and results. */
  #answerSteps(message: JsonObject): readonly Step[] {
    const ids = readMessage(message).calls.map(({ id }) => id);
    let nth = 0;
    return chatSteps([asAnswer(message), ...this.#otherResults(ids)]).filter(
      ({ kind }) => kind !== 'call' || !this.#called.has(ids[nth++] ?? null),
    );
  }

  /** The messages in a model's input that no earlier step shows. The model's own answers and tool results have events. */
  #newInputs(event: JsonObject, line: Line): readonly Json[] {
    const isFirst = line.shownOfPool === 0 && line.shown.size === 0;
    const inline = objectsOf(asMessages(event['input'])).filter((message) => {
      const plain = untracked(message);
      const { id, role = null, content = null } = objectOf(plain);
      const key = textOf(id) || JSON.stringify([role, content]);
      const before = line.shown.get(key);
      if (before === undefined) return line.shown.set(key, plain);
      // It was said before; what changed in it since is named as not shown.
      if (isSameJson(before, plain)) whole(message);
      return false;
    });
    const pooled = listOf(event['input_refs']).flatMap((range) => {
      const [start, end] = listOf(range).map((index) => numberOf(index) ?? 0);
      const fresh = this.#pool.slice(Math.max(start ?? 0, line.shownOfPool), Math.max(end ?? 0, 0));
      line.shownOfPool = Math.max(line.shownOfPool, Math.min(end ?? 0, this.#pool.length));
      return fresh;
    });
    return [...inline, ...objectsOf(pooled)].filter(
      ({ role }) => isFirst || role === 'user' || role === 'system',
    );
  }

  /** The results in `message` of calls that have no event. */
  #otherResults(ids: readonly string[]): readonly Json[] {
    const missing = ids.filter((id) => !this.#called.has(id));
    if (missing.length === 0) return [];
    return objectsOf(this.#raw['messages']).filter(({ tool_call_id: id = null }) =>
      missing.includes(id as string),
    );
  }

  #call(event: JsonObject, time: SimTime | undefined): TrajectoryCall {
    const { function: tool, arguments: args, result, error, failed, completed, working_time: worked } = event;
    const subagent = this.#subagentsOfCalls.get(event);
    const value = result ?? null;
    const isPending = event['pending'] === true && value === null;
    const isText = typeof value === 'string' || Array.isArray(value);
    const outcome = outcomeOf(isText ? contentOf(value) : shown(value), error ?? failed ?? null);
    return {
      kind: 'call',
      by: 'agent',
      app: 'tools',
      tool: textOf(tool) || 'unknown',
      args: readArguments(args),
      outcome:
        outcome.status === 'done' && !isText ? (isPending ? NO_RESULT : { status: 'done', value }) : outcome,
      time,
      elapsed: secondsBetween(time, parseTime(completed)) ?? numberOf(worked),
      ...(subagent === undefined ? {} : { starts: [subagent] }),
    };
  }

  /** The scores and the reason for the end of the attempt, unless events have them. */
  #endLogs(): readonly Step[] {
    const told = new Set(this.#events.map(({ event }) => event['event']));
    const { error, limit } = this.#raw;
    const scores = told.has('score') ? [] : scoresIn(this.#raw);
    return [
      ...scores.map(
        ({ scorer, score }) => ({ kind: 'log', type: 'score', text: scoreText(scorer, score) }) as const,
      ),
      ...(error && !told.has('error') ? errorSteps('error', errorText(error)) : []),
      ...(limit && !told.has('sample_limit') ? [reachedLimit(objectOf(limit))] : []),
    ];
  }
}

/** All events. Older logs nest the events during a call inside the call's event. */
const flat = (
  events: readonly JsonObject[],
  subagents: Map<JsonObject, RecordedSubagent>,
  around?: RecordedSubagent,
): readonly Told[] =>
  events.flatMap((event) => {
    const subagent =
      event['event'] === 'tool' && typeof event['agent'] === 'string' ? { name: event['agent'] } : undefined;
    if (subagent !== undefined) subagents.set(event, subagent);
    return [{ event, subagent: around }, ...flat(objectsOf(event['events']), subagents, subagent ?? around)];
  });

/** The input of a task as messages; the input may be a text. */
const asMessages = (input: Json | undefined): readonly Json[] =>
  typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);

const asAnswer = (message: JsonObject): JsonObject =>
  message['role'] === 'assistant' ? message : over(message, { role: 'assistant' });

/** Fields that every event has. */
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

/** The log type and text for an event that is neither a model's nor a tool's. */
function described(event: JsonObject): readonly [Log['type'], string] {
  switch (textOf(event['event'])) {
    case 'score': {
      const target = event['target'] === undefined ? '' : ` The target was ${shown(event['target'])}.`;
      return [
        'score',
        `${scoreText(textOf(event['scorer']) || 'A scorer', objectOf(event['score']))}${target}`,
      ];
    }
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
      const details = Object.keys(event).filter((key) => !BASE.includes(key));
      return [
        'log',
        `${textOf(event['event']) || 'event'}: ${shown(Object.fromEntries(details.map((key) => [key, event[key]!])))}`,
      ];
    }
  }
}

/** A change in the form of JSON Patch, as text. Messages that it adds are shown as messages. */
function changeText(change: JsonObject): string {
  const what = `${shown(change['op'])} ${shown(change['path'])}`;
  // What is not shown is not read: the notes name it.
  if (/^\/(messages|output|tools)\b/.test(textOf(change['path'])) || change['value'] === undefined)
    return what;
  return `${what} ${shown(change['value'])}`;
}

const errorText = (error: Json | undefined): string => textOf(objectOf(error)['message']) || shown(error);

/** Inspect's names of limits that have other names here. */
const LIMITS: Readonly<Record<string, string>> = {
  message: 'messages',
  token: 'tokens',
  turn: 'turns',
  working: 'working time',
};

/** The step for a reached limit of the sample. */
function reachedLimit({ type, limit, message }: JsonObject, time?: SimTime): Limit {
  const name = textOf(type);
  const most = limit === undefined || limit === null ? '' : shown(limit);
  return limitStep(
    Object.hasOwn(LIMITS, name) ? LIMITS[name]! : name || 'the sample',
    `limit: ${[name, most].filter((text) => text !== '').join(' ')}`,
    time,
    textOf(message) || most,
  );
}

const limitText = ({ type, limit }: JsonObject): string =>
  `The limit of ${shown(type)} was reached: ${shown(limit)}.`;

interface Score {
  readonly scorer: string;
  readonly score: JsonObject;
}

/** The scores of a sample. Older logs have a single score without the name of its scorer. */
const scoresIn = ({ scores, score }: JsonObject): readonly Score[] =>
  Object.entries(objectOf(scores ?? { 'A scorer': score ?? null })).flatMap(([scorer, given]) =>
    given === null ? [] : [{ scorer, score: isJsonObject(given) ? given : { value: given } }],
  );

const gradeText = (scorer: string, { value }: JsonObject): string => `${scorer} gave ${shown(value)}.`;

const scoreText = (scorer: string, score: JsonObject): string =>
  `${gradeText(scorer, score)}${said('The answer', score['answer'])}${said('Why', score['explanation'])}`;

const said = (what: string, text: Json | undefined): string =>
  textOf(text).trim() === '' ? '' : ` ${what}: ${textOf(text).trim()}`;

/** Whether a score means correct. Inspect writes C for correct and I for incorrect; other values are no clear result. */
function isMet(value: Json | undefined): boolean | undefined {
  if (typeof value === 'number') return isPass(value);
  if (value === 'C' || value === true) return true;
  return value === 'I' || value === false ? false : undefined;
}

/** The maximum number of characters of a grade or an error in the verdict. The transcript has the whole text. */
const MAX_SENTENCE = 500;

/** Whether a scorer gave a grade, such as 0.45 or several measurements, which is neither passed nor failed. */
const isGrade = (value: Json | undefined): boolean =>
  isJsonObject(value ?? null) || (typeof value === 'number' && isMet(value) === undefined);

/** The verdict: failed when any scorer says so, passed when all scorers without grades say so. */
function verdictOf({ error, limit }: JsonObject, scores: readonly Score[], isInvalid: boolean): Verdict {
  const met = scores.map(({ score }) => isMet(score['value']));
  const deciding = scores.filter(({ score }) => !isGrade(score['value']));
  const sentences = [
    ...scores.map(({ scorer, score }) => truncate(gradeText(scorer, score), MAX_SENTENCE)),
    ...(scores.length === 0 ? ['No scorer gave a value.'] : []),
    ...(error ? [`It ended with an error: ${truncate(errorText(error), MAX_SENTENCE)}`] : []),
    ...(limit ? [limitText(objectOf(limit))] : []),
    ...(isInvalid ? ['The sample was made invalid.'] : []),
  ];
  const outcome = isInvalid
    ? 'not-judged'
    : met.includes(false)
      ? 'failed'
      : deciding.length > 0 && deciding.every(({ score }) => isMet(score['value']) === true)
        ? 'passed'
        : 'not-judged';
  return toolVerdict(
    outcome,
    sentences.join(' '),
    scores.map(({ scorer }, index) => [scorer, met[index]]),
  );
}
