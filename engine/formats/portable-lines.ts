import * as z from 'zod';
import {
  ASKERS,
  type Action,
  type ActionEntry,
  type AgentTurn,
  type AgentValidationEntry,
  type AppDifferences,
  type AppSummary,
  type AugmentationOverrides,
  type AugmentationSettings,
  type BranchOrigin,
  type CheckResult,
  type CommitBatch,
  ENDING_CAUSES,
  type ConditionEntry,
  type JsonEdit,
  type Difference,
  type EventOutline,
  type Failure,
  type FinalStateExpectation,
  type FinalStateVerdict,
  type Hint,
  isJsonObject,
  type Json,
  type JsonObject,
  type JudgeSummary,
  type Judging,
  type NestedCall,
  type NewNote,
  type Notification,
  type Observation,
  type FailedTry,
  type ModelAnswer,
  type ModelCall,
  type ModelChoice,
  type ModelEdits,
  type ModelPrice,
  type ModelUsage,
  type NewAttempt,
  type OutsideAgent,
  type OutsideAnswer,
  type OutsideCall,
  type OutsideTurn,
  type PersonTurn,
  type PlanOutline,
  type RecordedAction,
  type RunChoices,
  type RunLimits,
  type RunSet,
  thinkingTime,
  type RunSummary,
  type Runtime,
  type Score,
  type Shortfall,
  type ShortfallReason,
  type SourceLocation,
  type StopEntry,
  type WaitEntry,
  type WaitingCall,
  type ToolOverride,
  type SweepJob,
  type TraceExtras,
  type ValidationEntry,
  type Verdict,
  type VerdictRule,
} from '../model/index.ts';
import type { ExchangeLine, MessageLine } from './portable-exchanges.ts';

/** Creates the schema of an object with exactly the fields of `Model`, so that a field added to the type must be added here. */
const fieldsOf =
  <Model>() =>
  <Shape extends Record<keyof Model, z.ZodType>>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
    z.strictObject(shape);

const failure = fieldsOf<Failure>()({
  type: z.string(),
  message: z.string(),
  stack: z.string().optional(),
  native: z.literal(true).optional(),
});

/** Any JSON. A line was parsed as JSON before, so a value can only be missing. */
const json = z.custom<Json>((value) => value !== undefined, 'any value');

const outcome = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('done'), value: json }),
  z.strictObject({ status: z.literal('failed'), error: failure }),
  z.strictObject({ status: z.literal('skipped'), reason: z.string() }),
  z.strictObject({ status: z.literal('no-result') }),
]);

const name = z
  .string()
  .min(1)
  .refine((text) => text !== '__proto__', 'a usable name');

const count = z.int().min(0);

/** A path into a JSON value. */
const path = z
  .array(z.union([z.string().refine((key) => key !== '__proto__', 'a usable name'), count]))
  .max(200);

const change = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('set'), app: name, path, value: json }),
  z.strictObject({ op: z.literal('delete'), app: name, path }),
  z.strictObject({
    op: z.literal('splice'),
    app: name,
    path,
    at: count,
    remove: count,
    insert: z.array(json),
  }),
]);

const object = z.custom<JsonObject>((value) => isJsonObject(value as Json), 'an object');

const actionFields = { app: name, tool: name, args: object };

const action = fieldsOf<Action>()(actionFields);
const actor = z.enum(['agent', 'user', 'environment']);

const recordedAction = fieldsOf<RecordedAction>()({
  ...actionFields,
  resolved: object.optional(),
  effect: z.enum(['read', 'write']),
});

const calls = z.lazy((): z.ZodType => z.array(nestedCall));
const nestedCall = fieldsOf<NestedCall>()({
  actor,
  action: recordedAction,
  outcome,
  calls,
  refused: z.literal(true).optional(),
});

const texts = z.array(z.string());

const observation = fieldsOf<Observation>()({
  validation: name,
  verdict: z.enum(['watching', 'passed', 'failed']),
  achieved: texts,
  open: texts,
  tripped: texts,
  late: z.boolean(),
  error: failure.optional(),
});

/** An instant, span or seed: a safe integer. */
const whole = z.int();

const loggedFields = {
  index: count,
  time: whole,
  due: whole,
  event: name,
  causes: z.array(count),
  outcome,
  changes: z.array(change),
};

const callFields = {
  kind: actor,
  oracle: z.boolean(),
  action: recordedAction,
  calls,
  outcome,
  direct: z.literal(true).optional(),
  quiet: z.literal(true).optional(),
  answersOther: z.literal(true).optional(),
  refused: z.literal(true).optional(),
  observations: z.array(observation).optional(),
};

/** A log entry. */
const entry = z.discriminatedUnion('kind', [
  fieldsOf<ActionEntry>()({
    ...loggedFields,
    ...callFields,
    waited: z.enum(['told', 'timed-out']).optional(),
  }),
  fieldsOf<ConditionEntry>()({
    ...loggedFields,
    kind: z.literal('condition'),
    name: z.string(),
    attempt: count,
    verdict: z.enum(['held', 'waiting', 'timed-out', 'broken']),
  }),
  fieldsOf<ValidationEntry>()({
    ...loggedFields,
    kind: z.literal('validation'),
    attempt: count,
    verdict: z.enum(['passed', 'waiting', 'failed']),
    achieved: texts,
    open: texts,
    tripped: texts,
  }),
  fieldsOf<AgentValidationEntry>()({
    ...loggedFields,
    kind: z.literal('agent-validation'),
    milestones: texts,
    minefields: texts,
    timeout: count.optional(),
  }),
  fieldsOf<StopEntry>()({ ...loggedFields, kind: z.literal('stop') }),
  fieldsOf<WaitEntry>()({
    ...loggedFields,
    kind: z.literal('wait'),
    call: fieldsOf<WaitingCall>()(callFields),
    until: whole,
  }),
]);

const reasons = {
  validation_timeout: true,
  minefield: true,
  validation_still_active: true,
  never_checked: true,
  agent_validation_timeout: true,
  agent_minefield: true,
  agent_milestones_missing_at_end: true,
  broken_check: true,
  action_failed: true,
} satisfies Record<ShortfallReason, true>;

const verdictFields = { outcome: z.enum(['passed', 'failed', 'not-judged']), sentence: z.string() };

const verdictRule = fieldsOf<VerdictRule>()({
  need: z.enum(['all', 'any']),
  of: z.array(z.enum(['checks', 'judge', 'final-state'])).optional(),
});

const verdict = fieldsOf<Verdict>()({
  ...verdictFields,
  checks: z.array(
    fieldsOf<CheckResult>()({
      validation: name,
      check: z.string(),
      kind: z.enum(['milestone', 'minefield']),
      status: z.enum(['reached', 'missed', 'clear', 'tripped', 'not-checked']),
      entry: count.optional(),
    }),
  ),
  shortfalls: z.array(
    fieldsOf<Shortfall>()({
      reason: z.enum(Object.keys(reasons) as ShortfallReason[]).optional(),
      message: z.string(),
      entry: count.optional(),
    }),
  ),
  judge: fieldsOf<JudgeSummary>()({
    ...verdictFields,
    entry: count.optional(),
    configuration: z.string().optional(),
  }).optional(),
  finalState: fieldsOf<FinalStateVerdict>()({
    ...verdictFields,
    apps: z.array(
      fieldsOf<AppDifferences>()({
        app: name,
        differences: z.array(fieldsOf<Difference>()({ path, a: json.optional(), b: json.optional() })),
      }),
    ),
  }).optional(),
  rule: verdictRule.optional(),
});

const mode = z.enum(['oracle', 'plain']);

/** The path of a file inside the workspace. */
const filePath = name.refine(
  (text) => !/^[\\/]|^[a-z]:|\0|\\/i.test(text) && !text.split('/').includes('..'),
  'a path within a workspace',
);

const modelAnswer = fieldsOf<ModelAnswer>()({
  text: z.string(),
  reasoning: z.string(),
  calls: z.array(fieldsOf<ModelCall>()({ id: z.string(), name: z.string(), args: z.string() })),
  finish: z.string(),
  sendBack: object.optional(),
});

const modelWire = z.enum(['chat-completions', 'messages', 'gguf']);

const requestChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('answer'), answer: modelAnswer.pick({ text: true, calls: true }) }),
  z.strictObject({ kind: z.literal('message'), place: count, message: object }),
  z.strictObject({ kind: z.literal('system'), text: z.string() }),
  z.strictObject({ kind: z.literal('tool'), tool: z.string(), description: z.string() }),
  z.strictObject({ kind: z.literal('parameter'), name: z.string(), value: json.optional() }),
  z.strictObject({ kind: z.literal('model'), url: z.string(), name: z.string(), wire: modelWire }),
]);

const intervention = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('argument'), event: name, name, value: json }),
  z.strictObject({ kind: z.literal('leave-out'), event: name }),
  z.strictObject({ kind: z.literal('act'), at: count, time: whole.optional(), actor, action }),
  z.strictObject({ kind: z.literal('set'), at: count, app: name, path, value: json }),
  z.strictObject({ kind: z.literal('mode'), at: count, mode }),
  z.strictObject({
    kind: z.literal('agent'),
    at: count,
    script: filePath,
    since: whole.optional(),
    till: whole.optional(),
  }),
  z.strictObject({
    kind: z.literal('request'),
    at: count,
    request: count,
    change: requestChange.optional(),
    nth: count.optional(),
  }),
]);

const modelPrice = fieldsOf<ModelPrice>()({
  input: z.number().min(0),
  cached: z.number().min(0).optional(),
  output: z.number().min(0),
  currency: z.string(),
});

const outsideAgent = fieldsOf<OutsideAgent>()({
  command: z.string(),
  model: fieldsOf<ModelChoice>()({
    url: z.string(),
    name: z.string(),
    wire: modelWire,
    calls: z.enum(['native', 'react']),
    parameters: object,
    prompt: z.strictObject({ path: z.string(), text: z.string() }).optional(),
    edits: fieldsOf<ModelEdits>()({
      system: z.string().optional(),
      tools: z.record(z.string(), z.string()).optional(),
      messages: z.record(z.string(), object).optional(),
    }).optional(),
    price: modelPrice.optional(),
  }).optional(),
  limits: fieldsOf<RunLimits>()({
    tokens: count.optional(),
    requests: count.optional(),
    minutes: z.number().positive().optional(),
    cost: z.number().positive().optional(),
  }).optional(),
  client: z.strictObject({ name: z.string().optional(), version: z.string().optional() }).optional(),
  thinking: thinkingTime,
});

const choices = fieldsOf<RunChoices>()({
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  variant: name.optional(),
  agent: outsideAgent.optional(),
  user: outsideAgent.optional(),
  script: filePath.optional(),
  augmentation: fieldsOf<AugmentationOverrides>()({
    toolFailures: z.number().min(0).max(1).optional(),
    noise: z.strictObject({ perMinute: z.number().min(0).optional(), seed: count.optional() }).optional(),
  }).optional(),
});

/** Wall clock in milliseconds, up to the latest `Date`. */
const wallClock = count.max(8_640_000_000_000_000);

/** A log's SHA-256 in hex. */
const hash = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');

/** Stands for the parent of a branch whose log hash is not known. */
export const UNKNOWN_PARENT = 'unknown';

/** A run without its log. */
const runNote = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ending'),
    cause: z.enum(ENDING_CAUSES),
    text: z.string(),
  }),
  z.strictObject({
    kind: z.enum(['trajectory', 'import', 'repeated', 'server', 'script', 'agent', 'console']),
    text: z.string(),
  }),
]);

const run = fieldsOf<Omit<RunSummary, 'id' | 'model'>>()({
  scenario: z.string(),
  source: z.string(),
  state: z.enum(['completed', 'stopped', 'failed', 'interrupted', 'recorded']),
  mode: z.enum(['oracle', 'plain', 'trace']),
  seed: whole,
  startedAt: wallClock,
  endedAt: wallClock.optional(),
  start: whole,
  now: whole,
  entries: count,
  verdict: verdict.optional(),
  logHash: hash.optional(),
  logHashVersion: count.optional(),
  apps: z.array(fieldsOf<AppSummary>()({ name, class: name, known: z.boolean() })),
  notes: z.array(runNote),
  tags: texts,
  scenarioTags: texts.optional(),
  choices: choices.optional(),
  runtime: fieldsOf<Runtime>()({ v8: z.string(), unicode: z.string(), icu: z.string() }).optional(),
  origin: fieldsOf<BranchOrigin>()({
    parent: z.union([hash, z.literal(UNKNOWN_PARENT)], `a log’s hash or ${UNKNOWN_PARENT}`),
    at: count,
    interventions: z.array(intervention),
    recorded: count.optional(),
  }).optional(),
  job: fieldsOf<SweepJob>()({
    id: name,
    sweep: z.string(),
    agent: z.string(),
    settings: z.string(),
    repeat: count,
  }).optional(),
});

const file = z.strictObject({ path: filePath, text: z.string() });

const state = z.strictObject({ app: name, value: json });

const jsonEdits = z.array(fieldsOf<JsonEdit>()({ path, value: json.optional() }));

const extras = fieldsOf<TraceExtras>()({
  document: object,
  apps: jsonEdits,
  completed: z.record(z.string().regex(/^\d{1,9}$/, 'the number of an entry'), jsonEdits),
  notes: texts,
});

const score = fieldsOf<Score>()({
  scorer: z.string(),
  value: z.number().optional(),
  label: z.string(),
  passed: z.boolean().optional(),
  answer: z.string().optional(),
  explanation: z.string().optional(),
});

const runSet = fieldsOf<RunSet>()({
  key: z.string(),
  name: z.string(),
  tool: z.string(),
  benchmark: z.string().optional(),
  model: z.string().optional(),
  created: whole.optional(),
  tasks: texts,
  scorers: texts,
  details: object,
});

/** The attempt of an imported run, without its file. */
const attempt = fieldsOf<Omit<NewAttempt, 'original'>>()({
  tool: z.string(),
  task: z.string(),
  attempt: whole.optional(),
  model: z.string().optional(),
  agent: z.string().optional(),
  tokens: fieldsOf<NewAttempt['tokens']>()({
    input: z.number().optional(),
    cached: z.number().optional(),
    output: z.number().optional(),
    reasoning: z.number().optional(),
  }),
  cost: z.number().optional(),
  duration: z.number().optional(),
  errors: count,
  scores: z.array(score),
  expected: z.string().optional(),
  content: hash,
  set: runSet.optional(),
});

const written = fieldsOf<CommitBatch>()({ last: count, elapsed: wallClock });

const agentAct = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call'), tool: z.string(), args: object }),
  z.strictObject({ kind: z.literal('wait'), span: count.optional() }),
  z.strictObject({ kind: z.literal('finish') }),
]);

const personAct = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('call'), actor, action }),
  z.strictObject({ kind: z.literal('set'), app: name, path, value: json }),
  z.strictObject({ kind: z.literal('mode'), mode: z.enum(['oracle', 'plain']) }),
]);

const message = fieldsOf<Notification>()({
  kind: z.enum(['user-message', 'agent-message', 'environment-notification', 'environment-stop']),
  time: whole,
  text: z.string(),
  attachments: texts.optional(),
});

const questionHash = z.string().regex(/^(?:[\da-f]{64})?$/, 'a SHA-256 in hex, or empty');

/** A message of requests to models. */
const messageLine = fieldsOf<MessageLine>()({ before: count.optional(), value: object });

/** An exchange with a model. */
const exchange = fieldsOf<ExchangeLine>()({
  last: count.optional(),
  turn: whole.optional(),
  body: object,
  answer: modelAnswer.optional(),
  original: modelAnswer.optional(),
  usage: fieldsOf<ModelUsage>()({
    input: count.optional(),
    cached: count.optional(),
    output: count.optional(),
    reasoning: count.optional(),
  }),
  raw: z.string(),
  server: object,
  askedAt: wallClock,
  elapsed: wallClock,
  failed: z.array(fieldsOf<FailedTry>()({ error: z.string(), elapsed: wallClock })),
  by: z.enum(ASKERS),
  price: modelPrice.optional(),
});

const turn = z.discriminatedUnion('by', [
  fieldsOf<AgentTurn>()({
    by: z.enum(['agent', 'user']),
    time: whole,
    position: count,
    actTime: whole.optional(),
    acted: count.optional(),
    entry: count.optional(),
    act: agentAct,
    messages: z.array(message),
    question: questionHash,
    answered: questionHash,
    thinking: count,
    thought: z.string(),
    elapsed: wallClock,
    tokens: z.strictObject({ input: count.optional(), output: count.optional() }).optional(),
    exchanges: z.array(count).optional(),
  }),
  fieldsOf<PersonTurn>()({
    by: z.literal('person'),
    time: whole,
    position: count,
    fired: count.optional(),
    act: personAct,
  }),
  fieldsOf<OutsideTurn>()({
    by: z.literal('world'),
    time: whole,
    position: count,
    act: z.strictObject({
      kind: z.literal('outside'),
      call: fieldsOf<OutsideCall>()({ app: name, tool: z.string(), args: object }),
      answer: fieldsOf<OutsideAnswer>()({
        outcome: z.discriminatedUnion('status', [
          z.strictObject({ status: z.literal('done'), value: json }),
          z.strictObject({ status: z.literal('failed'), message: z.string() }),
        ]),
        state: object.optional(),
      }),
    }),
  }),
]);

const note = fieldsOf<Omit<NewNote, 'run'>>()({
  text: z.string(),
  tags: texts,
  range: z.strictObject({ from: count, to: count }).optional(),
  value: z.strictObject({ app: name, path }).optional(),
  made: wallClock,
});

const edge = z.strictObject({ event: name, delay: count });

const timing = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('from-start'), delay: count }),
  z.strictObject({ kind: z.literal('after'), edges: z.array(edge).min(1) }),
  z.strictObject({ kind: z.literal('at'), time: whole, after: z.array(name) }),
]);

const comparator = z.enum(['less-than', 'greater-than', 'equal']);

const event = fieldsOf<EventOutline>()({
  id: name,
  kind: z.enum(['agent', 'user', 'environment', 'condition', 'validation', 'agent-validation', 'stop']),
  timing,
  place: fieldsOf<SourceLocation>()({ file: name, line: count, column: count }).optional(),
  dormant: z.literal(true).optional(),
  comparator: comparator.optional(),
  planned: fieldsOf<NonNullable<EventOutline['planned']>>()({
    timing,
    action: action.optional(),
    comparator: comparator.optional(),
  }).optional(),
  action: action.optional(),
  effect: z.enum(['read', 'write']).optional(),
  isNoise: z.literal(true).optional(),
  oracle: z.boolean().optional(),
  onFailure: z.enum(['continue', 'hold', 'stop']).optional(),
  name: z.string().optional(),
  every: count.min(1).optional(),
  timeout: count.optional(),
});

const toolOverride = fieldsOf<ToolOverride>()({
  name: z.string().optional(),
  description: z.string().optional(),
});

const augmentation = fieldsOf<AugmentationSettings>()({
  toolFailures: z.number().min(0).max(1),
  tools: z.record(z.string(), toolOverride),
});

const hint = fieldsOf<Hint>()({ event: name, kind: z.enum(['task', 'environment']), text: z.string() });

const judging = fieldsOf<Judging>()({
  /** The judge's configuration. Problems in it are reported when it is used. */
  judge: object.optional(),
  finalState: fieldsOf<FinalStateExpectation>()({
    only: texts.optional(),
    except: texts.optional(),
    allowExtra: z.boolean().optional(),
  }).optional(),
  rule: verdictRule.optional(),
});

/** The plan of a run. */
const plan = fieldsOf<PlanOutline>()({
  start: whole,
  duration: count.optional(),
  tick: count,
  augmentation: augmentation.optional(),
  tags: texts.optional(),
  hints: z.array(hint).optional(),
  judging: judging.optional(),
  turnRule: z.enum(['longest-path', 'first-path']).optional(),
  events: z.array(event),
});

/** The schemas of lines by their kind, in the order of a file. */
export const lineShapes = {
  run,
  file,
  plan,
  extras,
  attempt,
  hint,
  state,
  written,
  message: messageLine,
  exchange,
  turn,
  entry,
  note,
};

export type LineKind = keyof typeof lineShapes;

export const LINE_KINDS = Object.keys(lineShapes) as readonly LineKind[];

/** The version of the format, which the first line of a file names. */
export const FORMAT = 1;
