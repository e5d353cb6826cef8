import * as z from 'zod';
import type {
  CheckedValues,
  EventStatus,
  EventStatusSummary,
  Hint,
  LogEntry,
  PlanOutline,
  TranscriptStep,
} from '../engine/model/index.ts';
import type { RowBatch, TranscriptPage, ValueHistory } from './answers.ts';
import { LIMITS } from './limits.ts';
import { app, call, eventName, keys, moment, position, run } from './values.ts';

const words = z.string().min(1).max(LIMITS.lineCharacters);

/** What is asked of the arguments, values and errors of entries; all of it must be so, or, with `not`, must not. */
const search = z
  .array(
    z.strictObject({
      term: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('text'), text: words }),
        z.strictObject({
          kind: z.literal('argument'),
          name: z.string().regex(/^[\w-]{1,200}$/),
          test: z.enum(['has', 'is']),
          value: z.string().max(LIMITS.lineCharacters),
        }),
      ]),
      not: z.boolean(),
    }),
  )
  .max(LIMITS.searchTerms)
  .readonly();

export type Search = z.output<typeof search>;

/** What a run has logged, and the states it came to. */
export const logCalls = {
  /** At most `LIMITS.rows` rows from position `from` on. */
  'log.rows': call(z.strictObject({ run, from: position }), { untrusted: 'allowed' }).answers<RowBatch>(),
  /** The entries from position `from` on that meet `search`, by index, ascending. */
  'log.find': call(z.strictObject({ run, search, from: position }), {
    untrusted: 'allowed',
  }).answers<Uint32Array>(),
  /** Makes a run known to the search in the background, so that its first search is as quick as others. */
  'log.index': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<null>(),
  'log.entry': call(z.strictObject({ run, index: position }), { untrusted: 'allowed' }).answers<LogEntry>(),
  /** The first entry after entry `at` that wrote to `app`, or the last before it; null when there is none. */
  'log.change': call(z.strictObject({ run, app, at: z.int().min(-1), way: z.enum(['on', 'back']) }), {
    untrusted: 'allowed',
  }).answers<number | null>(),
  /**
   * An app's state right after entry `at`, as JSON; −1 is the state before the first. As text, for the bridge copies
   * objects field by field.
   */
  'state.read': call(z.strictObject({ run, app, at: z.int().min(-1) }), {
    untrusted: 'allowed',
  }).answers<string>(),
};

/** How a transcript can be written down. */
const TRANSCRIPT_FORMATS = ['markdown', 'json'] as const;

/** What runs were to do. */
export const planCalls = {
  /** What a run was to do; `null` of traces, and of runs of an older Orrery. */
  'plan.read': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<PlanOutline | null>(),
  /** The author's hints for a run's events; of traces, too. */
  'plan.hints': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<readonly Hint[]>(),
  /** Where every event of a run's plan stands right after entry `at`, in the plan's order. */
  'plan.statuses': call(moment, { untrusted: 'allowed' }).answers<readonly EventStatusSummary[]>(),
  /** Why an event has not fired right after entry `at`. */
  'plan.whyNot': call(z.strictObject({ run, event: eventName, at: z.int().min(-1) }), {
    untrusted: 'allowed',
  }).answers<EventStatus>(),
  /** The values that the condition or the validation of an entry read. Asks it again, which runs its code. */
  'plan.values': call(z.strictObject({ run, index: position }), { untrusted: 'refused' }).answers<
    readonly CheckedValues[]
  >(),
};

/** What a run's log says when it is asked. */
export const inspectCalls = {
  /** Who changed the value that stands at `path` of `app` right after entry `since`, up to entry `at`. */
  'inspect.trail': call(
    z.strictObject({ run, app, path: keys, since: z.int().min(-1), at: z.int().min(-1) }),
    { untrusted: 'allowed' },
  ).answers<ValueHistory>(),
  /** What the agent knew of `app` right after entry `at`: an {@link AppKnowledge} as JSON, for it can be large. */
  'inspect.knowledge': call(z.strictObject({ run, app, at: z.int().min(-1) }), {
    untrusted: 'allowed',
  }).answers<string>(),
  /** Some steps of the transcript, from entry `from` and turn `turn` of the agent's process on; `next` is where that was at the end. */
  'inspect.transcript': call(z.strictObject({ run, from: position, turn: position }), {
    untrusted: 'allowed',
  }).answers<TranscriptPage>(),
  /** The steps that only the file of a trace tells of. */
  'inspect.traceSteps': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<
    readonly TranscriptStep[]
  >(),
  /** All of the text of one of those. */
  'inspect.traceText': call(z.strictObject({ run, nth: position }), {
    untrusted: 'allowed',
  }).answers<string>(),
  /** The whole transcript as a text of this form. */
  'inspect.transcriptText': call(z.strictObject({ run, format: z.enum(TRANSCRIPT_FORMATS) }), {
    untrusted: 'allowed',
  }).answers<string>(),
  /** What the judge said of a run, a {@link KeptJudgement} as JSON, for it can be large; null when it has not looked at it. */
  'inspect.judgement': call(z.strictObject({ run }), { untrusted: 'allowed' }).answers<string | null>(),
};
