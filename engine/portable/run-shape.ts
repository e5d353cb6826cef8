import * as z from 'zod';
import type { Origin } from '../model/amendment.ts';
import type { AskedAugmentation } from '../model/augmentation.ts';
import type { NewNote } from '../model/note.ts';
import type { AppSummary, OutsideAgent, RunChoices, RunSummary } from '../model/run.ts';
import type { Deviation, RunExtras } from '../model/run-extras.ts';
import type { Writing } from '../model/writing.ts';
import type { CheckResult, Shortfall, ShortfallReason, Verdict } from '../model/verdict.ts';
import { action, actor } from './entry-shape.ts';
import { count, fieldsOf, filePath, json, name, object, path, texts, whole } from './values.ts';

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

const verdict = fieldsOf<Verdict>()({
  passed: z.boolean(),
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
});

const mode = z.enum(['oracle', 'plain']);

const amendment = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('argument'), event: name, name, value: json }),
  z.strictObject({ kind: z.literal('leave-out'), event: name }),
  z.strictObject({ kind: z.literal('act'), at: count, time: whole.optional(), actor, action }),
  z.strictObject({ kind: z.literal('set'), at: count, app: name, path, value: json }),
  z.strictObject({ kind: z.literal('mode'), at: count, mode }),
  z.strictObject({ kind: z.literal('agent'), at: count, script: filePath, till: whole.optional() }),
]);

const choices = fieldsOf<RunChoices>()({
  verbosity: z.enum(['low', 'medium', 'high']).optional(),
  variant: name.optional(),
  agent: fieldsOf<OutsideAgent>()({
    command: z.string(),
    thinking: z.union([z.enum(['frozen', 'measured']), z.number().min(0)]),
  }).optional(),
  script: filePath.optional(),
  augmentation: fieldsOf<AskedAugmentation>()({
    toolFailures: z.number().min(0).max(1).optional(),
    noise: z.strictObject({ perMinute: z.number().min(0).optional(), seed: count.optional() }).optional(),
  }).optional(),
});

/** Wall clock, milliseconds; a `Date` can be no later. */
const wall = count.max(8_640_000_000_000_000);

/** A log's SHA-256 in hex. */
const hash = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');

/** What an origin says of a parent that nobody can name any more. */
export const UNKNOWN_PARENT = 'unknown';

/** What portable files say of a run beside its log, in one line. */
export const run = fieldsOf<Omit<RunSummary, 'id'>>()({
  scenario: z.string(),
  source: z.string(),
  state: z.enum(['stopped', 'failed', 'interrupted', 'recorded']),
  mode: z.enum(['oracle', 'plain', 'trace']),
  seed: whole,
  startedAt: wall,
  endedAt: wall.optional(),
  start: whole,
  now: whole,
  entries: count,
  verdict: verdict.optional(),
  logHash: hash.optional(),
  apps: z.array(fieldsOf<AppSummary>()({ name, class: name, known: z.boolean() })),
  notes: texts,
  tags: texts,
  choices: choices.optional(),
  origin: fieldsOf<Origin>()({
    parent: z.union([hash, z.literal(UNKNOWN_PARENT)], `a log's hash or ${UNKNOWN_PARENT}`),
    at: count,
    amendments: z.array(amendment),
    recorded: count.optional(),
  }).optional(),
});

export const file = z.strictObject({ path: filePath, text: z.string() });

export const state = z.strictObject({ app: name, value: json });

const deviations = z.array(fieldsOf<Deviation>()({ path, value: json.optional() }));

export const extras = fieldsOf<RunExtras>()({
  document: object,
  apps: deviations,
  completed: z.record(z.string().regex(/^\d{1,9}$/, 'the number of an entry'), deviations),
  notes: texts,
});

export const written = fieldsOf<Writing>()({ last: count, elapsed: wall });

export const note = fieldsOf<Omit<NewNote, 'run'>>()({
  text: z.string(),
  tags: texts,
  range: z.strictObject({ from: count, to: count }).optional(),
  value: z.strictObject({ app: name, path }).optional(),
  made: wall,
});
