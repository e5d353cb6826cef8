import * as z from 'zod';
import type {
  EventStatus,
  EventStatusSummary,
  Hint,
  LogEntry,
  OracleMatch,
  PlanOutline,
  TranscriptLine,
} from '../engine/model/index.ts';
import type { AgentLines, RowBatch, ValueHistory } from './answers.ts';
import { app, call, eventName, keys, moment, position, run } from './values.ts';

const words = z.string().min(1).max(1000);

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
          value: z.string().max(1000),
        }),
      ]),
      not: z.boolean(),
    }),
  )
  .max(20)
  .readonly();

export type Search = z.output<typeof search>;

/** The most log rows one call answers; ask again from where it ended. */
export const ROWS_PER_CALL = 20_000;

/** What a run has logged, and the states it came to. */
export const logCalls = {
  /** At most {@link ROWS_PER_CALL} rows from position `from` on. */
  'log.rows': call(z.strictObject({ run, from: position })).answers<RowBatch>(),
  /** The entries from position `from` on that meet `search`, by index, ascending. */
  'log.find': call(z.strictObject({ run, search, from: position })).answers<Uint32Array>(),
  /** Makes a run known to the search in the background, so that its first search is as quick as others. */
  'log.index': call(z.strictObject({ run })).answers<null>(),
  'log.entry': call(z.strictObject({ run, index: position })).answers<LogEntry>(),
  /** The first entry after entry `at` that wrote to `app`, or the last before it; null when there is none. */
  'log.change': call(z.strictObject({ run, app, at: z.int().min(-1), way: z.enum(['on', 'back']) })).answers<
    number | null
  >(),
  /**
   * An app's state right after entry `at`, as JSON; −1 is the state before the first. As text, for the bridge copies
   * objects field by field.
   */
  'state.read': call(z.strictObject({ run, app, at: z.int().min(-1) })).answers<string>(),
};

/** What runs were to do. */
export const planCalls = {
  /** What a run was to do; `null` of traces, and of runs of an older Orrery. */
  'plan.read': call(z.strictObject({ run })).answers<PlanOutline | null>(),
  /** The author's hints for a run's events; of traces, too. */
  'plan.hints': call(z.strictObject({ run })).answers<readonly Hint[]>(),
  /** Where every event of a run's plan stands right after entry `at`, in the plan's order. */
  'plan.statuses': call(moment).answers<readonly EventStatusSummary[]>(),
  /** Why an event has not fired right after entry `at`. */
  'plan.whyNot': call(z.strictObject({ run, event: eventName, at: z.int().min(-1) })).answers<EventStatus>(),
};

/** What a run's log says when it is asked. */
export const inspectCalls = {
  /** Who changed the value that stands at `path` of `app` right after entry `since`, up to entry `at`. */
  'inspect.trail': call(
    z.strictObject({ run, app, path: keys, since: z.int().min(-1), at: z.int().min(-1) }),
  ).answers<ValueHistory>(),
  /** What the agent knew of `app` right after entry `at`: an {@link AppKnowledge} as JSON, for it can be large. */
  'inspect.knowledge': call(z.strictObject({ run, app, at: z.int().min(-1) })).answers<string>(),
  /** What the agent was asked and told, did and said, some entries from `from` on; `next` is `from` at the end. */
  'inspect.agent': call(z.strictObject({ run, from: position })).answers<AgentLines>(),
  /** What the file of a trace tells of its agent, by time. */
  'inspect.agentLogs': call(z.strictObject({ run })).answers<readonly TranscriptLine[]>(),
  /** What the agent did held against the scenario's oracle; nothing where there is none. */
  'inspect.oracle': call(z.strictObject({ run })).answers<readonly OracleMatch[]>(),
};
