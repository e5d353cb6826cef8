import * as z from 'zod';
import type {
  CheckedValues,
  EventStatus,
  Hint,
  AskerCosts,
  StoredAttempt,
  TranscriptStep,
} from '../engine/model/index.ts';
import type { PackedStatuses, CostsOverTime, TranscriptPage, ValueHistory } from './answers.ts';
import { LIMITS } from './limits.ts';
import { app, call, eventName, keys, entryOfRun, position, run, runs } from './values.ts';

/** Formats of a copied transcript. */
const TRANSCRIPT_FORMATS = ['markdown', 'json'] as const;

/** Calls for the plans of runs. */
export const planCalls = {
  /**
   * The plan of a run, a {@link PlanOutline} as JSON, because it can be large; `null` for traces and for runs of an older Orrery.
   */
  'plan.read': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read the plan of a run.',
  }).answers<string | null>(),
  /** The author's hints for a run's events, also for traces. */
  'plan.hints': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read the hints of a run.',
  }).answers<readonly Hint[]>(),
  /**
   * The status of every event of a run's plan right after entry `at`, and the first `limit` events of each group of the queue.
   */
  'plan.statuses': call(entryOfRun.extend({ limit: z.int().min(1).max(LIMITS.queuedEvents) }), {
    untrusted: 'allowed',
    atMost: 'Read the plan of a run.',
  }).answers<PackedStatuses>(),
  /** Why an event has not fired right after entry `at`. */
  'plan.whyNot': call(z.strictObject({ run, event: eventName, at: z.int().min(-1) }), {
    untrusted: 'allowed',
    atMost: 'Read why an event of a run did not fire.',
  }).answers<EventStatus>(),
  /** The values that the condition or validation of an entry read. Repeats the check, which runs its code. */
  'plan.values': call(z.strictObject({ run, index: position }), {
    untrusted: 'refused',
    atMost: 'Run the trusted code of a check again, in a worker process, and read the values that it reads.',
  }).answers<readonly CheckedValues[]>(),
};

/** Calls for the analysis of a run's log. */
export const inspectCalls = {
  /** The changes up to entry `at` of the value that is at `path` of `app` right after entry `since`. */
  'inspect.valueHistory': call(
    z.strictObject({ run, app, path: keys, since: z.int().min(-1), at: z.int().min(-1) }),
    { untrusted: 'allowed', atMost: 'Read the changes of a value in a run.' },
  ).answers<ValueHistory>(),
  /** The agent's knowledge of `app` right after entry `at`: an {@link AppKnowledge} as JSON, because it can be large. */
  'inspect.knowledge': call(z.strictObject({ run, app, at: z.int().min(-1) }), {
    untrusted: 'allowed',
    atMost: 'Read what the agent of a run knew.',
  }).answers<string>(),
  /**
   * Some steps of the transcript, from entry `from` and turn `turn` of the agent process on; `next` has the start of the next
   * page.
   */
  'inspect.transcript': call(z.strictObject({ run, from: position, turn: position }), {
    untrusted: 'allowed',
    atMost: 'Read the transcript of a run.',
  }).answers<TranscriptPage>(),
  /** What the agent did next in a run and in its branches at a request, counted from 0: an {@link AskedAgain} as JSON. */
  'inspect.askedAgain': call(z.strictObject({ run, request: position }), {
    untrusted: 'allowed',
    atMost: 'Read what runs did after a request to a model.',
  }).answers<string>(),
  /** A request of a run to a model: a {@link RequestView} as JSON, because it can be large. */
  'inspect.request': call(z.strictObject({ run, request: position }), {
    untrusted: 'allowed',
    atMost: 'Read what the agent of a run asked its model.',
  }).answers<string>(),
  /** What runs asked of models, by who asked, without what they only repeated. */
  'inspect.costs': call(z.strictObject({ runs }), {
    untrusted: 'allowed',
    atMost: 'Read what runs asked of models.',
  }).answers<AskerCosts>(),
  /** The steps that only the file of a trace contains. */
  'inspect.traceSteps': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read the steps of a trace.',
  }).answers<readonly TranscriptStep[]>(),
  /** The full text of one of the trace's steps. */
  'inspect.traceText': call(z.strictObject({ run, nth: position }), {
    untrusted: 'allowed',
    atMost: 'Read a step of a trace.',
  }).answers<string>(),
  /** What the answers of models cost, and how long calls took. */
  'inspect.costsOverTime': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read what the agent of a run cost.',
  }).answers<CostsOverTime>(),
  /** What an imported run attempted, with its scores; null for other runs. */
  'inspect.attempt': call(z.strictObject({ run }), {
    untrusted: 'allowed',
    atMost: 'Read what an imported run attempted.',
  }).answers<StoredAttempt | null>(),
  /** The whole transcript as a text. */
  'inspect.transcriptText': call(z.strictObject({ run, format: z.enum(TRANSCRIPT_FORMATS) }), {
    untrusted: 'allowed',
    atMost: 'Read the transcript of a run.',
  }).answers<string>(),
  /**
   * The judge's evidence on a run, a {@link KeptJudgement} as JSON, because it can be large; null if the run was not judged.
   */
  'inspect.judgement': call(z.strictObject({ run, configuration: z.string().max(64).optional() }), {
    untrusted: 'allowed',
    atMost: 'Read the judge’s evidence on a run.',
  }).answers<string | null>(),
};
