import * as z from 'zod';

export const run = z
  .string()
  .regex(/^r?\d+$/, 'a run has an id such as r12')
  .transform((id) => (id.startsWith('r') ? id : `r${id}`))
  .describe('Id of a run, such as r12');

const app = z.string().describe('Name of an app, as get_run lists them');

const scenario = z.string().describe('Name of a scenario; * stands for any text');

export const from = z
  .int()
  .min(0)
  .default(0)
  .describe('Position of the first item: "next" of the page before');

export const limit = z.int().min(1).max(200).default(50);

const entry = z.int().min(-1).describe('Number of a log entry; -1 is before the first');

// What each tool is asked for.
export const LIST_RUNS = z.object({
  scenario: scenario.optional(),
  verdict: z.enum(['passed', 'failed', 'not-judged']).optional(),
  state: z
    .enum(['running', 'paused', 'completed', 'stopped', 'failed', 'interrupted', 'recorded'])
    .optional(),
  agent: z
    .string()
    .optional()
    .describe('What played the agent: oracle, a command, a script, a model; * stands for any text'),
  tag: z.string().optional().describe('A tag of the run or its scenario'),
  seed: z.int().optional(),
  note: z.string().optional().describe('Words in a note on the run'),
  text: z.string().optional().describe('In its name, file, tags or verdict'),
  group: z
    .enum(['scenario', 'seed', 'model', 'set', 'tool'])
    .optional()
    .describe(
      'Adds pass rates by this, with 95 % intervals. Models, sets and tools are those of imported runs',
    ),
  from,
  limit,
});

export const FIND_CHECKS = z.object({
  kind: z.enum(['milestone', 'minefield']).optional(),
  status: z.enum(['reached', 'missed', 'clear', 'tripped', 'not-checked']).optional(),
  check: z.string().optional().describe('Text in the name of the check'),
  scenario: scenario.optional(),
  run: run.optional(),
  from,
  limit,
});

export const SEARCH = z.object({
  text: z.string().min(2).describe('Words that an entry must all have, without regard to case'),
  scenario: scenario.optional(),
  kind: z.string().optional().describe('Kind of the entries: agent, user, environment, …'),
  from: z
    .string()
    .regex(/^r\d+:\d+$/)
    .optional()
    .describe('"next" of the page before'),
  limit,
});

export const SEARCH_LOG = z.object({
  run,
  text: z.string().optional().describe('In arguments, results, errors or names, without regard to case'),
  kind: z
    .string()
    .optional()
    .describe('agent, user, environment, condition, validation, agent-validation or stop'),
  app: app.optional(),
  tool: z.string().optional().describe('Such as send_email'),
  status: z.enum(['done', 'failed', 'skipped', 'no-result']).optional(),
  waiting: z.boolean().default(false).describe('Whether checks without a result yet are listed'),
  since: z.int().min(0).default(0).describe('Number of the first entry'),
  limit,
});

export const STATE_AT = z.object({
  run,
  entry: entry.optional().describe('By default the last'),
  app,
  path: z.string().default('').describe('Such as folders.INBOX.emails[0]; by default the whole state'),
});

export const WHY_NOT = z.object({
  run,
  event: z.string().optional().describe('Id of an event; by default all that have not fired'),
  entry: entry.optional().describe('By default the last'),
  from,
  limit,
});

export const WHO_CHANGED = z.object({
  run,
  app,
  path: z.string().describe('Such as folders.INBOX.emails[0].subject'),
  entry: entry.optional().describe('The path is the one after this entry, by default the last'),
  from,
  limit,
});

export const COMPARE_RUNS = z.object({ a: run, b: run, from, limit });

export const PROBE = z.object({
  run,
  expression: z.string().describe('JavaScript; apps has the states by name'),
  from,
  limit,
});

export type ListRuns = z.output<typeof LIST_RUNS>;

export type FindChecks = z.output<typeof FIND_CHECKS>;

export type Search = z.output<typeof SEARCH>;

export type SearchLog = z.output<typeof SEARCH_LOG>;

export type StateAt = z.output<typeof STATE_AT>;

export type WhyNot = z.output<typeof WHY_NOT>;

export type WhoChanged = z.output<typeof WHO_CHANGED>;

export type CompareRuns = z.output<typeof COMPARE_RUNS>;

export type Probe = z.output<typeof PROBE>;
